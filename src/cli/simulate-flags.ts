import {writeFile} from '../io/write-file.js'
import {durationError, parseDuration} from '../machinery/go/duration.js'
import type {SendOperation, SendOptions, Subresource} from '../simulate/operations/operation.js'
import type {Simulation} from '../simulate/simulate.js'
import {UsageError} from '../usage-error.js'

/**
 * Returns the period of --resync in milliseconds, the time unit of a simulation, rounded up. Undefined without the flag.
 *
 * @throws UsageError for an invalid duration, and for one that is not positive
 */
export function resyncOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const nanoseconds = parseDuration(text) ?? 0n
  if (nanoseconds <= 0n) throw new UsageError(`--resync: ${durationError(text) ?? `${text} is not positive`}`, ['--resync 5m'])
  return Number((nanoseconds + 999_999n) / 1_000_000n)
}

/** The flags that set how objects are sent. */
export interface SendingFlags {
  readonly operation?: SendOperation | undefined
  readonly subresource?: Subresource | undefined
  readonly as?: string | undefined
  readonly 'as-group'?: readonly string[] | undefined
}

/**
 * Returns the options for sending objects.
 *
 * @throws UsageError for groups without a user, and for an operation that a subresource does not support
 */
export function sendingOf({operation, subresource, as: user, 'as-group': groups = []}: SendingFlags): SendOptions {
  if (groups.length > 0 && user === undefined) {
    throw new UsageError('requesting groups without impersonating a user: --as-group needs --as', ['kadm simulate pod.yaml --as alice --as-group developers'])
  }
  if (subresource !== undefined && operation !== undefined && operation !== 'replace') {
    throw new UsageError(`--subresource ${subresource} sends objects as --operation replace does: leave --operation ${operation} out`)
  }
  return {...operation && {operation}, ...subresource && {subresource}, ...user !== undefined && {user}, ...groups.length > 0 && {groups}}
}

/**
 * Writes the final usage of the quotas of a simulation to a file, from which another simulation can continue.
 *
 * @throws UsageError when the file cannot be written
 */
export async function writeUsage(path: string, simulation: Simulation): Promise<void> {
  const [{printYaml}, {usageDocuments}] = await Promise.all([import('../source/print-yaml.js'), import('../simulate/usage-documents.js')])
  writeFile(path, printYaml(usageDocuments(simulation)))
}
