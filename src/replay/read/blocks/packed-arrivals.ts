import {Arrival, ArrivalReader, type HashedKeys, type Wanted} from '../arrival.js'
import type {AuditedWrite} from '../audit/audited-write.js'
import {detached} from '../../lookup/detached.js'
import {type Key, type Keys, rememberedKeys} from '../../decide/key.js'
import {RecentByHash} from '../../lookup/recent-by-hash.js'
import {Recent} from '../../lookup/recent.js'
import type {RecordSink} from '../record-sink.js'
import {bypasses, exact, type LogRecord, type Observed, type StoredEvent} from '../request.js'
import {type Packed, PackReader, PackWriter} from './packed.js'

/** The numbers of keys, by hash. */
class NumberedKeys implements HashedKeys<number> {
  private known = new RecentByHash<number>(rememberedKeys)

  /** @param numberOf Returns the number of a text */
  constructor(private readonly numberOf: (text: string) => number) {}

  get(hash: number): number | undefined {
    return this.known.get(hash)
  }

  add(hash: number, text: string): number {
    const number = this.numberOf(text)
    this.known.put(hash, number)
    return number
  }

  clear(): void {
    this.known = new RecentByHash(rememberedKeys)
  }
}

/** Bits for the flags of an arrival, and for its optional parts. The bits above them are the place of its bypass, from 1 on. */
const parts = {isBeginning: 1, isCreate: 2, observed: 4, stored: 8, failure: 16, approx: 32, bypass: 64} as const

/** Packs the facts about records. */
export class ArrivalPacker extends PackWriter implements RecordSink {
  private readonly numbers = new NumberedKeys((text) => this.numberOf(text))
  private readonly arrivals: ArrivalReader<number>

  /** @param thread the thread that packs */
  constructor(private readonly wanted: Wanted, thread: number) {
    super(thread)
    this.arrivals = new ArrivalReader(wanted, this.numbers)
  }

  add(record: LogRecord): void {
    this.pack(this.arrivals.read(record))
  }

  addWrite(write: AuditedWrite): void {
    this.pack(this.arrivals.readWrite(write))
  }

  override forget(): void {
    super.forget()
    this.numbers.clear()
  }

  private pack(arrival: Arrival<number>): void {
    const {keys, failure, approx, stored} = arrival
    const observed = this.wanted.observed ? arrival.observed : undefined
    this.begin()
    this.push(flagsOf(arrival, observed))
    this.push(arrival.seconds)
    this.push(arrival.nanoseconds)
    this.push(arrival.line)
    this.push(arrival.audit)
    this.push(arrival.event)
    for (const key of keys) this.push(key)
    if (failure !== undefined) this.push(this.numberOf(failure))
    if (approx !== exact) this.push(this.numberOf(JSON.stringify(approx)))
    if (this.wanted.times) this.pushText(arrival.time)
    if (observed !== undefined) {
      this.push(observed.code)
      this.pushText(observed.message)
    }
    if (stored !== undefined) this.pushStored(stored)
  }

  private pushStored({event, requests, last: {seconds, nanoseconds}}: StoredEvent): void {
    this.push(requests)
    this.push(seconds)
    this.push(nanoseconds)
    this.pushText(event)
  }
}

const flagsOf = ({isBeginning, isCreate, stored, failure, approx, bypass}: Arrival<number>, observed: Observed | undefined): number =>
  (isBeginning ? parts.isBeginning : 0) | (isCreate ? parts.isCreate : 0) | (observed ? parts.observed : 0) | (stored ? parts.stored : 0)
  | (failure === undefined ? 0 : parts.failure) | (approx === exact ? 0 : parts.approx)
  | (bypass === undefined ? 0 : parts.bypass * (bypasses.indexOf(bypass) + 1))

/** Number of lists of approximations that share one list. */
const rememberedApproximations = 64

/** Unpacks the facts about records. */
export class ArrivalUnpacker {
  /** The names of each thread. */
  private readonly names = new Map<number, Key[]>()
  private readonly approximations = new Recent<string, readonly string[]>(rememberedApproximations)
  private readonly arrival = new Arrival<Key>()
  private readonly nameless: Key

  /** @param keys the keys of the log */
  constructor(private readonly wanted: Wanted, private readonly keys: Keys) {
    this.nameless = keys.of('')
  }

  /** Takes the names of a block: each block of a thread counts on those of the blocks before it. */
  learn({names, firstName, thread}: Packed): void {
    const known = firstName === 0 ? [] : this.names.get(thread) ?? []
    for (const name of names) known.push(this.keys.of(name))
    this.names.set(thread, known)
  }

  /**
   * Unpacks a block, whose names were learned.
   *
   * @param line number of lines before the block
   * @param take gets the facts about each record, which are valid until it returns
   */
  unpack(packed: Packed, line: number, sink: Pick<RecordSink, 'hold' | 'release'>, take: (arrival: Arrival<Key>) => void): void {
    const names = this.names.get(packed.thread) ?? []
    const reader = new PackReader(packed)
    reader.forEach(sink, () => take(this.next(reader, names, line)))
  }

  private next(reader: PackReader, names: readonly Key[], line: number): Arrival<Key> {
    const {arrival, wanted} = this
    const name = (): Key => names[reader.number()] ?? this.nameless
    const flags = reader.number()
    arrival.isBeginning = (flags & parts.isBeginning) > 0
    arrival.isCreate = (flags & parts.isCreate) > 0
    arrival.bypass = bypasses[Math.floor(flags / parts.bypass) - 1]
    arrival.seconds = reader.number()
    arrival.nanoseconds = reader.number()
    arrival.line = line + reader.number()
    arrival.audit = reader.number()
    arrival.event = reader.number()
    for (let i = 0; i < wanted.types.length; i++) arrival.keys[i] = name()
    arrival.failure = (flags & parts.failure) > 0 ? name().text : undefined
    arrival.approx = (flags & parts.approx) > 0 ? this.approx(name().text) : exact
    arrival.time = wanted.times ? reader.text() : ''
    arrival.observed = (flags & parts.observed) > 0 ? {code: reader.number(), message: reader.text()} : undefined
    arrival.stored = (flags & parts.stored) > 0 ? storedOf(reader) : undefined
    return arrival
  }

  private approx(json: string): readonly string[] {
    const known = this.approximations.get(json)
    if (known !== undefined) return known
    const approx = JSON.parse(json) as readonly string[]
    this.approximations.put(json, approx)
    return approx
  }
}

function storedOf(reader: PackReader): StoredEvent {
  const requests = reader.number()
  const last = {seconds: reader.number(), nanoseconds: reader.number()}
  return {requests, last, event: detached(reader.text())}
}
