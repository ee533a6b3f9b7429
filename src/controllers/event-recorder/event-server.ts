import type {ClientRequest, RecordedEvent, Send, ServerAnswer} from './types.js'

/** What refuses a request before it is stored: undefined lets it pass. */
export type Admit = (request: ClientRequest) => ServerAnswer | undefined

/** For how long the API server keeps an event after it was last written (its flag `--event-ttl`). */
const timeToLive = 3600n * 1_000_000_000n

/**
 * A server that stores nothing but the names of events: a patch of one that is not there is answered with 404 and costs no
 * token, a new one of a name that is taken with 409 and costs one (eventratelimit spec 6.3).
 *
 * @param admit asked once for every request that comes as far as admission
 */
export function eventServer(admit: Admit): Send {
  const names = new StoredNames()
  return (request) => {
    const {verb, event, time} = request
    const isStored = names.has(event, time)
    if (verb === 'PATCH' && !isStored) return {code: 404, message: `events ${JSON.stringify(event.name)} not found`}
    const refusal = admit(request)
    if (refusal !== undefined) return refusal
    if (verb === 'POST' && isStored) return {code: 409, message: `events ${JSON.stringify(event.name)} already exists`}
    names.put(event, time)
    return {code: verb === 'POST' ? 201 : 200}
  }
}

/** The names of the events that are stored, and when each expires. */
class StoredNames {
  private readonly expiries = new Map<string, bigint>()
  private nextSweep: bigint | undefined

  has(event: RecordedEvent, now: bigint): boolean {
    const expiry = this.expiries.get(keyOf(event))
    return expiry !== undefined && expiry > now
  }

  put(event: RecordedEvent, now: bigint): void {
    this.expiries.set(keyOf(event), now + timeToLive)
    this.nextSweep ??= now + timeToLive
    if (now >= this.nextSweep) this.sweep(now)
  }

  private sweep(now: bigint): void {
    for (const [key, expiry] of this.expiries) {
      if (expiry <= now) this.expiries.delete(key)
    }
    this.nextSweep = now + timeToLive
  }
}

const keyOf = ({namespace, name}: RecordedEvent): string => `${namespace}/${name}`
