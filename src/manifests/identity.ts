import {rememberPairs} from '../machinery/collections/remember-pairs.js'
import {isObject, textOf} from '../machinery/go/json-value.js'
import {quote} from '../machinery/go/text.js'
import {parseApiVersion} from '../machinery/schema/rest-mapper.js'
import type {JsonObject, JsonValue} from '../source/json-value.js'
import {pastedText} from '../source/pasted-text.js'
import type {ObjectError} from './object-error.js'
import {type Identity, missingVersionHint} from './kind-lookup.js'

/** Returns the group, version and kind of an object as kubectl reads them; an invalid apiVersion makes version and kind empty. */
export const identityOf = ({apiVersion, kind}: JsonObject): Identity => identity(textOf(apiVersion), textOf(kind))

const identity = rememberPairs((apiVersion, kind): Identity => {
  const groupVersion = parseApiVersion(apiVersion)
  return groupVersion === undefined ? {groupVersion: {group: '', version: ''}, kind: ''} : {groupVersion, kind}
})

/**
 * Returns the errors of the identity of an object: it must be a map with an apiVersion and a kind, both texts. Empty texts
 * are valid here (kubectl `validation.getObjectKind`; spec apimachinery 2.3).
 */
export function identityErrors(value: JsonValue): ObjectError[] {
  if (!isObject(value)) return [{...notAnObject, ...typeof value === 'string' && copiedHint(value)}]
  const errors = [apiVersionError(value), kindError(value)].filter((error) => error !== undefined)
  const [first] = errors.length === 0 ? [] : Object.keys(value)
  const copied = first === undefined ? undefined : copiedHint(`${first}: ${textOf(value[first])}`)
  return copied === undefined ? errors : errors.map((error) => ({...error, ...copied}))
}

/** Returns the hint about a pasted text, if any. */
function copiedHint(text: string): Pick<ObjectError, 'hint'> | undefined {
  const pasted = pastedText(text)
  return pasted && {hint: `${pasted.message}; ${pasted.hint}`}
}

const notAnObject: ObjectError = {
  ruleId: 'manifest/not-an-object', message: 'invalid object to validate', steps: [],
  hint: 'an object is a map with an apiVersion and a kind',
}

/** The error of an object with an empty kind. */
export const kindMissing: ObjectError = {
  ruleId: 'manifest/kind', message: "Object 'Kind' is missing", steps: ['kind'],
  hint: 'write a kind such as "Pod"',
}

/** The error of an item with an empty apiVersion. */
export const versionMissing: ObjectError = {
  ruleId: 'manifest/api-version', message: "Object 'apiVersion' is missing", steps: ['apiVersion'],
  hint: 'write a version such as "v1" or "apps/v1"',
}

function apiVersionError(object: JsonObject): ObjectError | undefined {
  const {apiVersion} = object
  if (typeof apiVersion === 'string' && parseApiVersion(apiVersion) !== undefined) return undefined
  const hint = missingVersionHint(textOf(object['kind']))
  const missing = {...versionMissing, ...hint !== undefined && {hint}}
  if (apiVersion === undefined || apiVersion === null) return notSet(object, 'apiVersion', missing)
  return {...missing, message: typeof apiVersion === 'string' ? `unexpected GroupVersion string: ${apiVersion}` : "apiVersion isn't string type"}
}

function kindError(object: JsonObject): ObjectError | undefined {
  const {kind} = object
  if (kind === undefined || kind === null) return notSet(object, 'kind', kindMissing)
  return typeof kind === 'string' ? undefined : {...kindMissing, message: "kind isn't string type"}
}

/** Returns the error of a missing key. Keys are case-sensitive, so one in another case counts as missing. */
function notSet(object: JsonObject, field: string, missing: ObjectError): ObjectError {
  const error = {...missing, message: `${field} not set`}
  const misspelt = Object.keys(object).find((key) => key !== field && key.toLowerCase() === field.toLowerCase())
  if (misspelt === undefined) return error
  return {...error, steps: [misspelt], part: 'key', hint: `write ${quote(field)}`, ...object[field] === undefined && {fix: {from: misspelt, to: field}}}
}
