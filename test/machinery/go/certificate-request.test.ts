import {expect} from 'chai'
import fc from 'fast-check'

import {commonNameOf, organizationsOf} from '../../../src/machinery/go/certificate-request.js'

const value = (tag: number, ...contents: Buffer[]): Buffer => {
  const content = Buffer.concat(contents)
  const length = content.length < 0x80 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const attribute = (type: string, text: string, tag = 0x0c, encoding: BufferEncoding = 'utf8'): Buffer =>
  value(0x31, value(0x30, value(0x06, Buffer.from(type, 'hex')), value(tag, Buffer.from(text, encoding))))

const pem = (der: Buffer): string => Buffer.from(`-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`).toString('base64')

/** A request with these attributes in its subject, and without a key and a signature. */
const request = (...attributes: Buffer[]): Buffer => value(0x30, value(0x30, value(0x02, Buffer.from([0])), value(0x30, ...attributes)))

const organization = '55040a'
const commonName = '550403'

describe('organizationsOf', () => {
  it('returns all organizations of the subject', () => {
    expect(organizationsOf(pem(request()))).to.deep.equal([])
    expect(organizationsOf(pem(request(attribute(organization, 'a'), attribute(commonName, 'c'), attribute(organization, 'é'))))).to.deep.equal(['a', 'é'])
    expect(organizationsOf(pem(request(attribute(organization, 'x'.repeat(300)))))).to.deep.equal(['x'.repeat(300)])
  })

  it('reads each string type', () => {
    expect(organizationsOf(pem(request(attribute(organization, 'p', 0x13), attribute(organization, 'é', 0x14, 'latin1'), attribute(organization, 'i', 0x16)))))
      .to.deep.equal(['p', 'é', 'i'])
    expect(organizationsOf(pem(request(attribute(organization, 'x', 0x1e))))).to.deep.equal([])
  })

  it('returns undefined for anything else', () => {
    expect(organizationsOf('')).to.equal(undefined)
    expect(organizationsOf('eA==')).to.equal(undefined)
    expect(organizationsOf(pem(Buffer.from('300580', 'hex')))).to.equal(undefined)
    expect(organizationsOf(pem(value(0x30, value(0x30, value(0x02, Buffer.from([0])), value(0x31)))))).to.equal(undefined)
  })

  it('never throws', () => {
    const whole = request(attribute(organization, 'system:masters'))
    fc.assert(fc.property(fc.nat(whole.length), fc.nat(whole.length - 1), fc.nat(255), (end, at, byte) => {
      const changed = Buffer.from(whole.subarray(0, end))
      if (at < changed.length) changed[at] = byte
      organizationsOf(pem(changed))
    }))
  })
})

describe('commonNameOf', () => {
  it('returns the last name of the subject', () => {
    expect(commonNameOf(pem(request(attribute(commonName, 'a'), attribute(organization, 'o'), attribute(commonName, 'b'))))).to.equal('b')
    expect(commonNameOf(pem(request(attribute(organization, 'o'))))).to.equal('')
  })

  it('returns undefined for anything else', () => expect(commonNameOf('eA==')).to.equal(undefined))
})
