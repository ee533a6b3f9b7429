// Runs in the threads that read logs (`--jobs`).
import {decodedPieces} from '../io/split-lines.js'
import {answerQuestions} from '../io/worker-pool.js'
import {BlockReader} from '../replay/read/blocks/block-reader.js'
import {usersOf} from '../replay/read/users.js'
import type {BlockAnswer, BlockQuestion, LogWorkerData} from './parallel-log.js'

answerQuestions(({users, content}: LogWorkerData, thread) => {
  const reader = new BlockReader(usersOf(users), content, thread)
  let current = 0
  return ({bytes, isBegun, log, path}: BlockQuestion) => {
    if (log !== current) reader.begin(path)
    current = log
    const result = reader.read(decodedPieces(bytes), isBegun)
    const answer: BlockAnswer = {bytes, result}
    return {answer, transfers: result === undefined ? [bytes.buffer] : [bytes.buffer, result.records.numbers.buffer]}
  }
})
