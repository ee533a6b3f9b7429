import {openGzip} from '../io/gzip-output.js'
import {openOutput} from '../io/text-output.js'

/** The output of an extract. */
interface ExtractOutput {
  readonly write: (text: string) => void
  /** Waits until there is room for more. Returns false if the reader is gone. */
  readonly ready: () => Promise<boolean>
}

/** The methods that end an output, some asynchronously. */
interface Ends {
  readonly close: () => Promise<void> | void
  readonly discard: () => void
}

/**
 * Writes an extract. A file is replaced when the extract is complete, and compressed if its name ends in `.gz`.
 *
 * @param path The file; undefined for standard output
 * @param use Writes the extract
 * @throws UsageError for a file that cannot be written
 */
export async function withExtractOutput<T>(path: string | undefined, use: (output: ExtractOutput) => Promise<T>): Promise<T> {
  const output: ExtractOutput & Ends = path?.endsWith('.gz') === true ? openGzip(path) : openOutput(path ?? '-')
  try {
    const result = await use(output)
    await output.close()
    return result
  } catch (error) {
    output.discard()
    throw error
  }
}
