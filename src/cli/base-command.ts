import {Command, Errors} from '@oclif/core'

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
  /** Writes the result. Nothing else goes to standard output. */
  protected print(text: string): void {
    // Whoever reads the output may have had enough of it (`kadm lint | head`).
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
    process.stdout.write(text)
  }

  /** Tells the user something beside the result. */
  protected note(text: string): void {
    process.stderr.write(`${text}\n`)
  }

  /** Bad usage ends with a sentence and status 2; anything that was not foreseen is a defect and ends with status 3. */
  protected override catch(error: Error & {readonly oclif?: {readonly exit?: number}}): Promise<unknown> {
    if (error instanceof UsageError) throw new Errors.CLIError(error.message, {exit: exitStatus.usage, suggestions: [...error.suggestions]})
    if (error instanceof Errors.CLIError) {
      const suggestions = suggestionsFor(error)
      throw suggestions.length === 0 ? error : Object.assign(error, {suggestions: suggestions.map((suggestion) => `did you mean ${suggestion}?`)})
    }
    const report = `This is a defect of kadm. Please report it, with the input that caused it: ${issues}`
    throw Object.assign(error, {message: `${error.message}\n${report}`, oclif: {exit: exitStatus.internal}})
  }
}
