import type {Key} from '../decide/key.js'
import type {Timed} from './reorder.js'
import {type Bypass, exact, type LogRequest, type Observed} from '../read/request.js'

/** A request that waits to be decided. Hot: the objects are used again, because the garbage collector would copy each one twice. */
export class Pending implements Timed {
  seconds = 0
  nanoseconds = 0
  place = 0
  state: 'waiting' | 'withdrawn' | 'done' = 'done'
  bypass: Bypass | undefined
  approx = exact
  /** The keys of its buckets, by type. */
  readonly keys: Key[] = []
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

/** Refers to a request as long as it waits. */
export interface Ticket {
  readonly pending: Pending
  /** The object belongs to another request if it has another place. */
  readonly place: number
}
