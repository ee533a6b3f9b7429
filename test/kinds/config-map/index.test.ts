import {expect} from 'chai'
import {configMap as kind} from '../../../src/kinds/config-map/index.js'
import type {ConfigMap} from '../../../src/machinery/api/core-v1.js'
import {type Body, configMap} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'
import {given, verdict} from '../../helpers/test-cluster.js'

const read = (fields: Body): ConfigMap => decoded(configMap('a', fields))

const errorsOf = (fields: Body): string[] | undefined => kind.validate?.(read(fields)).map(String)

const badKey = "a valid config key must consist of alphanumeric characters, '-', '_' or '.' "
  + "(e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"

const mebibyte = 1048576

describe('ConfigMap', () => {
  const accept: Record<string, Body> = {
    'no data': {},
    'keys of all legal characters': {data: {'aZ09-_.': ''}},
    'keys with dots': {data: {'.x': '', 'x..': '', '.a..b': ''}},
    'a key of 253 bytes': {data: {['k'.repeat(253)]: ''}},
    'different keys in data and binaryData': {data: {a: '1'}, binaryData: {b: 'Mg=='}},
    'data of exactly 1 MiB': {data: {a: 'x'.repeat(mebibyte - 3)}, binaryData: {b: 'eHh4'}},
  }

  for (const [title, fields] of Object.entries(accept)) it(`accepts ${title}`, () => expect(errorsOf(fields)).to.deep.equal([]))

  const long = 'k'.repeat(254)
  const reject: Record<string, [fields: Body, ...errors: string[]]> = {
    'an empty key': [{data: {'': ''}}, `data[]: Invalid value: "": ${badKey}`],
    'a key with a space': [{data: {'a b': ''}}, `data[a b]: Invalid value: "a b": ${badKey}`],
    'a key with a slash': [{binaryData: {'a/b': ''}}, `binaryData[a/b]: Invalid value: "a/b": ${badKey}`],
    'a key of 254 bytes': [{data: {[long]: ''}}, `data[${long}]: Invalid value: "${long}": must be no more than 253 characters`],
    'the key "."': [{data: {'.': ''}}, `data[.]: Invalid value: ".": must not be '.'`],
    'the key ".."': [{data: {'..': ''}}, `data[..]: Invalid value: "..": must not be '..'`],
    'a key that starts with two dots': [{data: {'..x': ''}}, `data[..x]: Invalid value: "..x": must not start with '..'`],
    'a key that starts with two dots and has an illegal character': [
      {data: {'..ä': ''}}, `data[..ä]: Invalid value: "..ä": ${badKey}`, `data[..ä]: Invalid value: "..ä": must not start with '..'`,
    ],
    'the same key in data and binaryData': [{data: {a: '1'}, binaryData: {a: 'Mg=='}}, 'data[a]: Invalid value: "a": duplicate of key present in binaryData'],
    'data of more than 1 MiB': [{data: {a: 'x'.repeat(mebibyte - 2)}, binaryData: {b: 'eHh4'}}, '[]: Too long: may not be more than 1048576 bytes'],
    'data of more than 1 MiB in multibyte characters': [{data: {a: 'ä'.repeat(mebibyte / 2), b: 'x'}}, '[]: Too long: may not be more than 1048576 bytes'],
    'several invalid keys, sorted by key': [
      {data: {'b/': '', 'a/': ''}, binaryData: {'c/': ''}},
      `data[a/]: Invalid value: "a/": ${badKey}`, `data[b/]: Invalid value: "b/": ${badKey}`, `binaryData[c/]: Invalid value: "c/": ${badKey}`,
    ],
  }

  for (const [title, [fields, ...errors]] of Object.entries(reject)) it(`rejects ${title}`, () => expect(errorsOf(fields)).to.deep.equal(errors))

  it('normalizes base64 as the API server does', () => {
    expect(kind.setDefaults?.(read({binaryData: {a: 'eB==', b: 'e\nA=='}})).binaryData).to.deep.include({a: 'eA==', b: 'eA=='})
    for (const fields of [{}, {data: {a: 'eB=='}}, {binaryData: {a: 'eA=='}}]) {
      const object = read(fields)
      expect(kind.setDefaults?.(object)).to.equal(object)
    }
  })

  describe('on update', () => {
    const changed = (from: Body, to: Body): string[] | undefined => kind.validateChange?.(read(to), read(from)).map(String)
    const rejected = (...fields: string[]): string[] => fields.map((field) => `${field}: Forbidden: field is immutable when \`immutable\` is set`)
    const data = {data: {a: '1'}, binaryData: {b: 'Mg=='}}
    const closed = {...data, immutable: true}

    it('accepts any change while immutable is not set', () => {
      expect(changed(data, {})).to.deep.equal([])
      expect(changed({...data, immutable: false}, {immutable: true})).to.deep.equal([])
    })

    it('rejects changes to data of an immutable ConfigMap', () => {
      expect(changed(closed, closed)).to.deep.equal([])
      expect(changed(closed, {...closed, data: {a: '2'}})).to.deep.equal(rejected('data'))
      expect(changed(closed, {...closed, binaryData: {}})).to.deep.equal(rejected('binaryData'))
      expect(changed({immutable: true}, {immutable: true})).to.deep.equal([])
      expect(changed({immutable: true, data: {}}, {immutable: true, data: {}})).to.deep.equal(rejected('data'))
    })

    it('drops empty maps when stored, and compares updates with the stored form', () => {
      const cluster = given(configMap('a', {immutable: true, data: {}, binaryData: {}}))
      const stored = cluster.stored(configMap('a'))
      expect(stored).to.deep.equal({...configMap('a', {immutable: true}), metadata: {name: 'a', namespace: 'dev'}})
      expect(verdict(cluster.update(stored!))).to.equal('200')
      expect(verdict(cluster.update({...stored, data: {}}))).to.equal(`422 ConfigMap "a" is invalid: ${rejected('data').join()}`)
    })

    it('rejects unsetting immutable', () => {
      expect(changed(closed, data)).to.deep.equal(rejected('immutable'))
      expect(changed(closed, {immutable: false})).to.deep.equal(rejected('immutable', 'data', 'binaryData'))
    })

    it('reports errors of the change before errors of the data', () => {
      const cluster = given(configMap('a', closed))
      const keyError = `data[x/]: Invalid value: "x/": ${badKey}`
      expect(verdict(cluster.update(configMap('a', {...closed, data: {'x/': ''}}))))
        .to.equal(`422 ConfigMap "a" is invalid: [${rejected('data').join(', ')}, ${keyError}]`)
    })
  })
})
