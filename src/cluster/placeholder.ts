import type {Step} from '../admission/chain.js'
import type {Json, JsonObject} from '../machinery/encode.js'
import {FieldError} from '../machinery/field-error.js'
import type {Status} from '../machinery/status.js'
import {shownSuffix, suffixStandIn} from '../machinery/name-suffix.js'
import {uuidStandIn} from '../machinery/object-meta.js'
import type {Answer} from './review.js'

/** The beginning of a name that was made for an object whose owner has a made name too, with an index perhaps. */
const ownedPrefix = new RegExp(`^(.*-)${suffixStandIn}(-\\d+)?-$`)

/** The answer to a request that gave its object no name, with the stand-in in the name that was made replaced by what users see. */
export function showStandIn(answer: Answer, name = ''): Answer {
  const standIn = [uuidStandIn, suffixStandIn].find((end) => name.endsWith(end))
  if (standIn === undefined) return showOwner(answer, name)
  const prefix = name.slice(0, -standIn.length)
  const [, ownerPrefix, index = ''] = ownedPrefix.exec(prefix) ?? []
  const shown = (ownerPrefix === undefined ? prefix : `${ownerPrefix}${shownSuffix}${index}-`) + shownSuffix
  const replaceName = (text: string): string => text.includes(standIn) ? text.replaceAll(name, shown) : text
  const replaceOwner = (text: string): string =>
    ownerPrefix !== undefined && text.includes(suffixStandIn) ? text.replaceAll(ownerPrefix + suffixStandIn, ownerPrefix + shownSuffix) : text
  return replaceInAnswer(answer, (text) => replaceOwner(replaceName(text)))
}

/** The answer to a request that was refused before a name was made: there is only the beginning of one. */
function showOwner(answer: Answer, beginning: string): Answer {
  const [, prefix, index = ''] = ownedPrefix.exec(beginning) ?? []
  return prefix === undefined ? answer : replaceInAnswer(answer, (text) => text.replaceAll(beginning, `${prefix}${shownSuffix}${index}-`))
}

function replaceInAnswer(answer: Answer, replace: (text: string) => string): Answer {
  return {
    ...answer,
    status: replaceInStatus(answer.status, replace),
    ...answer.object && {object: replaceInJson(answer.object, replace) as JsonObject},
    ...answer.warnings && {warnings: answer.warnings.map(replace)},
    ...answer.steps && {steps: answer.steps.map((step) => replaceInStep(step, replace))},
    ...answer.errors && {errors: answer.errors.map((error) => replaceInError(error, replace))},
  }
}

function replaceInStep({refusal, ...step}: Step, replace: (text: string) => string): Step {
  return refusal === undefined ? step : {...step, refusal: {...refusal, status: replaceInStatus(refusal.status, replace)}}
}

const replaceInError = ({type, field, badValue, detail, origin}: FieldError, replace: (text: string) => string): FieldError =>
  new FieldError(type, field, typeof badValue === 'string' ? replace(badValue) : badValue, replace(detail), origin)

function replaceInStatus({details, ...status}: Status, replace: (text: string) => string): Status {
  const {name = '', causes} = details ?? {}
  return {
    ...status,
    message: replace(status.message),
    ...details && {details: {...details, name: replace(name), ...causes && {causes: causes.map((cause) => ({...cause, message: replace(cause.message)}))}}},
  }
}

/** The value itself when there is nothing to replace in it, as in most parts of an object. */
function replaceInJson(value: Json, replace: (text: string) => string): Json {
  if (typeof value === 'string') return replace(value)
  if (typeof value !== 'object' || value === null) return value
  let changed: Record<string, Json> | undefined
  for (const key of Object.keys(value)) {
    const item = (value as Record<string, Json>)[key] as Json
    const replaced = replaceInJson(item, replace)
    if (replaced !== item) (changed ??= (Array.isArray(value) ? [...value as readonly Json[]] : {...value}) as Record<string, Json>)[key] = replaced
  }
  return changed ?? value
}
