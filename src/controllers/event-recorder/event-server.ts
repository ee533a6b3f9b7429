import type {ClientRequest, RecordedEvent, SendRequest, ServerAnswer} from './types.js'

/** Rejects a request before it is stored; undefined admits it. */
export type AdmitRequest = (request: ClientRequest) => ServerAnswer | undefined

/** Time for which the API server keeps an event after its last write (its flag `--event-ttl`). */
const timeToLive = 3600n * 1_000_000_000n

/**
 * A server that stores only the names of events. It answers the patch of a missing event with 404, which takes no
 * token. It answers a create with an existing name with 409, which takes one (spec eventratelimit 6.3).
 *
 * @param admit called once for every request that reaches admission
 */
export function eventServer(admit: AdmitRequest): SendRequest {
  const names = new StoredNames()
  return (request) => {
    const {verb, event, time} = request
    const isStored = names.has(event, time)
    if (verb === 'PATCH' && !isStored) return {code: 404, message: `events ${JSON.stringify(event.name)} not found`}
    const rejection = admit(request)
    if (rejection !== undefined) return rejection
    if (verb === 'POST' && isStored) return {code: 409, message: `events ${JSON.stringify(event.name)} already exists`}
    names.put(event, time)
    return {code: verb === 'POST' ? 201 : 200}
  }
}

/** The names of the stored events, with their expiry. */
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
