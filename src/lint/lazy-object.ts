import type {AnyKind, KubeObject} from '../kinds/kind.js'
import {remember} from '../machinery/collections/remember.js'
import type {Manifest, ManifestEntry} from '../manifests/manifest.js'
import {readManifests} from '../manifests/read-manifests.js'
import type {SourceFile} from '../source/source-file.js'
import type {CheckedObject} from './check-manifest.js'

/** Returns the objects of a file, parsed once for all of them. */
const entriesOf = remember((file: SourceFile): readonly ManifestEntry[] => readManifests(file))

/**
 * An object that is checked together with those of other files. To save memory, its manifest is not kept, but parsed again if a
 * finding needs it.
 */
export class LazyObject implements CheckedObject {
  readonly object: KubeObject
  readonly definition: AnyKind
  readonly file: SourceFile

  /**
   * @param entry the index of the object in its file
   * @param namespace the namespace that Kustomize, Flux or Argo CD set, if any
   */
  constructor({object, definition, manifest: {document: {file}}}: CheckedObject, private readonly entry: number, namespace?: string) {
    this.object = namespace === undefined ? object : {...object, metadata: {...object.metadata, namespace}}
    this.definition = definition
    this.file = file
  }

  /** Identifies the manifest of the object, for comparison. */
  get place(): string {
    return `${this.file.path}#${this.entry}`
  }

  get manifest(): Manifest {
    const manifest = entriesOf(this.file)[this.entry]?.manifest
    if (manifest === undefined) throw new Error(`${this.file.path} has no object ${this.entry}`)
    return manifest
  }
}
