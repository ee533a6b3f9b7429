import {join, relative, resolve} from 'node:path'

import {linksBelow} from '../../io/discover.js'
import {realPath} from '../../io/open-file.js'
import {readEntries, readTree, type Tree} from '../../io/git/read-tree.js'
import {folderAndParents} from '../../io/repository-root.js'
import {createSubfolder, fillFolder, type FolderEntry} from '../../io/temporary-folder.js'
import {SourceFile} from '../../source/source-file.js'
import type {Settings} from '../config/settings.js'
import {namedBy} from '../rendering/contained.js'

/** A revision of a repository in a temporary folder: its manifests and links, and the other files that renderings need. */
export class RevisionFolder {
  private readonly contents = new Map<string, Buffer>()

  private constructor(readonly root: string, readonly tree: Tree, private readonly repository: string) {
    this.fill(tree.files)
  }

  /**
   * Writes the manifests and links of a commit of the repository around the working directory.
   *
   * @param parent an existing folder
   * @param name the name of the new folder in it
   * @param absent the paths of files to leave out
   * @throws UsageError if git fails, or if files cannot be written
   */
  static async create(commit: string, parent: string, name: string, absent?: ReadonlySet<string>): Promise<RevisionFolder> {
    const tree = await readTree(commit, absent)
    // The folder marks the root of the repository for all that search for it.
    return new RevisionFolder(resolve(createSubfolder(parent, join(name, '.git')), '..'), tree, process.cwd())
  }

  /**
   * Adds the files that kustomizations and charts need. Paths are relative to the working directory, which is in this folder.
   *
   * @throws UsageError if git fails, or if files cannot be written
   */
  async addFilesFor({kustomize = [], helm = []}: Pick<Settings, 'kustomize' | 'helm'>): Promise<void> {
    const named = kustomize.flatMap((folder) => [...namedBy(folder, this.root)].map(({path}) => path))
    const values = helm.flatMap((chart) => chart.values)
    const charts = helm.flatMap(({chart}) => [chart, ...linksBelow(chart)])
    const [files, trees] = [new Set([...named, ...values].map((path) => this.pathOf(path))), new Set(charts.map((path) => this.pathOf(path)))]
    const isNeeded = (path: string): boolean => files.has(path) || folderAndParents(path).some((folder) => trees.has(folder))
    const missing = this.tree.others.filter(({path}) => !this.contents.has(path) && isNeeded(path))
    if (missing.length === 0) return
    this.fill(await readEntries(missing, this.repository))
    // A file that is new, such as the configuration of a transformer, may name further files.
    await this.addFilesFor({kustomize, helm})
  }

  /** Reads a file of the revision under its path from a folder, as findings show it, also after the folder is removed. */
  read(path: string, folder: string): SourceFile | undefined {
    const absolute = resolve(folder, path)
    const content = this.contents.get(slashed(relative(this.root, absolute)))
    return content && SourceFile.decode(relative(folder, absolute), content)
  }

  private fill(entries: readonly FolderEntry[]): void {
    fillFolder(this.root, entries)
    for (const {path, kind, content} of entries) if (kind === 'file') this.contents.set(path, content)
  }

  /** The path of a file in the repository, after links. */
  private pathOf(path: string): string {
    return slashed(relative(this.root, realPath(path))) || '.'
  }
}

const slashed = (path: string): string => path.replaceAll('\\', '/')
