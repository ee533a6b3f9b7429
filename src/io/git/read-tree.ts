import {isKustomizationName} from '../../repository/neighbourhood.js'
import {UsageError} from '../../usage-error.js'
import type {FolderEntry} from '../temporary-folder.js'
import {runGit} from './run-git.js'

/** The files of a revision. */
export interface Tree {
  /** Manifests and links. */
  readonly files: readonly FolderEntry[]
  /** Other files, whose content is not read. */
  readonly others: readonly TreeEntry[]
  /** The paths of submodules, which are other repositories. */
  readonly submodules: readonly string[]
  /** The paths of files that git keeps elsewhere: the revision has only pointers of Git LFS to them. */
  readonly pointers: readonly string[]
  /** The number of manifests with names that no file can have here, such as those in broken UTF-8. */
  readonly leftOut: number
  /** The number of manifests that the caller does not want. */
  readonly unwanted: number
}

/** A file of a revision, as git lists it. */
export interface TreeEntry {
  readonly mode: string
  readonly hash: string
  /** Relative to the root of the repository, with slashes. */
  readonly path: string
}

/** git's modes of files that kadm reads. */
const modes: Readonly<Record<string, FolderEntry['kind']>> = {100644: 'file', 100755: 'file', 120000: 'link'}
const submodule = '160000'

/** Maximum number of manifests and links of a revision. */
export const maxTreeFiles = 100_000

/**
 * Reads the manifests and links of a commit, without a checkout.
 *
 * @param absent the paths of files to leave out
 * @throws UsageError if git fails, or if there are too many files
 */
export async function readTree(commit: string, absent: ReadonlySet<string> = new Set()): Promise<Tree> {
  const inCommit = entriesIn(await runGit(['ls-tree', '-r', '-z', '--full-tree', commit]))
  const listed = inCommit.filter(({path}) => !absent.has(path))
  const submodules = listed.filter(({mode, path}) => mode === submodule && isSafe(path)).map(({path}) => path)
  const isWanted = ({mode, path}: TreeEntry): boolean => modes[mode] === 'link' || (modes[mode] === 'file' && mayBeManifest(path))
  const wanted = listed.filter(isWanted)
  const entries = wanted.filter(({path}) => isSafe(path))
  if (entries.length > maxTreeFiles) throw new UsageError(`the revision ${commit.slice(0, 12)} has more than ${maxTreeFiles.toLocaleString('en')} manifests`, ['compare two folders with --before and --after'])
  const files = await readEntries(entries)
  return {
    files, pointers: files.filter(isPointer).map(({path}) => path), others: listed.filter((entry) => modes[entry.mode] === 'file' && isSafe(entry.path) && !isWanted(entry)),
    submodules, leftOut: wanted.length - entries.length, unwanted: inCommit.filter((entry) => absent.has(entry.path) && isWanted(entry)).length,
  }
}

/**
 * Reads the content of files.
 *
 * @param repository a folder in the repository; by default the working directory
 * @throws UsageError if git fails
 */
export async function readEntries(entries: readonly TreeEntry[], repository = '.'): Promise<FolderEntry[]> {
  if (entries.length === 0) return []
  const contents = contentsIn(await runGit(['-C', repository, 'cat-file', '--batch'], entries.map(({hash}) => `${hash}\n`).join('')), entries.length)
  return entries.map(({mode, path}, i) => ({path, kind: modes[mode] ?? 'file', content: contents[i] ?? Buffer.alloc(0)}))
}

/** True for a pointer of Git LFS (git-lfs docs/spec.md). */
const isPointer = ({kind, content}: FolderEntry): boolean => kind === 'file' && content.subarray(0, pointerStart.length).equals(pointerStart)

const pointerStart = Buffer.from('version https://git-lfs.github.com/spec/v1\n')

const mayBeManifest = (path: string): boolean => /\.(?:ya?ml|json)$/i.test(path) || isKustomizationName(path)

/** Parses the output of `git ls-tree -z`: `MODE TYPE HASH<tab>PATH<nul>`. */
function entriesIn(output: Buffer): TreeEntry[] {
  return output.toString().split('\0').flatMap((line) => {
    const [, mode = '', hash = '', path = ''] = /^(\d{6}) \w+ ([0-9a-f]+)\t(.+)$/s.exec(line) ?? []
    return path === '' ? [] : [{mode, hash, path}]
  })
}

/** False for paths that could lead out of a folder, or that this system cannot have. git itself rejects most of them. */
function isSafe(path: string): boolean {
  const isOdd = path.includes('\ufffd') || (process.platform === 'win32' && /[\\:*?"<>|]/.test(path))
  return !isOdd && path.split('/').every((name) => name !== '' && name !== '.' && name !== '..' && name.toLowerCase() !== '.git')
}

/** Parses the output of `git cat-file --batch`: `HASH TYPE SIZE<newline>CONTENT<newline>`. */
function contentsIn(output: Buffer, count: number): Buffer[] {
  const contents: Buffer[] = []
  for (let at = 0; contents.length < count;) {
    const end = output.indexOf('\n', at)
    const head = output.toString('latin1', at, end === -1 ? output.length : end)
    const [, size] = /^[0-9a-f]+ blob (\d+)$/.exec(head) ?? []
    if (end === -1 || size === undefined) throw new UsageError(`git cannot read a file of the revision: ${head}`)
    contents.push(output.subarray(end + 1, end + 1 + Number(size)))
    at = end + 2 + Number(size)
  }
  return contents
}
