import {expect} from 'chai'

import type {JsonObject} from '../../src/machinery/decode/encode.js'
import {simulate, type WorkloadOutcome} from '../../src/simulate/simulate.js'
import {SourceFile} from '../../src/source/source-file.js'
import {sortedMessage} from '../helpers/compare.js'
import {exceptionsOf, expectRecorded} from '../helpers/exceptions.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'

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

/** The workload of the last step, which replaced the earlier ones. */
function simulated({steps, policies, nodes}: Case): WorkloadOutcome {
  const objects = steps.map(({apply}) => apply)
  const {workloads: [outcome]} = simulate({
    files: files('new.yaml', objects.slice(-1)), existing: files('old.yaml', objects.slice(0, -1)), policies: files('policies.yaml', policies),
  }, {nodes})
  if (outcome === undefined) throw new Error('no workload')
  return outcome
}

const isFailure = ({reason}: {readonly reason: string}): boolean => reason === 'FailedCreate' || reason === 'ReplicaSetCreateError'

/** Comparison of one part of a result. Exceptions name the parts by the keys of these tables. */
type Check = (outcome: WorkloadOutcome, recorded: Case) => void

const failuresOf = ({result}: Case): string[] => result.events.filter(isFailure).map(({message}) => sortedMessage(message))

const checks: Readonly<Record<string, Check>> = {
  wanted: ({created, refused, wanted}) => expect(created + refused, 'wanted').to.equal(wanted),
  pods: ({created, wanted}, {result}) => expect(created, 'created').to.equal(Math.min(result.pods.alive, wanted)),
  claims: ({claims}, {result}) => expect(claims.created, 'claims').to.equal(result.claims?.created ?? 0),
  events: ({event}, recorded) => {
    expect(event !== undefined, 'event').to.equal(failuresOf(recorded).length > 0)
    if (event !== undefined) expect(failuresOf(recorded)).to.include(sortedMessage(event.message))
  },
}

const rolloutChecks: Readonly<Record<string, Check>> = {
  complete: ({rollout}, {result}) => expect(rollout?.verdict !== 'blocked', 'completes').to.equal(result.completeLater ?? result.complete),
  peak: ({rollout}, {result}) => expect(rollout?.peak, 'peak').to.equal(result.peakPods),
  available: ({rollout}, {result}) => expect(rollout?.available, 'available').to.equal(result.floorReady),
  terminating: ({rollout}, {result}) => expect(rollout?.peakWithTerminating, 'with those that terminate').to.be.at.least(result.peakWithTerminating),
}

describe('recorded answers: workload, in the report of kadm simulate', () => {
  for (const recorded of readVectors<Case>('workload').filter(isReplayed)) {
    const {id, varies = [], rollout} = recorded
    it(id, () => {
      const without = exceptionsOf('simulate-workload', id).flatMap((exceptions) => exceptions.without ?? [])
      expectRecorded('simulate-workload', id, () => {
        const outcome = simulated(recorded)
        for (const [part, check] of Object.entries({...checks, ...rollout === true && rolloutChecks})) {
          if (without.includes(part)) expect(() => check(outcome, recorded), `${part} is as recorded: delete it from test/conformance/exceptions.json`).to.throw()
          else if (!varies.includes(part)) check(outcome, recorded)
        }
      })
    })
  }
})
