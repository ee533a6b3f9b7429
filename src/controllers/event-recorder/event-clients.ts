import type {Clock} from '../../admission/clock.js'
import type {CorrelatorOptions} from './event-correlator.js'
import {distinctNames, type NameEvent} from './event-name.js'
import {EventProcess, type ProcessContext} from './event-process.js'
import {isGranted, makeEvent} from './record-event.js'
import {RecorderClient} from './recorder-client.js'
import {legacyTransport, PausingTransport, repeatingTransport} from './transport.js'
import {type EmittedEvent, type EventClient, type EventResult, type LossReason, lossReasons, type RequestSteps, type SendRequest} from './types.js'
import {WakeUps} from './wake-ups.js'

/**
 * The client between components and the server: none, so that every event is a request; the recorder of client-go; the recorder
 * before the design document, which retries after a 429; or the recorder with the pause that the design document proposes, which
 * needs a server that sends Retry-After.
 */
export const clientNames = ['none', 'recorder', 'legacy', 'proposal'] as const

export type ClientName = typeof clientNames[number]

/** Counters of clients. After `finish`, every emitted event is stored or lost. */
export interface ClientCounts {
  /** Events that components emitted. */
  readonly emitted: number
  /** Requests sent, with any answer; a patch and the create request that replaces it count as two. */
  readonly sent: number
  /** Requests answered with 429. */
  readonly refused: number
  /** Patches answered with 404, as the server does not have the event. */
  readonly notFound: number
  /** Events that the server has: separately, as a count in another event, or aggregated with similar events. */
  readonly stored: number
  /** Events that were lost, in total and by cause. */
  readonly lost: number
  readonly lostBy: Readonly<Record<LossReason, number>>
}

/**
 * The clients of a server, one for each user and source. Time comes from the events and the server's answers. The
 * simulation is deterministic: the same events produce the same requests.
 */
export class EventClients {
  private readonly processes = new Map<string, EventProcess>()
  private readonly waiting = new WakeUps<EventProcess>()
  private readonly results = new Map<EventResult, number>()
  private readonly context: ProcessContext
  private time = 0n
  private emitted = 0
  private sent = 0
  private rejected = 0
  private notFound = 0
  private uuids = 0

  /**
   * @param send the server, which answers every request at once; requests are sent in order of time
   * @param options options of recorders
   */
  constructor(private readonly client: ClientName, send: SendRequest, private readonly options: CorrelatorOptions = {}) {
    this.context = {
      send: (write) => {
        const answer = send({...write, time: this.time})
        this.sent++
        if (answer.code === 429) this.rejected++
        if (answer.code === 404 && write.verb === 'PATCH') this.notFound++
        return answer
      },
      report: (result) => void this.results.set(result, (this.results.get(result) ?? 0) + 1),
    }
  }

  /** Emits an event, after all work that is due before it. Events must come in order of time. */
  emit(event: EmittedEvent): void {
    this.wakeUntil(event.time)
    this.time = event.time
    this.emitted++
    const process = this.processOf(event)
    this.waitFor(process, process.emit(event))
  }

  /** Finishes all pending work. */
  finish(): void {
    this.wakeUntil(undefined)
  }

  counts(): ClientCounts {
    const lostBy = Object.fromEntries(lossReasons.map((loss) => [loss, this.results.get(loss) ?? 0])) as Record<LossReason, number>
    const lost = lossReasons.reduce((sum, loss) => sum + lostBy[loss], 0)
    return {emitted: this.emitted, sent: this.sent, refused: this.rejected, notFound: this.notFound, stored: this.results.get('stored') ?? 0, lost, lostBy}
  }

  private wakeUntil(time: bigint | undefined): void {
    for (let next = this.waiting.take(time); next !== undefined; next = this.waiting.take(time)) {
      this.time = next.time
      this.waitFor(next.item, next.item.resume())
    }
  }

  private waitFor(process: EventProcess, pause: bigint | undefined): void {
    if (pause !== undefined) this.waiting.put(this.time + pause, process)
  }

  private processOf({user, source: {component = '', host = ''}}: EmittedEvent): EventProcess {
    const key = [user, component, host].join('\0')
    const known = this.processes.get(key)
    if (known !== undefined) return known
    const process = new EventProcess(user, this.makeClient(), this.context)
    this.processes.set(key, process)
    return process
  }

  private makeClient(): EventClient {
    const nameOf = distinctNames(() => `00000000-0000-4000-8000-${String(this.uuids++).padStart(12, '0')}`)
    if (this.client === 'none') return new PlainClient(nameOf)
    const clock: Clock = {now: () => this.time}
    const transports = {recorder: repeatingTransport, legacy: legacyTransport, proposal: new PausingTransport(clock)}
    return new RecorderClient({...this.options, clock, nameOf, transport: transports[this.client]})
  }
}

/** A client without a recorder: creates every event once. */
class PlainClient implements EventClient {
  constructor(private readonly nameOf: NameEvent) {}

  * handle(emitted: EmittedEvent): RequestSteps<EventResult> {
    const answer = (yield {write: {verb: 'POST', event: makeEvent(emitted, this.nameOf)}}) ?? {code: 'transport'}
    if (answer.code === 'transport') return 'unanswered'
    return isGranted(answer) ? 'stored' : 'abandoned'
  }
}
