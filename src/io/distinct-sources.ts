import {realpathSync} from 'node:fs'

import type {SourceFile} from '../source/source-file.js'

/** Removes files that an earlier path leads to as well: a link beside its target, or a path written in two ways. */
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

/** The files with the same text. Resolves paths only if there is more than one, which is rare. */
class SameText {
  private files: Set<string> | undefined

  constructor(private readonly first: string) {}

  /** Adds a path. Returns false if it leads to a known file. */
  add(path: string): boolean {
    this.files ??= new Set([realPath(this.first)])
    const {size} = this.files
    return this.files.add(realPath(path)).size > size
  }
}

/** Resolves a path. Returns it unchanged if it does not exist, such as standard input. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
