import {Flags} from '@oclif/core'

import type {LogOptions} from '../replay/ordered-log.js'
import {parseTime} from '../machinery/instant.js'
import {UsageError} from '../usage-error.js'
import {readUserMap} from './user-map.js'

/** Flags of all commands that read logs. */
export const readingFlags = {
  'user-map': Flags.string({
    helpValue: 'FILE',
    description: 'Who writes the events of which the log does not say it (those of "kubectl get events"): a YAML map from components to users. "*" in a component stands for any text, <component> and <host> in a user for those of the event.',
  }),
}

/** Flags of the commands that go by the requests of logs. */
export const logFlags = {
  since: Flags.string({helpValue: 'TIME', description: 'Leave out what is before TIME: 2026-01-31T10:00:00Z, or 2026-01-31 for the beginning of a day (in UTC).'}),
  until: Flags.string({helpValue: 'TIME', description: 'Leave out TIME and what is after it.'}),
  ...readingFlags,
}

/**
 * What these flags say.
 *
 * @throws UsageError for a time or a table that makes no sense
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
