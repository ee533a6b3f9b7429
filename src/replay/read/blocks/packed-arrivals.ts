import {copyOfText} from '../../lookup/copy-of-text.js'
import {RecentByHash} from '../../lookup/recent-by-hash.js'
import {Recent} from '../../lookup/recent.js'
import {Arrival, ArrivalReader, type HashedKeys, type KeySource, type NamedKey, rememberedKeys} from '../arrival.js'
import type {AuditedWrite} from '../audit/audited-write.js'
import type {Batch, WantedFacts} from '../batch.js'
import type {RecordSink} from '../record-sink.js'
import {bypasses, type LogRecord, noApproximations, type Observed, type StoredEvent} from '../request.js'
import {type Packed, PackReader, PackWriter, type Step} from './packed.js'

/** The numbers of keys, by hash. */
class NumberedKeys implements HashedKeys<number> {
  private known = new RecentByHash<number>(rememberedKeys)

  /** @param numberOf Returns the number of a text */
  constructor(private readonly numberOf: (text: string) => number) {}

  get(hash: number): number | undefined {
    return this.known.get(hash)
  }

  of(text: string): number {
    return this.numberOf(text)
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
  private path = ''
  /** The last list of approximations, and its JSON: it is usually the same list. */
  private lastApprox = noApproximations
  private approxJson = ''

  /** @param thread the thread that packs */
  constructor(private readonly wanted: WantedFacts, thread: number) {
    super(thread)
    this.arrivals = new ArrivalReader(wanted, this.numbers)
  }

  add(record: LogRecord): void {
    this.pack(this.arrivals.read(record))
  }

  addWrite(write: AuditedWrite): void {
    this.pack(this.arrivals.readWrite(write))
  }

  /** Names the log of the records that follow, if it is needed. */
  from(path: string): void {
    if (!this.wanted.times || path === this.path) return
    this.path = path
    this.pushPath(path)
  }

  override take(): Packed {
    this.path = ''
    return super.take()
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
    if (approx !== noApproximations) this.push(this.numberOf(this.jsonOf(approx)))
    if (this.wanted.times) this.pushText(arrival.time)
    if (observed !== undefined) {
      this.push(observed.code)
      this.pushText(observed.message)
    }
    if (stored !== undefined) this.pushStored(stored)
  }

  private jsonOf(approx: readonly string[]): string {
    if (approx !== this.lastApprox) {
      this.lastApprox = approx
      this.approxJson = JSON.stringify(approx)
    }
    return this.approxJson
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
  | (failure === undefined ? 0 : parts.failure) | (approx === noApproximations ? 0 : parts.approx)
  | (bypass === undefined ? 0 : parts.bypass * (bypasses.indexOf(bypass) + 1))

/** Number of lists of approximations that share one list. */
const rememberedApproximations = 64

/** Unpacks the facts about records, one by one. */
export class ArrivalUnpacker<K extends NamedKey> {
  /** The names of each thread. */
  private readonly names = new Map<number, K[]>()
  private readonly approximations = new Recent<string, readonly string[]>(rememberedApproximations)
  private readonly arrival = new Arrival<K>()
  private readonly nameless: K
  private readonly reader = new PackReader()
  private known: readonly K[] = []
  private before = 0
  /** The log of the record. */
  path = ''
  /** Whole records are not packed. */
  readonly record = undefined
  private readonly usePath = (name: number): void => {
    this.path = this.nameOf(name).text
  }

  constructor(private readonly wanted: WantedFacts, private readonly keys: KeySource<K>) {
    this.nameless = keys.of('')
  }

  begin({path, line, records}: Batch): void {
    this.path = path
    this.before = line
    this.known = this.learn(records)
    this.reader.begin(records)
  }

  /** Moves to the next step; undefined at the end of the batch. */
  step(): Step | undefined {
    return this.reader.step(this.usePath)
  }

  /** Returns the facts, after a step to a record. They are valid until the next call. */
  next(): Arrival<K> {
    const {arrival, wanted, reader} = this
    const flags = reader.number()
    arrival.isBeginning = (flags & parts.isBeginning) > 0
    arrival.isCreate = (flags & parts.isCreate) > 0
    // Reading index -1 of an array is slow.
    arrival.bypass = flags < parts.bypass ? undefined : bypasses[Math.floor(flags / parts.bypass) - 1]
    arrival.seconds = reader.number()
    arrival.nanoseconds = reader.number()
    arrival.line = this.before + reader.number()
    arrival.audit = reader.number()
    arrival.event = reader.number()
    for (let i = 0; i < wanted.types.length; i++) arrival.keys[i] = this.nameOf(reader.number())
    arrival.failure = (flags & parts.failure) > 0 ? this.nameOf(reader.number()).text : undefined
    arrival.approx = (flags & parts.approx) > 0 ? this.approx(this.nameOf(reader.number()).text) : noApproximations
    arrival.time = wanted.times ? reader.text() : ''
    arrival.observed = (flags & parts.observed) > 0 ? {code: reader.number(), message: reader.text()} : undefined
    arrival.stored = (flags & parts.stored) > 0 ? storedOf(reader) : undefined
    return arrival
  }

  private nameOf(number: number): K {
    return this.known[number] ?? this.nameless
  }

  /** Learns the names of a batch, and returns all of its thread: each batch refers to those of the batches before it. */
  private learn({names, firstName, thread}: Packed): readonly K[] {
    const known = firstName === 0 ? [] : this.names.get(thread) ?? []
    for (const name of names) known.push(this.keys.of(name))
    this.names.set(thread, known)
    return known
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
  return {requests, last, event: copyOfText(reader.text())}
}
