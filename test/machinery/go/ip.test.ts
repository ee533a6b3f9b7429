import {expect} from 'chai'
import {FieldPath} from '../../../src/machinery/field/path.js'
import {cidrErrors, cidrWarnings, ipErrors, ipFamily, ipWarnings, unreachableIpErrors} from '../../../src/machinery/go/ip.js'

const path = FieldPath.of('spec', 'ip')

const noAddress = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'

describe('ipErrors', () => {
  const accepted = [
    '10.9.8.7', '0.0.0.0', '255.255.255.255', '::', '::1', '1::', '2001:db8::ffff', '2001:DB8::FFFF', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7::', '::1:2:3:4:5:6:7',
    '1:2:3:4:5:6:1.2.3.4', '::1.2.3.4', '1::1.2.3.4', '0001:0::',
  ]

  for (const text of accepted) it(`accepts ${text}`, () => expect(ipErrors(text)).to.deep.equal([]))

  const rejected = [
    '', 'abc', '1.2.3', '1.2.3.4.5', '1.2.3.256', '1.2.3.', '.1.2.3', '1..2.3', '1.2.3.4 ', ' 1.2.3.4', '1.2.3.4/32', '1.2.3.4:80', '+1.2.3.4', '1.2.3.a', '1.2.3.４',
    ':', ':::', '1:', ':1', '1:2:3', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '1::2::3', '1:2:3:4:5:6:7:8::', '::1:2:3:4:5:6:7:8', '12345::', '::g', 'fe80::1%eth0',
    '1.2.3.4::', '1:2:3:4:5:6:7:1.2.3.4', '1:2:3:4:5:1.2.3.4', '::1.2.3', '::1.2.3.4:5', '1.2.3.4::1', '::1.2.3.256',
  ]

  for (const text of rejected) it(`rejects ${text}`, () => expect(ipErrors(text)).to.deep.equal([noAddress]))

  for (const text of ['01.2.3.4', '1.2.3.00', '010.000.000.009', '0000000001.2.3.4', '::00001', '00000:1::', '::1.2.3.04', '::ffff:01.2.3.4']) {
    it(`reports leading zeros in ${text}`, () => expect(ipErrors(text)).to.deep.equal(['must not have leading 0s']))
  }

  for (const text of ['::ffff:1.2.3.4', '::FFFF:102:304', '0:0:0:0:0:ffff:1.2.3.4']) {
    it(`rejects ${text} as IPv4-mapped`, () => expect(ipErrors(text)).to.deep.equal(['must not be an IPv4-mapped IPv6 address']))
  }
})

describe('ipFamily', () => {
  const families: Record<string, string | undefined> = {'1.2.3.4': 'IPv4', '01.2.3.4': 'IPv4', '::ffff:1.2.3.4': 'IPv4', '::': 'IPv6', '::1.2.3.4': 'IPv6', 'None': undefined, '': undefined}

  for (const [text, family] of Object.entries(families)) it(`returns the family of ${text}`, () => expect(ipFamily(text)).to.equal(family))
})

describe('unreachableIpErrors', () => {
  const loopback = 'may not be in the loopback range (127.0.0.0/8, ::1/128)'
  const linkLocal = 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'
  const multicast = 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'
  const table: Record<string, string[]> = {
    '1.2.3.4': [], '10.0.0.1': [], '126.0.0.1': [], '128.0.0.1': [], '169.253.0.1': [], '169.255.0.1': [], '224.0.1.0': [], '224.1.0.0': [], '225.0.0.0': [], 'abc': [],
    '2001:db8::1': [], '::2': [], '1::1': [], 'fec0::1': [], 'ff01::1': [], 'ff03::1': [], '0:1::1': [],
    '0.0.0.0': ['may not be unspecified (0.0.0.0)'], '::': ['may not be unspecified (::)'], '0::0': ['may not be unspecified (0::0)'],
    '127.0.0.1': [loopback], '127.255.0.9': [loopback], '::1': [loopback],
    '169.254.0.1': [linkLocal], 'fe80::1': [linkLocal], 'febf::1': [linkLocal],
    '224.0.0.1': [multicast], '224.0.0.255': [multicast], 'ff02::1': [multicast], 'ff12::1': [multicast],
    '::ffff:127.0.0.1': [loopback],
  }

  for (const [text, errors] of Object.entries(table)) it(`checks ${text}`, () => expect(unreachableIpErrors(text)).to.deep.equal(errors))
})

describe('ipWarnings', () => {
  const canonical: Record<string, string> = {
    '2001:DB8::1': '2001:db8::1', '2001:db8:0:0:0:0:0:1': '2001:db8::1', '0:0:0:0:0:0:0:0': '::', '1:0:0:2:0:0:0:3': '1:0:0:2::3', '1:0:0:2:3:0:0:4': '1::2:3:0:0:4',
    '1:0::2:3:4:5:6': '1::2:3:4:5:6', '1:2:3:4:5:6:7::': '1:2:3:4:5:6:7:0', '::1.2.3.4': '::102:304', '0001::': '1::',
  }

  for (const [text, wanted] of Object.entries(canonical)) {
    it(`suggests ${wanted} for ${text}`, () =>
      expect(ipWarnings(text, path)).to.deep.equal([`spec.ip: IPv6 address "${text}" should be in RFC 5952 canonical format ("${wanted}")`]))
  }

  for (const text of ['1.2.3.4', '2001:db8::1', '::', '1:0:2:3:4:5:6:7', 'abc', '']) it(`returns nothing for ${text}`, () => expect(ipWarnings(text, path)).to.deep.equal([]))

  const invalid: Record<string, string> = {'010.0.0.1': '10.0.0.1', '::ffff:1.2.3.4': '1.2.3.4', '::00001': '::1', '::ffff:01.2.3.4': '1.2.3.4'}

  for (const [text, wanted] of Object.entries(invalid)) {
    it(`suggests a standard address for ${text}`, () => expect(ipWarnings(text, path)).to.deep.equal([`spec.ip: non-standard IP address "${text}" is invalid: use "${wanted}"`]))
  }
})

describe('cidrErrors', () => {
  const noRange = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'
  const table: Record<string, string[]> = {
    '10.9.8.0/24': [], '0.0.0.0/0': [], '1.2.3.4/32': [], '10.128.0.0/9': [], '::/0': [], '2001:DB8::/32': [], '2001:db8:8000::/33': [], '::1/128': [], '10.0.0.0/08x': [noRange],
    '': [noRange], 'abc': [noRange], '10.0.0.0': [noRange], '10.0.0.0/': [noRange], '/8': [noRange], '10.0.0.0/33': [noRange], '::/129': [noRange], '10.0.0.0/-1': [noRange],
    '10.0.0.0/+8': [noRange], '10.0.0.0/8/8': [noRange], ' 10.0.0.0/8': [noRange], '10.0.0/8': [noRange],
    '010.0.0.0/8': ['must not have leading 0s in IP or prefix length'], '10.0.0.0/08': ['must not have leading 0s in IP or prefix length'],
    '10.0.0.0/00': ['must not have leading 0s in IP or prefix length'],
    '::ffff:10.0.0.0/104': ['must not have an IPv4-mapped IPv6 address'],
    '10.0.0.1/8': ['must not have bits set beyond the prefix length'], '10.128.0.0/8': ['must not have bits set beyond the prefix length'],
    '0.0.0.1/0': ['must not have bits set beyond the prefix length'], '1.2.3.5/31': ['must not have bits set beyond the prefix length'],
    '2001:db8:4000::/33': ['must not have bits set beyond the prefix length'],
  }

  for (const [text, errors] of Object.entries(table)) it(`checks ${text}`, () => expect(cidrErrors(text)).to.deep.equal(errors))
})

describe('cidrWarnings', () => {
  it('suggests the canonical form of an IPv6 range', () => {
    expect(cidrWarnings('2001:DB8::/32', path)).to.deep.equal(['spec.ip: IPv6 CIDR value "2001:DB8::/32" should be in RFC 5952 canonical format ("2001:db8::/32")'])
  })

  for (const text of ['2001:db8::/32', '10.0.0.0/8', ' 2001:DB8::/32 ', 'abc']) it(`returns nothing for ${text}`, () => expect(cidrWarnings(text, path)).to.deep.equal([]))
})
