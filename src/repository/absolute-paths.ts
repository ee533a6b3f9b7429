import {resolve, sep} from 'node:path'

/** Makes paths absolute, each folder once: most files share theirs with others. */
export class AbsolutePaths {
  private readonly folders = new Map<string, string>()

  /** The absolute path of a file, as `resolve` of node:path makes it. */
  of(path: string): string {
    const end = path.lastIndexOf(sep) + 1
    const name = path.slice(end)
    // Where there are two separators, or a name that is none, the whole path has to be looked at.
    if (name === '' || name === '.' || name === '..' || (sep !== '/' && name.includes('/'))) return resolve(path)
    const folder = path.slice(0, end)
    let absolute = this.folders.get(folder)
    if (absolute === undefined) this.folders.set(folder, absolute = resolve(folder, '-').slice(0, -1))
    return absolute + name
  }
}
