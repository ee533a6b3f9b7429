import {expect} from 'chai'

import {DerError, type Field, listOf, raw, struct, type Type, unmarshal} from '../../../src/machinery/x509/der.js'
import {bigInteger, bitString, boolean, integer, objectIdentifier, octetString} from '../../../src/machinery/x509/values.js'

function read(hex: string, type: Type<unknown>): unknown {
  try {
    return unmarshal(Buffer.from(hex, 'hex'), type).value
  } catch (error) {
    if (!(error instanceof DerError)) throw error
    return error.message
  }
}

describe('unmarshal', () => {
  it('returns the bytes after the value', () => {
    expect(unmarshal(Buffer.from('020105ff', 'hex'), integer)).to.deep.equal({value: 5n, rest: Buffer.from([0xff])})
  })

  it('reads numbers of tags with several bytes', () => {
    expect(unmarshal(Buffer.from('7f8a5d0101', 'hex'), raw).value).to.include({class: 1, tag: 1373, isCompound: true})
    expect(read('1f1e00', raw)).to.equal('asn1: syntax error: non-minimal tag')
    expect(read('1f8000', raw)).to.equal('asn1: syntax error: integer is not minimally encoded')
    expect(read('1f8888888800', raw)).to.equal('asn1: structure error: base 128 integer too large')
    expect(read('1f888080800000', raw)).to.equal('asn1: structure error: base 128 integer too large')
    expect(read('1f87ffffff7f00', raw)).to.include({tag: 2 ** 31 - 1})
    expect(read('1f81', raw)).to.equal('asn1: syntax error: truncated base 128 integer')
  })

  it('checks all elements of a list before it reads them', () => {
    expect(read('3006020100020101', listOf(integer))).to.deep.equal([0n, 1n])
    expect(read('3007020200000401ff', listOf(integer))).to.equal('asn1: structure error: sequence tag mismatch')
    expect(read('300602020000020a', listOf(integer))).to.equal('asn1: syntax error: truncated sequence')
    expect(read('3004220000ff', listOf(integer))).to.equal('asn1: structure error: sequence tag mismatch')
  })

  const fields = <T>(field: Field<T>): Type<object> => struct<{readonly first?: T, readonly last?: bigint}>('s', {first: field, last: {type: integer, isOptional: true}})

  it('reads optional fields that are missing', () => {
    expect(read('3003020105', fields({type: boolean, isOptional: true}))).to.deep.include({last: 5n}).and.not.have.property('first')
    expect(read('30060101ff020105', fields({type: boolean, isOptional: true}))).to.deep.include({first: true, last: 5n})
  })

  it('reads fields with a number, in place of their type and before it', () => {
    expect(read('3003810105', fields({type: integer, number: 1}))).to.deep.include({first: 5n})
    expect(read('3005a103020105', fields({type: integer, number: 1, isExplicit: true}))).to.deep.include({first: 5n})
    expect(read('3005a203020105', fields({type: integer, number: 1, isExplicit: true}))).to.equal("asn1: structure error: explicitly tagged member didn't match")
    expect(read('3002a100', fields({type: integer, number: 1, isExplicit: true}))).to.equal('asn1: structure error: explicit tag has no child')
    expect(read('3005a100020105', fields({type: integer, number: 1, isExplicit: true}))).to.equal('asn1: structure error: zero length explicit tag was not an asn1.Flag')
  })

  it('reads sets where a list is one', () => {
    expect(read('3002310a', fields({type: listOf(raw), isSet: true}))).to.equal('asn1: syntax error: data truncated')
    expect(read('30053103020105', fields({type: listOf(integer), isSet: true}))).to.deep.include({first: [5n]})
  })
})

describe('values of DER', () => {
  it('are in their shortest form', () => {
    const table: [hex: string, type: Type<unknown>, result: unknown][] = [
      ['0200', integer, 'asn1: structure error: empty integer'], ['02020001', integer, 'asn1: structure error: integer not minimally-encoded'],
      ['0202ff80', integer, 'asn1: structure error: integer not minimally-encoded'], ['0202ff7f', integer, -129n], ['02020080', integer, 128n],
      ['0209010000000000000000', integer, 'asn1: structure error: integer too large'], ['0209010000000000000000', bigInteger, 2n ** 64n],
      ['0300', bitString, 'asn1: syntax error: zero length BIT STRING'], ['030108', bitString, 'asn1: syntax error: invalid padding bits in BIT STRING'],
      ['03020801', bitString, 'asn1: syntax error: invalid padding bits in BIT STRING'], ['03020101', bitString, 'asn1: syntax error: invalid padding bits in BIT STRING'],
      ['030101', bitString, 'asn1: syntax error: invalid padding bits in BIT STRING'], ['030304a050', bitString, Buffer.from('0a05', 'hex')],
      ['0600', objectIdentifier, 'asn1: syntax error: zero length OBJECT IDENTIFIER'], ['06028837', objectIdentifier, '2.999'], ['060127', objectIdentifier, '0.39'],
      ['010101', boolean, 'asn1: syntax error: invalid boolean'], ['0100', boolean, 'asn1: syntax error: invalid boolean'], ['010100', boolean, false],
      ['0402abcd', octetString, Buffer.from('abcd', 'hex')],
    ]
    for (const [hex, type, result] of table) expect(read(hex, type), hex).to.deep.equal(result)
  })
})
