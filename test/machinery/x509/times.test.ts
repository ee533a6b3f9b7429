import {expect} from 'chai'

import {generalizedTimeError, utcTimeError} from '../../../src/machinery/x509/times.js'

/** Recorded from Go's encoding/asn1. */
const form = (given: string, serialized: string): string =>
  `asn1: time did not serialize back to the original value and may be invalid: given "${given}", but serialized as "${serialized}"`

const parsing = (text: string, layout: string, rest: string, word: string): string => `parsing time "${text}" as "${layout}": cannot parse "${rest}" as "${word}"`

describe('utcTimeError', () => {
  it('is undefined for times with and without seconds', () => {
    for (const text of ['2501010000Z', '250101000000Z', '250101000000+0130', '000229235959-0001']) expect(utcTimeError(text), text).to.equal(undefined)
  })

  it('is about the first part that Go does not read', () => {
    const layout = '060102150405Z0700'
    expect(utcTimeError('a')).to.equal(parsing('a', layout, 'a', '06'))
    expect(utcTimeError('25010100000')).to.equal(parsing('25010100000', layout, '0', '05'))
    expect(utcTimeError('250101000000+99xx')).to.equal('parsing time "250101000000+99xx": time zone offset hour out of range')
    expect(utcTimeError('251301000000Z')).to.equal('parsing time "251301000000Z": month out of range')
    expect(utcTimeError('250230000000Z')).to.equal('parsing time "250230000000Z": day out of range')
    expect(utcTimeError('\u00c3"')).to.equal(parsing('\\xc3\\"', layout, '\\xc3\\"', '06'))
  })

  it('is about times that Go writes in another form', () => {
    expect(utcTimeError('250101000000.5Z')).to.equal(form('250101000000.5Z', '250101000000Z'))
    expect(utcTimeError('250101000000+0000')).to.equal(form('250101000000+0000', '250101000000Z'))
    expect(utcTimeError('250101000000+0060')).to.equal(form('250101000000+0060', '250101000000+0100'))
    expect(utcTimeError('-10101000000Z')).to.equal(form('-10101000000Z', '990101000000Z'))
  })
})

describe('generalizedTimeError', () => {
  it('is undefined for times with and without decimals', () => {
    for (const text of ['20250101000000Z', '20250101000000.123456789Z', '20250101000000.5+0130']) expect(generalizedTimeError(text), text).to.equal(undefined)
  })

  it('is about times that Go does not read, or writes in another form', () => {
    expect(generalizedTimeError('2025')).to.equal(parsing('2025', '20060102150405.999999999Z0700', '', '01'))
    expect(generalizedTimeError('20250101000000.50Z')).to.equal(form('20250101000000.50Z', '20250101000000.5Z'))
    expect(generalizedTimeError('20250101000000,5Z')).to.equal(form('20250101000000,5Z', '20250101000000.5Z'))
    expect(generalizedTimeError('20250101000000.000Z')).to.equal(form('20250101000000.000Z', '20250101000000Z'))
  })
})
