import {stdinPath} from './discover.js'
import {onInterrupt} from './on-interrupt.js'
import {openFileWriter} from './write-file.js'

/** Somewhere to write a long text, bit by bit. */
export interface TextOutput {
  write(text: string): void
  /** Waits until there is room for more; false when nobody wants any. */
  ready(): Promise<boolean>
  /** Ends the output. A regular file has its new content now. */
  close(): void
  /** Ends an output that is not whole. A regular file stays as it was. */
  discard(): void
}

/** So many characters are written at once. */
const chunkSize = 1 << 16

/**
 * Opens a file to write to, which is replaced when the output is closed; `-` is standard output.
 *
 * @throws UsageError when that cannot be done, and later when nothing more can be written
 */
export function openOutput(path: string): TextOutput {
  if (path === stdinPath) return standardOutput()
  const writer = openFileWriter(path)
  const stop = onInterrupt(() => writer.discard())
  return gathered((text) => writer.write(text), () => Promise.resolve(true), (isWhole) => {
    stop()
    if (isWhole) writer.commit()
    else writer.discard()
  })
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
  return gathered((text) => void stdout.write(text), ready, () => void stdout.off('error', onError).off('drain', onDrain))
}

function gathered(write: (text: string) => void, ready: () => Promise<boolean>, end: (isWhole: boolean) => void): TextOutput {
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
      end(true)
    },
    discard: () => end(false),
  }
}
