import {expect} from 'chai'
import * as fc from 'fast-check'

import {diff, effectsIn} from '../../src/diff/diff.js'
import type {Json} from '../../src/machinery/decode/encode.js'
import {capacity} from '../../src/simulate/capacity/capacity.js'
import type {SimulateInput} from '../../src/simulate/prepare.js'
import {simulate} from '../../src/simulate/simulate.js'
import type {Body} from '../helpers/builders.js'
import {fileOf} from '../helpers/simulated.js'
import {anyLimitRange, anyPod, roomyLimitRange} from './arbitraries.js'

const options = {namespace: 'dev', rollout: true, remedies: false, comparesOrders: false}

const pods: fc.Arbitrary<Body[]> = fc.array(anyPod, {minLength: 1, maxLength: 4}).map((list) => list.map((pod, i) => ({...pod, metadata: {name: `p${i}`}})))

const quota: fc.Arbitrary<Body[]> = fc.option(fc.record({pods: fc.integer({min: 0, max: 4}).map(String), 'limits.cpu': fc.constantFrom('1', '2', '8')}, {requiredKeys: []}), {nil: undefined})
  .map((hard) => hard === undefined ? [] : [{apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'q'}, spec: {hard}}])

const policies: fc.Arbitrary<Body[]> = fc.tuple(
  fc.uniqueArray(fc.oneof(roomyLimitRange, roomyLimitRange, anyLimitRange), {maxLength: 2, selector: ({metadata}) => (metadata as Body)['name']}), quota,
).map(([limits, quotas]) => [...limits, ...quotas])

const inputOf = (trees: readonly Body[], files: readonly Body[]): SimulateInput => ({trees: [fileOf('tree.yaml', trees)], files: [fileOf('files.yaml', files)]})

/** An answer to a pod, without the annotation in which LimitRanger repeats what it set. */
interface Answer {
  readonly allowed: boolean
  readonly status: string
  readonly object: string
  readonly leaves: ReadonlyMap<string, string>
  readonly warnings: string
}

function answersOf(input: SimulateInput): Map<string, Answer> {
  return new Map(simulate(input, options).reviews.map((review) => {
    const {object, status, warnings, allowed, manifest} = review
    const {annotations: _annotations, ...metadata} = (object?.['metadata'] ?? {}) as Body
    const stored = object === undefined ? {} : {...object, metadata} as Json
    return [String((manifest.body['metadata'] as Body)['name']), {
      allowed, status: JSON.stringify([status.code, status.reason, status.message]), object: JSON.stringify(stored), leaves: new Map(leavesOf(stored, '')), warnings: JSON.stringify(warnings),
    }]
  }))
}

function leavesOf(value: Json, path: string): [string, string][] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return entries.length === 0 ? [[path, JSON.stringify(value)]] : entries.flatMap(([key, inner]) => leavesOf(inner, `${path}/${key}`))
}

/** The differences that two separate runs have, by pod: `p0: denied`. */
function naiveDifferences(before: ReadonlyMap<string, Answer>, after: ReadonlyMap<string, Answer>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [old, now] = [before.get(name), after.get(name)]
    if (old === undefined || now === undefined) return [`${name}: ${old === undefined ? 'added' : 'removed'}`]
    const verdict = old.allowed !== now.allowed ? [now.allowed ? 'admitted' : 'denied'] : !now.allowed && old.status !== now.status ? ['denied-otherwise'] : []
    const fields = old.allowed && now.allowed && old.object !== now.object ? ['fields'] : []
    return [...verdict, ...fields, ...old.warnings === now.warnings ? [] : ['warnings']].map((type) => `${name}: ${type}`)
  }).sort()
}

describe('the diff of two random runs', () => {
  it('lists exactly the differences between the answers of two separate simulations', () => {
    const seen = new Map<string, number>()
    fc.assert(fc.property(policies, policies, pods, pods, fc.boolean(), (oldPolicies, newPolicies, oldPods, otherPods, sameObjects) => {
      const newPods = sameObjects ? oldPods : otherPods
      const [before, after] = [inputOf(oldPolicies, oldPods), inputOf(newPolicies, newPods)]
      const effects = effectsIn(diff(capacity(before, options), capacity(after, options))).filter(({object: {kind}}) => kind === 'Pod')
      const named = effects.map(({object: {name}, difference: {type}}) => `${name}: ${type === 'defaults' || type === 'edited' ? 'fields' : type}`)
      const [old, now] = [answersOf(before), answersOf(after)]
      const expected = naiveDifferences(old, now)
      expect([...new Set(named)].sort()).to.deep.equal(expected)
      for (const each of expected) seen.set(each.replace(/^.*: /, ''), (seen.get(each.replace(/^.*: /, '')) ?? 0) + 1)
      if (!sameObjects) return
      // Each value that differs is listed once.
      for (const [name, {leaves}] of now) {
        const others = old.get(name)?.leaves ?? new Map<string, string>()
        const listed = effects.flatMap(({object, difference}) => object.name === name && 'fields' in difference ? difference.fields : [])
        const differing = [...new Set([...leaves.keys(), ...others.keys()])].filter((path) => leaves.get(path) !== others.get(path))
        if (listed.length > 0) expect(listed.length, name).to.equal(differing.filter((path) => !isEmptied(path, leaves, others)).length)
      }
    }), {numRuns: 150, seed: 1})
    for (const type of ['denied', 'admitted', 'denied-otherwise', 'fields', 'added', 'removed']) expect(seen.get(type) ?? 0, type).to.be.greaterThan(2)
  }).timeout(60_000)

  it('is empty for a run and itself, and reverses when the sides change places', () => {
    const opposite: Readonly<Record<string, string>> = {denied: 'admitted', admitted: 'denied', added: 'removed', removed: 'added'}
    fc.assert(fc.property(policies, policies, pods, (oldPolicies, newPolicies, objects) => {
      const [before, after] = [capacity(inputOf(oldPolicies, objects), options), capacity(inputOf(newPolicies, objects), options)]
      expect(diff(before, before).namespaces).to.deep.equal([])
      const types = (effects: ReturnType<typeof effectsIn>, turn: (type: string) => string): string[] =>
        effects.map(({object, difference}) => `${object.kind} ${object.name}: ${turn(difference.type)}`).filter((text, i, all) => all.indexOf(text) === i).sort()
      expect(types(effectsIn(diff(after, before)), (type) => type)).to.deep.equal(types(effectsIn(diff(before, after)), (type) => opposite[type] ?? type))
    }), {numRuns: 100, seed: 2})
  }).timeout(60_000)
})

/** True for an empty map on one side in whose place the other side has values. */
const isEmptied = (path: string, a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  [...a.keys(), ...b.keys()].some((other) => other.startsWith(`${path}/`))
