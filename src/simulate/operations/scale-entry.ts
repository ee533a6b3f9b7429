import type {ManifestEntry} from '../../manifests/manifest.js'
import {isScale} from '../../manifests/namespace.js'

/** An entry of a file that is sent to scale endpoints: these take a Scale, which has no URL of its own. */
export function forScale(entry: ManifestEntry): ManifestEntry {
  const {manifest, problems} = entry
  if (manifest === undefined || !isScale(manifest.body)) return entry
  return {...entry, problems: problems.filter(({ruleId}) => ruleId !== 'manifest/unknown-kind')}
}
