import {expect} from 'chai'
import * as fc from 'fast-check'
import {Cluster} from '../../src/cluster/cluster.js'
import type {Request} from '../../src/cluster/review.js'
import {decode, decodePartial} from '../../src/machinery/decode/decode.js'
import {encode} from '../../src/machinery/decode/encode.js'
import {decodeErrorText} from '../../src/machinery/decode/problem.js'
import {apiFields} from '../../src/machinery/schema/api-tables.js'
import type {Body} from '../helpers/builders.js'
import {deepFreeze} from '../helpers/deep-freeze.js'
import {runs} from '../helpers/runs.js'
import {anyBody, anyJson, anyPod, roomyLimitRange} from './arbitraries.js'

const operation = fc.constantFrom<Request['operation']>('CREATE', 'CREATE', 'UPDATE', 'DELETE')

const anyRequest: fc.Arbitrary<Request> = fc.record({
  operation, object: fc.oneof(anyBody, anyPod, roomyLimitRange), namespace: fc.constantFrom('dev', 'other'), subresource: fc.constantFrom('', '', 'status', 'resize', 'ephemeralcontainers', 'bogus'), dryRun: fc.boolean(),
}, {requiredKeys: ['operation', 'object']})

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)

describe('Cluster with random requests', () => {
  it('handles every sequence of requests deterministically', () => {
    const codes = new Map<number, number>()
    fc.assert(fc.property(fc.array(anyRequest, {minLength: 1, maxLength: 6}), (requests) => {
      deepFreeze(requests)
      const answers = (): unknown[] => {
        const cluster = new Cluster()
        return requests.map((request) => cluster.handle(request))
      }
      const given = answers()
      for (const {status: {code}} of given as {status: {code: number}}[]) codes.set(code, (codes.get(code) ?? 0) + 1)
      expect(answers()).to.deep.equal(given)
    }), {numRuns: runs(1500), seed: 5})
    expect([...codes.keys()], 'codes of the answers').to.include.members([200, 201, 400, 404, 422])
  })

  it('loads and handles arbitrary JSON', () => {
    fc.assert(fc.property(fc.dictionary(fc.constantFrom('apiVersion', 'kind', 'metadata', 'spec', 'x'), fc.oneof(anyJson, fc.constantFrom('v1', 'Pod', 'ConfigMap'))), (object) => {
      const cluster = new Cluster()
      expect(cluster.load({object}).status.code).to.be.a('number')
      for (const each of ['CREATE', 'UPDATE', 'DELETE'] as const) expect(cluster.handle({operation: each, object}).status.code).to.be.a('number')
    }), {numRuns: runs(500), seed: 6})
  })

  it('returns problems and errors that match the status code', () => {
    fc.assert(fc.property(anyBody, (object) => {
      const {allowed, status, object: stored, problems, errors} = new Cluster().handle({operation: 'CREATE', object})
      expect(allowed).to.equal(status.code === 201)
      expect(stored !== undefined).to.equal(allowed)
      expect(problems.length > 0, 'problems').to.equal(status.code === 400 && problems.length > 0)
      expect(errors.length > 0, 'errors').to.equal(status.code === 422)
      if (status.code === 422) expect(status.details?.causes).to.have.length(errors.length)
    }), {numRuns: runs(1500), seed: 7})
  })

  it('loads objects that can be loaded again', () => {
    fc.assert(fc.property(anyBody, (object) => {
      const {object: stored} = new Cluster().load({object})
      if (stored !== undefined) expect(new Cluster().load({object: stored}).object).to.deep.equal(stored)
    }), {numRuns: runs(1500), seed: 8})
  })
})

describe('decode', () => {
  const types = Object.keys(apiFields().types)

  it('does not throw, and returns objects that decode again to themselves', () => {
    fc.assert(fc.property(fc.constantFrom(...types), fc.oneof(anyBody, anyJson.filter(isBody)), (type, body) => {
      const {object, problems} = decode(deepFreeze(body), type)
      expect(decodeErrorText(problems) === undefined).to.equal(problems.length === 0)
      if (problems.length > 0) return
      const again = decode(encode(object), type)
      expect(again.problems).to.deep.equal([])
      expect(encode(again.object)).to.deep.equal(encode(object))
    }), {numRuns: runs(3000), seed: 9})
  })

  it('does not throw for metadata only', () => {
    fc.assert(fc.property(fc.oneof(anyBody, anyJson.filter(isBody)), (body) => {
      expect(decodePartial(deepFreeze(body)).problems).to.be.an('array')
    }), {numRuns: runs(1000), seed: 10})
  })
})
