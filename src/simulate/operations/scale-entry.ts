import type {ManifestEntry} from '../../manifests/manifest.js'
import {isScale} from '../../manifests/namespace.js'

/** Adapts an entry for the scale endpoint: a Scale has no URL of its own. */
export function forScale(entry: ManifestEntry): ManifestEntry {
  const {manifest, problems} = entry
  if (manifest === undefined || !isScale(manifest.body)) return entry
  return {...entry, problems: problems.filter(({ruleId}) => ruleId !== 'manifest/unknown-kind')}
}
