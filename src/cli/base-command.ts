import {Command, Errors} from '@oclif/core'

import {append} from '../machinery/append.js'
import type {EnvironmentText} from '../machinery/environment-text.js'
import {groupBy} from '../machinery/group-by.js'
import {printable} from '../machinery/printable.js'
import {DuplicateObjectsError} from '../manifests/duplicates.js'
import {UsageError} from '../usage-error.js'
import {environmentNames} from './config/load-settings.js'
import {exitStatus} from './exit-status.js'
import {makeReports, type Output, type Report, writeReports} from './outputs.js'
import {suggestionsFor} from './suggest.js'

/** The address to which defects go. */
const issues = 'https://github.com/kadm-dev/kadm/issues'

/** Puts the reports of environments in one format together. */
type JoinReports = (format: string, texts: readonly EnvironmentText[]) => string

/**
 * What all commands share: how they write, and how they end. A command computes its output as a text, prints it and sets
 * `process.exitCode`; it never exits by itself, as that would cut a long output short.
 */
export abstract class BaseCommand extends Command {
  /** The reports of one environment, which are not written by themselves. */
  private captured: Report[] | undefined

  /** Writes the result. Nothing else goes to standard output. */
  protected print(text: string): void {
    if (this.captured === undefined) process.stdout.write(text)
    else this.captured.push({format: 'table', text})
  }

  /**
   * Makes the reports that are asked for and writes them.
   *
   * @param render makes one of them
   * @throws UsageError for a file that cannot be written
   */
  protected async report<F extends string>(outputs: readonly Output<F>[], render: (output: Output<F>) => Promise<string>): Promise<void> {
    const reports = await makeReports(outputs, render)
    if (this.captured === undefined) writeReports(reports, (text) => this.print(text))
    else append(this.captured, reports)
  }

  /**
   * Runs the command for each environment that is asked for, and writes the reports of all of them together: in one text on
   * standard output, and in one for each file. The gravest exit status counts.
   *
   * @param flags those of the command: `env`, and what writes a file of one environment alone
   * @param join puts the reports of environments together
   * @returns false when the command is to go on by itself: without --env, or for one environment of several
   * @throws UsageError for environments that are not set, and for several with a flag that is for one
   */
  protected async runEnvironments(flags: EnvironmentFlags, join: JoinReports): Promise<boolean> {
    if (flags.env === undefined || this.captured !== undefined) return false
    const names = environmentNames(flags.env)
    const single = names.length > 1 ? forOneEnvironment.find((flag) => flags[flag] !== undefined && flags[flag] !== false) : undefined
    if (single !== undefined) throw new UsageError(`--${single} writes a file for one environment`, [`name one of them: --env ${names[0] ?? ''}`])
    const reports: (Report & EnvironmentText)[] = []
    let status: number = exitStatus.ok
    for (const name of names) {
      for (const report of await this.runIn(name)) reports.push({...report, name})
      status = Math.max(status, Number(process.exitCode ?? exitStatus.ok))
    }
    const joined = [...groupBy(reports.filter(({text}) => text !== ''), ({path = ''}) => path).values()].flatMap((texts) => {
      const [first] = texts
      return first === undefined ? [] : [{...first, text: join(first.format, texts)}]
    })
    writeReports(joined, (text) => this.print(text))
    process.exitCode = status
    return true
  }

  /** The reports of an environment. */
  private async runIn(name: string): Promise<readonly Report[]> {
    const words = withoutEnvironments(this.argv)
    const command = new (this.constructor as new (argv: string[], config: typeof this.config) => BaseCommand)(['--env', name, ...words], this.config)
    command.captured = []
    process.exitCode = exitStatus.ok
    try {
      await command.run()
    } catch (error) {
      if (!(error instanceof DuplicateObjectsError)) throw error
      this.note(`Environment ${name}:`)
      await this.refuseDuplicates(error)
      return []
    }
    return command.captured
  }

  /** Tells the user something beside the result. */
  protected note(text: string): void {
    process.stderr.write(`${printable(text)}\n`)
  }

  /** Names all places of objects that are declared twice, and the way out as a text to be pasted. */
  private async refuseDuplicates(error: DuplicateObjectsError): Promise<void> {
    const {duplicatesText} = await import('./duplicates-text.js')
    this.note(duplicatesText(error))
    process.exitCode = exitStatus.usage
  }

  /** Bad usage ends with a sentence and status 2; anything that was not foreseen is a defect and ends with status 3. */
  protected override catch(error: Error & {readonly oclif?: {readonly exit?: number}}): Promise<unknown> {
    if (error instanceof DuplicateObjectsError) return this.refuseDuplicates(error)
    if (error instanceof UsageError) {
      throw new Errors.CLIError(printable(error.message), {exit: exitStatus.usage, suggestions: error.suggestions.map((text) => printable(text))})
    }
    if (error instanceof Errors.CLIError) {
      const suggestions = suggestionsFor(error).map((suggestion) => `did you mean ${suggestion}?`)
      // Whoever misspelt a flag needs a sentence, not all of the help, nor a note on flags that take several values, as none does.
      const message = error.message.replace(/\n\nNote: .*\n.*(?=\n)/, '')
      throw Object.assign(error, {message: printable(message), showHelp: false, ...suggestions.length > 0 && {suggestions}})
    }
    const report = `This is a defect of kadm. Please report it, with the input that caused it: ${issues}`
    throw Object.assign(error, {message: `${printable(error.message)}\n${report}`, oclif: {exit: exitStatus.internal}})
  }
}

interface EnvironmentFlags {
  readonly env?: readonly string[] | undefined
  readonly 'usage-out'?: string | undefined
  readonly 'write-baseline'?: boolean
}

/** Flags that write a file in which environments cannot be told apart. */
const forOneEnvironment = ['usage-out', 'write-baseline'] as const

/** The arguments without --env and its values. */
function withoutEnvironments(argv: readonly string[]): string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  const flags = argv.slice(0, end).filter((word, i) => word !== '--env' && !word.startsWith('--env=') && argv[i - 1] !== '--env')
  return [...flags, ...argv.slice(end)]
}
