import {expect} from 'chai'

import type {Cluster} from '../../src/cluster/cluster.js'
import {ControllerManager} from '../../src/controllers/workload/controller-manager.js'
import type {Kubelet, PodOutcome} from '../../src/controllers/workload/kubelet.js'
import type {PodCounts} from '../../src/controllers/workload/pod-counts.js'
import type {FailureEvent} from '../../src/controllers/workload/workload-record.js'
import {persistentVolumeClaim} from '../../src/kinds/persistent-volume-claim/index.js'
import type {Pod} from '../../src/machinery/api/core-v1.js'
import type {JsonObject} from '../../src/machinery/decode/encode.js'
import {prune, sortedMessage} from '../helpers/compare.js'
import {exceptionsOf} from '../helpers/exceptions.js'
import {vectorCluster} from '../helpers/replay.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'
import {allIn, podsIn} from '../helpers/workloads.js'

interface Fixture {
  readonly created: number
  readonly alive?: number
  readonly names: readonly string[]
}

interface Result {
  readonly responses: readonly {readonly code: number, readonly reason?: string, readonly message?: string}[]
  readonly pods: Fixture
  readonly claims?: Fixture
  readonly events: readonly {readonly kind: string, readonly reason: string, readonly message: string}[]
  readonly quotas: Readonly<Record<string, unknown>>
  readonly complete: boolean
  readonly completeLater?: boolean
  readonly peakPods: number
  readonly peakWithTerminating?: number
  readonly floorReady?: number
  readonly rolloutCreated?: number
}

interface Case {
  readonly id: string
  readonly nodes: number
  readonly policies: readonly JsonObject[]
  readonly steps: readonly {readonly apply: JsonObject}[]
  readonly rollout?: true
  readonly terminationSeconds?: number
  readonly waitSeconds?: number
  readonly result: Result
  readonly varies?: readonly (keyof Result)[]
}

const outcomes: Readonly<Record<string, PodOutcome>> = {succeed: 'succeeds', fail: 'fails', unready: 'never-ready'}

function labelled({metadata}: JsonObject): string {
  const {labels} = metadata as {readonly labels?: Readonly<Record<string, string>>}
  return labels?.['kubelet'] ?? ''
}

/** The stub of the kubelets with which the answers were recorded. */
const kubelet = (terminationSeconds: number): Kubelet =>
  ({outcome: (pod) => outcomes[labelled(pod)] ?? 'runs', terminationSeconds: () => terminationSeconds})

const failures: ReadonlySet<string> = new Set(['FailedCreate', 'ReplicaSetCreateError', 'BackoffLimitExceeded', 'JobAlreadyActive'])

function merge(old: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
  const base = typeof old === 'object' && old !== null && !Array.isArray(old) ? old : {}
  return {...base, ...Object.fromEntries(Object.entries(patch).map(([key, value]) => [key, merge((base as JsonObject)[key], value)]))}
}

/** Creates an object, or merges it into the existing one. */
function apply(cluster: Cluster, object: JsonObject): ReturnType<Cluster['handle']> {
  const {apiVersion, kind, metadata} = object as {readonly apiVersion: string, readonly kind: string, readonly metadata: {readonly name: string}}
  const stored = cluster.get({apiVersion, kind, namespace: 'ns', name: metadata.name})
  return stored === undefined ? cluster.handle({operation: 'CREATE', namespace: 'ns', object})
    : cluster.handle({operation: 'UPDATE', namespace: 'ns', object: merge(stored, object) as JsonObject})
}

function run({policies, nodes, steps, rollout, terminationSeconds = 0.3, waitSeconds = 0}: Case): Partial<Result> {
  const cluster = vectorCluster({})
  for (const object of policies) expect(cluster.handle({operation: 'CREATE', namespace: 'ns', object}).status.code).to.equal(201)
  const all = Array.from({length: nodes}, (_, i) => ({name: `node-${i}`, labels: {half: i % 2 === 1 ? 'true' : 'false'}, taints: []}))
  const manager = new ControllerManager(cluster, {kubelet: kubelet(terminationSeconds), nodes: () => all})
  const allCounts = (): readonly PodCounts[] => manager.workloads.map(({record}) => record.counts)
  const sum = (of: (counts: PodCounts) => number): number => allCounts().reduce((total, counts) => total + of(counts), 0)
  let barePods = 0
  const events: FailureEvent[] = []
  let createdBefore = 0
  const responses = steps.map(({apply: object}, i) => {
    if (rollout === true && i === steps.length - 1) {
      events.push(...manager.workloads.flatMap(({record}) => record.failures))
      for (const {record} of manager.workloads) record.startMeasurement()
      createdBefore = sum(({created}) => created)
    }
    const {status: {code, reason, message}, object: stored} = apply(cluster, object)
    if (stored?.['kind'] === 'Pod') {
      barePods++
      if (labelled(stored) === 'succeed') cluster.setStatus({apiVersion: 'v1', kind: 'Pod', namespace: 'ns', name: (stored['metadata'] as {name: string}).name}, {phase: 'Succeeded'})
    } else if (stored !== undefined) manager.observe(stored)
    manager.settle()
    return {code, ...code >= 300 && {reason, message: sortedMessage(message)}}
  })
  for (let passed = 60; passed <= waitSeconds; passed += 60) {
    for (const workload of manager.workloads) workload.controller.trigger?.()
    manager.settle()
  }
  const alive = (podsIn(cluster, 'ns') as readonly Pod[]).filter(({status}) => status?.phase !== 'Succeeded' && status?.phase !== 'Failed')
  const claims = allIn(cluster, 'ns', persistentVolumeClaim)
  return {
    responses,
    pods: {created: sum(({created}) => created) + barePods, alive: alive.length, names: alive.map(({metadata}) => metadata.name ?? '').sort()},
    ...claims.length > 0 && {claims: {created: claims.length, names: claims.map(({metadata}) => metadata.name ?? '').sort()}},
    events: distinct([...events, ...manager.workloads.flatMap(({record}) => record.failures)]),
    quotas: Object.fromEntries(policies.filter(({kind}) => kind === 'ResourceQuota').map(({metadata}) => {
      const {name} = metadata as {readonly name: string}
      return [name, prune(cluster.get({apiVersion: 'v1', kind: 'ResourceQuota', namespace: 'ns', name})?.['status'])]
    })),
    complete: manager.workloads.length > 0 && manager.workloads.every((workload) => workload.controller.isComplete),
    // Several workloads have their peaks at different times.
    ...manager.workloads.length === 1 && {peakPods: sum(({peak}) => peak)},
    ...rollout === true && {
      peakWithTerminating: sum(({peakWithTerminating}) => peakWithTerminating), floorReady: sum(({minReady}) => minReady),
      rolloutCreated: sum(({created}) => created) - createdBefore,
    },
  }
}

const distinct = (events: readonly {readonly kind: string, readonly reason: string, readonly message: string}[]): Result['events'] =>
  [...new Set(events.map(({kind, reason, message}) => JSON.stringify({kind, message: sortedMessage(message), reason})))].sort().map((text) => JSON.parse(text) as Result['events'][number])

describe('recorded answers: workload', () => {
  const cases = readVectors<Case>('workload')

  it('contain all cases', () => expect(cases).to.have.length(162))

  for (const recorded of cases.filter(isReplayed)) {
    it(recorded.id, () => {
      const {result} = recorded
      const without = exceptionsOf('workload', recorded.id).flatMap((exceptions) => exceptions.without ?? []) as (keyof Result)[]
      const varies = [...recorded.varies ?? [], ...without]
      const simulated = run(recorded)
      const expected: Partial<Result> = {
        ...result, complete: result.completeLater ?? result.complete, events: distinct(result.events.filter(({reason}) => failures.has(reason))),
        quotas: Object.fromEntries(Object.entries(result.quotas).map(([name, status]) => [name, prune(status)])),
        responses: result.responses.map((response) => ({...response, ...response.message !== undefined && {message: sortedMessage(response.message)}})),
      }
      for (const part of Object.keys(simulated) as (keyof Result)[]) {
        if (!varies.includes(part)) expect(simulated[part], part).to.deep.equal(expected[part])
      }
      for (const part of without) {
        expect(simulated[part], `${part} is as recorded: delete it from test/conformance/exceptions.json`).to.not.deep.equal(expected[part])
      }
    })
  }
})
