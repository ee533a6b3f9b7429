import {createHash} from 'node:crypto'
import {readFileSync} from 'node:fs'

import {defaultVersion, type KubernetesVersion} from '../../src/machinery/version/kubernetes-version.js'

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

/** The versions of Kubernetes that the recordings of 1.36 are replayed with: 1.37 gave the same answers to all but its own recordings. */
export const replayedVersions: readonly KubernetesVersion[] = ['1.36', '1.37']

const withOtherAnswers = new Set(['kubernetes-1.37', 'kubernetes-1.37-policies'].flatMap((name) => readVectors<{readonly id: string}>(name).map(({id}) => id)))

/** True if a version gave the answers of a recording. */
export const isOfVersion = ({id}: {readonly id: string}, version: KubernetesVersion): boolean => version === defaultVersion || !withOtherAnswers.has(id)

/** True for the sample of the recordings that `npm test` replays: a tenth, by the hash of the id. Other runs replay all (scripts/test.js). */
export const isReplayed = ({id}: {readonly id: string}): boolean =>
  process.env['TEST_RECORDINGS'] !== 'sample' || createHash('sha256').update(id).digest().readUInt32BE() % 10 === 0
