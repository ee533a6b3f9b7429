import {readdirSync} from 'node:fs'
import {join} from 'node:path'

import {statsOf, unreadable} from './discover.js'

/**
 * The links below a folder.
 *
 * @throws UsageError for a folder that cannot be read
 */
export function linksBelow(folder: string): string[] {
  if (statsOf(folder)?.isDirectory() !== true) return []
  try {
    const entries = readdirSync(folder, {recursive: true, withFileTypes: true})
    return entries.filter((entry) => entry.isSymbolicLink()).map(({parentPath, name}) => join(parentPath, name))
  } catch (error) {
    throw unreadable(folder, error)
  }
}
