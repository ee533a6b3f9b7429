import {mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'

import {UsageError} from '../usage-error.js'
import {reason} from './discover.js'
import {handleSignals, onInterrupt} from './on-interrupt.js'
import {isBelow} from './open-file.js'

/**
 * Calls a function with a new temporary folder, which is removed afterwards, also if a signal ends the run.
 *
 * @throws UsageError if the folder cannot be created
 */
export async function withTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = createFolder()
  const remove = (): void => rmSync(folder, {recursive: true, force: true})
  const stop = onInterrupt(remove)
  try {
    return await use(folder)
  } finally {
    await handleSignals()
    stop()
    remove()
  }
}

function createFolder(): string {
  try {
    return realpathSync(mkdtempSync(join(tmpdir(), 'kadm-')))
  } catch (error) {
    throw new UsageError(`cannot create a temporary folder: ${reason(error)}`, [], {cause: error})
  }
}

/** A file, or a symbolic link, whose content is its target. */
export interface FolderEntry {
  /** Relative to the folder, with slashes, and without `..`. */
  readonly path: string
  readonly kind: 'file' | 'link'
  readonly content: Buffer
}

/**
 * Writes files and links into a new temporary folder. They may be a stranger's: no file is written through a link, and links that
 * lead out of the folder are left out.
 *
 * @throws UsageError if they cannot be written
 */
export function fillFolder(folder: string, entries: readonly FolderEntry[]): void {
  try {
    for (const {path, content} of entries.filter(({kind}) => kind === 'file')) {
      const file = join(folder, path)
      mkdirSync(dirname(file), {recursive: true})
      writeFileSync(file, content, {flag: 'wx', mode: 0o600})
    }
    const links = entries.filter(({kind}) => kind === 'link').map(({path, content}) => ({at: join(folder, path), target: content.toString()}))
    const created = links.filter(({at, target}) => createLink(folder, at, target))
    // A link may lead elsewhere once others exist.
    for (const {at} of created) if (!isBelow(at, folder)) rmSync(at)
  } catch (error) {
    throw new UsageError(`cannot write to a temporary folder: ${reason(error)}`, [], {cause: error})
  }
}

/** Returns false if the link, or the folder in which it would be, leads out of a folder. */
function createLink(folder: string, at: string, target: string): boolean {
  if (!isBelow(dirname(at), folder)) return false
  mkdirSync(dirname(at), {recursive: true})
  symlinkSync(target, at)
  if (isBelow(at, folder)) return true
  rmSync(at)
  return false
}

/** Creates a folder below a temporary folder, and returns its path. */
export function createSubfolder(parent: string, name: string): string {
  const folder = join(parent, name)
  mkdirSync(folder, {recursive: true})
  return folder
}
