import {closeSync, openSync, writeSync} from 'node:fs'

import {UsageError} from '../usage-error.js'
import {reason, stdinPath} from './discover.js'

/** Somewhere to write a long text, bit by bit. */
export interface TextOutput {
  write(text: string): void
  /** Waits until there is room for more; false when nobody wants any. */
  ready(): Promise<boolean>
  close(): void
}

/** So many characters are written at once. */
const chunkSize = 1 << 16

/**
 * Opens a file to write to, in the place of one that is there; `-` is standard output.
 *
 * @throws UsageError when that cannot be done, and later when nothing more can be written
 */
export function openOutput(path: string): TextOutput {
  if (path === stdinPath) return standardOutput()
  const unwritable = (error: unknown): UsageError => new UsageError(`cannot write ${JSON.stringify(path)}: ${reason(error)}`, [], {cause: error})
  const attempt = <T>(action: () => T): T => {
    try {
      return action()
    } catch (error) {
      throw unwritable(error)
    }
  }
  const file = attempt(() => openSync(path, 'w'))
  return gathered((text) => attempt(() => writeAll(file, Buffer.from(text))), () => Promise.resolve(true), () => closeSync(file))
}

function writeAll(file: number, bytes: Buffer): void {
  for (let start = 0; start < bytes.length;) start += writeSync(file, bytes, start)
}

function standardOutput(): TextOutput {
  const {stdout} = process
  let isWanted = true
  let goOn = (): void => undefined
  // After an error standard output looks as if it could be written to, and waits for a drain that never comes.
  const onError = (): void => {
    isWanted = false
    goOn()
  }
  const onDrain = (): void => goOn()
  stdout.on('error', onError).on('drain', onDrain)
  const ready = async (): Promise<boolean> => {
    if (isWanted && stdout.writableNeedDrain) await new Promise<void>((resolve) => goOn = resolve)
    return isWanted
  }
  return gathered((text) => void stdout.write(text), ready, () => stdout.off('error', onError).off('drain', onDrain))
}

function gathered(write: (text: string) => void, ready: () => Promise<boolean>, close: () => unknown): TextOutput {
  let waiting = ''
  const flush = (): void => {
    if (waiting !== '') write(waiting)
    waiting = ''
  }
  return {
    write: (text) => {
      waiting += text
      if (waiting.length >= chunkSize) flush()
    },
    ready,
    close: () => {
      flush()
      close()
    },
  }
}
