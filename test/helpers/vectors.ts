import {createHash} from 'node:crypto'
import {readFileSync} from 'node:fs'

const files = new Map<string, readonly unknown[]>()

/** Returns all cases of a file of recorded answers. The test files of a process share what is parsed: do not change it. */
export function readVectors<T>(name: string): T[] {
  const cases = files.get(name) ?? parsed(name)
  files.set(name, cases)
  return [...cases] as T[]
}

function parsed(name: string): readonly unknown[] {
  const lines = readFileSync(new URL(`../conformance/vectors/${name}.jsonl`, import.meta.url), 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as unknown)
}

/** True for the sample of the recordings that `npm test` replays: a tenth, by the hash of the id. Other runs replay all (scripts/test.js). */
export const isReplayed = ({id}: {readonly id: string}): boolean =>
  process.env['TEST_RECORDINGS'] !== 'sample' || createHash('sha256').update(id).digest().readUInt32BE() % 10 === 0
