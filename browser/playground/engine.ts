import type {Answer, FixedTexts, FromWorker, Request} from './messages.js'
import type {Input} from './input.js'
import {scriptUrl} from './trusted.js'

/** The functions of the page that receive reports of the engine. */
export interface EngineListener {
  readonly onVersions: (versions: readonly string[]) => void
  readonly onAnswer: (answer: Answer) => void
  readonly onFixed: (fixed: FixedTexts) => void
  readonly onProblem: (message: string) => void
}

/** The time after which a worker is stopped. */
const longest = 15_000

/** The longest time without a key before a check, for inputs whose checks take long. */
const longestPause = 500

/** Workers that fail one after another before the page gives up. */
const mostFailures = 2

/** The worker with the library. It answers the latest request only, and a worker that is stuck or crashed is replaced. */
export class Engine {
  private worker: Worker | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private sentAt = 0
  private duration = 0
  private count = 0
  private isReady = false
  /** Workers that ended before they were ready, one after another. */
  private failures = 0
  private waiting: Omit<Request, 'id'> | {readonly fix: Input} | undefined

  constructor(private readonly listener: EngineListener) {
    this.start()
  }

  /** The time to wait for further keys before a check: a check that takes long is not worth starting for a text that changes soon. */
  get pause(): number {
    return Math.min(this.duration / 2, longestPause)
  }

  /** Asks for an answer. A request that still waits for the worker is dropped. */
  ask(request: Omit<Request, 'id'> | {readonly fix: Input}): void {
    this.waiting = request
    this.sendNext()
  }

  private start(): void {
    this.isReady = false
    const worker = new Worker(scriptUrl('worker.js', import.meta.url), {type: 'module'})
    worker.addEventListener('message', ({data}: MessageEvent<FromWorker>) => this.receive(data))
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      this.restart('The check has crashed and was started again. Change the input, and report the files that cause it.')
    })
    this.worker = worker
    this.setTimer('kadm takes long to start, and is started again.')
  }

  private restart(message: string): void {
    this.worker?.terminate()
    clearTimeout(this.timer)
    this.failures++
    this.listener.onProblem(this.failures > mostFailures ? 'kadm does not start in this browser: it needs modules in web workers. Reload the page to try again.' : message)
    if (this.failures <= mostFailures) this.start()
  }

  private setTimer(message: string): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.restart(message), longest)
  }

  private sendNext(): void {
    if (!this.isReady || this.waiting === undefined) return
    const request = this.waiting
    this.waiting = undefined
    this.isReady = false
    this.sentAt = performance.now()
    this.setTimer(`The check took more than ${longest / 1000} seconds and was stopped. Remove objects, or install kadm to check large inputs.`)
    this.worker?.postMessage({...request, id: ++this.count})
  }

  private receive(data: FromWorker): void {
    clearTimeout(this.timer)
    this.isReady = true
    this.failures = 0
    if ('versions' in data) this.listener.onVersions(data.versions)
    else if ('texts' in data) this.listener.onFixed(data)
    else this.receiveAnswer(data)
    this.sendNext()
  }

  private receiveAnswer(answer: Answer): void {
    // Its places are those of an earlier text.
    if (this.waiting === undefined) this.listener.onAnswer(answer)
    this.duration = performance.now() - this.sentAt
  }
}
