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
    it('set type Opaque if there is none', () => {
      expect(withDefaults({})).to.include({type: 'Opaque'})
      expect(withDefaults({type: ''})).to.include({type: 'Opaque'})
      expect(withDefaults({type: 'example.com/x'})).to.include({type: 'example.com/x'})
    })

    it('merge stringData into data', () => {
      const object = withDefaults({data: {a: 'MQ==', b: 'Mg=='}, stringData: {b: 'ü', c: ''}})
      expect(object.data).to.deep.include({a: 'MQ==', b: 'w7w=', c: ''})
      expect(object).to.not.have.property('stringData')
      expect(withDefaults({stringData: {a: 'x'}}).data).to.deep.include({a: 'eA=='})
    })

    it('treat null as an empty value', () => expect(withDefaults({data: {a: null}, stringData: {b: null}}).data).to.deep.include({a: '', b: ''}))

    it('drop an empty stringData', () => expect(withDefaults({stringData: {}})).to.not.have.any.keys('data', 'stringData'))

    it('normalize base64 as the API server does', () => expect(withDefaults({data: {a: 'eB=='}}).data).to.deep.include({a: 'eA=='}))

    it('keep the key __proto__', () => expect(Object.keys(withDefaults({stringData: JSON.parse('{"__proto__": "x"}') as Body}).data ?? {})).to.deep.equal(['__proto__']))

    it('return the same object if it is complete', () => {
      const object = read({type: 'Opaque', data: {a: 'eA=='}})
      expect(kind.setDefaults?.(object)).to.equal(object)
    })
  })

  const accept: Record<string, Body> = {
    'no data': {},
    'data of exactly 1 MiB': {data: {a: base64('x'.repeat(1048576))}},
    'a custom type': {type: 'example.com/x'},
    'a bootstrap token': {type: 'bootstrap.kubernetes.io/token'},
    'a token with the name of a service account': typed('service-account-token', {}, {metadata: {name: 'a', annotations: {'kubernetes.io/service-account.name': 'x'}}}),
    'a dockercfg': typed('dockercfg', {'.dockercfg': '{}'}),
    'a dockerconfigjson': typed('dockerconfigjson', {'.dockerconfigjson': 'null'}),
    'a username only': typed('basic-auth', {username: ''}),
    'a password only': typed('basic-auth', {password: ''}),
    'an SSH key': typed('ssh-auth', {'ssh-privatekey': 'x'}),
    'an empty TLS certificate and key': typed('tls', {'tls.crt': '', 'tls.key': ''}),
  }

  for (const [title, fields] of Object.entries(accept)) it(`accepts ${title}`, () => expect(errorsOf(fields)).to.deep.equal([]))

  const redacted = 'Invalid value: "<secret contents redacted>"'
  const badKey = "a valid config key must consist of alphanumeric characters, '-', '_' or '.' "
    + "(e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"
  const reject: Record<string, [fields: Body, ...errors: string[]]> = {
    'invalid keys': [
      {data: {'..': '', 'a b': ''}, stringData: {'a/': ''}}, `data[..]: Invalid value: "..": must not be '..'`,
      `data[a b]: Invalid value: "a b": ${badKey}`, `data[a/]: Invalid value: "a/": ${badKey}`,
    ],
    'data of more than 1 MiB': [{data: {a: base64('x'.repeat(1048575)), b: 'eHh4'}}, 'data: Too long: may not be more than 1048576 bytes'],
    'a token without a service account': [typed('service-account-token'), 'metadata.annotations[kubernetes.io/service-account.name]: Required value'],
    'a token with an empty service account name': [
      typed('service-account-token', {}, {metadata: {name: 'a', annotations: {'kubernetes.io/service-account.name': ''}}}),
      'metadata.annotations[kubernetes.io/service-account.name]: Required value',
    ],
    'a dockercfg without its key': [typed('dockercfg', {'.dockerconfigjson': '{}'}), 'data[.dockercfg]: Required value'],
    'a dockerconfigjson without its key': [typed('dockerconfigjson', {'.dockercfg': '{}'}), 'data[.dockerconfigjson]: Required value'],
    'a dockercfg that is not JSON': [
      typed('dockercfg', {'.dockercfg': 'x'}), `data[.dockercfg]: ${redacted}: invalid character 'x' looking for beginning of value`,
    ],
    'an empty dockerconfigjson': [typed('dockerconfigjson', {'.dockerconfigjson': ''}), `data[.dockerconfigjson]: ${redacted}: unexpected end of JSON input`],
    'a dockerconfigjson that is an array': [
      typed('dockerconfigjson', {'.dockerconfigjson': '[]'}),
      `data[.dockerconfigjson]: ${redacted}: json: cannot unmarshal array into Go value of type map[string]interface {}`,
    ],
    'basic-auth with neither username nor password': [typed('basic-auth', {user: 'x'}), 'data[username]: Required value', 'data[password]: Required value'],
    'ssh-auth without a key': [typed('ssh-auth'), 'data[ssh-privatekey]: Required value'],
    'ssh-auth with an empty key': [typed('ssh-auth', {'ssh-privatekey': ''}), 'data[ssh-privatekey]: Required value'],
    'tls with a certificate only': [typed('tls', {'tls.crt': ''}), 'data[tls.key]: Required value'],
    'tls without certificate and key': [typed('tls'), 'data[tls.crt]: Required value', 'data[tls.key]: Required value'],
  }

  for (const [title, [fields, ...errors]] of Object.entries(reject)) it(`rejects ${title}`, () => expect(errorsOf(fields)).to.deep.equal(errors))

  describe('on update', () => {
    const changed = (from: Body, to: Body): string[] | undefined => kind.validateChange?.(withDefaults(to), withDefaults(from)).map(String)
    const rejected = (...fields: string[]): string[] => fields.map((field) => `${field}: Forbidden: field is immutable when \`immutable\` is set`)
    const closed = {data: {a: 'MQ=='}, immutable: true}

    it('rejects a change to the type', () => {
      expect(changed({}, {type: 'Opaque', data: {a: 'MQ=='}})).to.deep.equal([])
      expect(changed({type: 'a'}, {})).to.deep.equal(['type: Invalid value: "Opaque": field is immutable'])
      expect(changed({}, {type: 'é"'})).to.deep.equal(['type: Invalid value: "é\\"": field is immutable'])
    })

    it('drops an empty data map when stored, and compares updates with the stored form', () => {
      const cluster = given(secret('a', {immutable: true, data: {}}))
      const stored = cluster.stored(secret('a'))!
      expect(stored).to.not.have.property('data')
      expect(verdict(cluster.update(stored))).to.equal('200')
    })

    it('rejects changes to data of an immutable Secret', () => {
      expect(changed(closed, closed)).to.deep.equal([])
      expect(changed(closed, {immutable: true, stringData: {a: '1'}})).to.deep.equal([])
      expect(changed(closed, {...closed, stringData: {a: '2'}})).to.deep.equal(rejected('data'))
      expect(changed({...closed, data: {a: 'MQ==', b: ''}}, {...closed, data: {a: 'MQ==', c: ''}})).to.deep.equal(rejected('data'))
      expect(changed(closed, {type: 'x'})).to.deep.equal(['type: Invalid value: "x": field is immutable', ...rejected('immutable', 'data')])
    })
  })

  describe('warnings about TLS certificates and keys', () => {
    const none = 'tls: failed to find any PEM data in'
    const table: [title: string, certificate: string, key: string, ...warnings: string[]][] = [
      ['accept a certificate and a key', pem('CERTIFICATE'), pem('PRIVATE KEY')],
      ['accept a chain of certificates, and a key after EC parameters', pem('X') + pem('CERTIFICATE') + pem('CERTIFICATE'), pem('EC PARAMETERS') + pem('EC PRIVATE KEY')],
      ['report an empty certificate and key', '', '', `${none} certificate input`],
      ['report a certificate without PEM data', 'x', pem('PRIVATE KEY'), `${none} certificate input`],
      ['report a key in place of the certificate', pem('RSA PRIVATE KEY'), '',
        'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched'],
      ['report other PEM blocks in place of the certificate', pem('A') + pem('B'), '',
        'tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [A B]'],
      ['report a key without PEM data', pem('CERTIFICATE'), 'x', `${none} key input`],
      ['report a certificate in place of the key', pem('CERTIFICATE'), pem('CERTIFICATE'), 'tls: found a certificate rather than a key in the PEM for the private key'],
      ['report other PEM blocks in place of the key', pem('CERTIFICATE'), pem('CERTIFICATE') + pem('XPRIVATE KEY'),
        'tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [CERTIFICATE XPRIVATE KEY]'],
    ]

    for (const [title, certificate, key, ...warnings] of table) {
      it(title, () => expect(kind.warnings?.(withDefaults(typed('tls', {'tls.crt': certificate, 'tls.key': key})))).to.deep.equal(warnings))
    }

    it('are not returned for other types', () => expect(kind.warnings?.(withDefaults({}))).to.deep.equal([]))
  })
})
