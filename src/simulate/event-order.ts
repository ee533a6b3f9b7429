import type {Clock} from '../admission/clock.js'
import {identify} from '../cluster/target.js'
import {event, newEvent} from '../kinds/event/index.js'
import {eventTimes} from '../kinds/event/times.js'
import {addNanoseconds, compareInstants, type Instant} from '../machinery/go/instant.js'
import type {Manifest} from '../manifests/manifest.js'
import type {SourceFile} from '../source/source-file.js'

/** An object to send, with its time; only Events have one. */
export interface TimedManifest {
  readonly manifest: Manifest
  readonly isEvent: boolean
  readonly time?: Instant | undefined
}

/**
 * Sorts objects into the order in which a server receives them: the given order, except that Events are in the order of their
 * times, wherever they are written. An Event is sent at its first time, or at its last one if only that is
 * given: recorders begin with a create (spec eventratelimit 9.2). An Event without a time is sent with the one before it,
 * or with the first one that has a time.
 */
export function inOrderOfTime(manifests: readonly Manifest[]): TimedManifest[] {
  const timed = manifests.map((manifest) => ({manifest, isEvent: isEvent(manifest)}))
  const events = withTimes(timed.filter((one) => one.isEvent))
  if (events.every(({time}) => time !== undefined)) events.sort((a, b) => compareInstants(a.time ?? beginning, b.time ?? beginning))
  let next = 0
  return timed.map((one) => one.isEvent ? events[next++] ?? one : one)
}

/**
 * The objects of files, one file after another.
 *
 * @param timeOf the time at which the objects of a file are sent; without one, its Events are sent in the order of their own times
 */
export function inOrderOfFiles(manifests: readonly Manifest[], timeOf: (file: SourceFile) => Instant | undefined): TimedManifest[] {
  const files = new Map<SourceFile, Manifest[]>()
  for (const manifest of manifests) {
    const {file} = manifest.document
    const ofFile = files.get(file)
    if (ofFile === undefined) files.set(file, [manifest])
    else ofFile.push(manifest)
  }
  return [...files].flatMap(([file, ofFile]): TimedManifest[] => {
    const time = timeOf(file)
    return time === undefined ? inOrderOfTime(ofFile) : ofFile.map((manifest) => ({manifest, isEvent: isEvent(manifest), time}))
  })
}

/**
 * Sends some objects later: each after the Events that are sent until then.
 *
 * @param delayOf the delay of an object in milliseconds, 0 for none
 * @param now the time of objects without one
 */
export function withDelays(timed: readonly TimedManifest[], delayOf: (manifest: Manifest) => number, now: Instant): TimedManifest[] {
  const all = timed.filter(({manifest}) => delayOf(manifest) === 0)
  for (const one of timed.filter(({manifest}) => delayOf(manifest) > 0)) {
    const time = addNanoseconds(one.time ?? now, delayOf(one.manifest) * nanosecondsPerMillisecond)
    const next = all.findIndex(({isEvent: isOne, time: other = now}) => isOne && compareInstants(other, time) > 0)
    all.splice(next === -1 ? all.length : next, 0, {...one, time})
  }
  return all
}

const nanosecondsPerMillisecond = 1_000_000

const beginning: Instant = {seconds: 0, nanoseconds: 0}

/** True for an Event of either API. */
export function isEvent({body}: Pick<Manifest, 'body'>): boolean {
  const info = identify(body)
  return !('code' in info) && (info.definition === event || info.definition === newEvent)
}

function withTimes(events: readonly TimedManifest[]): TimedManifest[] {
  const own = events.map(({manifest: {body}}) => {
    const {first, last} = eventTimes(body)
    return first ?? last
  })
  let before = own.find((instant) => instant !== undefined)
  return events.map((one, i) => {
    before = own[i] ?? before
    return {...one, time: before}
  })
}

/** A clock that can be set temporarily. */
export class AdjustableClock implements Clock {
  private time: bigint | undefined

  /** @param fallback the clock in use otherwise */
  constructor(private readonly fallback: Clock) {}

  now(): bigint {
    return this.time ?? this.fallback.now()
  }

  /** Runs a function at a time; without one, at its present time. */
  at<T>(time: Instant | undefined, run: () => T): T {
    this.time = time && BigInt(time.seconds) * 1_000_000_000n + BigInt(time.nanoseconds)
    const result = run()
    this.time = undefined
    return result
  }
}
