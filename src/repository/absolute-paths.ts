import {resolve, sep} from '#platform/paths.js'

/** Makes paths absolute. Resolves each folder only once, because most files share one. */
export class AbsolutePaths {
  private readonly folders = new Map<string, string>()

  /** Returns what `resolve` of node:path returns for the path of a file. */
  of(path: string): string {
    const end = path.lastIndexOf(sep) + 1
    const name = path.slice(end)
    // Two kinds of separators, or a name that is no file name: resolve the whole path.
    if (name === '' || name === '.' || name === '..' || (sep !== '/' && name.includes('/'))) return resolve(path)
    const folder = path.slice(0, end)
    let absolute = this.folders.get(folder)
    if (absolute === undefined) this.folders.set(folder, absolute = resolve(folder, '-').slice(0, -1))
    return absolute + name
  }
}
