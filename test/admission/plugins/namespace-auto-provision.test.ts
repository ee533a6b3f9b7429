import {expect} from 'chai'
import {type Cluster} from '../../../src/cluster/cluster.js'
import {configMap, namespace} from '../../helpers/builders.js'
import {TestCluster, verdict} from '../../helpers/test-cluster.js'

const server = (explains = false): TestCluster => new TestCluster({enableAdmissionPlugins: ['NamespaceAutoProvision'], explains})

const exists = ({cluster}: {readonly cluster: Cluster}, name: string): boolean => cluster.get({apiVersion: 'v1', kind: 'Namespace', name}) !== undefined

describe('NamespaceAutoProvision', () => {
  it('creates the namespace of a new object', () => {
    const cluster = server()
    expect(verdict(cluster.create(configMap('x')))).to.equal('201')
    expect(cluster.stored(namespace('dev'))).to.deep.include({spec: {finalizers: ['kubernetes']}, status: {phase: 'Active'}})
  })

  it('creates it for an object that is then rejected', () => {
    const cluster = server()
    expect(cluster.create(configMap('Bad_')).status.code).to.equal(422)
    expect(exists(cluster, 'dev')).to.equal(true)
  })

  it('creates none for a dry run, an update, a namespace, or one that each server has', () => {
    const cluster = server()
    cluster.create(configMap('x'), {dryRun: true})
    cluster.cluster.load({object: configMap('x'), namespace: 'dev'})
    expect(verdict(cluster.update(configMap('x').labelled({a: 'b'})))).to.equal('200')
    cluster.create(namespace('other'))
    cluster.create(configMap('x'), {namespace: 'default'})
    expect(['dev', 'default', 'other'].map((name) => exists(cluster, name))).to.deep.equal([false, false, true])
  })

  it('rejects a dry run in a namespace that is not declared, if others are', () => {
    for (const explains of [false, true]) {
      const cluster = server(explains)
      expect(verdict(cluster.create(configMap('x'), {dryRun: true}))).to.equal('201')
      cluster.create(namespace('other'))
      expect(verdict(cluster.create(configMap('x'), {dryRun: true}))).to.equal('404 namespaces "dev" not found')
      expect(verdict(cluster.create(configMap('x'), {namespace: 'default', dryRun: true}))).to.equal('201')
      expect(verdict(cluster.create(namespace('more'), {dryRun: true}))).to.equal('201')
      expect(exists(cluster, 'dev')).to.equal(false)
    }
  })

  it('rejects an object whose namespace cannot be created', () => {
    const message = '403 configmaps "x" is forbidden: Namespace "Auto_B" is invalid: metadata.name: Invalid value: "Auto_B": a lowercase RFC 1123 label must consist of '
      + "lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "
      + "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
    for (const explains of [false, true]) expect(verdict(server(explains).create(configMap('x'), {namespace: 'Auto_B'}))).to.equal(message)
  })

  it('keeps the server that explains its answers as it is', () => {
    const cluster = server(true)
    const {status, trace} = cluster.create(configMap('x'), {dryRun: true})
    expect([status.code, trace?.explanations, exists(cluster, 'dev')]).to.deep.equal([201, [], false])
    expect(verdict(cluster.create(configMap('x')))).to.equal('201')
    expect(exists(cluster, 'dev')).to.equal(true)
  })
})
