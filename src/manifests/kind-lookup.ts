import {quote} from '../machinery/go/text.js'
import {defaultVersion, type KubernetesVersion} from '../machinery/version/kubernetes-version.js'
import {apiResources, type ResourceTable} from '../machinery/schema/api-tables.js'
import {inVersions, versionsWithKind} from '../machinery/schema/other-versions.js'
import {formatApiVersion, type GroupVersion, isCustomGroup, parseApiVersion, servedResource} from '../machinery/schema/rest-mapper.js'
import type {ObjectError} from './object-error.js'
import {nearest} from './nearest.js'
import {configurationVersions, formerKindHint, isFormerCoreVersion} from './former-api/kinds.js'
import {isCertain, type Suggestion} from './suggestion.js'

/** The group, version and kind that an object claims. */
export interface Identity {
  readonly groupVersion: GroupVersion
  /** May be empty, like the version. */
  readonly kind: string
}

/** The REST mapping of a kind. */
export interface Mapping {
  readonly namespaced: boolean
}

/**
 * Finds a kind as kubectl's REST mapper does: by its exact name or that name in lower case; the list of a kind, and `List` in
 * any version that is served, by exact name. Without a version, any version of the group will do. A kind of a group that
 * Kubernetes does not serve is a custom resource (spec apimachinery 2.3; client-go `NewDiscoveryRESTMapper`).
 *
 * @returns undefined when there is no such kind
 */
export function mapKind({groupVersion, kind}: Identity, emulated = defaultVersion): Mapping | undefined {
  const {group, version} = groupVersion
  if (isCustomGroup(group)) return {namespaced: true}
  if (version !== '') return mapServed(formatApiVersion(groupVersion), kind, emulated)
  const apiVersions = servedVersions(emulated).filter((served) => groupOf(served) === group)
  return apiVersions.map((apiVersion) => mapServed(apiVersion, kind, emulated)).find((mapping) => mapping !== undefined)
}

const servedVersions = (emulated: KubernetesVersion): string[] => [...new Set(apiResources(emulated).map(({apiVersion}) => apiVersion))]

const groupOf = (apiVersion: string): string | undefined => parseApiVersion(apiVersion)?.group

function mapServed(apiVersion: string, kind: string, emulated: KubernetesVersion): Mapping | undefined {
  if (kind === 'List') return servedVersions(emulated).includes(apiVersion) ? {namespaced: false} : undefined
  return servedResource(apiVersion, kind, emulated) ?? listedResource(apiVersion, kind, emulated)
}

/** The resource that a typed list such as `PodList` holds, undefined for everything else. */
export function listedResource(apiVersion: string, listKind: string, emulated = defaultVersion): ResourceTable | undefined {
  const kind = itemKind(listKind)
  const resource = kind === listKind ? undefined : servedResource(apiVersion, kind, emulated)
  return resource?.kind === kind ? resource : undefined
}

/** Returns the kind of the items of a list that have none of their own. */
export const itemKind = (listKind: string): string => listKind.endsWith('List') ? listKind.slice(0, -4) : listKind

/** Returns the error of an unknown kind: that of the apiVersion if another version has the kind, otherwise that of the kind. */
export function noMatch({groupVersion, kind}: Identity, emulated = defaultVersion): ObjectError {
  const apiVersion = formatApiVersion(groupVersion)
  const message = `no matches for kind ${quote(kind)} in version ${quote(apiVersion)}`
  const elsewhere = versionsOf(kind, emulated, groupVersion.group)
  const culprit = elsewhere.length > 0
    ? {steps: ['apiVersion'], hint: `write ${versionHint(elsewhere)}`, ...respelt(apiVersion, elsewhere)}
    : {steps: ['kind'], ...kindSuggestion(groupVersion, kind, emulated)}
  return {ruleId: 'manifest/unknown-kind', message, ...culprit}
}

function kindSuggestion({group, version}: GroupVersion, kind: string, emulated: KubernetesVersion): Suggestion {
  const kinds = ['List', ...new Set(apiResources(emulated).map((resource) => resource.kind))]
  const elsewhere = formerKindHint(kind) ?? inVersions(versionsWithKind(formatApiVersion({group, version}), kind), 'this kind exists')
  if (elsewhere !== undefined) return {hint: elsewhere}
  const suggested = nearest(kind, kinds)
  if (suggested === undefined) return {hint: 'ensure CRDs are installed first'}
  const versions = versionsWith(suggested, emulated, group)
  const isThere = versions.includes(formatApiVersion({group, version}))
  const hint = `write "kind: ${suggested}"${isThere ? '' : ` and ${versionHint(versions)}`}`
  return {hint, ...isThere && isCertain(kind, suggested, kinds) && {fix: {from: kind, to: suggested}}}
}

/** Returns the valid versions of a kind: those that serve it, or the one that the API server reads from a file. */
function versionsOf(kind: string, emulated = defaultVersion, group = ''): readonly string[] {
  return configurationVersions(kind) ?? versionsWith(kind, emulated, group)
}

/** Suggests an apiVersion for an object without one, if its kind is known. */
export function missingVersionHint(kind: string): string | undefined {
  const versions = kind === '' ? [] : versionsOf(kind)
  return versions.length === 0 ? undefined : `write ${versionHint(versions)}`
}

/** Returns the fix of an apiVersion that is misspelt, or older than Kubernetes 1.0. */
function respelt(apiVersion: string, [known = '', ...others]: readonly string[]): Pick<Suggestion, 'fix'> {
  return others.length === 0 && (isCertain(apiVersion, known, [known]) || isFormerCoreVersion(apiVersion)) ? {fix: {from: apiVersion, to: known}} : {}
}

const versionHint = (apiVersions: readonly string[]): string => apiVersions.map((apiVersion) => `"apiVersion: ${apiVersion}"`).join(' or ')

/** Returns the versions with a kind: those of the given group, if it has the kind. */
function versionsWith(kind: string, emulated: KubernetesVersion, group: string): string[] {
  if (kind === 'List') return ['v1']
  const versions = servedVersions(emulated).filter((apiVersion) => mapServed(apiVersion, kind, emulated) !== undefined)
  const sameGroup = versions.filter((apiVersion) => groupOf(apiVersion) === group)
  return sameGroup.length > 0 ? sameGroup : versions
}
