import {createHash} from 'node:crypto'
import {readFileSync} from 'node:fs'

import {defaultVersion, type KubernetesVersion} from '../../src/machinery/version/kubernetes-version.js'
import {hasAllRuns} from './runs.js'

const files = new Map<string, readonly unknown[]>()

/** Returns all cases of a file of recorded answers. Test files in one process share the parsed cases: do not change them. */
export function readVectors<T>(name: string): T[] {
  const cases = files.get(name) ?? parsed(name)
  files.set(name, cases)
  return [...cases] as T[]
}

function parsed(name: string): readonly unknown[] {
  const lines = readFileSync(new URL(`../conformance/vectors/${name}.jsonl`, import.meta.url), 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as unknown)
}

const withOtherAnswers = new Set(['kubernetes-1.37', 'kubernetes-1.37-policies'].flatMap((name) => readVectors<{readonly id: string}>(name).map(({id}) => id)))

/** True for one of `count` equal parts of the recordings, by the hash of the id. */
const isInPart = (id: string, count: number): boolean => createHash('sha256').update(id).digest().readUInt32BE() % count === 0

/**
 * The versions of Kubernetes that a recording of 1.36 is replayed with. 1.37 gave the same answers to all but its own recordings. It replays a third of the others, or
 * all of them with `PROPERTY_RUNS=all`.
 */
export const versionsFor = ({id}: {readonly id: string}): readonly KubernetesVersion[] =>
  !withOtherAnswers.has(id) && (hasAllRuns || isInPart(id, 3)) ? [defaultVersion, '1.37'] : [defaultVersion]

/** True for the sample of the recordings that `npm test` replays: a tenth, by the hash of the id. Other runs replay all (scripts/test.js). */
export const isReplayed = ({id}: {readonly id: string}): boolean =>
  process.env['TEST_RECORDINGS'] !== 'sample' || isInPart(id, 10)
