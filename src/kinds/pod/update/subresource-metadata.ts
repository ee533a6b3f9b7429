import type {Pod} from '../../../machinery/api/core-v1.js'

/**
 * Returns the stored pod with the metadata of a request to `resize` or `ephemeralcontainers` that the server does not reset
 * (metav1 `ResetObjectMetaForStatus`), and so validates.
 */
export function storedForSubresource({metadata: {generateName, deletionGracePeriodSeconds}}: Pod, old: Pod): Pod {
  const {generateName: _prefix, deletionGracePeriodSeconds: _seconds, ...metadata} = old.metadata
  return {
    ...old,
    metadata: {...metadata, ...generateName !== undefined && {generateName}, ...deletionGracePeriodSeconds !== undefined && {deletionGracePeriodSeconds}},
  }
}
