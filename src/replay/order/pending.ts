import type {Instant} from '../../machinery/go/instant.js'
import {type Bypass, type LogRequest, noApproximations, type Observed} from '../read/request.js'
import type {Timed} from './reorder.js'

/** A request that waits to be decided. Hot: objects are reused, because the garbage collector would copy each one twice. */
export class Pending<K> implements Timed {
  seconds = 0
  nanoseconds = 0
  place = 0
  state: 'waiting' | 'withdrawn' | 'done' = 'done'
  bypass: Bypass | undefined
  approx = noApproximations
  /** The keys of its buckets, by type. */
  readonly keys: K[] = []
  /** Its place in the log. */
  path = ''
  line = 0
  /** The time as written in the log. */
  time = ''
  /** The server's response according to the log. */
  observed: Observed | undefined
  /** The request itself, if it is needed. */
  request: LogRequest | undefined
}

/** Properties that a waiting request takes from its record. */
type Facts<K> = Pick<Pending<K>, 'keys' | 'bypass' | 'approx' | 'line' | 'time' | 'observed'>

/** Makes waiting requests, in objects that may have been used before. */
export class PendingPool<K> {
  private readonly free: Pending<K>[] = []

  take(facts: Facts<K>, path: string, {seconds, nanoseconds}: Instant, place: number, request: LogRequest | undefined): Pending<K> {
    const {keys, bypass, approx, line, time, observed} = facts
    const pending = this.free.pop() ?? new Pending<K>()
    pending.seconds = seconds
    pending.nanoseconds = nanoseconds
    pending.place = place
    pending.state = 'waiting'
    pending.bypass = bypass
    pending.approx = approx
    for (let i = 0; i < keys.length; i++) pending.keys[i] = keys[i] as K
    pending.path = path
    pending.line = line
    pending.time = time
    pending.observed = observed
    pending.request = request
    return pending
  }

  /** Takes an object back. */
  release(pending: Pending<K>): void {
    this.free.push(pending)
  }
}

/** Refers to a request as long as it waits. */
export interface Ticket<K> {
  readonly pending: Pending<K>
  /** The object belongs to another request if it has another place. */
  readonly place: number
}

/** Withdraws a request. Returns false if it does not wait any more. */
export function withdraw<K>({pending, place}: Ticket<K>): boolean {
  if (pending.place !== place || pending.state !== 'waiting') return false
  pending.state = 'withdrawn'
  return true
}
