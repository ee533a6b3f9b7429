import {dirname, join} from 'node:path'

import {kindAt} from '../../io/discover.js'
import {foldersBelow, FolderWatcher} from '../../io/watch-folders.js'
import {oneLine} from '../../machinery/output/printable.js'
import type {TestInput} from '../../policy-test/types.js'
import {UsageError} from '../../usage-error.js'
import {type FoundTests, sourcesOf} from './read-tests.js'

/** The steps of watching. */
export interface WatchedRun {
  /** The path arguments. */
  readonly paths: readonly string[]
  /** Reads the test files again. */
  readonly read: () => Promise<FoundTests>
  /** Runs tests and reports them. */
  readonly run: (found: FoundTests) => Promise<void>
  readonly note: (text: string) => void
}

/** Runs the tests of which a file changes, until the user interrupts the program. */
export async function watchTests(first: FoundTests, {paths: named, read, run, note}: WatchedRun): Promise<void> {
  const watcher = new FolderWatcher()
  const stop = (): void => watcher.close()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    let found = first
    const readAgain = rereading(read, note)
    watcher.watch(foldersOf(named, found))
    note('Waiting for changes. Press Ctrl-C to end.')
    while (await watcher.next()) {
      const before = found
      found = await readAgain(found)
      watcher.watch(foldersOf(named, found))
      const paths = new Set(found.inputs.map(({file}) => file.path))
      for (const {file: {path}} of before.inputs) if (!paths.has(path)) note(`${oneLine(path)} is removed`)
      const changed = found.inputs.filter((input) => !before.inputs.some((other) => isSame(input, other)))
      if (changed.length > 0) await run({...found, inputs: changed})
    }
  } finally {
    watcher.close()
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}

/**
 * Returns the function that reads the tests again. If that fails, for example while files are moved, it keeps the last state. It reports
 * the same error once: the report can be in a file of a watched folder, which is a change again.
 */
function rereading(read: WatchedRun['read'], note: WatchedRun['note']): (last: FoundTests) => Promise<FoundTests> {
  let reported: string | undefined
  return async (last) => {
    try {
      const found = await read()
      reported = undefined
      return found
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      if (error.message !== reported) note(`Error: ${error.message}`)
      reported = error.message
      return last
    }
  }
}

/** True if a test file and all files that it names have the same texts. */
function isSame(a: TestInput, b: TestInput): boolean {
  if (a.file.path !== b.file.path) return false
  const [first, second] = [stateOf(a), stateOf(b)]
  return first.length === second.length && first.every((part, i) => part === second[i])
}

const stateOf = (input: TestInput): readonly string[] => [
  ...sourcesOf(input).flatMap(({path, text, unreadable = ''}) => [path, text, unreadable]),
  ...[...input.files.values()].flatMap((found) => 'error' in found ? [found.error] : []),
]

/** Returns the folders of all files, those that the user names, and those that test files name, with the folders below them. */
function foldersOf(paths: readonly string[], {inputs}: FoundTests): readonly string[] {
  const named = [...paths, ...inputs.flatMap(({file, files}) => [...files.keys()].map((path) => join(dirname(file.path), path)))]
  const directories = named.filter((path) => kindAt(path) === 'directory').flatMap(foldersBelow)
  return [...new Set([...directories, ...inputs.flatMap(sourcesOf).map(({path}) => dirname(path)), ...named.map((path) => dirname(path))])]
}
