import {type FSWatcher, watch} from 'node:fs'
import {join, resolve} from 'node:path'

import {UsageError} from '../usage-error.js'
import {entriesOf, isSkipped, kindAt, reason} from './discover.js'

/** Maximum number of folders to watch: systems limit their number. */
export const maxWatchedFolders = 4000

/** Milliseconds without a change after which a series of changes is over: editors write a file in several steps. */
const quiet = 100

/** Watches folders for changes of the files in them, by notifications of the system. */
export class FolderWatcher {
  private readonly watchers = new Map<string, FSWatcher>()
  private timer: NodeJS.Timeout | undefined
  private hasChanged = false
  private isClosed = false
  private wake: (() => void) | undefined

  /**
   * Watches these folders, and no others any more. Ignores folders that do not exist.
   *
   * @throws UsageError if there are too many, or if the system cannot watch one
   */
  watch(folders: readonly string[]): void {
    const wanted = new Set(folders.map((folder) => resolve(folder)).filter((folder) => kindAt(folder) === 'directory'))
    if (wanted.size > maxWatchedFolders) throw new UsageError(`there are more than ${maxWatchedFolders} folders to watch`, ['name fewer folders, or the test files themselves'])
    for (const [folder, watcher] of this.watchers) {
      if (wanted.has(folder)) continue
      watcher.close()
      this.watchers.delete(folder)
    }
    for (const folder of wanted) if (!this.watchers.has(folder)) this.watchers.set(folder, this.opened(folder))
  }

  /** Waits for a change. Returns false after `close`. */
  async next(): Promise<boolean> {
    if (!this.hasChanged && !this.isClosed) await new Promise<void>((resolve) => this.wake = resolve)
    this.hasChanged = false
    return !this.isClosed
  }

  /** Ends watching and waiting. */
  close(): void {
    this.isClosed = true
    clearTimeout(this.timer)
    for (const watcher of this.watchers.values()) watcher.close()
    this.watchers.clear()
    this.wake?.()
  }

  private opened(folder: string): FSWatcher {
    try {
      // The folder itself may be removed.
      return watch(folder, () => this.note()).on('error', () => this.note())
    } catch (error) {
      throw new UsageError(`cannot watch ${JSON.stringify(folder)}: ${reason(error)}`, ['name fewer folders, or the test files themselves'], {cause: error})
    }
  }

  private note(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      this.hasChanged = true
      this.wake?.()
    }, quiet)
  }
}

/** Returns a folder and the folders below it, without those that are skipped when files are read. */
export function foldersBelow(folder: string): string[] {
  const found = [folder]
  for (const at of found) {
    if (found.length > maxWatchedFolders) break
    for (const entry of entriesOf(at) ?? []) if (entry.isDirectory() && !isSkipped(entry)) found.push(join(at, entry.name))
  }
  return found
}
