import {quote} from '../machinery/go-text.js'
import {isObject, textOf} from '../machinery/json-value.js'
import type {JsonObject} from '../source/json-value.js'
import {type Fault, toProblem} from './fault.js'
import {identityOf} from './identity.js'
import {mapKind} from './kind-lookup.js'
import type {Manifest, ManifestProblem} from './manifest.js'

/** The namespace of a command. */
export interface NamespaceChoice {
  readonly namespace: string
  /** True when a flag names it: then an object may name no other. */
  readonly isGiven: boolean
}

/** True of what only the scale endpoints of workloads take. */
export const isScale = ({apiVersion, kind}: JsonObject): boolean => apiVersion === 'autoscaling/v1' && kind === 'Scale'

/**
 * Puts an object into the namespace of the command if it names none, and takes that of a cluster-wide kind away
 * (cli-runtime `SetNamespace`, `RequireNamespace`, `FilterNamespace`; apimachinery spec 2.7).
 *
 * @returns a problem for an object of another namespace than the one that is given
 */
export function inNamespace(manifest: Manifest, {namespace, isGiven}: NamespaceChoice): Manifest | ManifestProblem {
  const metadata = manifest.body['metadata'] ?? {}
  if (!isObject(metadata)) return manifest
  if (!(mapKind(identityOf(manifest.body))?.namespaced ?? isScale(manifest.body))) return without(manifest, metadata, 'namespace')
  const own = textOf(metadata['namespace'])
  if (own === '') return withMetadata(manifest, {...metadata, namespace})
  return isGiven && own !== namespace ? toProblem(manifest, mismatch(own, namespace), 'object') : manifest
}

/** The namespaces that a tool gives to the objects of a file: all of them, or those that name none. */
export interface GivenNamespaces {
  readonly namespace?: string | undefined
  readonly defaultNamespace?: string | undefined
}

/** The object in the namespace that a tool gives it on the way to a cluster; the same object where it gives none. */
export function deployed(manifest: Manifest, {namespace, defaultNamespace}: GivenNamespaces = {}): Manifest {
  const metadata = manifest.body['metadata'] ?? {}
  if (!isObject(metadata) || namespace === undefined && defaultNamespace === undefined) return manifest
  const given = namespace ?? (textOf(metadata['namespace']) === '' ? defaultNamespace : undefined)
  return given === undefined || mapKind(identityOf(manifest.body))?.namespaced !== true ? manifest : withMetadata(manifest, {...metadata, namespace: given})
}

/**
 * The object that `kubectl create` sends: without the version that stored objects have (cli-runtime `Helper.CreateWithOptions`).
 * The version of a ResourceQuotaUsage is not its own: the quota must have it.
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

const mismatch = (own: string, namespace: string): Fault => ({
  ruleId: 'manifest/namespace-mismatch', steps: ['metadata', 'namespace'], hint: `write "namespace: ${namespace}", or leave it out`,
  message: `the namespace from the provided object ${quote(own)} does not match the namespace ${quote(namespace)}. `
    + `You must pass '--namespace=${own}' to perform this operation.`,
})
