import {groupBy} from '../collections/group-by.js'
import {defaultVersion, onceForEachVersion} from '../version/kubernetes-version.js'
import type {GroupName} from '../meta/status.js'
import {apiResources, type ResourceTable} from './api-tables.js'
import {designKinds, designResources} from './design-tables.js'

/** An API group and version, as `apiVersion` holds them: `apps/v1`, or `v1` for the core group. */
export interface GroupVersion {
  readonly group: string
  readonly version: string
}

/** Splits an apiVersion; undefined when it has more than one slash. A leading slash (`/v1`) means the core group. */
export function parseApiVersion(apiVersion: string): GroupVersion | undefined {
  const slash = apiVersion.indexOf('/')
  if (slash === -1) return {group: '', version: apiVersion}
  return apiVersion.includes('/', slash + 1) ? undefined : {group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1)}
}

/** The apiVersion of a group and version. */
export const formatApiVersion = ({group, version}: GroupVersion): string => group === '' ? version : `${group}/${version}`

let servedGroups: ReadonlySet<string> | undefined
let namespacedResources: ReadonlySet<string> | undefined

/**
 * Returns the resource of a kind, served or from a design document; undefined if that version has no such kind. Like kubectl, also
 * accepts the kind in lower case.
 */
export const servedResource = (apiVersion: string, kind: string, version = defaultVersion): ResourceTable | undefined =>
  servedBy(version).get(apiVersion)?.get(kind) ?? designedResource(apiVersion, kind)

/** Returns the resources by apiVersion and kind. Uses nested maps, because one map would need a concatenated key at each lookup. */
const servedBy = onceForEachVersion((version): ReadonlyMap<string, ReadonlyMap<string, ResourceTable>> => {
  const byVersion = groupBy<ResourceTable, string>([...apiResources(version), ...designResources], ({apiVersion}) => apiVersion)
  return new Map([...byVersion].map(([apiVersion, resources]) =>
    [apiVersion, new Map(resources.flatMap((resource) => [[resource.kind, resource], [resource.kind.toLowerCase(), resource]]))]))
})

function designedResource(apiVersion: string, kind: string): ResourceTable | undefined {
  const design = designKinds.find((known) => known.kind === kind || known.singular === kind)
  return design && {...design, apiVersion}
}

/**
 * Returns true for an API group of custom resources: its name has a dot, and the default version of Kubernetes serves no such group. In
 * other groups an unknown kind is an error.
 */
export function isCustomGroup(group: string): boolean {
  servedGroups ??= new Set(apiResources().map(({apiVersion}) => parseApiVersion(apiVersion)?.group ?? ''))
  return group.includes('.') && !servedGroups.has(group)
}

/** Returns true for namespaced resources, including all custom ones. */
export function isNamespacedResource({group, name}: GroupName): boolean {
  namespacedResources ??= new Set(apiResources().filter(({namespaced}) => namespaced).map(({apiVersion, resource}) =>
    `${resource}.${parseApiVersion(apiVersion)?.group ?? ''}`))
  return isCustomGroup(group) || namespacedResources.has(`${name}.${group}`)
}

/** Returns the guessed resource name of a custom kind: its plural in lower case (meta.UnsafeGuessKindToResource). */
export function guessResource(kind: string): string {
  const singular = kind.toLowerCase()
  if (singular.endsWith('endpoints')) return singular
  if (singular.endsWith('s')) return `${singular}es`
  return singular.endsWith('y') ? `${singular.slice(0, -1)}ies` : `${singular}s`
}
