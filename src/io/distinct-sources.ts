import {realpathSync} from 'node:fs'

import type {SourceFile} from '../source/source-file.js'

/** The files without those that other paths lead to, too: a link beside what it leads to, or a path that is written in two ways. */
export function distinctSources(sources: readonly SourceFile[]): SourceFile[] {
  const byText = new Map<string, SameText>()
  return sources.filter(({path, text, unreadable}) => {
    if (unreadable !== undefined || text === '') return true
    const known = byText.get(text)
    if (known !== undefined) return known.add(path)
    byText.set(text, new SameText(path))
    return true
  })
}

/** The files of one text. Most texts are those of one file only: their paths are never followed. */
class SameText {
  private files: Set<string> | undefined

  constructor(private readonly first: string) {}

  /** Takes a path; false where it leads to a file that is there already. */
  add(path: string): boolean {
    this.files ??= new Set([realPath(this.first)])
    const {size} = this.files
    return this.files.add(realPath(path)).size > size
  }
}

/** The file to which a path leads. What is not there, such as standard input, is only itself. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
