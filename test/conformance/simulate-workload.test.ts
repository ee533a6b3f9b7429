import {expect} from 'chai'

import type {JsonObject} from '../../src/machinery/decode/encode.js'
import {simulate, type WorkloadOutcome} from '../../src/simulate/simulate.js'
import {SourceFile} from '../../src/source/source-file.js'
import {sortedMessage} from '../helpers/compare.js'
import {readVectors} from '../helpers/vectors.js'

interface Result {
  readonly pods: {readonly alive: number}
  readonly claims?: {readonly created: number}
  readonly events: readonly {readonly reason: string, readonly message: string}[]
  readonly complete: boolean
  readonly completeLater?: boolean
  readonly peakPods: number
  readonly peakWithTerminating: number
  readonly floorReady: number
}

interface Case {
  readonly id: string
  readonly nodes: number
  readonly policies: readonly JsonObject[]
  readonly steps: readonly {readonly apply: JsonObject}[]
  readonly rollout?: true
  readonly result: Result
  readonly varies?: readonly string[]
}

const files = (path: string, objects: readonly JsonObject[]): SourceFile[] =>
  objects.length === 0 ? [] : [new SourceFile(path, objects.map((object) => JSON.stringify(object)).join('\n---\n'))]

/** The workload of the last step, which replaced those before it. */
function simulated({steps, policies, nodes}: Case): WorkloadOutcome {
  const objects = steps.map(({apply}) => apply)
  const {workloads: [outcome]} = simulate({
    files: files('new.yaml', objects.slice(-1)), existing: files('old.yaml', objects.slice(0, -1)), policies: files('policies.yaml', policies),
  }, {nodes})
  if (outcome === undefined) throw new Error('no workload')
  return outcome
}

const isFailure = ({reason}: {readonly reason: string}): boolean => reason === 'FailedCreate' || reason === 'ReplicaSetCreateError'

/** Cases with state that manifests lack: outcomes of pods, labels of nodes, earlier objects. */
const notInManifests: ReadonlySet<string> = new Set([
  'ds-node-selector', 'ds-no-nodes-match', 'deploy-scale-down-frees-quota', 'sts-claims-kept-after-scale-down',
])

/** Rollouts that keep old pods by design: the recordings call them incomplete, and kadm does not. */
const meantToStay: ReadonlySet<string> = new Set(['sts-roll-4-partition-2', 'sts-roll-on-delete', 'ds-roll-on-delete'])

describe('recorded answers: workload, as kadm simulate reports them', () => {
  const cases = readVectors<Case>('workload').filter((recorded) => {
    const [last] = recorded.steps.slice(-1)
    const kind = last?.apply['kind']
    return kind !== 'Pod' && kind !== 'CronJob' && !notInManifests.has(recorded.id) && !JSON.stringify(recorded.steps).includes('"kubelet"')
      && !recorded.result.events.every(({reason}) => reason === 'Suspended')
  })

  it('are most of them', () => expect(cases).to.have.length.at.least(100))

  for (const recorded of cases) {
    const {id, result, varies = [], rollout, steps} = recorded
    if (steps.length > 1 && rollout !== true && steps.some(({apply}) => JSON.stringify(apply['metadata']) !== JSON.stringify(steps[0]?.apply['metadata']))) continue
    it(id, () => {
      const {wanted, created, refused, claims, event, rollout: played} = simulated(recorded)
      expect(created + refused, 'wanted').to.equal(wanted)
      if (!varies.includes('pods')) expect(created, 'created').to.equal(Math.min(result.pods.alive, wanted))
      expect(claims.created, 'claims').to.equal(result.claims?.created ?? 0)
      const failures = result.events.filter(isFailure).map(({message}) => sortedMessage(message))
      if (event !== undefined && !varies.includes('events') && !id.includes('parallel')) expect(failures).to.include(sortedMessage(event.message))
      if (!varies.includes('events')) expect(event !== undefined, 'event').to.equal(failures.length > 0)
      if (rollout !== true) return
      const completes = result.completeLater ?? result.complete
      if (!varies.includes('complete')) expect(played?.verdict !== 'blocked', 'completes').to.equal(completes || meantToStay.has(id))
      expect(played?.peak, 'peak').to.equal(result.peakPods)
      expect(played?.available, 'available').to.equal(result.floorReady)
      expect(played?.peakWithTerminating, 'with those that terminate').to.be.at.least(result.peakWithTerminating)
    })
  }
})
