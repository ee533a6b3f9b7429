import type {OwnerReference} from '../api/meta-v1.js'
import {type FieldError, invalid, required} from '../field/error.js'
import type {FieldPath} from '../field/path.js'
import {goJson} from '../go/text.js'
import {parseApiVersion} from '../schema/rest-mapper.js'

const origin = 'metadata/owner-references'

/** References without those that are there already, and the uids of these. */
export interface DistinctOwners {
  readonly references: readonly OwnerReference[]
  readonly repeated: readonly string[]
}

/** Drops the owners that the server drops before all other checks (apiserver `dedupOwnerReferences`). */
export function distinctOwners(references: readonly OwnerReference[]): DistinctOwners {
  if (references.length < 2) return {references, repeated: []}
  const seen = new Set<string>()
  const repeated: string[] = []
  const distinct = references.filter((reference) => {
    const text = goJson(ownerJson(reference))
    const isNew = !seen.has(text)
    seen.add(text)
    if (!isNew) repeated.push(reference.uid ?? '')
    return isNew
  })
  return {references: distinct, repeated}
}

/** Limit of controllers checked: the error about each extra one lists all owners, so that hostile lists would give huge messages. */
const maxControllers = 10

/**
 * The rules for owners: what each must hold, and one controller at most.
 *
 * @param hasPositions true for a server whose errors have the positions of owners
 */
export function validateOwnerReferences(references: readonly OwnerReference[], path: FieldPath, hasPositions = false): FieldError[] {
  const [first = -1, ...others] = references.flatMap(({controller}, i) => controller ? [i] : []).slice(0, maxControllers)
  return references.flatMap((reference, i) => {
    const errors = hasPositions ? validateOwnerReference(reference, path.index(i), newTexts) : validateOwnerReference(reference, path, oldTexts)
    return others.includes(i) ? [...errors, secondController(references, first, i, path)] : errors
  })
}

/** The errors about fields that are missing or wrong. */
interface Texts {
  readonly missing: (path: FieldPath) => FieldError
  readonly noVersion: (path: FieldPath, apiVersion: string) => FieldError
}

const oldTexts: Texts = {
  missing: (path) => invalid(path, '', 'must not be empty', origin),
  noVersion: (path, apiVersion) => invalid(path, apiVersion, 'version must not be empty', origin),
}

const newTexts: Texts = {
  missing: (path) => required(path, 'must not be empty', origin),
  noVersion: (path, apiVersion) => apiVersion === '' ? newTexts.missing(path) : invalid(path, apiVersion, 'must be <group>/<version> or <version>', origin),
}

function validateOwnerReference(reference: OwnerReference, path: FieldPath, {missing, noVersion}: Texts): FieldError[] {
  const {apiVersion = '', kind = '', name = '', uid = ''} = reference
  // An apiVersion with too many parts has none of them (`schema.FromAPIVersionAndKind`).
  const {group = '', version = ''} = parseApiVersion(apiVersion) ?? {}
  const isEvent = group === '' && version === 'v1' && kind === 'Event'
  const errors: FieldError[] = []
  if (version === '') errors.push(noVersion(path.child('apiVersion'), apiVersion))
  if (kind === '') errors.push(missing(path.child('kind')))
  if (name === '') errors.push(missing(path.child('name')))
  if (uid === '') errors.push(missing(path.child('uid')))
  if (isEvent) errors.push(invalid(path, ownerJson(reference), '/v1, Kind=Event is disallowed from being an owner', origin))
  return errors
}

function secondController(references: readonly OwnerReference[], first: number, second: number, path: FieldPath): FieldError {
  const owners = references.map(ownerJson)
  const names = [owners[first], owners[second]].map((owner) => `${owner?.kind}/${owner?.name}`).join(' and ')
  const message = `Only one reference can have Controller set to true. Found "true" in references for ${names}`
  return invalid(path, owners, message, origin)
}

/** An owner as the server prints it: the fields in the order of the Go type, the first four even when they are empty. */
const ownerJson = ({apiVersion = '', kind = '', name = '', uid = '', controller, blockOwnerDeletion}: OwnerReference) =>
  ({apiVersion, kind, name, uid, controller, blockOwnerDeletion})
