import {compareText, quote} from '../machinery/go/text.js'
import {apiResources} from '../machinery/schema/api-tables.js'
import {isCustomGroup, parseApiVersion} from '../machinery/schema/rest-mapper.js'
import {nearest} from '../manifests/nearest.js'

/** Resources of one group, as a native policy names them. */
export interface ResourceGroup {
  readonly apiGroups: readonly string[]
  readonly apiVersions: readonly string[]
  readonly resources: readonly string[]
}

/** The resources that native policies match. */
export interface ResourceSelection {
  readonly groups: readonly ResourceGroup[]
  readonly hasPods: boolean
  /** True if only pods are matched. */
  readonly isPodsOnly: boolean
  /** True if a wildcard matches resources that the user has not named. */
  readonly isWide: boolean
}

/** The default selection. */
export const podsOnly: ResourceSelection = {groups: [{apiGroups: [''], apiVersions: ['v1'], resources: ['pods']}], hasPods: true, isPodsOnly: true, isWide: false}

/** Why a resource cannot be matched. */
export interface ResourceError {
  readonly error: string
  /** The probable correction. */
  readonly suggested?: string
}

/** Resources of a group by the names that kubectl accepts. */
interface Known {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly names: readonly string[]
  readonly namespaced: boolean
  readonly verbs: readonly string[] | undefined
}

/** The resource of MetadataPolicies themselves, which are excluded: a policy that rejects everything could not be corrected. */
export const policiesResource = 'metadatapolicies'

const knownResources = (): Known[] => apiResources().map(({apiVersion, resource, singular, shortNames, namespaced, verbs}) => {
  const {group = '', version = ''} = parseApiVersion(apiVersion) ?? {}
  return {group, version, resource, names: [resource, singular, ...shortNames], namespaced, verbs}
}).sort((a, b) => compareText(a.group, b.group))

/** Resolves resource names: `pods`, `deploy`, `widgets.example.com`, `*.apps`, `*`. Resources of one group are merged. */
export function selectResources(names: readonly string[]): ResourceSelection | ResourceError {
  const known = knownResources()
  const groups: ResourceGroup[] = []
  for (const name of names) {
    const found = lookUp(name.trim().toLowerCase(), known)
    if ('error' in found) return found
    groups.push(found)
  }
  const merged = merge(groups)
  const isPods = ({apiGroups: [group], resources}: ResourceGroup): boolean => (group === '' || group === '*') && (resources.includes('pods') || resources.includes('*'))
  return {
    groups: merged,
    hasPods: merged.some(isPods),
    isPodsOnly: merged.every((group) => isPods(group) && group.resources.every((resource) => resource === 'pods')),
    isWide: merged.some(({resources}) => resources.includes('*')),
  }
}

function lookUp(name: string, known: readonly Known[]): ResourceGroup | ResourceError {
  const dot = name.indexOf('.')
  const [resource, group] = dot === -1 ? [name, undefined] : [name.slice(0, dot), name.slice(dot + 1)]
  if (name.includes('/')) return {error: `${quote(name)} is a subresource, which MetadataPolicies do not govern`}
  if (resource === policiesResource) return {error: 'MetadataPolicies do not govern one another'}
  if (name === '*') return {apiGroups: ['*'], apiVersions: ['*'], resources: ['*']}
  if (group !== undefined && isCustomGroup(group)) return {apiGroups: [group], apiVersions: ['*'], resources: [resource]}
  return resource === '*' ? wholeGroup(group ?? '', known) : served(name, resource, group, known)
}

function wholeGroup(group: string, known: readonly Known[]): ResourceGroup | ResourceError {
  if (known.some((each) => each.group === group)) return {apiGroups: [group], apiVersions: ['*'], resources: ['*']}
  return withSuggestion({error: `there is no API group ${quote(group)}`}, nearest(group, known.map((each) => each.group)), (text) => `*.${text}`)
}

function served(name: string, resource: string, group: string | undefined, known: readonly Known[]): ResourceGroup | ResourceError {
  const [first, ...others] = known.filter(({names, group: own}) => names.includes(resource) && (group === undefined || group === own))
  if (first === undefined) {
    const error = {error: `the server has no resource ${quote(name)}; those of custom resources are written with their group, as in widgets.example.com`}
    return withSuggestion(error, nearest(name, known.flatMap(({names, group: own}) => own === '' ? names : [...names, ...names.map((each) => `${each}.${own}`)])))
  }
  if (!first.namespaced) return {error: `${quote(first.resource)} are in no namespace, and MetadataPolicies act only in theirs`}
  if (first.resource.endsWith('accessreviews')) return {error: `${quote(first.resource)} are matched by no admission policy`}
  const versions = [first, ...others].filter(({group: own}) => own === first.group).map(({version}) => version)
  return {apiGroups: [first.group], apiVersions: versions.sort(compareText), resources: [first.resource]}
}

const withSuggestion = (error: ResourceError, word: string | undefined, show = (text: string): string => text): ResourceError =>
  word === undefined ? error : {...error, suggested: show(word)}

/** Removes duplicates, and resources covered by a wildcard. */
function merge(all: readonly ResourceGroup[]): ResourceGroup[] {
  const everything = all.find(({apiGroups}) => apiGroups.includes('*'))
  if (everything !== undefined) return [everything]
  const whole = new Set(all.filter(({resources}) => resources.includes('*')).map(({apiGroups}) => String(apiGroups)))
  const byVersion = new Map<string, ResourceGroup>()
  for (const each of all) {
    if (whole.has(String(each.apiGroups)) && !each.resources.includes('*')) continue
    const key = JSON.stringify([each.apiGroups, each.apiVersions])
    const resources = [...new Set([...byVersion.get(key)?.resources ?? [], ...each.resources])].sort(compareText)
    byVersion.set(key, {...each, resources})
  }
  return [...byVersion].sort(([a], [b]) => compareText(a, b)).map(([, group]) => group)
}
