import type {ScopedResourceSelectorRequirement} from '../../../machinery/api/core-v1.js'
import {remember} from '../../../machinery/collections/remember.js'
import {FieldPath} from '../../../machinery/field/path.js'
import type {GroupName} from '../../../machinery/meta/status.js'
import {type ResourceList, resourceNames} from '../../../machinery/quantity/resource-list.js'
import type {LimitedResource} from './configuration.js'

export type Scopes = readonly ScopedResourceSelectorRequirement[]

/** The answers that limited resources give to many objects. */
interface Answers {
  readonly scopes: Scopes
  /** The keys of quotas that are limited or not, by group and resource. */
  readonly keys: Map<string, Map<string, boolean>>
  /** The fields that name keys, by group, resource and keys. */
  readonly fields: Map<string, readonly FieldPath[]>
}

const answersOf = remember((limited: readonly LimitedResource[]): Answers =>
  ({scopes: limited.flatMap(({matchScopes = []}) => matchScopes), keys: new Map(), fields: new Map()}))

/** Returns the scopes that limited resources of all kinds name. */
export const limitedScopesOf = (limited: readonly LimitedResource[]): Scopes => answersOf(limited).scopes

/** True for an entry about a resource. */
const isLimited = ({apiGroup = '', resource}: LimitedResource, {group, name}: GroupName): boolean => apiGroup === group && resource === name

/** Returns the limited resources that an object uses, as sorted keys of quotas. */
export function limitedNames(usage: ResourceList, resource: GroupName, limited: readonly LimitedResource[]): string[] {
  if (limited.length === 0) return []
  const {keys} = answersOf(limited)
  const id = `${resource.group}/${resource.name}`
  const own = keys.get(id) ?? new Map<string, boolean>()
  keys.set(id, own)
  const isNamed = (key: string): boolean =>
    limited.some((entry) => isLimited(entry, resource) && entry.matchContains?.some((part) => key.includes(part)) === true)
  return resourceNames(usage).filter((key) => {
    if (usage[key]?.sign() !== 1) return false
    const answer = own.get(key) ?? isNamed(key)
    own.set(key, answer)
    return answer
  })
}

const entryField = (i: number): FieldPath => FieldPath.of('limitedResources').index(i)

/** Returns the fields that limit keys of quotas. */
export function fieldsNaming(keys: readonly string[], resource: GroupName, limited: readonly LimitedResource[]): readonly FieldPath[] {
  const {fields} = answersOf(limited)
  const id = [resource.group, resource.name, ...keys].join()
  const own = fields.get(id) ?? limited.flatMap((entry, i) => isLimited(entry, resource)
    ? (entry.matchContains ?? []).flatMap((part, k) => keys.some((key) => key.includes(part)) ? [entryField(i).child('matchContains').index(k)] : [])
    : [])
  fields.set(id, own)
  return own
}

/** Returns the fields of scopes. */
export function fieldsOfScopes(scopes: Scopes, limited: readonly LimitedResource[]): FieldPath[] {
  const own = new Set(scopes)
  return limited.flatMap(({matchScopes = []}, i) => matchScopes.flatMap((scope, k) => own.has(scope) ? [entryField(i).child('matchScopes').index(k)] : []))
}
