import {expect} from 'chai'
import * as fc from 'fast-check'
import {
  dns1035Label, dns1123Label, dns1123Subdomain, impossibleName, labelValue, lengthMessage, longName, pathSegmentName, pathSegmentPrefix, qualifiedName,
  regexMessage,
} from '../../../src/machinery/meta/names.js'

const subdomainText = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', "
  + "and must start and end with an alphanumeric character (e.g. 'example.com', "
  + "regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const labelText = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', "
  + "and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', "
  + "regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
const dns1035Text = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, "
  + "and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"
const nameText = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character "
  + "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
const valueText = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', "
  + "and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', "
  + "regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
const keyText = `a valid label key ${nameText} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`

interface Cases {
  readonly accept: readonly string[]
  readonly reject: readonly [value: string, ...messages: string[]][]
}

const short = (value: string): string => JSON.stringify(value.length > 40 ? `${value.slice(0, 6)}… (${value.length})` : value)

function testNames(check: (value: string) => readonly string[], {accept, reject}: Cases): void {
  describe(check.name, () => {
    for (const value of accept) it(`accepts ${short(value)}`, () => expect(check(value)).to.deep.equal([]))
    for (const [value, ...messages] of reject) it(`rejects ${short(value)}`, () => expect(check(value)).to.deep.equal(messages))
  })
}

const of = (length: number, character = 'a'): string => character.repeat(length)

testNames(dns1123Subdomain, {
  accept: ['a', '0', 'web', 'a-b', 'a--b', '123', 'example.com', 'a.b-c.0', of(253), `${of(200)}.${of(52)}`],
  reject: [
    ['', subdomainText],
    ['A', subdomainText],
    ['-a', subdomainText],
    ['a-', subdomainText],
    ['.a', subdomainText],
    ['a.', subdomainText],
    ['a..b', subdomainText],
    ['a.-b', subdomainText],
    ['a-.b', subdomainText],
    ['a_b', subdomainText],
    ['a b', subdomainText],
    ['a/b', subdomainText],
    ['a\n', subdomainText],
    ['é', subdomainText],
    [of(254), 'must be no more than 253 characters'],
    [`${of(254)}-`, 'must be no more than 253 characters', subdomainText],
    [of(126, 'é'), subdomainText],
    [of(127, 'é'), 'must be no more than 253 characters', subdomainText],
  ],
})

testNames(longName, {
  accept: ['a.b', of(253)],
  reject: [
    [of(254), 'must be no more than 253 bytes'],
    ['A', subdomainText],
  ],
})

testNames(dns1123Label, {
  accept: ['a', '0', 'my-name', '123-abc', of(63)],
  reject: [
    ['', labelText],
    ['a.b', 'must not contain dots'],
    ['a.B', labelText],
    ['A', labelText],
    ['a-', labelText],
    [of(64), 'must be no more than 63 characters'],
    [`${of(62)}.${of(62)}`, 'must be no more than 63 characters', 'must not contain dots'],
    [of(64, '-'), 'must be no more than 63 characters', labelText],
    [of(32, 'é'), 'must be no more than 63 characters', labelText],
  ],
})

testNames(dns1035Label, {
  accept: ['a', 'my-name', 'abc-123', of(63)],
  reject: [
    ['', dns1035Text],
    ['1a', dns1035Text],
    ['a.b', dns1035Text],
    ['a-', dns1035Text],
    [of(64), 'must be no more than 63 characters'],
    [of(64, '1'), 'must be no more than 63 characters', dns1035Text],
  ],
})

testNames(qualifiedName, {
  accept: [
    'a', 'A', '0', 'MyName', 'my.name', 'my_name', 'a..b', 'a-_.b', of(63),
    'example.com/MyName', 'a/b', 'a.b-c/D_e', `${of(253)}/${of(63)}`, 'kubernetes.io/hostname',
  ],
  reject: [
    ['', 'name part must be non-empty', `name part ${nameText}`],
    ['-a', `name part ${nameText}`],
    ['a_', `name part ${nameText}`],
    ['a b', `name part ${nameText}`],
    ['é', `name part ${nameText}`],
    ['a\n', `name part ${nameText}`],
    [of(64), 'name part must be no more than 63 bytes'],
    [of(32, 'é'), 'name part must be no more than 63 bytes', `name part ${nameText}`],
    ['/a', 'prefix part must be non-empty'],
    ['a/', 'name part must be non-empty', `name part ${nameText}`],
    ['/', 'prefix part must be non-empty', 'name part must be non-empty', `name part ${nameText}`],
    ['A.b/c', `prefix part ${subdomainText}`],
    ['a_b/c', `prefix part ${subdomainText}`],
    [`${of(254)}/a`, 'prefix part must be no more than 253 bytes'],
    [
      `${of(254, 'A')}/`,
      'prefix part must be no more than 253 bytes', `prefix part ${subdomainText}`, 'name part must be non-empty', `name part ${nameText}`,
    ],
    ['a/b/c', keyText],
    ['//', keyText],
  ],
})

testNames(labelValue, {
  accept: ['', 'a', 'A', '0', 'my_value', 'a.b', '12345', of(63)],
  reject: [
    ['-', valueText],
    ['a-', valueText],
    ['.a', valueText],
    ['a/b', valueText],
    ['a b', valueText],
    ['\n', valueText],
    [of(64), 'must be no more than 63 bytes'],
    [of(64, '-'), 'must be no more than 63 bytes', valueText],
    [of(21, '日'), valueText],
    [of(22, '日'), 'must be no more than 63 bytes', valueText],
  ],
})

testNames(pathSegmentName, {
  accept: ['', 'a', 'A b', '...', 'é', of(1000)],
  reject: [
    ['.', "may not be '.'"],
    ['..', "may not be '..'"],
    ['a/b', "may not contain '/'"],
    ['a%b', "may not contain '%'"],
    ['%/', "may not contain '/'", "may not contain '%'"],
  ],
})

testNames(pathSegmentPrefix, {
  accept: ['', '.', '..', 'a-'],
  reject: [['../', "may not contain '/'"], ['%', "may not contain '%'"]],
})

describe('impossibleName', () => {
  it('is empty or no part of a URL', () => {
    expect(['a', 'A b', 'é'].map(impossibleName)).to.deep.equal([undefined, undefined, undefined])
    expect(impossibleName('')).to.equal('resource name may not be empty')
    expect(impossibleName('"/%')).to.equal(`invalid resource name "\\"/%": [may not contain '/' may not contain '%']`)
  })
})

describe('qualifiedName', () => {
  const part = fc.string({unit: fc.constantFrom('a', 'B', '0', '-', '.', '_', 'é'), maxLength: 6})

  it('accepts a label value as the name, after an optional subdomain prefix', () => {
    fc.assert(fc.property(part, fc.option(part), (name, prefix) => {
      const isName = name !== '' && labelValue(name).length === 0
      const isPrefix = prefix === null || longName(prefix).length === 0
      expect(qualifiedName(prefix === null ? name : `${prefix}/${name}`).length === 0).to.equal(isName && isPrefix)
    }), {numRuns: 2000})
  })
})

describe('checks of names', () => {
  const checks = [dns1035Label, dns1123Label, dns1123Subdomain, labelValue, longName, pathSegmentName, qualifiedName]

  for (const check of checks) {
    it(`${check.name} handles names of any size @slow`, () => {
      const pieces = ['a', 'a.', 'a-', '-', 'é', '/']
      expect(pieces.filter((piece) => !Array.isArray(check(piece.repeat(8e6))))).to.deep.equal([])
    })
  }
})

describe('regexMessage', () => {
  it('puts two spaces before each further example', () => {
    const message = regexMessage('must be x', 'x+', 'x', 'xx', 'xxx')
    expect(message).to.equal("must be x (e.g. 'x',  or 'xx',  or 'xxx', regex used for validation is 'x+')")
  })

  it('works without examples', () => {
    expect(regexMessage('Invalid path', '[/]+')).to.equal("Invalid path (regex used for validation is '[/]+')")
  })
})

describe('lengthMessage', () => {
  it('uses the given unit', () => {
    expect(lengthMessage(63, 'bytes')).to.equal('must be no more than 63 bytes')
    expect(lengthMessage(15, 'characters')).to.equal('must be no more than 15 characters')
  })
})
