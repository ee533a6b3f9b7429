import {expect} from 'chai'
import {secret as kind} from '../../../src/kinds/secret/index.js'
import type {Secret} from '../../../src/machinery/api/core-v1.js'
import {type Body, secret} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'
import {given, verdict} from '../../helpers/test-cluster.js'

const read = (fields: Body): Secret => decoded(secret('a', fields))

const withDefaults = (fields: Body): Secret => kind.setDefaults?.(read(fields)) ?? read(fields)

const errorsOf = (fields: Body): string[] | undefined => kind.validate?.(withDefaults(fields)).map(String)

const base64 = (text: string): string => Buffer.from(text).toString('base64')

const typed = (type: string, data: Record<string, string> = {}, fields: Body = {}): Body =>
  ({type: `kubernetes.io/${type}`, data: Object.fromEntries(Object.entries(data).map(([key, text]) => [key, base64(text)])), ...fields})

const pem = (type: string): string => `-----BEGIN ${type}-----\neHg=\n-----END ${type}-----\n`

describe('Secret', () => {
  describe('defaults', () => {
    it('make it opaque', () => {
      expect(withDefaults({})).to.include({type: 'Opaque'})
      expect(withDefaults({type: ''})).to.include({type: 'Opaque'})
      expect(withDefaults({type: 'example.com/x'})).to.include({type: 'example.com/x'})
    })

    it('put texts over data', () => {
      const object = withDefaults({data: {a: 'MQ==', b: 'Mg=='}, stringData: {b: 'ü', c: ''}})
      expect(object.data).to.deep.include({a: 'MQ==', b: 'w7w=', c: ''})
      expect(object).to.not.have.property('stringData')
      expect(withDefaults({stringData: {a: 'x'}}).data).to.deep.include({a: 'eA=='})
    })

    it('take null for nothing', () => expect(withDefaults({data: {a: null}, stringData: {b: null}}).data).to.deep.include({a: '', b: ''}))

    it('make no data of no texts', () => expect(withDefaults({stringData: {}})).to.not.have.any.keys('data', 'stringData'))

    it('write base64 as the server does', () => expect(withDefaults({data: {a: 'eB=='}}).data).to.deep.include({a: 'eA=='}))

    it('take any key for what it is', () => expect(Object.keys(withDefaults({stringData: JSON.parse('{"__proto__": "x"}') as Body}).data ?? {})).to.deep.equal(['__proto__']))

    it('change nothing that is complete', () => {
      const object = read({type: 'Opaque', data: {a: 'eA=='}})
      expect(kind.setDefaults?.(object)).to.equal(object)
    })
  })

  const accept: Record<string, Body> = {
    'nothing': {},
    'a mebibyte': {data: {a: base64('x'.repeat(1048576))}},
    'another type': {type: 'example.com/x'},
    'a bootstrap token': {type: 'bootstrap.kubernetes.io/token'},
    'the token of an account': typed('service-account-token', {}, {metadata: {name: 'a', annotations: {'kubernetes.io/service-account.name': 'x'}}}),
    'a configuration of Docker': typed('dockercfg', {'.dockercfg': '{}'}),
    'a JSON configuration of Docker': typed('dockerconfigjson', {'.dockerconfigjson': 'null'}),
    'a user': typed('basic-auth', {username: ''}),
    'a password': typed('basic-auth', {password: ''}),
    'a key for SSH': typed('ssh-auth', {'ssh-privatekey': 'x'}),
    'an empty pair': typed('tls', {'tls.crt': '', 'tls.key': ''}),
  }

  for (const [title, fields] of Object.entries(accept)) it(`accepts ${title}`, () => expect(errorsOf(fields)).to.deep.equal([]))

  const redacted = 'Invalid value: "<secret contents redacted>"'
  const badKey = "a valid config key must consist of alphanumeric characters, '-', '_' or '.' "
    + "(e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"
  const reject: Record<string, [fields: Body, ...errors: string[]]> = {
    'keys that could be no files': [
      {data: {'..': '', 'a b': ''}, stringData: {'a/': ''}}, `data[..]: Invalid value: "..": must not be '..'`,
      `data[a b]: Invalid value: "a b": ${badKey}`, `data[a/]: Invalid value: "a/": ${badKey}`,
    ],
    'more than a mebibyte': [{data: {a: base64('x'.repeat(1048575)), b: 'eHh4'}}, 'data: Too long: may not be more than 1048576 bytes'],
    'a token of no account': [typed('service-account-token'), 'metadata.annotations[kubernetes.io/service-account.name]: Required value'],
    'a token of an account without a name': [
      typed('service-account-token', {}, {metadata: {name: 'a', annotations: {'kubernetes.io/service-account.name': ''}}}),
      'metadata.annotations[kubernetes.io/service-account.name]: Required value',
    ],
    'no configuration of Docker': [typed('dockercfg', {'.dockerconfigjson': '{}'}), 'data[.dockercfg]: Required value'],
    'no JSON configuration of Docker': [typed('dockerconfigjson', {'.dockercfg': '{}'}), 'data[.dockerconfigjson]: Required value'],
    'a configuration of Docker that is no JSON': [
      typed('dockercfg', {'.dockercfg': 'x'}), `data[.dockercfg]: ${redacted}: invalid character 'x' looking for beginning of value`,
    ],
    'an empty configuration of Docker': [typed('dockerconfigjson', {'.dockerconfigjson': ''}), `data[.dockerconfigjson]: ${redacted}: unexpected end of JSON input`],
    'a configuration of Docker that is a list': [
      typed('dockerconfigjson', {'.dockerconfigjson': '[]'}),
      `data[.dockerconfigjson]: ${redacted}: json: cannot unmarshal array into Go value of type map[string]interface {}`,
    ],
    'neither user nor password': [typed('basic-auth', {user: 'x'}), 'data[username]: Required value', 'data[password]: Required value'],
    'no key for SSH': [typed('ssh-auth'), 'data[ssh-privatekey]: Required value'],
    'an empty key for SSH': [typed('ssh-auth', {'ssh-privatekey': ''}), 'data[ssh-privatekey]: Required value'],
    'half a pair': [typed('tls', {'tls.crt': ''}), 'data[tls.key]: Required value'],
    'no pair': [typed('tls'), 'data[tls.crt]: Required value', 'data[tls.key]: Required value'],
  }

  for (const [title, [fields, ...errors]] of Object.entries(reject)) it(`rejects ${title}`, () => expect(errorsOf(fields)).to.deep.equal(errors))

  describe('on update', () => {
    const changed = (from: Body, to: Body): string[] | undefined => kind.validateChange?.(withDefaults(to), withDefaults(from)).map(String)
    const refused = (...fields: string[]): string[] => fields.map((field) => `${field}: Forbidden: field is immutable when \`immutable\` is set`)
    const closed = {data: {a: 'MQ=='}, immutable: true}

    it('keeps its type', () => {
      expect(changed({}, {type: 'Opaque', data: {a: 'MQ=='}})).to.deep.equal([])
      expect(changed({type: 'a'}, {})).to.deep.equal(['type: Invalid value: "Opaque": field is immutable'])
      expect(changed({}, {type: 'é"'})).to.deep.equal(['type: Invalid value: "é\\"": field is immutable'])
    })

    it('is no other one without an empty map', () => {
      const cluster = given(secret('a', {immutable: true, data: {}}))
      const stored = cluster.stored(secret('a'))!
      expect(stored).to.not.have.property('data')
      expect(verdict(cluster.update(stored))).to.equal('200')
    })

    it('may change no data once it is closed', () => {
      expect(changed(closed, closed)).to.deep.equal([])
      expect(changed(closed, {immutable: true, stringData: {a: '1'}})).to.deep.equal([])
      expect(changed(closed, {...closed, stringData: {a: '2'}})).to.deep.equal(refused('data'))
      expect(changed({...closed, data: {a: 'MQ==', b: ''}}, {...closed, data: {a: 'MQ==', c: ''}})).to.deep.equal(refused('data'))
      expect(changed(closed, {type: 'x'})).to.deep.equal(['type: Invalid value: "x": field is immutable', ...refused('immutable', 'data')])
    })
  })

  describe('warns of a pair that cannot be read', () => {
    const none = 'tls: failed to find any PEM data in'
    const table: [title: string, certificate: string, key: string, ...warnings: string[]][] = [
      ['a pair', pem('CERTIFICATE'), pem('PRIVATE KEY')],
      ['a chain, and a key behind its parameters', pem('X') + pem('CERTIFICATE') + pem('CERTIFICATE'), pem('EC PARAMETERS') + pem('EC PRIVATE KEY')],
      ['nothing', '', '', `${none} certificate input`],
      ['no certificate', 'x', pem('PRIVATE KEY'), `${none} certificate input`],
      ['a key in place of the certificate', pem('RSA PRIVATE KEY'), '',
        'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched'],
      ['other blocks in place of the certificate', pem('A') + pem('B'), '',
        'tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [A B]'],
      ['no key', pem('CERTIFICATE'), 'x', `${none} key input`],
      ['the certificate in place of the key', pem('CERTIFICATE'), pem('CERTIFICATE'), 'tls: found a certificate rather than a key in the PEM for the private key'],
      ['other blocks in place of the key', pem('CERTIFICATE'), pem('CERTIFICATE') + pem('XPRIVATE KEY'),
        'tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [CERTIFICATE XPRIVATE KEY]'],
    ]

    for (const [title, certificate, key, ...warnings] of table) {
      it(title, () => expect(kind.warnings?.(withDefaults(typed('tls', {'tls.crt': certificate, 'tls.key': key})))).to.deep.equal(warnings))
    }

    it('not in other secrets', () => expect(kind.warnings?.(withDefaults({}))).to.deep.equal([]))
  })
})
