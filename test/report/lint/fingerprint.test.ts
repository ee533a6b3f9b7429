import {expect} from 'chai'
import * as fc from 'fast-check'

import {fingerprints, textHash} from '../../../src/report/lint/fingerprint.js'
import {finding, hostileFinding, hostileTexts, lettersIn} from '../../helpers/findings.js'

const mark = (parts: Parameters<typeof finding>[0]): string => fingerprints([finding(parts)], '/work')[0] ?? ''

describe('fingerprints', () => {
  it('do not depend on positions, not even those in messages', () => {
    expect(mark({span: {start: 40, end: 41}})).to.equal(mark({}))
    expect(mark({message: 'yaml: line 3: bad'})).to.equal(mark({message: 'yaml: line 30: bad'}))
    expect(mark({message: 'at line 3, column 4'})).to.equal(mark({message: 'at line 5, column 60'}))
  })

  it('do not depend on the notation of the path, on hints or severities', () => {
    expect(mark({file: lettersIn('./a.yaml')})).to.equal(mark({}))
    expect(mark({file: lettersIn('/work/a.yaml')})).to.equal(mark({}))
    expect(mark({hint: 'b', severity: 'info'})).to.equal(mark({}))
  })

  it('depend on file, rule, message, field and object', () => {
    const object = {apiVersion: 'v1', kind: 'LimitRange', namespace: 'dev', name: 'limits'}
    const others = ([
      {}, {file: lettersIn('b.yaml')}, {ruleId: 'limit-range/type'}, {message: 'other'}, {field: 'spec'},
      {object: {...object, name: 'other'}}, {object: {...object, namespace: 'other'}}, {object: {...object, kind: 'ResourceQuota'}}, {object: {...object, apiVersion: 'v2'}},
    ] satisfies Parameters<typeof mark>[0][]).map(mark)
    expect(new Set(others).size).to.equal(others.length)
  })

  it('differ for identical findings', () => {
    const all = fingerprints([finding(), finding({span: {start: 40, end: 41}}), finding()], '/work')
    expect(new Set(all).size).to.equal(3)
    expect(all[0]).to.equal(mark({})).and.to.match(/^[0-9a-f]{28}$/)
  })

  it('are hexadecimal for any text', () => {
    for (const text of hostileTexts) expect(fingerprints([hostileFinding(text)], '/work')[0]).to.match(/^[0-9a-f]{28}$/)
  })

  it('do not change between versions', () => expect(mark({})).to.equal('1d5e175cd1385b1707b74954269c'))
})

describe('textHash', () => {
  it('returns different safe integers for different texts @slow', () => {
    const seen = new Set<number>()
    for (let i = 0; i < 100_000; i++) {
      const hash = textHash(`5f3c1f0e-3c5b-4b56-8f0e-${String(i).padStart(12, '0')}`)
      expect(Number.isSafeInteger(hash) && hash >= 0).to.equal(true)
      seen.add(hash)
    }
    expect(seen.size).to.equal(100_000)
  })

  it('distinguishes where one text ends and the next begins', () => {
    fc.assert(fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (a, b, c, d) => {
      expect(textHash(a, b) === textHash(c, d)).to.equal(a === c && b === d)
    }))
    expect(textHash('ab', 'c')).not.to.equal(textHash('a', 'bc'))
    expect(textHash('a')).to.equal(textHash('a', ''))
  })
})
