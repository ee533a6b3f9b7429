import {expect} from 'chai'
import * as fc from 'fast-check'
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {ParallelLogs} from '../../src/cli/parallel-log.js'
import {readInThisThread} from '../../src/cli/read-logs.js'
import {LineRanges} from '../../src/io/line-ranges.js'
import {type LineBlock, linesOf as lines, LineSplitter} from '../../src/io/split-lines.js'
import type {LimitSpec} from '../../src/machinery/rate-limit/event-limit.js'
import {ExtractLog} from '../../src/replay/extract.js'
import type {Batch, BatchContent} from '../../src/replay/read/batch.js'
import {BatchReader} from '../../src/replay/read/batch-reader.js'
import type {ReplayOptions} from '../../src/replay/replay.js'
import {usersOf} from '../../src/replay/read/users.js'
import {auditEvent, limit, record, startReplay} from '../helpers/event-log.js'
import {linesOf, logStep} from '../helpers/made-log.js'
import {hasAllRuns, runs} from '../helpers/runs.js'
import {readVectors} from '../helpers/vectors.js'

/** The folder of logs that threads read from files. */
const folder = mkdtempSync(join(tmpdir(), 'kadm-logs-'))

const users = new Map([['kubelet', 'node/<host>']])

const limits = [limit('Server', 3, 6), limit('Namespace', 2, 4), limit('User', 2, 5, 3), limit('SourceAndObject', 1, 2, 4)]

/** Lines that are part of a larger document, unreadable, or unusual in another way. */
const oddity = fc.constantFrom(
  ...['', '  ', 'nonsense', '{"time":', '[1]', '{', '}', '[', ']', '---', 'kind: Event', '# a comment', '\ufeff', `${record(5)}\r`, ` ${record(6)}`],
  ...[record(7, {user: 'é'}), record(8, {namespace: '漢😀', approx: ['user', 'time']}), auditEvent({auditID: 'odd', userAgent: 'a "quoted" \\ agent é'})],
  ...[JSON.stringify({kind: 'List', items: [JSON.parse(record(9)), 5]}, null, 1), `[\n${record(10)},\n${record(11)}\n]${record(12)}`],
  ...[auditEvent({auditID: 'long', userAgent: 'x'.repeat(2000)}), `[${record(13)}${' '.repeat(2000)}]`, 'y'.repeat(3000)],
)

interface RecordedEvent {
  readonly ms: number
  readonly object?: {readonly source?: object, readonly involvedObject?: object}
}

/** A log, with or without a line break at its end. */
const log = fc.tuple(fc.array(logStep, {maxLength: 40}), fc.array(fc.tuple(fc.nat(), oddity), {maxLength: 4}), fc.constantFrom('', '\n')).map(([steps, oddities, end]) => {
  const lines = linesOf(steps)
  for (const [place, text] of oddities) lines.splice(place % (lines.length + 1), 0, text)
  return `${lines.join('\n')}${end}`
})

/** Longer lines come in pieces. Chunks are not longer. */
const piece = 1500

/** The blocks of a log that comes in chunks of equal size. */
async function* blocksOf(text: string, chunk: number): AsyncGenerator<LineBlock> {
  const bytes = Buffer.from(text)
  const splitter = new LineSplitter(piece)
  for (let start = 0; start < bytes.length; start += chunk) yield* await Promise.resolve(splitter.push(bytes.subarray(start, start + chunk)))
  yield* splitter.end()
}

type Read = (blocks: AsyncIterable<LineBlock>, batches: BatchReader, content: BatchContent, path: string) => AsyncGenerator<Batch, string | undefined>

async function* readAll(logs: readonly string[], chunk: number, content: BatchContent, read: Read): AsyncGenerator<Batch> {
  const batches = new BatchReader(usersOf(users), content)
  for (const [i, text] of logs.entries()) {
    const path = join(folder, `log-${i}`)
    batches.begin(path)
    batches.end(yield* read(blocksOf(text, chunk), batches, content, path))
    yield batches.take()
  }
}

/** Reads a log line by line. */
async function* plainly(blocks: AsyncIterable<LineBlock>, batches: BatchReader): AsyncGenerator<Batch, undefined> {
  for await (const block of blocks) for (const line of lines(block)) batches.read(line, block.goesOn)
  yield batches.take()
}

async function replayed(specs: readonly LimitSpec[], logs: readonly string[], chunk: number, options: ReplayOptions, read: Read): Promise<unknown> {
  const {replay, result} = startReplay(specs, options)
  for await (const batch of readAll(logs, chunk, replay.content, read)) replay.add(batch)
  return result()
}

async function extracted(logs: readonly string[], chunk: number, read: Read): Promise<string> {
  let text = ''
  const into = new ExtractLog((line) => text += line)
  for await (const batch of readAll(logs, chunk, into.content, read)) into.add(batch)
  into.finish()
  return text
}

describe('logs read by several threads', () => {
  // A request has few lines, so that short logs lead to many requests. The threads are started once for each kind of log.
  const started = new Map<string, ParallelLogs>()
  after(async () => {
    await Promise.all([...started.values()].map((one) => one.close()))
    rmSync(folder, {recursive: true})
  })

  const parallelFor = (threads: number, content: BatchContent): ParallelLogs => {
    const name = JSON.stringify([threads, content])
    const parallel = started.get(name) ?? new ParallelLogs(threads, {users, content, piece}, 1200)
    started.set(name, parallel)
    return parallel
  }
  const withThreads = (threads: number): Read => (blocks, batches, content, path) => parallelFor(threads, content).read(blocks, batches, path)
  /** Writes the blocks into a file, which the threads read themselves. */
  const fromFile = (threads: number): Read => async function* (blocks, batches, content, path) {
    const bytes: Buffer[] = []
    for await (const block of blocks) bytes.push(Buffer.from(block.bytes))
    writeFileSync(path, Buffer.concat(bytes))
    const file = LineRanges.open(path, piece)
    if (file === undefined) return undefined
    try {
      return yield* parallelFor(threads, content).readFile(file, batches, path, () => undefined)
    } finally {
      file.close()
    }
  }
  // To start a thread takes longer than all that it reads. All runs include one thread, which answers in order.
  const counts = hasAllRuns ? [1, 3] : [2]
  const reads: readonly Read[] = [readInThisThread, ...counts.map(withThreads), ...counts.map(fromFile)]
  const options: fc.Arbitrary<ReplayOptions> = fc.constantFrom({observes: true}, {servers: 3}, {client: {name: 'recorder', retryAfterSeconds: undefined}})
  const given = [fc.array(log, {minLength: 1, maxLength: 2}), fc.integer({min: 300, max: piece}), fc.constantFrom(...reads)] as const

  it('lead to the same result with the same line numbers', async () => {
    await fc.assert(fc.asyncProperty(...given, options, async (logs, chunk, read, chosen) => {
      expect(await replayed(limits, logs, chunk, chosen, read)).to.deep.equal(await replayed(limits, logs, chunk, chosen, plainly))
    }), {numRuns: runs(150)})
  })

  it('lead to identical extracts', async () => {
    await fc.assert(fc.asyncProperty(...given, async (logs, chunk, read) => {
      expect(await extracted(logs, chunk, read)).to.equal(await extracted(logs, chunk, plainly))
    }), {numRuns: runs(150)})
  })

  it('lead to the same verdicts for recorded events', async () => {
    const events = readVectors<{readonly events?: readonly RecordedEvent[]}>('events').flatMap((one) => one.events ?? []).slice(0, 5000)
    const text = events.map(({ms, object: {source, involvedObject} = {}, ...event}) => record(ms, {...event, source, object: involvedObject}))
    expect(text.length).to.be.above(1000)
    const expected = await replayed(limits, [text.join('\n')], 1000, {}, plainly)
    for (const read of reads) expect(await replayed(limits, [text.join('\n')], 1000, {}, read)).to.deep.equal(expected)
  })
})
