// Runs in the threads that read logs (`--jobs`).
import {type LineRange, LineRanges} from '../io/line-ranges.js'
import {decoded, decodedPieces} from '../io/split-lines.js'
import {answerQuestions} from '../io/worker-pool.js'
import {BlockReader, type TextPiece} from '../replay/read/blocks/block-reader.js'
import {usersOf} from '../replay/read/users.js'
import {UsageError} from '../usage-error.js'
import type {LogWorkerData, PartAnswer, PartQuestion} from './parallel-log.js'

answerQuestions(({users, content, piece}: LogWorkerData, thread) => {
  const reader = new BlockReader(usersOf(users), content, thread)
  let current = 0
  let file: LineRanges | undefined

  function* textsOf(path: string, range: LineRange): Generator<TextPiece> {
    file ??= LineRanges.open(path, piece)
    for (const {bytes, goesOn} of file?.read(range) ?? []) yield [...decoded(bytes), goesOn]
  }

  return ({part, isBegun, log, path}: PartQuestion) => {
    if (log !== current) {
      reader.begin(path)
      file?.close()
      file = undefined
    }
    current = log
    const bytes = 'bytes' in part ? part.bytes : undefined
    const result = resultOf(reader, 'bytes' in part ? decodedPieces(part.bytes) : textsOf(path, part.range), isBegun)
    const answer: PartAnswer = {bytes, result}
    return {answer, transfers: [...bytes === undefined ? [] : [bytes.buffer], ...result === undefined ? [] : [result.records.numbers.buffer]]}
  }
})

/** Returns undefined for a file that cannot be read: the main thread reports that. */
function resultOf(reader: BlockReader, texts: Iterable<TextPiece>, isBegun: boolean): PartAnswer['result'] {
  try {
    return reader.read(texts, isBegun)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    reader.drop(); return;
  }
}
