import {Command, Errors} from '@oclif/core'

import {reason} from '../io/discover.js'
import {printable} from '../machinery/printable.js'
import {DuplicateObjectsError} from '../manifests/duplicates.js'
import {UsageError} from '../usage-error.js'
import {environmentNames, loadSettings} from './config/load-settings.js'
import {exitStatus} from './exit-status.js'
import {suggestionsFor} from './suggest.js'

/** The address to which defects go. */
const issues = 'https://github.com/kadm-dev/kadm/issues'

/** What a command has printed for an environment. */
interface EnvironmentText {
  readonly name: string
  readonly text: string
}

/** Puts the reports of environments in one format together. */
type JoinReports = (format: string, texts: readonly EnvironmentText[]) => string

/**
 * What all commands share: how they write, and how they end. A command computes its output as a text, prints it and sets
 * `process.exitCode`; it never exits by itself, as that would cut a long output short.
 */
export abstract class BaseCommand extends Command {
  protected override async init(): Promise<void> {
    await super.init()
    // oclif has a listener of its own, which throws.
    for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error').on('error', endOutput)
  }

  /** What is printed for one environment of several. */
  private captured: string[] | undefined

  /** Writes the result. Nothing else goes to standard output. */
  protected print(text: string): void {
    if (this.captured === undefined) process.stdout.write(text)
    else this.captured.push(text)
  }

  /**
   * Runs the command for each environment that is asked for, and prints the reports together. The gravest exit status counts.
   *
   * @param join puts the reports of environments together
   * @returns false when the command is to go on by itself: without --env, or for one environment of several
   * @throws UsageError for environments that are not set, and for reports of several in one file
   */
  protected async runEnvironments({env: asked, output = []}: EnvironmentFlags, join: JoinReports): Promise<boolean> {
    if (asked === undefined || this.captured !== undefined) return false
    const names = environmentNames(asked)
    const given = typeof output === 'string' ? [output] : output
    if (names.length > 1 && given.some((text) => text.includes('='))) throw new UsageError('the reports of several environments cannot be written to one file', ['name one environment'])
    const texts: EnvironmentText[] = []
    let status: number = exitStatus.ok
    for (const name of names) {
      texts.push({name, text: await this.runIn(name)})
      status = Math.max(status, Number(process.exitCode ?? exitStatus.ok))
    }
    const format = given.find((text) => !text.includes('=')) ?? loadSettings({}).settings.output ?? 'table'
    const shown = texts.filter(({text}) => text !== '')
    if (shown.length > 0) this.print(join(format, shown))
    process.exitCode = status
    return true
  }

  /** What the command prints for an environment. */
  private async runIn(name: string): Promise<string> {
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
      return ''
    }
    return command.captured.join('')
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

/** Whoever reads the output may have had enough of it (`kadm lint | head`). What else keeps it from being written ends kadm. */
function endOutput(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return
  process.stderr.write(`cannot write the result: ${reason(error)}\n`)
  process.exit(exitStatus.usage)
}

interface EnvironmentFlags {
  readonly env?: readonly string[] | undefined
  readonly output?: readonly string[] | string | undefined
}

/** The arguments without --env and its values. */
function withoutEnvironments(argv: readonly string[]): string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  const flags = argv.slice(0, end).filter((word, i) => word !== '--env' && !word.startsWith('--env=') && argv[i - 1] !== '--env')
  return [...flags, ...argv.slice(end)]
}
