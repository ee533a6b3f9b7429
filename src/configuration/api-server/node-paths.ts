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
