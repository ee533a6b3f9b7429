import {remember} from '../machinery/collections/remember.js'
import {knownVersion, type KubernetesVersion} from '../machinery/version/kubernetes-version.js'
import type {Manifest, ManifestEntry} from '../manifests/manifest.js'
import {deployed, isScale} from '../manifests/namespace.js'
import {readManifests} from '../manifests/read-manifests.js'
import type {Repository} from '../repository/repository.js'
import type {SourceFile} from '../source/source-file.js'
import {unbounded} from './unbounded.js'

/** The documents of the input of a simulation, by role. */
export interface InputEntries {
  /** The documents to send, for each file. */
  readonly files: readonly (readonly ManifestEntry[])[]
  readonly policies: readonly ManifestEntry[]
  readonly existing: readonly ManifestEntry[]
}

/** The options of reading objects. */
export interface ReadOptions {
  /** True if the user names the namespace: namespaces of Flux and Argo CD are then ignored. */
  readonly isNamespaceGiven?: boolean
  /** True to remove the bounds of quotas. */
  readonly unbounded?: boolean
  /** The version of Kubernetes whose kinds there are. */
  readonly kubernetesVersion?: KubernetesVersion
  /** Returns the objects of a file; by default, those of its text. */
  readonly entriesOf?: EntriesOf
}

/** Returns the objects of a file, as `readManifests` does. */
export type EntriesOf = (file: SourceFile, version: KubernetesVersion) => readonly ManifestEntry[]

/** Returns the objects of a file. Reads its text once for each version of Kubernetes: most commands simulate the same files several times. */
export const entriesInText: EntriesOf = (file, version) => {
  const versions = versionsOf(file)
  const entries = versions.get(version) ?? readManifests(file, {version})
  versions.set(version, entries)
  return entries
}

const versionsOf = remember((_file: SourceFile) => new Map<KubernetesVersion, readonly ManifestEntry[]>())

/** The objects of a file, in the namespaces that Flux or Argo CD would deploy them to. */
export function readEntries(file: SourceFile, repository: Repository | undefined, options: ReadOptions): readonly ManifestEntry[] {
  const read = (options.entriesOf ?? entriesInText)(file, knownVersion(options.kubernetesVersion))
  const entries = options.unbounded === true ? read.map(unbounded) : read
  const given = options.isNamespaceGiven === true ? undefined : repository?.deployedWith(file.path)
  return given === undefined ? entries : withObjects(entries, (manifest) => deployed(manifest, given))
}

/** Adapts an entry for the scale endpoint: a Scale has no URL of its own. */
export function forScale(entry: ManifestEntry): ManifestEntry {
  const {manifest, problems} = entry
  if (manifest === undefined || !isScale(manifest.body)) return entry
  return {...entry, problems: problems.filter(({ruleId}) => ruleId !== 'manifest/unknown-kind')}
}

/** Changes the objects of the input of a simulation. */
export function changeObjects({files, policies, existing}: InputEntries, change: (manifest: Manifest) => Manifest): InputEntries {
  const changed = (entries: readonly ManifestEntry[]): ManifestEntry[] => withObjects(entries, change)
  return {files: files.map(changed), policies: changed(policies), existing: changed(existing)}
}

const withObjects = (entries: readonly ManifestEntry[], change: (manifest: Manifest) => Manifest): ManifestEntry[] =>
  entries.map((entry) => entry.manifest === undefined ? entry : {...entry, manifest: change(entry.manifest)})
