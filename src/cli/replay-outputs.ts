import {openOutput, type TextOutput} from '../io/text-output.js'
import {Decisions} from '../replay/report/decisions.js'
import type {Decision} from '../replay/report/decisions.js'
import {Seconds} from '../replay/report/seconds.js'
import type {SecondCounts} from '../replay/report/seconds.js'

/** Formatters of the outputs that are written while a log is read. */
export interface Printers {
  readonly decision: (decision: Decision) => string
  readonly head: string
  readonly second: (counts: SecondCounts) => string
}

/** The outputs that are written while a log is read. */
export interface ReplayOutputs {
  readonly decisions: Decisions | undefined
  readonly seconds: Seconds | undefined
  /** Waits until there is room for more. Returns false if the reader is gone. */
  readonly ready: () => Promise<boolean>
}

/** Outputs that can be ended. */
type OpenOutputs = ReplayOutputs & Pick<TextOutput, 'close' | 'discard'>

/**
 * Calls a function with the outputs of a replay. The file of decisions is replaced when it is complete.
 *
 * @param decisions The file for decisions, if requested
 * @param seconds The file for the counts of each second, or "-" to print them, if requested
 * @throws UsageError for a file that cannot be written
 */
export async function withReplayOutputs<T>(
  decisions: string | undefined, seconds: string | undefined, printers: Printers, use: (outputs: ReplayOutputs) => Promise<T>,
): Promise<T> {
  const outputs = openReplayOutputs(decisions, seconds, printers)
  try {
    const result = await use(outputs)
    outputs.close()
    return result
  } catch (error) {
    outputs.discard()
    throw error
  }
}

function openReplayOutputs(decisions: string | undefined, seconds: string | undefined, printers: Printers): OpenOutputs {
  const forDecisions = decisions === undefined ? undefined : openOutput(decisions)
  const forSeconds = seconds === undefined ? undefined : openOutput(seconds)
  forSeconds?.write(printers.head)
  const outputs: readonly TextOutput[] = [forDecisions, forSeconds].filter((output) => output !== undefined)
  return {
    decisions: forDecisions && new Decisions(printers.decision, (text) => forDecisions.write(text)),
    seconds: forSeconds && new Seconds((counts) => forSeconds.write(printers.second(counts))),
    ready: async () => (await Promise.all(outputs.map((output) => output.ready()))).every((isReady) => isReady),
    close: () => {
      for (const output of outputs) output.close()
    },
    discard: () => {
      for (const output of outputs) output.discard()
    },
  }
}
