import {stdinPath} from './discover.js'
import {onInterrupt} from './on-interrupt.js'
import {openFileWriter} from './write-file.js'

/** An output for a long text that is written in pieces. */
export interface TextOutput {
  write(text: string): void
  /** Waits until there is room for more. Returns false if the reader is gone. */
  ready(): Promise<boolean>
  /** Ends the output and replaces the content of a regular file. */
  close(): void
  /** Ends an incomplete output. A regular file keeps its content. */
  discard(): void
}

/** Minimum number of characters written at once. */
const chunkSize = 1 << 16

/**
 * Opens a file for output. The file is replaced when the output is closed; `-` is standard output.
 *
 * @throws UsageError if the file cannot be opened, and later if a write fails
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
  // After an error, standard output still looks writable, and the drain event never comes.
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
