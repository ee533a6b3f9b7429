import {identify} from '../cluster/target.js'
import {resourceQuota} from '../kinds/resource-quota/index.js'
import {isObject} from '../machinery/go/json-value.js'
import type {ManifestEntry} from '../manifests/manifest.js'
import type {JsonObject} from '../source/json-value.js'

/** A bound above any need. */
const boundless = '1E'

/** Removes the bounds of a quota, which still counts the same and requires the same of pods. Other objects are unchanged. */
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
