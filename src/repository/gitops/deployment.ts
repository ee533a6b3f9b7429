import type {SourceFile} from '../../source/source-file.js'
import type {Fields} from '../kustomization-fields.js'

/** A folder that Flux or Argo CD deploys, as their object says. */
export interface Deployment {
  /** Where the object is written. */
  readonly file: SourceFile
  /** From the root of the repository that it deploys. */
  readonly path: string
  /** What tells that repository from others. */
  readonly source: string
  /** False where the source is something else than a Git repository: its folders are not those of one. */
  readonly isGit: boolean
  /** True of Flux, which also deploys the kustomizations below a folder that is none itself. */
  readonly isOfFlux: boolean
  /** True where all that lies below the folder is deployed, not only the files in it. */
  readonly isRecursive: boolean
  /** True where every plain file counts that lies there; false where some are left out. */
  readonly isWhole: boolean
  /** The namespace that all objects get. */
  readonly namespace: string | undefined
  /** The namespace of objects that name none. */
  readonly defaultNamespace: string | undefined
  /** What is changed in the objects, in the fields of a kustomization. */
  readonly changes: Fields
}

/** What a document of Flux or Argo CD says besides what it deploys. */
export interface Declared {
  readonly deployments: readonly Deployment[]
  /** The repositories that it declares, named as deployments name them. */
  readonly sources: readonly string[]
}
