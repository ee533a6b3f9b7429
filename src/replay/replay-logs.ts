import type {EventRateLimitConfiguration} from '../machinery/rate-limit/event-limit.js'
import type {SourceFile} from '../source/source-file.js'
import {BatchReader} from './read/batch-reader.js'
import type {Batch, BatchContent} from './read/batch.js'
import {userOfComponent} from './read/users.js'
import {Replay, type ReplayOptions} from './replay.js'
import type {ReplayReport} from './report/report.js'
import {type TuneOptions, Tuner, type Tuning} from './tune/tune.js'

/**
 * Replays the logs of an API server under a configuration of EventRateLimit.
 *
 * @param logs the texts of logs in order of time, in the formats that `kadm replay` reads
 * @param configuration a valid one, such as `readConfiguration` returns
 */
export function replay(logs: readonly SourceFile[], configuration: EventRateLimitConfiguration, options?: ReplayOptions): ReplayReport {
  const run = new Replay(configuration, options)
  for (const batch of batchesOf(logs, run.content)) run.add(batch)
  return run.finish()
}

/** Finds the limits of EventRateLimit that accept the requests in logs, which are texts as for `replay`. */
export function tune(logs: readonly SourceFile[], options: TuneOptions): Tuning {
  const run = new Tuner(options)
  for (const batch of batchesOf(logs, run.content)) run.add(batch)
  return run.finish()
}

/** Reads logs in memory, one after the other, into a batch each. */
function* batchesOf(logs: readonly SourceFile[], content: BatchContent): Generator<Batch> {
  const batches = new BatchReader(userOfComponent, content)
  for (const {path, text} of logs) {
    batches.begin(path)
    batches.readBlock(text, false)
    batches.end()
    yield batches.take()
  }
}
