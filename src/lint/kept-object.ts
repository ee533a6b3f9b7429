import type {AnyKind, KubeObject} from '../kinds/kind.js'
import type {Manifest, ManifestEntry} from '../manifests/manifest.js'
import {readManifests} from '../manifests/read-manifests.js'
import type {SourceFile} from '../source/source-file.js'
import type {CheckedObject} from './check-manifest.js'

const entries = new WeakMap<SourceFile, readonly ManifestEntry[]>()

/** The objects of a file, read once for all of them. */
function entriesOf(file: SourceFile): readonly ManifestEntry[] {
  let read = entries.get(file)
  if (read === undefined) entries.set(file, read = readManifests(file))
  return read
}

/**
 * An object that is looked at together with those of other files. How it is written is not kept, which would be most of what a run
 * holds in memory, but read again where something is to be told of it.
 */
export class KeptObject implements CheckedObject {
  readonly object: KubeObject
  readonly definition: AnyKind
  readonly file: SourceFile

  /**
   * @param entry which of the objects of its file it is, from 0
   * @param namespace the one that Kustomize, Flux or Argo CD put it into, if they do
   */
  constructor({object, definition, manifest: {document: {file}}}: CheckedObject, private readonly entry: number, namespace?: string) {
    this.object = namespace === undefined ? object : {...object, metadata: {...object.metadata, namespace}}
    this.definition = definition
    this.file = file
  }

  /** Where it is written, for comparison. */
  get place(): string {
    return `${this.file.path}#${this.entry}`
  }

  get manifest(): Manifest {
    const manifest = entriesOf(this.file)[this.entry]?.manifest
    if (manifest === undefined) throw new Error(`${this.file.path} has no object ${this.entry}`)
    return manifest
  }
}
