import {realpathSync} from 'node:fs'

import type {SourceFile} from '../source/source-file.js'

/** The files without those that other paths lead to, too: a link beside what it leads to, or a path that is written in two ways. */
export function distinctSources(sources: readonly SourceFile[]): SourceFile[] {
  const byText = new Map<string, string[]>()
  return sources.filter(({path, text, unreadable}) => {
    if (unreadable !== undefined || text === '') return true
    const known = byText.get(text)
    if (known === undefined) {
      byText.set(text, [path])
      return true
    }
    const isNew = !known.some((other) => isSame(path, other))
    known.push(path)
    return isNew
  })
}

/** True where two paths lead to one file. What is not there, such as standard input, is only itself. */
function isSame(path: string, other: string): boolean {
  try {
    return realpathSync(path) === realpathSync(other)
  } catch {
    return path === other
  }
}
