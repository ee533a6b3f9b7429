import {Flags} from '@oclif/core'

import type {LogOptions} from '../replay/ordered-log.js'
import {parseTime} from '../machinery/instant.js'
import {UsageError} from '../usage-error.js'
import {readUserMap} from './user-map.js'

/** Flags of all commands that read logs. */
export const readingFlags = {
  'user-map': Flags.string({
    helpValue: 'FILE',
    description: 'YAML map from components to users, for events whose user is not in the log (those of "kubectl get events"). "*" in a component matches any text; <component> and <host> in a user are replaced by those of the event.',
  }),
}

/** Flags of the commands that evaluate the requests of logs. */
export const logFlags = {
  since: Flags.string({helpValue: 'TIME', description: 'Ignore requests before TIME: 2026-01-31T10:00:00Z, or 2026-01-31 for the beginning of a day (in UTC).'}),
  until: Flags.string({helpValue: 'TIME', description: 'Ignore requests at TIME and later.'}),
  ...readingFlags,
}

/**
 * Returns the options that these flags set.
 *
 * @throws UsageError for an invalid time or user map
 */
export function logOptions(flags: {readonly since?: string | undefined, readonly until?: string | undefined, readonly 'user-map'?: string | undefined}): LogOptions {
  return {since: timeOf('since', flags.since), until: timeOf('until', flags.until), userOf: readUserMap(flags['user-map'])}
}

function timeOf(flag: string, text: string | undefined): LogOptions['since'] {
  if (text === undefined) return undefined
  const time = parseTime(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text)
  if (time === undefined) throw new UsageError(`--${flag} takes a time as logs write it, 2026-01-31T10:00:00Z, and not ${JSON.stringify(text)}`)
  return time
}
