import {merge} from '../machinery/collections/immutable.js'
import {isObject, textOf} from '../machinery/go/json-value.js'
import {quote} from '../machinery/go/text.js'
import type {JsonObject} from '../source/json-value.js'
import {type ObjectError, toProblem} from './object-error.js'
import {identityOf} from './identity.js'
import {mapKind} from './kind-lookup.js'
import type {Manifest, ManifestProblem} from './manifest.js'

/** The namespace of a command. */
export interface NamespaceChoice {
  readonly namespace: string
  /** True if a flag sets it: then objects in other namespaces are rejected. */
  readonly isGiven: boolean
}

/** Returns true for a Scale, which only the scale endpoints of workloads accept. */
export const isScale = ({apiVersion, kind}: JsonObject): boolean => apiVersion === 'autoscaling/v1' && kind === 'Scale'

/**
 * Sets the namespace of an object without one to that of the command, and removes the namespace of a cluster-scoped object
 * (cli-runtime `SetNamespace`, `RequireNamespace`, `FilterNamespace`; spec apimachinery 2.7).
 *
 * @returns a problem if the object has another namespace than the flag
 */
export function inNamespace(manifest: Manifest, {namespace, isGiven}: NamespaceChoice): Manifest | ManifestProblem {
  const metadata = manifest.body['metadata'] ?? {}
  if (!isObject(metadata)) return manifest
  if (!(mapKind(identityOf(manifest.body))?.namespaced ?? isScale(manifest.body))) return without(manifest, metadata, 'namespace')
  const own = textOf(metadata['namespace'])
  if (own === '') return withMetadata(manifest, merge(metadata, {namespace}))
  return isGiven && own !== namespace ? toProblem(manifest, mismatch(own, namespace), 'object') : manifest
}

/** The namespaces that a tool sets: for all objects of a file, and for those without one. */
export interface GivenNamespaces {
  readonly namespace?: string | undefined
  readonly defaultNamespace?: string | undefined
}

/** Returns the object in the namespace that a tool sets when it deploys it; the same object if the tool sets none. */
export function deployed(manifest: Manifest, {namespace, defaultNamespace}: GivenNamespaces = {}): Manifest {
  const metadata = manifest.body['metadata'] ?? {}
  if (!isObject(metadata) || namespace === undefined && defaultNamespace === undefined) return manifest
  const given = namespace ?? (textOf(metadata['namespace']) === '' ? defaultNamespace : undefined)
  return given === undefined || mapKind(identityOf(manifest.body))?.namespaced !== true ? manifest : withMetadata(manifest, {...metadata, namespace: given})
}

/**
 * Returns the object that `kubectl create` sends: without a resourceVersion (cli-runtime `Helper.CreateWithOptions`).
 * A ResourceQuotaUsage keeps it, because it is that of the quota.
 */
export function forCreate(manifest: Manifest): Manifest {
  const {kind, metadata} = manifest.body
  return kind !== 'ResourceQuotaUsage' && isObject(metadata) && textOf(metadata['resourceVersion']) !== '' ? without(manifest, metadata, 'resourceVersion') : manifest
}

function without(manifest: Manifest, metadata: JsonObject, field: string): Manifest {
  if (!Object.hasOwn(metadata, field)) return manifest
  const {[field]: _cleared, ...rest} = metadata
  return withMetadata(manifest, rest)
}

const withMetadata = (manifest: Manifest, metadata: JsonObject): Manifest => ({...manifest, body: {...manifest.body, metadata}})

const mismatch = (own: string, namespace: string): ObjectError => ({
  ruleId: 'manifest/namespace-mismatch', steps: ['metadata', 'namespace'], hint: `write "namespace: ${namespace}", or leave it out`,
  message: `the namespace from the provided object ${quote(own)} does not match the namespace ${quote(namespace)}. `
    + `You must pass '--namespace=${own}' to perform this operation.`,
})
