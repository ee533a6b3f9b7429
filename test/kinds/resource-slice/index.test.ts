import {expect} from 'chai'

import {Cluster} from '../../../src/cluster/cluster.js'
import {resourceSlice as kind} from '../../../src/kinds/resource-slice/index.js'
import type {ResourceSlice} from '../../../src/machinery/api/resource-v1.js'
import type {Body} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'

const slice = (spec: Body): Body =>
  ({apiVersion: kind.apiVersion, kind: kind.kind, metadata: {name: 's'}, spec: {driver: 'd', pool: {name: 'p', resourceSliceCount: 1}, allNodes: true, ...spec}})

const read = (spec: Body): ResourceSlice => decoded(slice(spec))

const errorsOf = (spec: Body, old?: Body, version?: '1.34' | '1.35'): string[] | undefined => kind.validate?.(read(spec), old && read(old), version).map(String)

const list = <T>(length: number, at: (i: number) => T): T[] => Array.from({length}, (_, i) => at(i))

const map = <T>(length: number, at: (i: number) => T): Readonly<Record<string, T>> => Object.fromEntries(list(length, (i) => [`k${i}`, at(i)]))

const one = (device: Body): Body => ({devices: [{name: 'a', ...device}]})

const shared = (requestPolicy: Body, value = '8'): Body => one({allowMultipleAllocations: true, capacity: {m: {value, requestPolicy}}})

const taint = {key: 'a', effect: 'NoExecute'}

const counters = {c: {value: '1'}}

describe('ResourceSlice', () => {
  const accepted: Readonly<Record<string, Body>> = {
    '128 devices, and 64 with taints': {devices: list(128, (i) => ({name: `d${i}`}))},
    '64 devices with taints': {devices: list(64, (i) => ({name: `d${i}`, taints: [taint]}))},
    '16 taints and 2 sets of counters for a device': one({taints: list(16, () => taint), consumesCounters: ['a', 'b'].map((counterSet) => ({counterSet, counters}))}),
    '8 sets of 32 counters': {sharedCounters: list(8, (i) => ({name: `s${i}`, counters: map(32, () => ({value: '1'}))}))},
    '32 attributes and capacities': one({attributes: map(16, () => ({bool: false})), capacity: Object.fromEntries(list(16, (i) => [`c${i}`, {value: '1'}]))}),
    'names of attributes with several slashes': one({attributes: {'a/b/c': {int: 1}}}),
    'a range of amounts, and a step of less than 1': shared({default: '2', validRange: {min: '2', max: '8', step: '2'}}),
    'a policy with a default only': shared({default: '9'}),
    'a step of 0, with which the server fails': shared({default: '2', validRange: {min: '1', step: '0'}}),
  }

  for (const [title, spec] of Object.entries(accepted)) it(`accepts ${title}`, () => expect(errorsOf(spec)).to.deep.equal([]))

  const long = `${'a'.repeat(60)}.x/${'b'.repeat(40)}`
  const rejected: Readonly<Record<string, readonly [spec: Body, ...errors: string[]]>> = {
    '129 devices': [{devices: list(129, () => ({}))}, 'spec.devices: Too many: 129: must have at most 128 items'],
    '65 devices, one of them with counters': [{devices: [{consumesCounters: [{}]}, ...list(64, () => ({}))]}, 'spec.devices: Too many: 65: must have at most 64 items'],
    '17 taints': [one({taints: list(17, () => ({}))}), 'spec.devices[0].taints: Too many: 17: must have at most 16 items'],
    '3 sets of counters for a device': [one({consumesCounters: list(3, () => ({}))}), 'spec.devices[0].consumesCounters: Too many: 3: must have at most 2 items'],
    '9 sets of counters': [{sharedCounters: list(9, () => ({}))}, 'spec.sharedCounters: Too many: 9: must have at most 8 items'],
    '33 counters': [{sharedCounters: [{name: 'a', counters: map(33, () => ({value: '1'}))}]}, 'spec.sharedCounters[0].counters: Too many: 33: must have at most 32 items'],
    '5 conditions': [one({bindingConditions: list(5, (i) => `c${i}`), bindingFailureConditions: ['x']}), 'spec.devices[0].bindingConditions: Too many: 5: must have at most 4 items'],
    'repeated conditions': [one({bindingConditions: ['c', 'd', 'c'], bindingFailureConditions: ['e', 'e', 'd']}),
      'spec.devices[0].bindingConditions[2]: Duplicate value: "c"', 'spec.devices[0].bindingFailureConditions[1]: Duplicate value: "e"',
      'spec.devices[0].bindingFailureConditions[2]: Invalid value: "d": bindingFailureConditions must not overlap with bindingConditions'],
    '49 attributes': [one({attributes: map(49, () => ({int: 1}))}),
      'spec.devices[0]: Invalid value: 49: the total number of attributes and capacities must not exceed 32',
      'spec.devices[0]: Invalid value: 49: the total number of attribute values must not exceed 48'],
    'an attribute with two values, in the form of the internal type': [one({attributes: {m: {int: 1, string: 'a'}}}),
      'spec.devices[0].attributes[m]: Invalid value: {"IntValue":1,"BoolValue":null,"StringValue":"a","VersionValue":null,"IntValues":null,"BoolValues":null,"StringValues":null,"VersionValues":null}: exactly one value must be specified'],
    'long names of attributes, which messages shorten': [one({attributes: {[long]: {}}}), 'spec.devices[0].attributes: Too long: may not be more than 32 bytes',
      `spec.devices[0].attributes[${long.slice(0, 47)}...${long.slice(-46)}]: Invalid value: "": exactly one value must be specified`],
    'amounts out of order, too large, repeated, and without the default': [shared({default: '3', validValues: ['2', '1', '9', '9']}),
      'spec.devices[0].capacity[m].requestPolicy.validValues[1]: Invalid value: "1": values must be sorted in ascending order',
      ...[2, 3].map((i) => `spec.devices[0].capacity[m].requestPolicy.validValues[${i}]: Invalid value: "9": option is larger than capacity value: 8`),
      'spec.devices[0].capacity[m].requestPolicy.validValues[3]: Duplicate value: "9"',
      'spec.devices[0].capacity[m].requestPolicy.validValues: Invalid value: "3": default value is not valid according to the requestPolicy'],
    '11 amounts, with the default': [shared({default: '1', validValues: list(11, (i) => `${i}`)}, '20'),
      'spec.devices[0].capacity[m].requestPolicy.validValues: Too many: 11: must have at most 10 items',
      'spec.devices[0].capacity[m].requestPolicy.validValues: Invalid value: "1": default value is not valid according to the requestPolicy'],
    'a range beyond the capacity': [shared({default: '3', validRange: {min: '9', max: '10', step: '1'}}),
      'spec.devices[0].capacity[m].requestPolicy.validRange.min: Invalid value: "9": min is larger than capacity value: 8',
      'spec.devices[0].capacity[m].requestPolicy.validRange.min: Invalid value: "3": default is less than min: 9',
      'spec.devices[0].capacity[m].requestPolicy.validRange.max: Invalid value: "10": max is larger than capacity value: 8',
      'spec.devices[0].capacity[m].requestPolicy.validRange.step: Invalid value: "1": one step 10 is larger than capacity value: 8'],
    'a maximum below the minimum and the default, and off the steps': [shared({default: '6', validRange: {min: '4', max: '3', step: '2'}}),
      'spec.devices[0].capacity[m].requestPolicy.validRange.max: Invalid value: "4": min is larger than max: 3',
      'spec.devices[0].capacity[m].requestPolicy.validRange.max: Invalid value: "6": default is more than max: 3',
      'spec.devices[0].capacity[m].requestPolicy.validRange.step: Invalid value: "3": value is not a multiple of a given step (2) from (4)'],
    'a range without a minimum': [shared({default: '1', validRange: {}}), 'spec.devices[0].capacity[m].requestPolicy.validRange.min: Required value: required when validRange is defined'],
    'two terms for nodes': [{allNodes: undefined, nodeSelector: {nodeSelectorTerms: [{}, {}]}},
      'spec.nodeSelector.nodeSelectorTerms: Invalid value: [{"MatchExpressions":null,"MatchFields":null},{"MatchExpressions":null,"MatchFields":null}]: must have exactly one node selector term'],
  }

  for (const [title, [spec, ...errors]] of Object.entries(rejected)) it(`rejects ${title}`, () => expect(errorsOf(spec)).to.deep.equal(errors))

  it('checks taints that an update changes', () => {
    const [invalid, same] = [one({taints: [{key: 'a'}]}), one({taints: [{key: 'a'}], bindsToNode: true})]
    expect(errorsOf(same, invalid)).to.deep.equal([])
    expect(errorsOf(one({taints: [{key: 'a'}, {key: 'b'}]}), invalid)).to.have.length(2)
  })

  it('follows older versions in devices with the same name', () => {
    const same = {devices: [{name: 'a'}, {name: 'a'}]}
    expect(errorsOf(same, undefined, '1.34')).to.deep.equal(['spec.devices[1].name: Duplicate value: "a"'])
    expect(errorsOf(same, undefined, '1.35')).to.deep.equal(['spec.devices[1]: Duplicate value: "a"'])
    expect(errorsOf(one({attributes: map(49, () => ({int: 1}))}), undefined, '1.35')).to.have.length(1)
  })

  it('increments the generation when the spec changes', () => {
    const old = kind.prepareForCreate?.(read({})) ?? read({})
    const generationOf = (spec: Body): unknown => kind.prepareForUpdate?.(read(spec), old).metadata.generation
    expect([old.metadata.generation, generationOf({}), generationOf({devices: [{name: 'a'}]})]).to.deep.equal([1, 1, 2])
  })

  it('sets the time of new taints, which is a change of the spec when time has passed', () => {
    let seconds = 0n
    const cluster = new Cluster({clock: {now: () => seconds * 1_000_000_000n}})
    const send = (operation: 'CREATE' | 'UPDATE', ...taints: Body[]): unknown => {
      seconds++
      const {metadata, spec} = cluster.handle({operation, object: slice(one({taints}))}).object as {metadata: Body, spec: {devices: {taints: Body[]}[]}}
      return [metadata['generation'], ...spec.devices[0]?.taints.map(({timeAdded}) => timeAdded) ?? []]
    }
    const [first, other, third, fourth] = ['1970-01-01T00:00:01Z', '2020-01-02T03:04:05Z', '1970-01-01T00:00:03Z', '1970-01-01T00:00:04Z']
    expect(send('CREATE', taint, {...taint, key: 'b', timeAdded: other})).to.deep.equal([1, first, other])
    expect(send('UPDATE', {...taint, timeAdded: first}, {...taint, key: 'b', timeAdded: other})).to.deep.equal([1, first, other])
    expect(send('UPDATE', taint)).to.deep.equal([2, third])
    expect(send('UPDATE', taint)).to.deep.equal([3, fourth])
  })

  it('warns about uppercase letters in the name of the driver', () => {
    expect(kind.warnings?.(read({driver: 'D'}))).to.deep.equal(['spec.driver: driver names should be lowercase; "D" contains uppercase characters'])
    expect(kind.warnings?.(read({}))).to.deep.equal([])
  })
})
