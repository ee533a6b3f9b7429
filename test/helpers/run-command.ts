import {type Command, Config} from '@oclif/core'

import {root} from './run-kadm.js'

/** The end of a command. */
interface CommandEnd {
  readonly status: number
  readonly error?: Error & {readonly suggestions?: readonly string[]}
}

/** Output of a command, and how it ended. */
export interface CommandRun extends CommandEnd {
  readonly stdout: string
  readonly stderr: string
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
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const end = await captured([stdout, stderr], settings, command, argv)
  return {stdout: stdout.join(''), stderr: stderr.join(''), ...end}
}

/** Runs a command in this process, and returns the output of both streams in the order of writing, as a pipe gets it. */
export async function runCommandInPipe(command: CommandClass, ...argv: string[]): Promise<CommandEnd & {readonly output: string}> {
  const output: string[] = []
  const {isTTY} = process.stdout
  process.stdout.isTTY = false
  const end = await captured([output, output], {}, command, argv).finally(() => Object.assign(process.stdout, {isTTY}))
  return {output: output.join(''), ...end}
}

/** Runs a command. Adds what it writes to lists, one for standard output and one for standard error. */
async function captured(
  texts: readonly [string[], string[]], settings: Readonly<Record<string, string>>, command: CommandClass, argv: string[],
): Promise<CommandEnd> {
  config ??= await Config.load(root)
  const configured = Object.assign(Object.create(config) as Config, {pjson: {...config.pjson, ...settings}})
  const streams = [[process.stdout, texts[0]], [process.stderr, texts[1]]] as const
  const writes = streams.map(([stream]) => stream.write.bind(stream))
  const listeners = process.stdout.listeners('error')
  for (const [stream, parts] of streams) stream.write = (text: string | Uint8Array): boolean => parts.push(String(text)) > 0
  const exitCode = process.exitCode
  try {
    await (new command(argv, configured) as Command & {_run(): Promise<unknown>})._run()
    return {status: Number(process.exitCode ?? 0)}
  } catch (error) {
    const ended = error as Ended
    return {status: ended.oclif?.exit ?? 1, error: ended}
  } finally {
    for (const [i, write] of writes.entries()) Object.assign(streams[i]?.[0] ?? {}, {write})
    for (const listener of process.stdout.listeners('error')) if (!listeners.includes(listener)) process.stdout.off('error', listener as () => void)
    process.exitCode = exitCode
  }
}
