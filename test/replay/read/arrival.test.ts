import {expect} from 'chai'
import * as fc from 'fast-check'

import {type Arrival, ArrivalReader, type HashedKeys} from '../../../src/replay/read/arrival.js'
import type {WantedFacts} from '../../../src/replay/read/batch.js'
import {Hash} from '../../../src/replay/lookup/hash.js'
import {AuditReader} from '../../../src/replay/read/audit/audit-reader.js'
import {LineTally} from '../../../src/replay/read/line-tally.js'
import {auditEvent} from '../../helpers/event-log.js'
import {linesOf, logStep} from '../../helpers/made-log.js'

/** Returns keys that equal their texts, looked up by hash if `isRemembered`. */
const texts = (known: Map<number, string>, isRemembered: boolean): HashedKeys<string> => ({
  of: (text) => text,
  get: (hash) => isRemembered ? known.get(hash) : undefined,
  add: (hash, text) => {
    known.set(hash, text)
    return text
  },
})

/** An arbitrary seed. */
const seed = [0x1234_5678, -99] as const

const types = ['Server', 'Namespace', 'User', 'SourceAndObject']

interface Facts {
  readonly direct: Arrival<string>[]
  readonly records: Arrival<string>[]
}

/** Reads the arrivals of the audit events on some lines, both directly and through records. */
function factsOf(lines: readonly string[], wanted: WantedFacts, known: Map<number, string>): Facts {
  const [direct, records]: [Arrival<string>[], Arrival<string>[]] = [[], []]
  const [ofWrites, ofRecords] = [new ArrivalReader(wanted, texts(known, true)), new ArrivalReader(wanted, texts(known, false))]
  const reader = new AuditReader({
    add: () => undefined, hold: () => undefined, release: () => undefined,
    addWrite: (write) => {
      direct.push(structuredClone(ofWrites.readWrite(write)))
      records.push(structuredClone(ofRecords.read(write.record())))
    },
  }, new LineTally())
  const text = lines.map((line) => `${line}\n`).join('')
  const bytes = /^[\0-\x7f]*$/.test(text) ? Buffer.from(text) : undefined
  for (let [start, line] = [0, 1]; start < text.length; line++) {
    const end = text.indexOf('\n', start)
    reader.readText(text, start, end, line, bytes)
    start = end + 1
  }
  return {direct, records}
}

const odd = fc.constantFrom(
  auditEvent({user: {username: 'x'}, impersonatedUser: {username: 'y'}}), auditEvent({userAgent: 'a "quoted" \\ agent'}), auditEvent({userAgent: 'é/1'}),
  auditEvent({requestURI: '/api/v1/namespaces/shop/events?a=b&dryRun=All'}), auditEvent({auditID: ''}), auditEvent({objectRef: {name: ''}}),
  auditEvent({requestObject: {involvedObject: {name: 'a\tb', namespace: 'shop'}}}), auditEvent({verb: 'patch', requestObject: null, userAgent: ''}),
)

describe('ArrivalReader', () => {
  it('returns the same arrival for an audit event and its record @slow', () => {
    const parts = fc.tuple(fc.array(logStep, {maxLength: 30}), fc.array(odd, {maxLength: 5}))
    const lines = parts.map(([steps, others]) => [...linesOf(steps), ...others, ...linesOf(steps)])
    fc.assert(fc.property(lines, fc.boolean(), (given, times) => {
      const known = new Map<number, string>()
      const {direct, records} = factsOf(given, {types, observed: true, times, seed}, known)
      expect(direct).to.deep.equal(times ? records : records.map((arrival) => ({...arrival, time: ''})))
      expect(new Set(known.values()).size).to.equal(known.size)
    }), {numRuns: 200})
  })
})

describe('Hash', () => {
  const hash = new Hash(seed)

  it('depends on the seed, for texts and bytes', () => {
    const bytes = Buffer.from('web-0')
    const [plain, ...others] = [[0, 0], [1, 0], [0, 1], [-7, 9]].map(([high = 0, low = 0]) => new Hash([high, low]))
    for (const other of others) {
      expect(other.begin().addText('web-0').value).to.equal(other.begin().addBytes(bytes, 0, bytes.length).value)
      expect(other.begin().addText('web-0').value).not.to.equal(plain?.begin().addText('web-0').value)
    }
  })

  it('is the same for a text, its parts and its bytes', () => {
    fc.assert(fc.property(fc.string({unit: 'binary-ascii'}), fc.string({unit: 'binary-ascii'}), (a, b) => {
      const expected = hash.begin().addText(a + b).value
      expect(hash.begin().addText(a).addText(b).value).to.equal(expected)
      expect(hash.begin().addBytes(Buffer.from(`x${a}${b}y`), 1, 1 + a.length + b.length).value).to.equal(expected)
      expect(Number.isSafeInteger(expected) && expected > 0).to.equal(true)
    }))
  })

  it('differs for 200,000 similar texts', () => {
    const seen = new Set(Array.from({length: 200_000}, (_, i) => hash.begin().addText(`kubeletnode-1Podshopweb-${i}0f3c1f0e-3c5bv1`).value))
    expect(seen.size).to.equal(200_000)
  })

  it('distinguishes where one text ends and the next begins', () => {
    fc.assert(fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (a, b, c, d) => {
      const of = (one: string, other: string): number => hash.begin().addText(one).end().addText(other).value
      expect(of(a, b) === of(c, d)).to.equal(a === c && b === d)
    }))
  })
})
