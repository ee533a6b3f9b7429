import type {Manifest} from '../../manifests/manifest.js'
import type {Argument} from './command-line.js'

/** An API server as a manifest sets it up. */
export interface ApiServer {
  readonly manifest: Manifest
  /** The arguments of the program. */
  readonly args: readonly Argument[]
  /** Returns the paths on the node for a path in the container: through its mounts, and the path itself. */
  readonly pathsOf: (path: string) => readonly string[]
}
