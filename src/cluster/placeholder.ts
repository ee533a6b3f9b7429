import type {Step} from '../admission/chain.js'
import type {ObjectMeta} from '../machinery/api/meta-v1.js'
import {merge} from '../machinery/collections/immutable.js'
import {isShared, rememberShared} from '../machinery/collections/shared.js'
import type {Json, JsonObject} from '../machinery/decode/encode.js'
import {FieldError} from '../machinery/field/error.js'
import {goJson, quote} from '../machinery/go/text.js'
import {shownSuffix, suffixPlaceholder} from '../machinery/meta/names.js'
import {uuidPlaceholder} from '../machinery/meta/object-meta.js'
import type {Status} from '../machinery/meta/status.js'
import type {Answer, Trace} from './review.js'

/** Replaces the placeholder of a generated name in an answer by the suffix that users see, also in the name of the object's owner. */
export function showPlaceholder(answer: Answer, name = '', {ownerReferences = []}: ObjectMeta = {}): Answer {
  const owner = ownerReferences.map((reference) => reference.name ?? '').find((other) => other.endsWith(`-${suffixPlaceholder}`))
  const replace = replacement(name, owner)
  if (replace === undefined) return answer
  return {
    ...answer,
    status: replaceInStatus(answer.status, replace),
    ...answer.object && {object: replaceInJson(answer.object, replace) as JsonObject},
    ...answer.warnings && {warnings: answer.warnings.map(replace)},
    ...answer.steps && {steps: answer.steps.map((step) => replaceInStep(step, replace))},
    ...answer.errors && {errors: answer.errors.map((error) => replaceInError(error, replace))},
    ...answer.trace && {trace: replaceInTrace(answer.trace, replace)},
  }
}

/** Replaces the placeholder of a generated name in errors. */
export function showPlaceholderInErrors(errors: readonly FieldError[], name = ''): readonly FieldError[] {
  const replace = replacement(name, undefined)
  return replace === undefined ? errors : errors.map((error) => replaceInError(error, replace))
}

/** Returns what replaces the placeholders in a text; undefined if neither the name nor that of the owner has one. */
function replacement(name: string, owner: string | undefined): ((text: string) => string) | undefined {
  const placeholder = [uuidPlaceholder, suffixPlaceholder].find((end) => name.endsWith(end))
  if (placeholder === undefined && owner === undefined) return undefined
  const shown = placeholder === undefined ? name : showOwner(name.slice(0, -placeholder.length), owner) + shownSuffix
  const forms = [plain, inQuotes, inJson].map((form) => [form(name), form(shown)] as const)
  const replaceName = (text: string): string =>
    placeholder !== undefined && text.includes(placeholder) ? forms.reduce((result, [from, to]) => result.replaceAll(from, to), text) : text
  const replaceOwner = (text: string): string =>
    owner !== undefined && text.includes(suffixPlaceholder) ? text.replaceAll(owner, owner.slice(0, -suffixPlaceholder.length) + shownSuffix) : text
  return (text) => replaceOwner(replaceName(text))
}

// The forms in which texts contain a name: messages escape characters that no valid name has.

const plain = (value: string): string => value

const inQuotes = (value: string): string => quote(value).slice(1, -1)

const inJson = (value: string): string => goJson(value).slice(1, -1)

/** The beginning of a name that was made for an object of an owner; a long one has lost the end of the owner's name. */
function showOwner(prefix: string, owner: string | undefined): string {
  if (owner === undefined) return prefix
  let common = 0
  while (common < owner.length && prefix[common] === owner[common]) common++
  const hidden = Math.max(common - (owner.length - suffixPlaceholder.length), 0)
  return prefix.slice(0, common - hidden) + shownSuffix.slice(0, hidden) + prefix.slice(common)
}

function replaceInStep({rejection, ...step}: Step, replace: (text: string) => string): Step {
  return rejection === undefined ? step : merge(step, {rejection: {...rejection, status: replaceInStatus(rejection.status, replace)}})
}

const replaceInTrace = (trace: Trace, replace: (text: string) => string): Trace => ({
  ...trace,
  explanations: trace.explanations.map((one) => one.rejection === undefined ? one
    : {...one, rejection: {...one.rejection, status: replaceInStatus(one.rejection.status, replace)}}),
})

const replaceInError = ({type, field, badValue, detail, origin}: FieldError, replace: (text: string) => string): FieldError =>
  new FieldError(type, field, typeof badValue === 'string' ? replace(badValue) : badValue, replace(detail), origin)

function replaceInStatus({details, ...status}: Status, replace: (text: string) => string): Status {
  const {name = '', causes} = details ?? {}
  return merge(status, {
    message: replace(status.message),
    ...details && {details: {...details, name: replace(name), ...causes && {causes: causes.map((cause) => ({...cause, message: replace(cause.message)}))}}},
  })
}

/** True for data that contains a text to replace. */
const hasPlaceholder = rememberShared((data: object): boolean => Object.values(data).some((item: unknown) =>
  typeof item === 'string' ? item.includes(uuidPlaceholder) || item.includes(suffixPlaceholder) : typeof item === 'object' && item !== null && hasPlaceholder(item)))

/** Returns the value with its texts replaced; the value itself if there is nothing to replace, as in most parts of an object. */
function replaceInJson(value: Json, replace: (text: string) => string): Json {
  if (typeof value === 'string') return replace(value)
  if (typeof value !== 'object' || value === null || (isShared(value) && !hasPlaceholder(value))) return value
  let changed: Record<string, Json> | undefined
  for (const key of Object.keys(value)) {
    const item = (value as Record<string, Json>)[key] as Json
    const replaced = replaceInJson(item, replace)
    if (replaced !== item) (changed ??= (Array.isArray(value) ? [...value as readonly Json[]] : {...value}) as Record<string, Json>)[key] = replaced
  }
  return changed ?? value
}
