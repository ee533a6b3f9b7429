import {expect} from 'chai'
import {resourceQuota as kind} from '../../../src/kinds/resource-quota/index.js'
import type {ResourceQuota} from '../../../src/machinery/api/core-v1.js'
import {encode} from '../../../src/machinery/decode/encode.js'
import {type Amounts, type Body, quota} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'

const read = (body: Body): ResourceQuota => decoded(body)

describe('ResourceQuota', () => {
  it('rounds quantities up to milli-units', () => {
    const defaulted = kind.setDefaults?.(read(quota({cpu: '0.0001'}).having({status: {hard: {cpu: '0.1n'}, used: {cpu: '1.0001'}}})))
    expect(encode(defaulted ?? {})).to.deep.include({spec: {hard: {cpu: '1m'}}, status: {hard: {cpu: '1m'}, used: {cpu: '1001m'}}})
  })

  it('sets an empty spec and status', () => {
    expect(kind.setDefaults?.(read(quota({}).having({spec: null})))).to.deep.include({spec: {}, status: {}})
    const complete = read(quota({cpu: '1'}).having({status: {}}))
    expect(kind.setDefaults?.(complete)).to.equal(complete)
  })

  it('resets the status on create', () => {
    expect(kind.prepareForCreate?.(read(quota({cpu: '1'}).having({status: {hard: {cpu: '1'}}}))).status).to.deep.equal({})
  })

  it('keeps the stored status in an update', () => {
    const old = read(quota({cpu: '1'}).having({status: {used: {cpu: '1'}}}))
    expect(kind.prepareForUpdate?.(read(quota({cpu: '2'})), old).status).to.equal(old.status)
    expect(kind.prepareForUpdate?.(read(quota({cpu: '2'})), read(quota({}))).status).to.deep.equal({})
  })

  describe('at the status endpoint', () => {
    const status = kind.subresources?.['status']

    it('keeps the stored spec', () => {
      const sent = read(quota({cpu: '2'}).having({status: {used: {cpu: '1'}}}))
      expect(status?.prepareForUpdate?.(sent, read(quota({cpu: '1'})))).to.deep.equal({...sent, spec: read(quota({cpu: '1'})).spec})
      expect(status?.prepareForUpdate?.(sent, read(quota({}).having({spec: null}))).spec).to.deep.equal({})
    })

    it('validates only the quantities of the status', () => {
      const sent = read(quota({foo: '1'}).having({status: {used: {foo: '1', pods: '-1'}, hard: {storage: '1', pods: '1.5'}}}))
      expect(status?.validateUpdate?.(sent, sent).map(String)).to.deep.equal([
        'status.hard[pods]: Invalid value: "1500m": must be an integer', 'status.hard[storage]: Invalid value: "storage": must be a standard resource for quota',
        'status.used[foo]: Invalid value: "foo": must be a standard resource type or fully qualified', 'status.used[foo]: Invalid value: "foo": must be a standard resource for quota',
        'status.used[pods]: Invalid value: "-1": must be greater than or equal to 0',
      ])
      expect(status?.changeOnly).to.equal(true)
    })

    it('accepts a missing status', () => expect(status?.validateUpdate?.(read(quota({})), read(quota({})))).to.deep.equal([]))
  })

  describe('warnings about requests above limits', () => {
    const warningsOf = (hard: Amounts, old?: ResourceQuota): string[] | undefined => kind.warnings?.(read(quota(hard)), old)
    const warning = (name: string, request: string, limitName: string, limit: string): string => `ResourceQuota ${name} (${request}) should be less than ${limitName} (${limit})`

    it('compare cpu and memory, preferring requests.cpu to cpu', () => {
      expect(warningsOf({'requests.cpu': '10', 'limits.cpu': '1'})).to.deep.equal([warning('requests.cpu', '10', 'limits.cpu', '1')])
      expect(warningsOf({'cpu': '10', 'limits.cpu': '1', 'memory': '2Gi', 'limits.memory': '1Gi'}))
        .to.deep.equal([warning('cpu', '10', 'limits.cpu', '1'), warning('memory', '2Gi', 'limits.memory', '1Gi')])
      expect(warningsOf({'cpu': '10', 'requests.cpu': '1', 'limits.cpu': '1'})).to.deep.equal([])
      expect(warningsOf({'cpu': '1', 'requests.cpu': '10', 'limits.cpu': '1'})).to.deep.equal([warning('requests.cpu', '10', 'limits.cpu', '1')])
    })

    it('compare requests.ephemeral-storage, but not ephemeral-storage', () => {
      expect(warningsOf({'requests.ephemeral-storage': '2', 'limits.ephemeral-storage': '1'})).to.deep.equal([warning('requests.ephemeral-storage', '2', 'limits.ephemeral-storage', '1')])
      expect(warningsOf({'ephemeral-storage': '2', 'limits.ephemeral-storage': '1'})).to.deep.equal([])
    })

    it('are in the order of the API server', () => {
      const hard = Object.fromEntries(['ephemeral-storage', 'memory', 'cpu'].flatMap((name) => [[`limits.${name}`, '1'], [`requests.${name}`, '2']]))
      expect(warningsOf(hard)?.map((text) => text.split(' ')[1])).to.deep.equal(['requests.cpu', 'requests.memory', 'requests.ephemeral-storage'])
    })

    it('are not returned if requests do not exceed limits or one of them is missing', () => {
      expect(warningsOf({'requests.cpu': '1000m', 'limits.cpu': '1', 'requests.memory': '1', 'limits.memory': '2', 'requests.storage': '5', 'pods': '3'})).to.deep.equal([])
      expect(warningsOf({'requests.cpu': '2', 'limits.memory': '1'})).to.deep.equal([])
      expect(kind.warnings?.(read(quota({}).having({spec: null})))).to.deep.equal([])
    })

    it('are not returned in updates', () => expect(warningsOf({'requests.cpu': '10', 'limits.cpu': '1'}, read(quota({})))).to.deep.equal([]))
  })
})
