import type {LruEntry} from '../../machinery/rate-limit/lru-cache.js'
import type {TokenBucket} from '../../machinery/rate-limit/token-bucket.js'
import {copyOfText} from '../lookup/copy-of-text.js'
import {Recent} from '../lookup/recent.js'
import {type KeySource, type NamedKey, rememberedKeys} from '../read/arrival.js'
import type {KeyTally} from './top-keys.js'

/** The bucket of a key in one limit, with the counts of the key. */
export interface Bucket {
  readonly tokens: TokenBucket
  /** A bucket that is charged only for requests that no other limit rejects. */
  readonly spared: TokenBucket | undefined
  tally: KeyTally | undefined
}

/** A key of buckets. */
export class Key implements NamedKey {
  /** The last entry found by each limit, by the index of the limit: usually it is still valid. */
  readonly found: (LruEntry<Bucket> | undefined)[]

  constructor(readonly text: string, limits: number) {
    this.found = new Array<undefined>(limits).fill(undefined)
  }
}

/** The keys of the last requests: those with the same key share one object. */
export class Keys implements KeySource<Key> {
  private readonly known = new Recent<string, Key>(rememberedKeys)

  /** @param limits the number of limits in the configuration */
  constructor(private readonly limits: number) {}

  of(text: string): Key {
    const known = this.known.get(text)
    if (known !== undefined) return known
    const key = new Key(copyOfText(text), this.limits)
    this.known.put(key.text, key)
    return key
  }
}
