import {prune, sortedMessage} from '../../test/helpers/compare.js'
import type {RecordedAnswer, Recording} from './case.js'
import {sortedJson} from './sorted-json.js'

/**
 * An answer in the form in which answers are compared: without what is empty.
 *
 * @param isOrdered false to sort the errors in messages, whose order may be random
 */
function comparable({code, reason, message, object, warnings}: RecordedAnswer, isOrdered: boolean): string {
  // After the line break is a diff in Go's own notation, which has random blanks.
  const [first = ''] = message?.split('\n') ?? []
  const text = message === undefined ? undefined : isOrdered ? first : sortedMessage(first)
  return sortedJson(prune({code, reason, message: text, object, warnings}))
}

/** All answers that a recording accepts. */
const accepted = (recorded: RecordedAnswer, isOrdered: boolean): string[] =>
  [recorded, ...recorded.otherwise ?? [], ...(recorded.alternatives ?? []).map((message) => ({...recorded, message}))]
    .map((answer) => comparable(answer, isOrdered))

/**
 * Describes where the answers to a case differ from its recording.
 *
 * @param isOrdered true to compare the order of the errors in messages, too
 */
export function differences(recording: Recording, now: Pick<Recording, 'responses' | 'quotas'>, isOrdered = false): string[] {
  const answers = recording.responses.flatMap((recorded, i) => {
    const answer = now.responses[i]
    return answer !== undefined && accepted(recorded, isOrdered).includes(comparable(answer, isOrdered)) ? []
      : [`${recording.id}, request ${i}:\n  recorded ${comparable(recorded, isOrdered)}\n  now      ${answer === undefined ? 'nothing' : comparable(answer, isOrdered)}`]
  })
  if (recording.quotas === undefined) return answers
  const [before, after] = [sortedJson(prune(recording.quotas)), sortedJson(prune(now.quotas ?? {}))]
  return before === after ? answers : [...answers, `${recording.id}, quotas:\n  recorded ${before}\n  now      ${after}`]
}
