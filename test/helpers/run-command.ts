import type {Command} from '@oclif/core'

import {root} from './run-kadm.js'

/** What a command wrote, and how it ended. */
export interface CommandRun {
  readonly stdout: string
  readonly stderr: string
  /** The exit status that it asked for, or that its error has. */
  readonly status: number
  readonly error?: Error & {readonly suggestions?: readonly string[]}
}

/** Runs the class of a command in this process, so that its very source is tested and not what was built of it. */
export async function runCommand(command: Command.Class, ...argv: string[]): Promise<CommandRun> {
  const streams = {stdout: '', stderr: ''}
  const restore = [capture('stdout', (text) => streams.stdout += text), capture('stderr', (text) => streams.stderr += text)]
  const before = process.exitCode
  try {
    await command.run(argv, {root})
    return {...streams, status: Number(process.exitCode ?? 0)}
  } catch (error) {
    const {oclif} = error as {oclif?: {exit?: number}}
    return {...streams, status: oclif?.exit ?? 1, error: error as Error}
  } finally {
    for (const undo of restore) undo()
    process.exitCode = before
  }
}

/** Gives everything that is written to a stream away, until what it returns is called. */
function capture(name: 'stdout' | 'stderr', take: (text: string) => void): () => void {
  const stream = process[name]
  const own = Object.getOwnPropertyDescriptor(stream, 'write')
  const listeners = stream.listeners('error')
  const write = (chunk: string | Uint8Array): boolean => {
    take(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
    return true
  }
  Object.defineProperty(stream, 'write', {configurable: true, writable: true, value: write})
  return () => {
    if (own === undefined) Reflect.deleteProperty(stream, 'write')
    else Object.defineProperty(stream, 'write', own)
    // A command listens until the program ends.
    for (const listener of stream.listeners('error').filter((added) => !listeners.includes(added))) stream.removeListener('error', listener as () => void)
  }
}
