import {isVersion} from '../admission/plugins/pod-security/index.js'
import {oneLine} from '../machinery/output/printable.js'
import type {Assessment} from '../pod-security/types.js'
import type {Simulation} from '../simulate/simulate.js'
import {placeText} from '../source/source-file.js'
import {UsageError} from '../usage-error.js'
import type {RunFacts} from '../lint/ending.js'
import {type SendingContext, sendingFacts} from './simulation-facts.js'

/**
 * Returns a version of the Pod Security Standards.
 *
 * @throws UsageError for a text that is none
 */
export function standardVersion(text: string): string {
  if (isVersion(text)) return text
  throw new UsageError(`--level-version takes "latest" or a version such as v1.30, and not ${JSON.stringify(text)}`)
}

/** Returns the facts that determine the exit status of `kadm pod-security`. */
export function assessmentFacts({namespaces, invalid}: Assessment, simulation: Simulation, given: SendingContext): RunFacts {
  const facts = sendingFacts(simulation, given)
  const left = invalid.length === 0 ? [] : [invalid.length === 1 ? '1 object is not valid' : `${invalid.length} objects are not valid`]
  return {...facts, hasFindings: namespaces.some(({objects}) => objects.some(({isInsufficient}) => isInsufficient)), reasons: [...facts.reasons ?? [], ...left]}
}

/** At most this number of invalid objects is named. */
const maxNamed = 5

/** A line for each object that is left out. */
export function invalidNotes({invalid}: Assessment): string[] {
  const more = invalid.length - maxNamed
  return [
    ...invalid.slice(0, maxNamed).map(({file, span, message}) => `Not valid: ${oneLine(`${placeText(file, span)}: ${message}`)}`),
    ...more > 0 ? [`Not valid: ${more} more`] : [],
  ]
}
