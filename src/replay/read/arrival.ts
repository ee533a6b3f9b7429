import {keyOfType} from '../../machinery/rate-limit/event-limit.js'
import {Hash} from '../lookup/hash.js'
import type {AuditedWrite} from './audit/audited-write.js'
import type {WantedFacts} from './batch.js'
import {type Bypass, bypassOf, failureBeforeAdmission, type LogRecord, noApproximations, type Observed, type StoredEvent} from './request.js'

/**
 * All facts about a record that do not depend on other records. The stages after reading need only these.
 *
 * @template K a key, or its number
 */
export class Arrival<K> {
  seconds = 0
  nanoseconds = 0
  line = 0
  /** The keys of the request's buckets, by type. */
  readonly keys: K[] = []
  bypass: Bypass | undefined
  /** The reason that the request failed before admission. */
  failure: string | undefined
  approx = noApproximations
  /** The hash of the audit ID; 0 for none. */
  audit = 0
  isBeginning = false
  /** The hash of the written event's name; 0 if it is unknown. */
  event = 0
  isCreate = false
  stored: StoredEvent | undefined
  time = ''
  observed: Observed | undefined
}

/** A key of buckets. */
export interface NamedKey {
  readonly text: string
}

/** Creates keys. Requests with the same key share one object. */
export interface KeySource<K> {
  /** Returns the key with a text. */
  of(text: string): K
}

/** Finds the keys of the last requests by the hashes of their texts. */
export interface HashedKeys<K> extends KeySource<K> {
  get(hash: number): K | undefined
  /** Adds a key that is not there. */
  add(hash: number, text: string): K
}

/** Number of keys kept to share them between requests. */
export const rememberedKeys = 16_384

/** Adds the key of a request to a hash. */
type AddKey = (write: AuditedWrite, hash: Hash) => void

const addKeys: ReadonlyMap<string, AddKey> = new Map<string, AddKey>([
  ['Namespace', (write, hash) => write.addNamespace(hash)],
  ['User', (write, hash) => write.addUser(hash)],
  ['SourceAndObject', (write, hash) => write.addSourceAndObject(hash)],
])

const addNothing: AddKey = () => undefined

/** Finds out the facts about records. */
export class RecordFacts<K> {
  protected readonly arrival = new Arrival<K>()
  protected readonly hash: Hash

  constructor(protected readonly wanted: WantedFacts, private readonly source: KeySource<K>) {
    this.hash = new Hash(wanted.seed)
  }

  /** Returns the facts about a record. They are valid until the next call. */
  read(record: LogRecord): Arrival<K> {
    const {arrival, hash, wanted: {types}} = this
    const {verb, namespace, name, observed, auditID} = record
    for (let i = 0; i < types.length; i++) arrival.keys[i] = this.source.of(keyOfType(types[i] ?? '')(record))
    arrival.seconds = record.seconds
    arrival.nanoseconds = record.nanoseconds
    arrival.line = record.line
    arrival.bypass = bypassOf(record)
    arrival.failure = observed && failureBeforeAdmission(verb, observed)
    arrival.approx = record.approx
    arrival.audit = auditID === '' ? 0 : hash.begin().addText(auditID).value
    arrival.isBeginning = record.isBeginning
    arrival.event = name === '' || record.object === undefined ? 0 : hash.begin().addText(namespace).end().addText(name).value
    arrival.isCreate = verb === 'create'
    arrival.stored = record.stored
    arrival.time = record.time
    arrival.observed = observed
    return arrival
  }
}

/** Finds out the facts about records, and about audit events without a record of each. */
export class ArrivalReader<K> extends RecordFacts<K> {
  private readonly addKeys: readonly AddKey[]
  /** The hash of an empty text. */
  private readonly noText: number

  constructor(wanted: WantedFacts, private readonly keys: HashedKeys<K>) {
    super(wanted, keys)
    this.addKeys = wanted.types.map((type) => addKeys.get(type) ?? addNothing)
    this.noText = this.hash.begin().value
  }

  /** Returns the facts about an audit event. They are valid until the next call. Hot: does what `read` does for its record, without a record. */
  readWrite(write: AuditedWrite): Arrival<K> {
    const {arrival, wanted: {observed, times}} = this
    const {verb} = write
    this.readHashes(write, arrival)
    arrival.seconds = write.seconds
    arrival.nanoseconds = write.nanoseconds
    arrival.line = write.line
    arrival.bypass = bypassOf(write)
    arrival.observed = observed || write.isFailed ? write.observed : undefined
    arrival.failure = arrival.observed && failureBeforeAdmission(verb, arrival.observed)
    arrival.approx = write.approx
    arrival.isBeginning = write.isBeginning
    arrival.isCreate = verb === 'create'
    arrival.stored = undefined
    arrival.time = times ? write.time : ''
    return arrival
  }

  private readHashes(write: AuditedWrite, arrival: Arrival<K>): void {
    const {hash, addKeys: adds, keys} = this
    for (let i = 0; i < adds.length; i++) {
      (adds[i] as AddKey)(write, hash.begin())
      const number = hash.value
      arrival.keys[i] = keys.get(number) ?? keys.add(number, keyOfType(this.wanted.types[i] ?? '')(write.record()))
    }
    write.addAuditID(hash.begin())
    arrival.audit = hash.value === this.noText ? 0 : hash.value
    write.addNamespace(hash.begin())
    arrival.event = write.addName(hash.end()) ? hash.value : 0
  }
}
