import {readFileSync} from 'node:fs'

/** The cases of a file of recorded answers. */
export function readVectors<T>(name: string): T[] {
  const lines = readFileSync(new URL(`../conformance/vectors/${name}.jsonl`, import.meta.url), 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as T)
}
