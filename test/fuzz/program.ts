import type {Command, Config} from '@oclif/core'
import {join} from 'node:path'
import {performance} from 'node:perf_hooks'
import {Readable} from 'node:stream'
import {pathToFileURL} from 'node:url'

import {type CommandRun, runCommand} from '../helpers/run-command.js'
import {commandFiles} from './build.js'

/** A flag of a command, in oclif's form. */
export interface FlagInfo {
  readonly type: string
  readonly char?: string
  readonly options?: readonly string[]
  readonly multiple?: boolean
}

/** A class of a command. */
export interface CommandClass {
  new (argv: string[], config: Config): Command
  readonly flags?: Readonly<Record<string, FlagInfo>>
  readonly args?: Readonly<Record<string, {readonly options?: readonly string[]}>>
  readonly formats?: readonly string[]
}

/** Output of a run, how it ended and how long it took. */
export interface ProgramRun extends CommandRun {
  readonly milliseconds: number
}

/** The commands of the program, in this process. */
export class Program {
  private constructor(readonly commands: ReadonlyMap<string, CommandClass>) {}

  /** @param folder output of `buildInstrumented` */
  static async load(folder: string): Promise<Program> {
    const commands = new Map<string, CommandClass>()
    for (const path of commandFiles()) {
      const module = await import(pathToFileURL(join(folder, path.replace(/\.ts$/, '.js'))).href) as {readonly default: CommandClass}
      commands.set(path.slice('commands/'.length, -'.ts'.length).replace('/', ' '), module.default)
    }
    return new Program(commands)
  }

  /**
   * Runs a command in the working directory.
   *
   * @param argv the command, of one or two words, and its arguments
   */
  async run(argv: readonly string[], stdin = ''): Promise<ProgramRun> {
    const words = this.commands.has(argv.slice(0, 2).join(' ')) ? 2 : 1
    const command = this.commands.get(argv.slice(0, words).join(' '))
    if (command === undefined) throw new Error(`there is no command ${JSON.stringify(argv[0])}`)
    Object.defineProperty(process, 'stdin', {value: Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]), configurable: true})
    const [start, cpu] = [performance.now(), process.cpuUsage()]
    const run = await runCommand(command, ...argv.slice(words))
    const {user, system} = process.cpuUsage(cpu)
    // On a busy machine the clock runs while the process waits; the CPU time includes other threads of V8.
    return {...run, milliseconds: Math.min(performance.now() - start, (user + system) / 1000)}
  }
}
