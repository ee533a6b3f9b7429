import {expect} from 'chai'

import {ConfiguredCluster} from '../../../src/configuration/configured-cluster.js'
import {app, type Body, type Manifest, namespace, pod} from '../../helpers/builders.js'
import {given, TestCluster, verdict} from '../../helpers/test-cluster.js'

const options = {enableAdmissionPlugins: ['PodNodeSelector']}

/** A server whose namespace `dev` has a selector. */
function server(selector?: string): TestCluster {
  const cluster = new TestCluster(options)
  const annotations = selector === undefined ? {} : {'scheduler.alpha.kubernetes.io/node-selector': selector}
  cluster.create(namespace('dev').annotated(annotations))
  return cluster
}

const podWith = (spec: Body): Manifest => pod().with(app()).asking(spec)

const selectorOf = (answer: {readonly object?: object}): unknown =>
  (answer.object as {readonly spec?: {readonly nodeSelector?: object}} | undefined)?.spec?.nodeSelector

const conflict = '403 pods "p" is forbidden: pod node label selector conflicts with its namespace node label selector'

const outsideWhitelist = '403 pods "p" is forbidden: pod node label selector labels conflict with its namespace whitelist'

const configuration = {
  apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration', plugins: [{name: 'PodNodeSelector', path: 'selectors.yaml'}],
}

/** A server with a configuration in a file of its own. */
const configured = (text: string): TestCluster => new TestCluster(new ConfiguredCluster({...options, admissionConfiguration: configuration, files: {'selectors.yaml': text}}))

describe('PodNodeSelector', () => {
  it('adds the selector of the namespace to that of the pod', () => {
    expect(selectorOf(server(' env = dev , disk=ssd ').create(podWith({})))).to.deep.equal({env: 'dev', disk: 'ssd'})
    expect(selectorOf(server('env=dev').create(podWith({nodeSelector: {a: 'b', env: 'dev'}})))).to.deep.equal({env: 'dev', a: 'b'})
    expect(selectorOf(server('').create(podWith({nodeSelector: {a: 'b'}})))).to.deep.equal({a: 'b'})
    expect(selectorOf(server().create(podWith({})))).to.equal(undefined)
  })

  it('reports the change', () => {
    const {steps} = server('env=dev').create(podWith({nodeSelector: {a: 'b'}}))
    const changes = steps.filter(({plugin}) => plugin === 'PodNodeSelector').flatMap((step) => step.changes).map(({field, from, to}) => [String(field), from, to])
    expect(changes).to.deep.equal([['spec.nodeSelector', {a: 'b'}, {env: 'dev', a: 'b'}]])
  })

  it('rejects pods with another value', () => expect(verdict(server('env=dev').create(podWith({nodeSelector: {env: 'prod'}})))).to.equal(conflict))

  it('fails for a selector that the server cannot read', () => {
    expect(verdict(server('env').create(podWith({})))).to.equal('500 invalid selector: [env]')
    expect(verdict(server('a=b,').create(podWith({})))).to.equal('500 invalid selector: []')
    expect(verdict(server('a==b').create(podWith({})))).to.equal('500 invalid selector: [a  b]')
    expect(verdict(server('a b=c').create(podWith({})))).to.match(/^500 <nil>: Invalid value: "a b": name part must consist of/)
    expect(verdict(server('a=b c').create(podWith({})))).to.match(/^500 \[a\]: Invalid value: "b c": a valid label must be/)
  })

  it('reads the default of the cluster and the whitelists of namespaces from its configuration, in a file without apiVersion', () => {
    const withWhitelists = (): TestCluster => configured(
      'podNodeSelectorPluginConfig:\n  clusterDefaultNodeSelector: env=dev\n  dev: env=dev,disk=ssd\n  bad: env\n',
    )
    expect(selectorOf(withWhitelists().create(podWith({})))).to.deep.equal({env: 'dev'})
    expect(selectorOf(withWhitelists().create(podWith({nodeSelector: {disk: 'ssd'}})))).to.deep.equal({env: 'dev', disk: 'ssd'})
    expect(verdict(withWhitelists().create(podWith({nodeSelector: {disk: 'hdd'}})))).to.equal(outsideWhitelist)
    expect(verdict(withWhitelists().create(podWith({}), {namespace: 'bad'}))).to.equal('500 invalid selector: [env]')
  })

  it('reads all values as texts', () => {
    const answer = (value: string): string => verdict(configured(`podNodeSelectorPluginConfig:\n  dev: ${value}\n`).create(podWith({})))
    const ofJson = (value: string): string => verdict(configured(`{"podNodeSelectorPluginConfig": {"dev": ${value}, "other": "env"}}`).create(podWith({})))
    expect(['5', '0x10', '1.50', '1.5e7', '1e3', '1.5e-7', 'true', 'Off', '~', '[]', '{a: b}', 'env=dev'].map(answer)).to.deep.equal([
      ...['5', '16', '1.5', '1.5e+07', '1000', '1.5e-07', 'true', 'false'].map((text) => `500 invalid selector: [${text}]`), '201', '201', '201', '201',
    ])
    expect(['5', 'true', 'null', '"env"'].map(ofJson)).to.deep.equal(['500 invalid selector: [5]', '500 invalid selector: [true]', '201', '500 invalid selector: [env]'])
  })

  it('reads its configuration in the old form, in place of an AdmissionConfiguration', () => {
    const cluster = new TestCluster(new ConfiguredCluster({enableAdmissionPlugins: ['PodNodeSelector'], admissionConfiguration: 'podNodeSelectorPluginConfig:\n  clusterDefaultNodeSelector: env=dev\n'}))
    expect(selectorOf(cluster.create(podWith({})))).to.deep.equal({env: 'dev'})
  })

  it('ignores a configuration that it cannot read', () => {
    for (const text of ['', '[]', 'podNodeSelectorPluginConfig: []', 'other: {}', '5']) expect(verdict(configured(text).create(podWith({}))), text).to.equal('201')
  })

  it('is off by default', () => {
    const cluster = given(namespace('dev').annotated({'scheduler.alpha.kubernetes.io/node-selector': 'env=dev'}))
    expect(selectorOf(cluster.create(podWith({})))).to.equal(undefined)
  })
})
