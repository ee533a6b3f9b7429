import type {Operation} from '../admission/attributes.js'
import {admissionPlugins} from '../admission/plugins/index.js'
import {sharedKinds} from '../kinds/index.js'
import type {AnyKind} from '../kinds/kind.js'
import {metadataRules} from '../kinds/metadata-rules.js'
import {otherKind} from '../kinds/other-kind.js'
import {rememberPairs} from '../machinery/collections/remember-pairs.js'
import {defaultVersion, type KubernetesVersion, onceForEachVersion} from '../machinery/version/kubernetes-version.js'
import type {ObjectMetaRules} from '../machinery/meta/object-meta.js'
import type {GroupName} from '../machinery/meta/status.js'
import {apiType, tableOfKind} from '../machinery/schema/api-tables.js'
import {formatApiVersion, guessResource, isCustomGroup, parseApiVersion, servedResource} from '../machinery/schema/rest-mapper.js'

/** The engine's description of a kind. */
export interface KindInfo {
  /** As Kubernetes writes them, even if the manifest differs (`/v1`, `limitrange`). */
  readonly apiVersion: string
  readonly kind: string
  readonly version: string
  readonly kindName: GroupName
  /** The kind that the error for an invalid object names. */
  readonly internalKind: GroupName
  readonly resource: GroupName
  readonly namespaced: boolean
  /** The verbs that the server supports for the kind; undefined for all verbs. */
  readonly verbs?: readonly string[]
  /** The name of the kind's field table; without one its body is not checked. */
  readonly table?: string
  /** True if there is a status endpoint. */
  readonly hasStatus: boolean
  /** Defaults, rules and warnings of the kinds that kadm validates. */
  readonly definition: AnyKind
  readonly metadataRules: ObjectMetaRules
  /** The version of Kubernetes that serves the kind with these fields. */
  readonly emulated: KubernetesVersion
}

/** True if the server supports the operation for the kind. */
export const allows = ({verbs}: KindInfo, operation: Operation): boolean => verbs?.includes(operation.toLowerCase()) ?? true

/** False for kinds that the server answers without storing, such as reviews. */
export const isStored = ({verbs}: KindInfo): boolean => verbs?.includes('get') ?? true

const definitions: ReadonlyMap<string, AnyKind> =
  new Map([...sharedKinds, ...admissionPlugins.flatMap(({kinds}) => kinds)].map((definition) => [keyOf(definition), definition]))

function keyOf({apiVersion, kind, anyGroup}: AnyKind): string {
  return `${anyGroup === true ? '*' : apiVersion}/${kind}`
}

/** The definition of a kind, or undefined if kadm has none. */
const definitionOf = (apiVersion: string, kind: string): AnyKind | undefined =>
  definitions.get(keyOf({apiVersion, kind})) ?? definitions.get(keyOf({apiVersion, kind, anyGroup: true}))

/**
 * Looks up a kind as kubectl does, by its exact name or that name in lower case. A kind of a group that Kubernetes does not
 * serve is a custom resource.
 *
 * @returns undefined for an empty apiVersion, and for a kind or version that the emulated version of Kubernetes lacks in a group of its own
 */
export const lookUpKind = (apiVersion: string, kind: string, emulated = defaultVersion): KindInfo | undefined => kindsOf(emulated)(apiVersion, kind)

/** Returns the function that finds and remembers the kinds of a version. */
const kindsOf = onceForEachVersion((emulated) => rememberPairs((apiVersion, kind) => findKind(apiVersion, kind, emulated)))

function findKind(givenApiVersion: string, givenKind: string, emulated: KubernetesVersion): KindInfo | undefined {
  const groupVersion = parseApiVersion(givenApiVersion)
  if (groupVersion === undefined || groupVersion.version === '' || givenKind === '') return undefined
  const {group, version} = groupVersion
  const apiVersion = formatApiVersion(groupVersion)
  const served = servedResource(apiVersion, givenKind, emulated)
  if (served === undefined && !isCustomGroup(group)) return undefined
  const {kind = givenKind, resource = guessResource(givenKind), namespaced = true, verbs} = served ?? {}
  const table = tableOfKind(apiVersion, kind, emulated)
  const definition = definitionOf(apiVersion, kind) ?? otherKind(apiVersion, kind, served && group)
  const knowledge = served === undefined ? 'custom' : table === undefined ? 'served' : 'fields'
  return {
    apiVersion, kind, version, namespaced, emulated,
    kindName: {group, name: kind},
    internalKind: {group: definition.internalGroup ?? group, name: kind},
    resource: {group, name: resource},
    ...verbs !== undefined && {verbs},
    ...table !== undefined && {table},
    hasStatus: table === undefined || apiType(table, emulated)?.fields['status'] !== undefined,
    definition,
    metadataRules: {...metadataRules(definition, knowledge), namespaced},
  }
}
