import {expect} from 'chai'
import type {Node} from '../../../src/controllers/workload/nodes.js'
import type {WorkloadController} from '../../../src/controllers/workload/owner.js'
import type {JsonObject} from '../../../src/machinery/decode/encode.js'
import {type Body, quota} from '../../helpers/builders.js'
import {daemonSet, SimulatedWorkload} from '../../helpers/workloads.js'

const updated = (rollingUpdate: Body): ReturnType<typeof daemonSet> => daemonSet('web', {updateStrategy: {rollingUpdate}})

const versions = ({pods}: SimulatedWorkload): unknown => pods.map(({metadata}) => metadata.annotations?.['version'] ?? '1').sort()

const node = (name: string, taints: Node['taints'] = []): Node => ({name, labels: {}, taints})

/** Existing workload with one ready pod on each of these nodes. */
function adopting(nodes: readonly Node[], slots: readonly number[], object: Body): SimulatedWorkload {
  const cluster = new SimulatedWorkload({nodes})
  const {object: stored = {}} = cluster.cluster.handle({operation: 'CREATE', namespace: 'dev', object})
  const {template} = stored['spec'] as unknown as {readonly template: JsonObject}
  const pods = slots.map((slot, i) => {
    const pod = {apiVersion: 'v1', kind: 'Pod', metadata: {name: `p${i}`, namespace: 'dev'}, spec: template['spec']} as JsonObject
    cluster.cluster.handle({operation: 'CREATE', namespace: 'dev', object: pod})
    return {namespace: 'dev', storedAs: `p${i}`, slot, graceSeconds: 1, state: 'ready' as const, count: 1}
  })
  cluster.manager.adopt(stored, [{template, replicas: pods.length, shownName: '', storedAs: '', pods}])
  cluster.manager.settle()
  return cluster
}

describe('DaemonSet', () => {
  it('runs a pod on each node', () => {
    const {record: {counts}, controller} = new SimulatedWorkload({nodes: 3}, daemonSet()).workload
    expect([counts.alive, controller.wanted, controller.isComplete]).to.deep.equal([3, 3, true])
  })

  it('runs as many pods as a quota admits', () => {
    const cluster = new SimulatedWorkload({nodes: 3}, quota({pods: '2'}), daemonSet())
    expect([cluster.workload.record.counts.alive, cluster.workload.controller.isComplete]).to.deep.equal([2, false])
  })

  describe('in a rollout', () => {
    for (const [rollingUpdate, peak, floor] of [
      [{maxUnavailable: 1}, 5, 4], [{maxUnavailable: '34%'}, 5, 3], [{maxSurge: 1, maxUnavailable: 0}, 6, 5], [{maxSurge: '34%', maxUnavailable: 0}, 7, 5],
    ] as const) {
      it(`keeps between ${floor} and ${peak} of 5 pods with ${JSON.stringify(rollingUpdate)}`, () => {
        const {record: {counts}, controller} = new SimulatedWorkload({nodes: 5}, updated(rollingUpdate)).change(updated(rollingUpdate).at('2')).workload
        expect([counts.peak, counts.minReady, counts.alive, controller.isComplete]).to.deep.equal([peak, floor, 5, true])
      })

      it(`stops at new pods that do not become ready with ${JSON.stringify(rollingUpdate)}`, () => {
        const cluster = new SimulatedWorkload({nodes: 5}, updated(rollingUpdate))
        cluster.outcome = 'never-ready'
        const {record: {counts}} = cluster.change(updated(rollingUpdate).at('2')).workload
        expect([counts.alive, counts.minReady, counts.created - 5]).to.deep.equal([peak, floor, Math.max(peak - 5, 5 - floor)])
      })
    }

    it('loses only maxUnavailable pods when new pods are rejected', () => {
      const small = updated({maxUnavailable: 2}).requesting({cpu: '1'})
      const cluster = new SimulatedWorkload({nodes: 4}, quota({cpu: '4'}), small).change(updated({maxUnavailable: 2}).requesting({cpu: '3'}))
      expect([cluster.workload.record.counts.alive, cluster.workload.controller.isComplete, cluster.events.length]).to.deep.equal([2, false, 1])
    })

    it('keeps all old pods when the quota does not admit the surge', () => {
      const body = updated({maxSurge: 1, maxUnavailable: 0})
      const cluster = new SimulatedWorkload({nodes: 3}, quota({pods: '3'}), body).change(body.at('2'))
      expect([versions(cluster), cluster.workload.controller.isComplete, cluster.events.length]).to.deep.equal([['1', '1', '1'], false, 1])
    })

    it('does not start while pods are missing', () => {
      const cluster = new SimulatedWorkload({nodes: 3}, quota({pods: '2'}), daemonSet()).change(daemonSet().at('2'))
      expect(versions(cluster)).to.deep.equal(['1', '1'])
    })

    it('completes at once when the old template returns', () => {
      const body = updated({maxSurge: 2, maxUnavailable: 0})
      const cluster = new SimulatedWorkload({nodes: 3}, quota({pods: '3'}), body).change(body.at('2')).change(body)
      expect([cluster.workload.controller.isComplete, cluster.workload.record.counts.created]).to.deep.equal([true, 3])
    })

    it('replaces only pods of another template on a rollback', () => {
      const cluster = new SimulatedWorkload({nodes: 4}, updated({maxUnavailable: 2}))
      cluster.outcome = 'never-ready'
      cluster.change(updated({maxUnavailable: 2}).at('2'))
      cluster.outcome = 'runs'
      const {record: {counts}, controller} = cluster.change(updated({maxUnavailable: 2})).workload
      expect([controller.isComplete, counts.created, versions(cluster)]).to.deep.equal([true, 8, ['1', '1', '1', '1']])
    })

    it('changes nothing with the strategy OnDelete', () => {
      const body = daemonSet('web', {updateStrategy: {type: 'OnDelete'}})
      expect(versions(new SimulatedWorkload({nodes: 2}, body).change(body.at('2')))).to.deep.equal(['1', '1'])
    })

    it('deletes an old pod that is not ready as soon as its successor exists', () => {
      const body = updated({maxSurge: 1, maxUnavailable: 0})
      const cluster = new SimulatedWorkload({nodes: 2, outcome: 'never-ready'}, body).change(body.at('2'))
      expect(versions(cluster)).to.deep.equal(['2', '2'])
    })
  })

  it('replaces terminated pods', () => {
    let ended = 0
    const cluster = new SimulatedWorkload({nodes: 2, outcome: () => ++ended === 1 ? 'succeeds' : 'runs', oneByOne: true}, daemonSet())
    expect([cluster.pods.length, cluster.workload.record.counts.created, cluster.workload.controller.isComplete]).to.deep.equal([2, 3, true])
  })

  it('follows its template to other nodes', () => {
    const nodes: Node[] = ['a', 'b', 'c'].map((zone) => ({name: zone, labels: {zone}, taints: []}))
    const cluster = new SimulatedWorkload({nodes}, daemonSet())
    expect(cluster.pods).to.have.length(3)
    expect(cluster.change(daemonSet().withPods({nodeSelector: {zone: 'b'}})).workload.controller).to.deep.include({wanted: 1, isComplete: true})
    expect(cluster.pods).to.have.length(1)
  })

  describe('for nodes that are not consecutive', () => {
    const nodes = Array.from({length: 40}, (_, i): Node => ({name: `n${i}`, labels: {zone: i % 4 === 0 ? 'a' : 'b'}, taints: []}))
    const inZone = (zone: string): ReturnType<typeof daemonSet> => updated({maxUnavailable: 5}).withPods({nodeSelector: {zone}})
    const groups = (controller?: WorkloadController): [number, number][][] =>
      controller?.revisions.map(({pods}) => pods.map(({slot, count}): [number, number] => [slot, count])) ?? []
    const slots = ({workload: {controller}}: SimulatedWorkload): number[] =>
      groups(controller).flat().flatMap(([slot, count]) => Array.from({length: count}, (_, i) => slot + i)).sort((a, b) => a - b)

    it('creates and replaces identical pods with one request', () => {
      const cluster = new SimulatedWorkload({nodes}, inZone('a'))
      expect([cluster.workload.record.requests, cluster.workload.record.counts.alive]).to.deep.equal([1, 10])
      cluster.change(inZone('a').at('2'))
      expect([cluster.workload.record.requests, versions(cluster)]).to.deep.equal([3, Array.from({length: 10}, () => '2')])
    })

    it('has pods on these nodes only, as its revisions show', () => {
      const cluster = new SimulatedWorkload({nodes}, inZone('a'))
      expect(slots(cluster)).to.deep.equal([0, 4, 8, 12, 16, 20, 24, 28, 32, 36])
      const {workload: {controller}} = cluster.change(inZone('b'))
      expect([controller.isComplete, controller.wanted]).to.deep.equal([true, 30])
      expect(slots(cluster)).to.deep.equal([...nodes.keys()].filter((i) => i % 4 !== 0))
    })

    it('names the nodes of pods that it creates one by one', () => {
      const {workload: {record}} = new SimulatedWorkload({nodes, oneByOne: true}, inZone('a'))
      const named = record.answers.map(({request}) => /"values":\["(n\d+)"\]/.exec(JSON.stringify(request))?.[1])
      expect(named).to.deep.equal(['n0', 'n4', 'n8', 'n12', 'n16', 'n20', 'n24', 'n28', 'n32', 'n36'])
    })

    it('adopts existing pods on them', () => {
      const cluster = adopting(nodes, [4, 5, 8, 36], inZone('a'))
      expect([cluster.podNames.filter((name) => name?.startsWith('p')), cluster.workload.controller.isComplete]).to.deep.equal([['p0', 'p2', 'p3'], true])
      expect(slots(cluster)).to.deep.equal([0, 4, 8, 12, 16, 20, 24, 28, 32, 36])
    })

    it('continues from its revisions as it would without them', () => {
      const cluster = new SimulatedWorkload({nodes}, inZone('a')).change(inZone('b'))
      const {record: {object}, controller} = cluster.workload
      const other = new SimulatedWorkload({nodes})
      const workload = other.manager.adopt(object, controller.revisions)
      other.manager.settle()
      expect(groups(workload?.controller)).to.deep.equal(groups(controller))
      expect([workload?.record.requests, workload?.controller.isComplete]).to.deep.equal([0, true])
    })
  })

  it('keeps pods on nodes with NoSchedule taints, and deletes those with NoExecute taints', () => {
    const taint = (effect: string): Node['taints'] => [{key: 'a', effect}]
    const kept = adopting([node('a'), node('b', taint('NoSchedule'))], [0, 1], daemonSet())
    expect([kept.podNames, kept.workload.controller.wanted]).to.deep.equal([['p0', 'p1'], 1])
    expect(adopting([node('a'), node('b', taint('NoExecute'))], [0, 1], daemonSet()).podNames).to.deep.equal(['p0'])
  })

  it('keeps the oldest of several pods on a node', () => expect(adopting([node('a')], [0, 0, 0], daemonSet()).podNames).to.deep.equal(['p0']))
})
