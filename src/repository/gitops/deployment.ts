import type {SourceFile} from '../../source/source-file.js'
import type {Fields} from '../kustomization-fields.js'

/** A folder that an object of Flux or Argo CD deploys. */
export interface Deployment {
  /** The file that contains the object. */
  readonly file: SourceFile
  /** Relative to the root of the deployed repository. */
  readonly path: string
  /** Identifies the deployed repository. */
  readonly source: string
  /** False if the source is not a Git repository, for example a bucket. */
  readonly isGit: boolean
  /** True for Flux, which also deploys the kustomizations below a folder without a kustomization.yaml. */
  readonly isOfFlux: boolean
  /** True if subfolders are deployed, too. */
  readonly isRecursive: boolean
  /** True if all plain files are deployed; false if a filter may exclude some. */
  readonly isWhole: boolean
  /** The namespace that overrides those of the objects. */
  readonly namespace: string | undefined
  /** The namespace of objects without one. */
  readonly defaultNamespace: string | undefined
  /** The changes to the objects, as fields of a kustomization. */
  readonly changes: Fields
}

/** The deployments and sources that a document of Flux or Argo CD declares. */
export interface Declared {
  readonly deployments: readonly Deployment[]
  /** The repositories that it declares, in the notation of `Deployment.source`. */
  readonly sources: readonly string[]
}
