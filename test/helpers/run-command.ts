import {type Command, Config} from '@oclif/core'

import {root} from './run-kadm.js'

/** Output of a command, and how it ended. */
export interface CommandRun {
  readonly stdout: string
  readonly stderr: string
  /** Both, in the order in which they were written. */
  readonly output: string
  readonly status: number
  readonly error?: Error & {readonly suggestions?: readonly string[]}
}

export type CommandClass = new (argv: string[], config: Config) => Command

interface Ended extends Error {
  readonly oclif?: {readonly exit?: number}
}

let config: Config | undefined

/** Runs a command in this process, from its source. */
export const runCommand = (command: CommandClass, ...argv: string[]): Promise<CommandRun> => runCommandAs({}, command, ...argv)

/** Runs a command in this process, as with these settings in package.json. */
export async function runCommandAs(settings: Readonly<Record<string, string>>, command: CommandClass, ...argv: string[]): Promise<CommandRun> {
  config ??= await Config.load(root)
  const configured = Object.assign(Object.create(config) as Config, {pjson: {...config.pjson, ...settings}})
  const [stdout, stderr, output]: [string[], string[], string[]] = [[], [], []]
  const streams = [[process.stdout, stdout], [process.stderr, stderr]] as const
  const before = streams.map(([stream]) => ({write: stream.write.bind(stream), isTTY: stream.isTTY}))
  const listeners = process.stdout.listeners('error')
  for (const [stream, texts] of streams) {
    const write = (text: string | Uint8Array): boolean => texts.push(String(text)) + output.push(String(text)) > 0
    Object.assign(stream, {write, isTTY: false})
  }
  const texts = (): Pick<CommandRun, 'stdout' | 'stderr' | 'output'> => ({stdout: stdout.join(''), stderr: stderr.join(''), output: output.join('')})
  const exitCode = process.exitCode
  try {
    await (new command(argv, configured) as Command & {_run(): Promise<unknown>})._run()
    return {...texts(), status: Number(process.exitCode ?? 0)}
  } catch (error) {
    const ended = error as Ended
    return {...texts(), status: ended.oclif?.exit ?? 1, error: ended}
  } finally {
    for (const [i, properties] of before.entries()) Object.assign(streams[i]?.[0] ?? {}, properties)
    for (const listener of process.stdout.listeners('error')) if (!listeners.includes(listener)) process.stdout.off('error', listener as () => void)
    process.exitCode = exitCode
  }
}
