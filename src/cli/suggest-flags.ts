import {Flags} from '@oclif/core'

import {readFile, readStdin} from '../io/read-sources.js'
import {stdinPath} from '../io/discover.js'
import {readUsage} from '../suggest/usage/read-usage.js'
import {Usage} from '../suggest/usage/usage.js'
import {UsageError} from '../usage-error.js'
import {usageErrorAt} from './only-document.js'

/** The flag for measured usage. */
export const usage = Flags.string({
  multiple: true, multipleNonGreedy: true, helpValue: 'FILE',
  description: 'Measured usage: the output of "kubectl top pods --containers", or PodMetrics of metrics.k8s.io as YAML or JSON. "-" for standard input. May be repeated.',
})

/** The flag for the room to add to amounts. */
export const headroom = Flags.string({default: '20%', helpValue: 'PERCENT', description: 'Room to add to each computed amount, as a percentage.'})

/** The flag for the percentile of measured CPU usage. */
export const percentile = Flags.string({
  default: '95', helpValue: 'N', description: 'Percentile of the measured CPU usage that requests cover. Memory always counts at its maximum.',
})

/**
 * Reads a percentage in hundredths of a per cent.
 *
 * @throws UsageError for an invalid one
 */
export function headroomOf(text: string): bigint {
  const [, units = '', fraction = ''] = /^(\d{1,4})(?:\.(\d{1,2}))?\s*%?$/.exec(text) ?? []
  if (units === '') throw new UsageError(`--headroom takes a percentage such as 20%, and not ${JSON.stringify(text)}`)
  return BigInt(units) * 100n + BigInt(fraction.padEnd(2, '0'))
}

/**
 * Reads a percentile.
 *
 * @throws UsageError for a number that is not between 1 and 100
 */
export function percentileOf(text: string): number {
  const share = Number(text)
  if (/^\d+(?:\.\d+)?$/.test(text) && share >= 1 && share <= 100) return share
  throw new UsageError(`--percentile takes a number from 1 to 100, and not ${JSON.stringify(text)}`)
}

/**
 * Reads files with measured usage.
 *
 * @param namespace the namespace of pods for which a file names none
 * @returns undefined without files
 * @throws UsageError that names the place, for a file that cannot be read or has something else
 */
export async function readUsageFiles(paths: readonly string[] | undefined, namespace: string | undefined): Promise<Usage | undefined> {
  if (paths === undefined) return undefined
  const samples = []
  for (const path of paths) {
    const reading = readUsage(path === stdinPath ? await readStdin() : readFile(path), namespace)
    const [error] = reading.errors
    if (error !== undefined) throw usageErrorAt(error.file, error.span, error.message)
    for (const sample of reading.samples) samples.push(sample)
  }
  return new Usage(samples)
}
