import type {Pod} from '../../../machinery/api/core-v1.js'

/**
 * The stored pod as a request to `resize` or `ephemeralcontainers` finds it: of the metadata that the request brings, these
 * are not put back (metav1 `ResetObjectMetaForStatus`), and are looked at.
 */
export function storedForSubresource({metadata: {generateName, deletionGracePeriodSeconds}}: Pod, old: Pod): Pod {
  const {generateName: _prefix, deletionGracePeriodSeconds: _seconds, ...metadata} = old.metadata
  return {
    ...old,
    metadata: {...metadata, ...generateName !== undefined && {generateName}, ...deletionGracePeriodSeconds !== undefined && {deletionGracePeriodSeconds}},
  }
}
