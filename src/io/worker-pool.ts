import {readFileSync} from 'node:fs'
import {basename} from 'node:path'
import {getAsset, isSea} from 'node:sea'
import {parentPort, threadId, type Transferable, Worker, workerData} from 'node:worker_threads'

/** A question for a thread, and the functions that settle it. */
interface Job<Question, Answer> {
  readonly question: Question
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

/** A thread with its open jobs, in order. */
interface Thread<Question, Answer> {
  readonly worker: Worker
  readonly jobs: Job<Question, Answer>[]
}

/** Threads that answer questions. When a thread fails, all open and later questions are rejected with its error. */
export class WorkerPool<Question, Answer> {
  private readonly threads: readonly Thread<Question, Answer>[]
  private failure: Error | undefined

  /**
   * @param program the file or the text that each thread runs; it calls `answerQuestions`
   * @param size the number of threads
   * @param data given to each thread
   */
  constructor(program: URL | string, readonly size: number, data: unknown) {
    this.threads = Array.from({length: size}, () => this.start(new Worker(program, {workerData: data, eval: typeof program === 'string'})))
  }

  /**
   * Asks the thread with the fewest open questions.
   *
   * @param transfers moved to the thread: they can no longer be used here
   */
  ask(question: Question, transfers: readonly Transferable[]): Promise<Answer> {
    const {worker, jobs} = this.threads.reduce((minimum, thread) => thread.jobs.length < minimum.jobs.length ? thread : minimum)
    const answer = new Promise<Answer>((resolve, reject) => {
      if (this.failure === undefined) jobs.push({question, resolve, reject})
      else reject(this.failure)
    })
    // The caller may await another answer first: until then, no handler is attached.
    answer.catch(() => undefined)
    worker.postMessage(question, transfers)
    return answer
  }

  /** Ends the threads, and rejects all open questions. */
  async close(): Promise<void> {
    this.fail(new Error('the threads have ended'))
    await Promise.all(this.threads.map(({worker}) => worker.terminate()))
  }

  private start(worker: Worker): Thread<Question, Answer> {
    const thread: Thread<Question, Answer> = {worker, jobs: []}
    worker.on('message', (answer: Answer) => thread.jobs.shift()?.resolve(answer))
    worker.on('messageerror', (error) => this.fail(error))
    worker.on('error', (error) => this.fail(error))
    worker.on('exit', (code) => this.fail(new Error(`a thread ended with status ${code}`)))
    return thread
  }

  private fail(error: unknown): void {
    const failure = this.failure ??= error instanceof Error ? error : new Error(String(error))
    for (const {jobs} of this.threads) for (const {reject} of jobs.splice(0)) reject(failure)
  }
}

/** Returns the text of a script of the program, for threads that run it. A single executable has no file of it, but an asset. */
export const scriptText = (path: string): string => isSea() ? getAsset(basename(path), 'utf8') : readFileSync(path, 'utf8')

/** An answer, with the objects that are moved with it. */
export interface Reply {
  readonly answer: unknown
  readonly transfers: readonly Transferable[]
}

/**
 * Answers the questions of a `WorkerPool`, in one of its threads. An error ends the thread.
 *
 * @param begin takes the data of the pool and the number of the thread, and returns the function that answers
 */
export function answerQuestions(begin: (data: never, thread: number) => (question: never) => Reply): void {
  const answerTo = begin(workerData as never, threadId)
  parentPort?.on('message', (question) => {
    const {answer, transfers} = answerTo(question as never)
    parentPort?.postMessage(answer, transfers)
  })
}
