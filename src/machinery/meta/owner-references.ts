import {allErrors, type FieldError, invalid} from '../field/error.js'
import type {FieldPath} from '../field/path.js'
import {goJson} from '../go/text.js'
import {parseApiVersion} from '../schema/rest-mapper.js'

/** An object that another one goes away with (metav1.OwnerReference). */
export interface OwnerReference {
  readonly apiVersion?: string
  readonly kind?: string
  readonly name?: string
  readonly uid?: string
  readonly controller?: boolean
  readonly blockOwnerDeletion?: boolean
}

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
const mostControllers = 10

/** The rules for owners: what each must hold, and one controller at most. The paths of the errors have no positions. */
export function validateOwnerReferences(references: readonly OwnerReference[], path: FieldPath): FieldError[] {
  const [first = -1, ...others] = references.flatMap(({controller}, i) => controller ? [i] : []).slice(0, mostControllers)
  return references.flatMap((reference, i) => {
    const errors = validateOwnerReference(reference, path)
    return others.includes(i) ? [...errors, secondController(references, first, i, path)] : errors
  })
}

function validateOwnerReference(reference: OwnerReference, path: FieldPath): FieldError[] {
  const {apiVersion, kind, name, uid} = ownerJson(reference)
  // An apiVersion with too many parts has none of them (`schema.FromAPIVersionAndKind`).
  const {group = '', version = ''} = parseApiVersion(apiVersion) ?? {}
  const isEvent = group === '' && version === 'v1' && kind === 'Event'
  return allErrors(
    version === '' ? [invalid(path.child('apiVersion'), apiVersion, 'version must not be empty', origin)] : [],
    validateNonEmpty(kind, path.child('kind')),
    validateNonEmpty(name, path.child('name')),
    validateNonEmpty(uid, path.child('uid')),
    isEvent ? [invalid(path, ownerJson(reference), '/v1, Kind=Event is disallowed from being an owner', origin)] : [],
  )
}

const validateNonEmpty = (value: string, path: FieldPath): FieldError[] =>
  value === '' ? [invalid(path, value, 'must not be empty', origin)] : []

function secondController(references: readonly OwnerReference[], first: number, second: number, path: FieldPath): FieldError {
  const owners = references.map(ownerJson)
  const names = [owners[first], owners[second]].map((owner) => `${owner?.kind}/${owner?.name}`).join(' and ')
  const message = `Only one reference can have Controller set to true. Found "true" in references for ${names}`
  return invalid(path, owners, message, origin)
}

/** An owner as the server prints it: the fields in the order of the Go type, the first four even when they are empty. */
const ownerJson = ({apiVersion = '', kind = '', name = '', uid = '', controller, blockOwnerDeletion}: OwnerReference) =>
  ({apiVersion, kind, name, uid, controller, blockOwnerDeletion})
