import {Command, Errors} from '@oclif/core'

import {reason} from '../io/discover.js'
import {printable} from '../machinery/printable.js'
import {DuplicateObjectsError} from '../manifests/duplicates.js'
import {UsageError} from '../usage-error.js'
import {exitStatus} from './exit-status.js'
import {suggestionsFor} from './suggest.js'

/** The address to which defects go. */
const issues = 'https://github.com/kadm-dev/kadm/issues'

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

  /** Writes the result. Nothing else goes to standard output. */
  protected print(text: string): void {
    process.stdout.write(text)
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
