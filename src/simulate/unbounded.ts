import {resourceQuota} from '../admission/plugins/resource-quota/kind.js'
import {identify} from '../cluster/target.js'
import {isObject} from '../machinery/json-value.js'
import type {ManifestEntry} from '../manifests/manifest.js'
import type {JsonObject} from '../source/json-value.js'

/** More than anything needs. */
const boundless = '1E'

/** Takes the bounds off a quota; what it counts, and what it asks pods to say, stays the same. Other objects are left as they are. */
export function unbounded(entry: ManifestEntry): ManifestEntry {
  const {manifest} = entry
  if (manifest === undefined) return entry
  const info = identify(manifest.body)
  if ('code' in info || info.definition !== resourceQuota) return entry
  return {...entry, manifest: {...manifest, body: withoutBounds(manifest.body)}}
}

/** A quota without its bounds. */
export const withoutBounds = ({spec, status, ...body}: JsonObject): JsonObject =>
  ({...body, ...spec !== undefined && {spec: raised(spec)}, ...status !== undefined && {status: raised(status)}})

function raised<T>(part: T): T {
  if (!isObject(part) || !isObject(part['hard'])) return part
  return {...part, hard: Object.fromEntries(Object.keys(part['hard']).map((name) => [name, boundless]))}
}
