import {expect} from 'chai'
import fc from 'fast-check'

import {certificateRequestError, commonNameOf, organizationsOf, requestFormError} from '../../../src/machinery/x509/certificate-request.js'
import {attribute, commonName, der, organization, pem, signedRequest} from '../../helpers/certificate-request.js'

/** A request with these attributes in its subject. */
const request = (...attributes: Buffer[]): Buffer => signedRequest(attributes)

describe('organizationsOf', () => {
  it('returns all organizations of the subject', () => {
    expect(organizationsOf(pem(request()))).to.deep.equal([])
    expect(organizationsOf(pem(request(attribute(organization, 'a'), attribute(commonName, 'c'), attribute(organization, 'é'))))).to.deep.equal(['a', 'é'])
    expect(organizationsOf(pem(request(attribute(organization, 'x'.repeat(300)))))).to.deep.equal(['x'.repeat(300)])
  })

  it('reads each string type', () => {
    expect(organizationsOf(pem(request(attribute(organization, 'p', 0x13), attribute(organization, 'é', 0x14, 'latin1'), attribute(organization, 'i', 0x16)))))
      .to.deep.equal(['p', 'é', 'i'])
    expect(organizationsOf(pem(request(attribute(organization, '\0x\0y\0\0', 0x1e, 'latin1'), attribute(organization, '12', 0x12))))).to.deep.equal(['xy', '12'])
    expect(organizationsOf(pem(request(attribute(organization, 'x', 0x1b), attribute(organization, 'y', 0x04))))).to.deep.equal([])
  })

  it('returns undefined for anything else', () => {
    expect(organizationsOf('')).to.equal(undefined)
    expect(organizationsOf('eA==')).to.equal(undefined)
    expect(organizationsOf(pem(Buffer.from('300580', 'hex')))).to.equal(undefined)
    expect(organizationsOf(pem(der(0x30, der(0x30, der(0x02, Buffer.from([0])), der(0x31)))))).to.equal(undefined)
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

describe('certificateRequestError', () => {
  const subject = [attribute(commonName, 'a')]
  const whole = signedRequest(subject)
  const parameters = '{optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}'
  const mismatch = (wanted: number, found: string, type: string): string => `asn1: structure error: tags don't match (${wanted} vs {${found}}) ${parameters} ${type}`
  const version = der(0x02, Buffer.from([0]))
  const identifier = der(0x06, Buffer.from([0x2a]))

  it('is undefined for a request with a right signature', () => {
    expect(certificateRequestError(pem(whole))).to.equal(undefined)
    expect(requestFormError(pem(whole))).to.equal(undefined)
  })

  it('is about the form of anything else, in the words of Go', () => {
    const noBlock = 'PEM block type must be CERTIFICATE REQUEST'
    const table: [bytes: Buffer, error: string][] = [
      [Buffer.alloc(0), 'asn1: syntax error: sequence truncated'],
      [Buffer.from('30', 'hex'), 'asn1: syntax error: truncated tag or length'],
      [Buffer.from('3081', 'hex'), 'asn1: syntax error: truncated tag or length'],
      [Buffer.from('3080', 'hex'), 'asn1: syntax error: indefinite length found (not DER)'],
      [Buffer.from('3084ffffffff', 'hex'), 'asn1: structure error: length too large'],
      [Buffer.from('308100', 'hex'), 'asn1: structure error: superfluous leading zeros in length'],
      [Buffer.from('308101', 'hex'), 'asn1: structure error: non-minimal length'],
      [Buffer.from('5f00', 'hex'), 'asn1: syntax error: non-minimal tag'],
      [Buffer.from('0000', 'hex'), mismatch(16, 'class:0 tag:0 length:0 isCompound:false', 'certificateRequest @2')],
      [Buffer.from('7403', 'hex'), mismatch(16, 'class:1 tag:20 length:3 isCompound:true', 'certificateRequest @2')],
      [whole.subarray(0, -1), 'asn1: syntax error: data truncated'],
      [Buffer.concat([whole, Buffer.from([0x30])]), 'asn1: syntax error: trailing data'],
      [der(0x30, version), mismatch(16, 'class:0 tag:2 length:1 isCompound:false', 'tbsCertificateRequest @2')],
      [der(0x30, der(0x30, der(0x30))), mismatch(2, 'class:0 tag:16 length:0 isCompound:true', 'int @2')],
      [der(0x30, der(0x30, version, der(0x30))), 'asn1: syntax error: sequence truncated'],
      [der(0x30, der(0x30, version, der(0x30), version)), mismatch(16, 'class:0 tag:2 length:1 isCompound:false', 'publicKeyInfo @7')],
      [der(0x30, der(0x30, version, der(0x30), der(0x30, version))), mismatch(16, 'class:0 tag:2 length:1 isCompound:false', 'AlgorithmIdentifier @2')],
      [der(0x30, der(0x30, version, der(0x30), der(0x30, der(0x30), version))), 'asn1: syntax error: sequence truncated'],
      [der(0x30, der(0x30, version, der(0x30), der(0x30, der(0x30, identifier), version))), mismatch(3, 'class:0 tag:2 length:1 isCompound:false', 'BitString @7')],
      [der(0x30, der(0x30, version, der(0x30), der(0x30, der(0x30, identifier), der(0x03))), der(0x30)), 'asn1: syntax error: zero length BIT STRING'],
    ]
    for (const [bytes, error] of table) {
      expect(certificateRequestError(pem(bytes)), bytes.toString('hex')).to.equal(error)
      expect(requestFormError(pem(bytes)), bytes.toString('hex')).to.equal(error)
    }
    for (const request of ['', 'eA==', pem(whole, 'CERTIFICATE'), whole.toString('base64')]) expect(certificateRequestError(request)).to.equal(noBlock)
  })

  it('is about a signature of other bytes', () => {
    const forged = Buffer.from(whole)
    forged.write('b', forged.indexOf(attribute(commonName, 'a')) + attribute(commonName, 'a').length - 1)
    expect(certificateRequestError(pem(forged))).to.equal('x509: ECDSA verification failure')
    expect(requestFormError(pem(forged))).to.equal(undefined)
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.nat(whole.length), fc.nat(whole.length - 1), fc.nat(255), (end, at, byte) => {
      const changed = Buffer.from(whole.subarray(0, end))
      if (at < changed.length) changed[at] = byte
      certificateRequestError(pem(changed))
    }))
  })
})
