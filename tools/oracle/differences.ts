import {prune, sortedMessage} from '../../test/helpers/compare.js'
import type {RecordedAnswer, Recording} from './case.js'
import {sortedJson} from './sorted-json.js'

/** An answer in the form in which answers are compared: random orders sorted, and what is empty left out. */
function comparable({code, reason, message, object, warnings}: RecordedAnswer): string {
  // After the line break is a diff in Go's own notation, which has random blanks.
  const text = message === undefined ? undefined : sortedMessage(message.split('\n')[0] ?? '')
  return sortedJson(prune({code, reason, message: text, object, warnings}))
}

/** All answers that a recording accepts. */
const accepted = (recorded: RecordedAnswer): string[] =>
  [recorded, ...recorded.otherwise ?? [], ...(recorded.alternatives ?? []).map((message) => ({...recorded, message}))].map(comparable)

/** Describes where the answers to a case differ from its recording. */
export function differences(recording: Recording, now: Pick<Recording, 'responses' | 'quotas'>): string[] {
  const answers = recording.responses.flatMap((recorded, i) => {
    const answer = now.responses[i]
    return answer !== undefined && accepted(recorded).includes(comparable(answer)) ? []
      : [`${recording.id}, request ${i}:\n  recorded ${comparable(recorded)}\n  now      ${answer === undefined ? 'nothing' : comparable(answer)}`]
  })
  if (recording.quotas === undefined) return answers
  const [before, after] = [sortedJson(prune(recording.quotas)), sortedJson(prune(now.quotas ?? {}))]
  return before === after ? answers : [...answers, `${recording.id}, quotas:\n  recorded ${before}\n  now      ${after}`]
}
