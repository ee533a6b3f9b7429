// Runs in the threads that read logs (`--jobs`).
import {textOf} from '../io/split-lines.js'
import {answerQuestions} from '../io/worker-pool.js'
import {BlockReader} from '../replay/blocks/block-reader.js'
import {usersOf} from '../replay/users.js'
import type {BlockAnswer, BlockQuestion, LogWorkerData} from './parallel-log.js'

answerQuestions(({users}: LogWorkerData) => {
  const reader = new BlockReader(usersOf(users))
  return ({bytes, isBegun}: BlockQuestion) => {
    const result = reader.read(textOf(bytes), isBegun)
    const answer: BlockAnswer = {bytes, result}
    return {answer, transfers: result === undefined ? [bytes.buffer] : [bytes.buffer, result.records.numbers.buffer]}
  }
})
