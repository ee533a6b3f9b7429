import type {SourceFile} from '../../source/source-file.js'
import type {Batch, BatchContent} from './batch.js'
import {BatchReader} from './batch-reader.js'
import {userOfComponent} from './users.js'

/** Reads logs in memory, one after the other, into a batch each. */
export function* batchesOf(logs: readonly SourceFile[], content: BatchContent): Generator<Batch> {
  const batches = new BatchReader(userOfComponent, content)
  for (const {path, text} of logs) {
    batches.begin(path)
    batches.readBlock(text, false)
    batches.end()
    yield batches.take()
  }
}
