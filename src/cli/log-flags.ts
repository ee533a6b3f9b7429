import {Flags} from '@oclif/core'

import {readFile} from '../io/read-sources.js'
import {type Ending, incompleteNotes, type RunFacts} from '../lint/ending.js'
import {parseTime} from '../machinery/go/instant.js'
import type {HashSeed} from '../replay/lookup/hash.js'
import type {LogOptions} from '../replay/order/request-order.js'
import type {ReadingTally} from '../replay/report/log-tally.js'
import {contentOf, type Node} from '../source/node.js'
import type {SourceFile} from '../source/source-file.js'
import {UsageError} from '../usage-error.js'
import {onlyDocument, usageErrorAt} from './only-document.js'

/** Maximum number of threads that read logs. */
const maxJobs = 64

/** Flags of all commands that read logs. */
export const readingFlags = {
  jobs: Flags.integer({
    default: 1, min: 1, max: maxJobs, helpValue: 'N',
    description: 'Read logs with N threads; another one decides on the requests in order. The result is the same for every N. Use at most as many as there are cores: each takes about 60 MB of memory. Extracts are read by one thread.',
  }),
  'user-map': Flags.string({
    helpValue: 'FILE',
    description: 'YAML map from components to users, for events whose user is not in the log (those of "kubectl get events"). "*" in a component matches any text; <component> and <host> in a user are replaced by those of the event.',
  }),
}

/** Flags of the commands that evaluate the requests of logs. */
export const logFlags = {
  since: Flags.string({helpValue: 'TIME', description: 'Ignore requests before TIME: 2026-01-31T10:00:00Z, or 2026-01-31 for the beginning of a day (in UTC).'}),
  until: Flags.string({helpValue: 'TIME', description: 'Ignore requests at TIME and later.'}),
  'allow-empty': Flags.boolean({description: 'Accept logs without requests to write events. By default they are an error: the program that wrote the log may have failed, or left the events out.'}),
  ...readingFlags,
}

/** Options for reading logs. */
export interface ReadingOptions {
  /** The number of threads that read. */
  readonly jobs: number
  /** The user map. */
  readonly users: ReadonlyMap<string, string>
}

/**
 * Returns the options that the flags of all commands for logs set.
 *
 * @throws UsageError for an invalid user map
 */
export const readingOptions = (flags: {readonly jobs: number, readonly 'user-map'?: string | undefined}): ReadingOptions =>
  ({jobs: flags.jobs, users: readUserMap(flags['user-map']) ?? new Map<string, string>()})

/**
 * Returns the options that the flags for requests set.
 *
 * @throws UsageError for an invalid time
 */
export const logOptions = (flags: {readonly since?: string | undefined, readonly until?: string | undefined}): LogOptions =>
  ({since: timeOf('since', flags.since), until: timeOf('until', flags.until), seed: randomSeed()})

/** The reason why the result for a log without requests to write events is incomplete. */
const emptyLog = 'no requests to write events in the log'

/** Returns the facts of a log that determine the exit status. Like a file without objects, a log without requests is an error. */
export const logFacts = (reading: ReadingTally, {'allow-empty': allowsEmpty}: {readonly 'allow-empty': boolean}): Pick<RunFacts, 'reading' | 'reasons'> =>
  ({reading, reasons: reading.records + reading.unreadable === 0 && !allowsEmpty ? [emptyLog] : []})

/** Returns notes that explain why the result for a log is incomplete, with a hint at --allow-empty. */
export const incompleteLogNotes = (ending: Ending): string[] =>
  [...incompleteNotes(ending), ...ending.incomplete.includes(emptyLog) ? ['Hint: --allow-empty accepts logs without requests to write events.'] : []]

/** Returns a seed that the author of a log cannot know. */
function randomSeed(): HashSeed {
  const [high = 0, low = 0] = crypto.getRandomValues(new Int32Array(2))
  return [high, low]
}

function timeOf(flag: string, text: string | undefined): LogOptions['since'] {
  if (text === undefined) return undefined
  const time = parseTime(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text)
  if (time === undefined) throw new UsageError(`--${flag} takes a time such as 2026-01-31T10:00:00Z, not ${JSON.stringify(text)}`)
  return time
}

/**
 * Reads a user map: a map in YAML or JSON, from the names of components to those of users.
 *
 * @returns undefined without a file
 * @throws UsageError for a file that cannot be read, and one that is no such map
 */
function readUserMap(path: string | undefined): ReadonlyMap<string, string> | undefined {
  return path === undefined ? undefined : parseUserMap(readFile(path))
}

/**
 * Parses a user map.
 *
 * @throws UsageError with the place for a file that is not a map from texts to texts
 */
export function parseUserMap(file: SourceFile): ReadonlyMap<string, string> {
  const document = onlyDocument(file, 'a user map')
  if (document === undefined) return new Map()
  const content = document.root && contentOf(document.root)
  if (content?.kind !== 'mapping') throw usageErrorAt(file, document, 'a user map must be a map from components to users')
  return new Map(content.entries.map(({name, value}) => [name, userOf(file, name, value)]))
}

function userOf(file: SourceFile, component: string, value: Node): string {
  const content = contentOf(value)
  if (content.kind === 'scalar' && typeof content.value === 'string' && content.value !== '') return content.value
  throw usageErrorAt(file, value, `the user of ${JSON.stringify(component)} must be a string`)
}
