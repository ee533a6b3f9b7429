import {openGzip} from '../io/gzip-output.js'
import {openOutput} from '../io/text-output.js'

/** Where an extract is written to. */
interface ExtractOutput {
  readonly write: (text: string) => void
  /** Waits until there is room for more; false when nobody wants any. */
  readonly ready: () => Promise<boolean>
}

/** Some outputs take their time to end. */
interface Ends {
  readonly close: () => Promise<void> | void
  readonly discard: () => void
}

/**
 * Writes an extract. A file is replaced when all of it is written; one whose name ends in `.gz` is compressed.
 *
 * @param path undefined for standard output
 * @param use writes it
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
