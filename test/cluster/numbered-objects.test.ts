import {expect} from 'chai'
import {Cluster} from '../../src/cluster/cluster.js'
import type {JsonObject} from '../../src/machinery/decode/encode.js'
import {pod, quota} from '../helpers/builders.js'
import {at} from '../helpers/test-cluster.js'
import {claimTemplate, SimulatedWorkload, statefulSet} from '../helpers/workloads.js'

const absurd = 2_147_483_647

/** Cluster with a StatefulSet of two billion pods, each with a claim. */
const filled = (): SimulatedWorkload => new SimulatedWorkload({}, quota({'count/pods': '3G', 'persistentvolumeclaims': '3G'}),
  statefulSet('web', {replicas: absurd, podManagementPolicy: 'Parallel', volumeClaimTemplates: [claimTemplate('data')]}))

const reference = (kind: string, name: string): {apiVersion: string, kind: string, namespace: string, name: string} => ({apiVersion: 'v1', kind, namespace: 'dev', name})

const stored = (cluster: Cluster, name: string, kind = 'Pod'): JsonObject | undefined => cluster.get(reference(kind, name))

const deletion = (name: string, kind = 'Pod') => ({operation: 'DELETE', namespace: 'dev', object: {apiVersion: 'v1', kind, metadata: {name}}}) as const

const rows = (cluster: Cluster, prefix: string, kind = 'Pod'): unknown => cluster.numbers(reference(kind, prefix))

describe('objects that differ only in their number', () => {
  it('are found by their names', () => {
    const {cluster} = filled()
    for (const number of [0, 7, 10, 1_234_567, absurd - 1]) {
      const name = `web-${number}`
      const {metadata, spec} = stored(cluster, name) as unknown as {metadata: {name: string, labels: Record<string, string>}, spec: Record<string, unknown>}
      expect([metadata.name, metadata.labels['apps.kubernetes.io/pod-index'], metadata.labels['statefulset.kubernetes.io/pod-name'], spec['hostname']])
        .to.deep.equal([name, String(number), name, name])
      expect(at(spec, 'volumes.0')).to.deep.equal({name: 'data', persistentVolumeClaim: {claimName: `data-${name}`}})
      expect(stored(cluster, `data-${name}`, 'PersistentVolumeClaim')?.['metadata']).to.deep.include({name: `data-${name}`})
    }
    for (const name of [`web-${absurd}`, 'web-07', 'web-', 'web', 'web--1', 'web-1e3']) expect(stored(cluster, name), name).to.equal(undefined)
  })

  it('occupy their names', () => {
    const {cluster} = filled()
    const {status: {code, message}} = cluster.handle({operation: 'CREATE', namespace: 'dev', object: pod('web-77777')})
    expect([code, message]).to.deep.equal([409, 'pods "web-77777" already exists'])
  })

  it('are found if they were created one by one after a question about others', () => {
    const cluster = new Cluster()
    const create = (name: string): unknown => cluster.handle({operation: 'CREATE', namespace: 'dev', object: pod(name)})
    create('a')
    expect(rows(cluster, 'web-')).to.deep.equal([])
    for (const name of ['db-1', 'web-0', 'db-2', 'db-7', 'db-x']) create(name)
    expect([rows(cluster, 'db-'), rows(cluster, 'web-'), rows(cluster, 'db')]).to.deep.equal([[[1, 3], [7, 8]], [[0, 1]], []])
  })

  it('are deleted and created again one by one', () => {
    const {cluster} = filled()
    const fork = cluster.fork()
    expect(cluster.handle(deletion('web-77777')).allowed).to.equal(true)
    expect([stored(cluster, 'web-77777'), cluster.handle(deletion('web-77777')).status.code]).to.deep.equal([undefined, 404])
    expect(rows(cluster, 'web-')).to.deep.equal([[0, 77_777], [77_778, absurd]])
    expect(cluster.get(reference('ResourceQuota', 'q'))?.['status']).to.deep.include({used: {'count/pods': String(absurd - 1), 'persistentvolumeclaims': String(absurd)}})
    expect(cluster.handle({operation: 'CREATE', namespace: 'dev', object: pod('web-77777')}).allowed).to.equal(true)
    expect([rows(cluster, 'web-'), stored(cluster, 'web-77777')?.['spec']]).to.deep.include.members([[[0, absurd]]])
    for (const name of ['web-77776', 'web-77778']) expect((stored(cluster, name)?.['spec'] as JsonObject)['hostname']).to.equal(name)
    expect([rows(fork, 'web-'), (stored(fork, 'web-77777')?.['spec'] as JsonObject)['hostname']], 'a fork stays as it was').to.deep.equal([[[0, absurd]], 'web-77777'])
  })

  it('are changed one by one', () => {
    const {cluster} = filled()
    const labelled = (name: string): unknown => (stored(cluster, name)?.['metadata'] as {labels: Record<string, string>}).labels['mine']
    for (const name of ['web-10', 'web-5000', 'web-99']) {
      const object = stored(cluster, name) as {metadata: {labels: object}}
      const metadata = {...object.metadata, labels: {...object.metadata.labels, mine: 'yes'}}
      expect(cluster.handle({operation: 'UPDATE', namespace: 'dev', object: {...object, metadata}}).status.code).to.equal(200)
      expect(labelled(name)).to.equal('yes')
    }
    expect(['web-9', 'web-11', 'web-98', 'web-100', 'web-4999', 'web-5001'].map(labelled)).to.deep.equal(Array(6).fill(undefined))
    expect(rows(cluster, 'web-')).to.deep.equal([[0, absurd]])
  })

  it('are deleted with their owner, except for the claims', () => {
    const {cluster} = filled()
    cluster.handle({operation: 'DELETE', namespace: 'dev', object: {apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: {name: 'web'}}})
    cluster.deleteOwned({apiVersion: 'apps/v1', kind: 'StatefulSet', namespace: 'dev', name: 'web'})
    expect([rows(cluster, 'web-'), rows(cluster, 'data-web-', 'PersistentVolumeClaim')]).to.deep.equal([[], [[0, absurd]]])
    expect(cluster.get(reference('ResourceQuota', 'q'))?.['status']).to.deep.include({used: {'count/pods': '0', 'persistentvolumeclaims': String(absurd)}})
  })
})
