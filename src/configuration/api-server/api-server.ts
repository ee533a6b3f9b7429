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

/** A folder or file of a node that a container has at a path of its own. */
export interface Mount {
  /** The path on the node. */
  readonly source: string
  readonly mountPath: string
}

/** Returns the paths on a node for a path in a container: through its mounts, and the path itself. */
export const nodePaths = (path: string, mounts: readonly Mount[]): string[] => [
  ...mounts.filter(({mountPath}) => path === mountPath || path.startsWith(mountPath.endsWith('/') ? mountPath : `${mountPath}/`))
    .map(({source, mountPath}) => `${source}/${path.slice(mountPath.length)}`),
  path,
]
