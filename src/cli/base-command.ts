import {Command, Errors} from '@oclif/core'

import {append} from '../machinery/collections/append.js'
import {groupBy} from '../machinery/collections/group-by.js'
import {printable} from '../machinery/output/printable.js'
import {DuplicateObjectsError} from '../manifests/duplicates.js'
import {TooMuchWorkError} from '../cluster/too-much-work-error.js'
import {UsageError} from '../usage-error.js'
import {environmentNames} from './config/load-settings.js'
import {type Ending, type EnvironmentsRun, type EnvironmentText, exitStatus} from '../lint/ending.js'
import {areAllInFiles, makeReports, type Output, pathsOf, type Report, writeReports} from './outputs.js'
import {type Plots, writePlots} from './plots.js'
import {suggestionsFor} from './suggest.js'

/** The addresses in package.json; empty if there are none. */
interface Addresses {
  readonly docsUrl: string
  readonly bugsUrl: string
}

/** Joins the reports of environments in one format. */
type JoinReports = (format: string, texts: readonly EnvironmentText[], run: EnvironmentsRun) => string

/**
 * The base of all commands: writes reports and handles errors. A command computes its output as a text, prints it and sets
 * `process.exitCode`. It never calls `process.exit`, which would truncate a long output.
 */
export abstract class BaseCommand extends Command {
  /** The captured reports of one environment, which `runEnvironments` joins and writes. */
  private captured: Report[] | undefined

  /** The version of kadm and the address of its documentation, for reports. */
  protected get program(): {readonly version: string, readonly docsUrl: string} {
    return {version: this.config.version, docsUrl: this.addresses.docsUrl}
  }

  private get addresses(): Addresses {
    return this.config.pjson as unknown as Addresses
  }

  /** Writes the result to standard output. Nothing else is written there. */
  protected print(text: string): void {
    if (this.captured === undefined) process.stdout.write(text)
    else this.captured.push({format: 'table', text})
  }

  /**
   * Creates the requested reports and writes them. If none is printed, notes where the report of an incomplete result is.
   *
   * @param render Returns the text of a report
   * @throws UsageError for a file that cannot be written
   */
  protected async report<F extends string>(outputs: readonly Output<F>[], render: (output: Output<F>) => Promise<string>, {incomplete}: Ending): Promise<void> {
    const reports = await makeReports(outputs, render)
    if (this.captured === undefined) this.write(reports, incomplete.length > 0)
    else append(this.captured, reports)
  }

  private write(reports: readonly Report[], isIncomplete: boolean): void {
    writeReports(reports, (text) => this.print(text))
    if (isIncomplete && reports.length > 0 && areAllInFiles(reports)) this.note(`Note: the report of this incomplete result is in ${pathsOf(reports).join(', ')}`)
  }

  /**
   * Runs the command for each requested environment and joins their reports: into one text on standard output, and into one for
   * each file. The exit status is the highest of all environments. An environment that cannot run does not prevent the next one.
   *
   * @param flags The flags of the command: `env`, and those that write a file for one environment
   * @param join Joins the reports of environments
   * @param namesOf Returns the environments that the values of --env name
   * @returns false if the caller must run the command itself: without --env, or inside one environment
   * @throws UsageError for unknown or too many environments, for several with a flag that supports only one, and for reports that are too long together. Also throws
   *   the error of all environments if it is the same, which may be a TooMuchWorkError.
   */
  protected async runEnvironments(flags: EnvironmentFlags, join: JoinReports, namesOf = environmentNames): Promise<boolean> {
    if (flags.env === undefined || this.captured !== undefined) return false
    const names = namesOf(flags.env)
    if (names.length > maxEnvironments) throw new UsageError(`--env names ${names.length} environments, and one run can have ${maxEnvironments}`, ['name some of them at a time'])
    const single = names.length > 1 ? forOneEnvironment.find((flag) => flags[flag] !== undefined && flags[flag] !== false) : undefined
    if (single !== undefined) throw new UsageError(`--${single} writes ${single === 'plots' ? 'files' : 'a file'} for one environment`, [`name one of them: --env ${names[0] ?? ''}`])
    const reports: (Report & EnvironmentText)[] = []
    const failed: string[] = []
    const errors: {readonly name: string, readonly error: Refusal}[] = []
    let status: number = exitStatus.ok
    let characters = 0
    for (const [i, name] of names.entries()) {
      const own = await this.runIn(name, (error) => errors.push({name, error}))
      const ended = Number(process.exitCode ?? exitStatus.ok)
      if (ended === exitStatus.usage && own.length === 0) failed.push(name)
      for (const report of own) reports.push({...report, name})
      characters += own.reduce((sum, {text}) => sum + text.length, 0)
      if (characters > maxReportCharacters) throw tooLong(i + 1, names)
      status = Math.max(status, ended)
    }
    const [first] = errors
    if (first !== undefined && errors.length === names.length && errors.every(({error}) => error.message === first.error.message)) throw first.error
    for (const {name, error} of errors) this.note([`Environment ${name}:`, `Error: ${error.message}`, ...suggestionsOf(error).map((text) => `Try this: ${text}`)].join('\n'))
    const joined = [...groupBy(reports.filter(({text}) => text !== ''), ({path = ''}) => path).values()].flatMap((texts) => {
      const [report] = texts
      return report === undefined ? [] : [{...report, text: join(report.format, texts, {names, failed, status})}]
    })
    this.write(joined, status === exitStatus.usage)
    process.exitCode = status
    return true
  }

  /** Runs the command for one environment and returns its reports. Passes on the error of an environment that cannot run. */
  private async runIn(name: string, onError: (error: Refusal) => void): Promise<readonly Report[]> {
    const words = withoutEnvironments(this.argv)
    const command = new (this.constructor as new (argv: string[], config: typeof this.config) => BaseCommand)(['--env', name, ...words], this.config)
    command.captured = []
    process.exitCode = exitStatus.ok
    try {
      await command.run()
    } catch (error) {
      process.exitCode = exitStatus.usage
      if (isRefusal(error)) {
        onError(error)
        return []
      }
      if (!(error instanceof DuplicateObjectsError)) throw error
      this.note(`Environment ${name}:`)
      await this.rejectDuplicates(error)
      return []
    }
    return command.captured
  }

  /**
   * Writes the charts that --plots requests.
   *
   * @param draw Returns the charts
   * @throws UsageError for a file that cannot be written, or that kadm has not made
   */
  protected async plot(folder: string | undefined, draw: () => Promise<Plots>): Promise<void> {
    if (folder === undefined) return
    for (const note of writePlots(folder, await draw())) this.note(note)
  }

  /** Prints a message to standard error. */
  protected note(text: string): void {
    process.stderr.write(`${printable(text)}\n`)
  }

  /** Reports all places of objects that are declared twice, with a configuration to paste that solves it. */
  private async rejectDuplicates(error: DuplicateObjectsError): Promise<void> {
    const {duplicatesText} = await import('./duplicates-text.js')
    this.note(duplicatesText(error))
    process.exitCode = exitStatus.usage
  }

  /** Ends the run: with a message and status 2 for bad usage, with status 3 for any other error, which is a defect. */
  protected override catch(error: Error & {readonly oclif?: {readonly exit?: number}}): Promise<unknown> {
    if (error instanceof DuplicateObjectsError) return this.rejectDuplicates(error)
    if (isRefusal(error)) {
      throw new Errors.CLIError(printable(error.message), {exit: exitStatus.usage, suggestions: suggestionsOf(error).map((text) => printable(text))})
    }
    if (error instanceof Errors.CLIError) {
      const suggestions = suggestionsFor(error).map((suggestion) => `did you mean ${suggestion}?`)
      // Omits the help, and oclif's note on flags with several values, which no flag of kadm takes.
      const message = error.message.replace(/\n\nNote: .*\n.*(?=\n)/, '')
      throw Object.assign(error, {message: printable(message), showHelp: false, ...suggestions.length > 0 && {suggestions}})
    }
    const {bugsUrl} = this.addresses
    const report = `This is a defect of kadm. Please report it to its maintainers, with the input that caused it${bugsUrl === '' ? '.' : `: ${bugsUrl}`}`
    throw Object.assign(error, {message: `${printable(error.message)}\n${report}`, oclif: {exit: exitStatus.internal}})
  }
}

/** Errors with which a run ends without a result, with exit status 2. */
type Refusal = UsageError | TooMuchWorkError

const isRefusal = (error: unknown): error is Refusal => error instanceof UsageError || error instanceof TooMuchWorkError

const suggestionsOf = (error: Refusal): readonly string[] => error instanceof UsageError ? error.suggestions : []

interface EnvironmentFlags {
  readonly env?: readonly string[] | undefined
  readonly 'usage-out'?: string | undefined
  readonly plots?: string | undefined
  readonly 'write-baseline'?: boolean
}

/** The maximum number of environments in one run: each of them is a run of its own, and takes as long. */
export const maxEnvironments = 100

/** The maximum number of characters of the reports of several environments: they are in memory together, and again when they are joined. */
export const maxReportCharacters = 100_000_000

const tooLong = (count: number, names: readonly string[]): UsageError => new UsageError(
  `the reports of the first ${count} of ${names.length} environments have more than ${maxReportCharacters.toLocaleString('en')} characters: there is no result`,
  [`name fewer of them at a time: --env ${names[0] ?? ''}`],
)

/** Flags that write a file that cannot hold several environments. */
const forOneEnvironment = ['plots', 'usage-out', 'write-baseline'] as const

/** Returns the arguments without --env and its values. */
function withoutEnvironments(argv: readonly string[]): string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  const flags = argv.slice(0, end).filter((word, i) => word !== '--env' && !word.startsWith('--env=') && argv[i - 1] !== '--env')
  return [...flags, ...argv.slice(end)]
}
