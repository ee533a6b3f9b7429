import {spawnSync} from 'node:child_process'

import {readVectors} from '../../test/helpers/vectors.js'
import {sortedJson} from './sorted-json.js'

type Line = Readonly<Record<string, unknown>>

/** The fields that the probe adds to a line, by the file of recordings, which is also the name of the probe. */
const answers: Readonly<Record<string, readonly string[]>> = {
  'quantity': ['out', 'error'],
  'selector': ['matches', 'errors', 'error'],
  'events': ['denials', 'error'],
  'admission-config': ['limits', 'stage', 'error', 'note'],
  'correlate': ['out', 'random'],
  'strategic-merge': ['patch', 'result', 'error'],
  'certificate-request': ['formError', 'commonName', 'organizations', 'signatureError'],
}

/** The names of the probes. */
export const probes = Object.keys(answers)

const without = (line: Line, fields: readonly string[]): Line => Object.fromEntries(Object.entries(line).filter(([field]) => !fields.includes(field)))

/**
 * Asks the probe again about all recorded questions of a kind.
 *
 * @param program the path of the probe
 * @returns the lines that differ from the recording
 */
export function probeDifferences(program: string, name: string): {readonly cases: number, readonly errors: readonly string[]} {
  const lines = readVectors<Line>(name)
  const fields = answers[name] ?? []
  const input = lines.map((line) => `${JSON.stringify(without(line, fields))}\n`).join('')
  const {stdout, status, stderr, error} = spawnSync(program, [name], {input, encoding: 'utf8', maxBuffer: 2 ** 28})
  if (error !== undefined) return {cases: lines.length, errors: [`the probe does not run: ${error.message}`]}
  if (status !== 0) return {cases: lines.length, errors: [`the probe ended with status ${status ?? 'none'}: ${stderr.slice(0, 500)}`]}
  const now = stdout.trim().split('\n').map((line) => JSON.parse(line) as Line)
  return {cases: lines.length, errors: lines.flatMap((line, i) => sameLine(line, now[i] ?? {}, name) ? [] : [`recorded ${sortedJson(line)}\n  now      ${sortedJson(now[i])}`])}
}

/** True for equal lines. Of a correlation, nothing is compared from the first outcome on that upstream leaves to chance: later ones depend on it. */
function sameLine(recorded: Line, now: Line, name: string): boolean {
  const [random] = (recorded['random'] ?? []) as readonly number[]
  const certain = (line: Line): string => sortedJson(name === 'correlate' ? (line['out'] as readonly unknown[] | undefined)?.slice(0, random) : line)
  return certain(recorded) === certain(now)
}
