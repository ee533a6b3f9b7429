import {readFileSync} from 'node:fs'

import {SourceFile} from '../source/source-file.js'

/** Reads a file that a configuration names, or tells what the system says to that: what was tried, and the number of its error. */
export function openFile(path: string): SourceFile | {readonly operation: 'open' | 'read', readonly errorNumber: number} {
  try {
    return SourceFile.decode(path, readFileSync(path))
  } catch (error) {
    const {errno = 0, syscall} = error as NodeJS.ErrnoException
    return {operation: syscall === 'read' ? 'read' : 'open', errorNumber: Math.abs(errno)}
  }
}
