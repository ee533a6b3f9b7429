import {expect} from 'chai'

import {WorkerPool} from '../../src/io/worker-pool.js'

/** A module for threads, which receives the pool's data as `workerData`. */
const moduleOf = (code: string): URL => new URL(`data:text/javascript,${encodeURIComponent(`import {parentPort, workerData} from 'node:worker_threads'\n${code}`)}`)

const adding = moduleOf("parentPort.on('message', (number) => parentPort.postMessage(number + workerData))")

describe('WorkerPool @slow', () => {
  it('answers requests in order', async () => {
    const pool = new WorkerPool<number, number>(adding, 3, 100)
    const questions = Array.from({length: 50}, (_, i) => i)
    expect(await Promise.all(questions.map((i) => pool.ask(i, [])))).to.deep.equal(questions.map((i) => i + 100))
    await pool.close()
  })

  it('transfers ownership of the given buffers', async () => {
    const pool = new WorkerPool<Uint8Array, number>(moduleOf("parentPort.on('message', (bytes) => parentPort.postMessage(bytes[0]))"), 1, undefined)
    const bytes = Uint8Array.of(7)
    const answer = pool.ask(bytes, [bytes.buffer])
    expect(bytes.length).to.equal(0)
    expect(await answer).to.equal(7)
    await pool.close()
  })

  const broken: Readonly<Record<string, readonly [code: string, message: string]>> = {
    'throws on start': ["throw new TypeError('not today')", 'not today'],
    'throws on a request': ["parentPort.on('message', () => { throw new TypeError('too hard') })", 'too hard'],
    'throws a string': ["parentPort.on('message', () => { throw 'a text' })", 'a text'],
    'exits': ["parentPort.on('message', () => process.exit(5))", 'a thread ended with status 5'],
  }
  for (const [what, [code, message]] of Object.entries(broken)) {
    it(`rejects open and later requests if a thread ${what}`, async () => {
      const pool = new WorkerPool<number, number>(moduleOf(code), 2, undefined)
      const answers = [pool.ask(1, []), pool.ask(2, []), pool.ask(3, [])]
      for (const answer of answers) expect(await rejection(answer)).to.equal(message)
      expect(await rejection(pool.ask(4, []))).to.equal(message)
      await pool.close()
    })
  }

  it('rejects open requests when it is closed', async () => {
    const pool = new WorkerPool<number, number>(moduleOf("parentPort.on('message', () => undefined)"), 2, undefined)
    const answer = pool.ask(1, [])
    await pool.close()
    expect(await rejection(answer)).to.equal('the threads have ended')
  })
})

async function rejection(answer: Promise<unknown>): Promise<string> {
  try {
    return `answered ${String(await answer)}`
  } catch (error) {
    return error instanceof Error ? error.message : 'no error'
  }
}
