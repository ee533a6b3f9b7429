import type {KubernetesVersion} from '../machinery/version/kubernetes-version.js'
import type {ManifestEntry} from '../manifests/manifest.js'
import {readManifests} from '../manifests/read-manifests.js'
import type {EntriesOf} from '../simulate/read-entries.js'
import type {SourceFile} from '../source/source-file.js'

/** The objects of files, each of which is read once for each version of Kubernetes: many tests have the same policies. */
export class KnownManifests {
  private readonly known = new WeakMap<SourceFile, Map<KubernetesVersion, readonly ManifestEntry[]>>()

  readonly entriesOf: EntriesOf = (file, version) => {
    const versions = this.known.get(file) ?? new Map<KubernetesVersion, readonly ManifestEntry[]>()
    const entries = versions.get(version) ?? readManifests(file, {version})
    this.known.set(file, versions.set(version, entries))
    return entries
  }

  /** Returns a function that also knows the objects of a changed file: those of the original with a change. */
  withChanged(changed: SourceFile, original: SourceFile, change: (entry: ManifestEntry) => ManifestEntry): EntriesOf {
    return (file, version) => file === changed ? this.entriesOf(original, version).map(change) : this.entriesOf(file, version)
  }
}
