import {expect} from 'chai'

import {keptManagedFields, type ManagedFieldsEntry} from '../../../src/machinery/meta/managed-fields.js'

const entry: ManagedFieldsEntry = {manager: 'm', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', time: '2026-01-01T00:00:00Z', fieldsV1: {'f:data': {'f:a': {}}}}

const managing = (fieldsV1: unknown): ManagedFieldsEntry => ({...entry, fieldsV1})

const named = (manager: string, more: ManagedFieldsEntry = {}): ManagedFieldsEntry => ({...entry, manager, ...more})

const object = (managedFields?: readonly ManagedFieldsEntry[], data: Readonly<Record<string, string>> = {a: '1'}) => ({
  apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'c', labels: {x: 'y'}, ...managedFields && {managedFields}}, data,
  ports: [{name: 'a', port: 80}, {name: 'b', port: 81}], flags: ['x', 'y'],
})

describe('managed fields of a new object', () => {
  const kept = (...entries: ManagedFieldsEntry[]): boolean => keptManagedFields(object(entries)) !== undefined

  const foreign: Record<string, unknown> = {
    'of a field that is not there': {'f:nope': {}},
    'of a key that is not there': {'f:data': {'f:a': {}, 'f:b': {}}},
    'of an item that is not there': {'f:ports': {'k:{"name":"c"}': {}}},
    'of a field that an item has not': {'f:ports': {'k:{"name":"a","port":80}': {'.': {}, 'f:protocol': {}}}},
    'of a value that is not there': {'f:flags': {'v:"z"': {}}},
    'of a position that is not there': {'f:flags': {'i:2': {}}},
    'of a map that is not there': {'f:binaryData': {'.': {}}},
    'of values where no list is': {'f:data': {'v:"a"': {}}},
  }
  for (const [title, set] of Object.entries(foreign)) it(`stay with the manager ${title}`, () => expect(kept(managing(set))).to.equal(true))

  const own: Record<string, unknown> = {
    'a field': {'f:data': {}}, 'a key': {'f:data': {'.': {}, 'f:a': {}}}, 'an item': {'f:ports': {'k:{"name":"a"}': {'.': {}, 'f:port': {}}}}, 'a value': {'f:flags': {'v:"x"': {}}},
    'a position': {'f:flags': {'i:1': {}}}, 'nothing': {}, 'metadata': {'f:metadata': {'f:labels': {'f:x': {}}}},
  }
  for (const [title, set] of Object.entries(own)) it(`go to its creator: ${title}`, () => expect(kept(managing(set))).to.equal(false))

  const unreadable: Record<string, ManagedFieldsEntry> = {
    'of an unknown operation': {...entry, operation: 'Bogus'}, 'without an apiVersion': {...entry, apiVersion: ''}, 'of an unknown form': {...entry, fieldsType: 'X'},
    'of a text': managing('x'), 'of a list': managing([]), 'of paths that are none': managing({x: {}}), 'of letters without a colon': managing({'fa': {}}),
    'of keys that are no JSON': managing({'k:x': {}}), 'of values that are no JSON': managing({'v:x': {}}), 'of positions that are no number': managing({'i:x': {}}), 'of leaves that are no maps': managing({'f:a': 5}),
  }
  for (const [title, broken] of Object.entries(unreadable)) it(`are all dropped for an entry ${title}`, () => expect(kept(managing({'f:nope': {}}), broken)).to.equal(false))

  it('are kept beside path elements of a future form', () => expect(kept(managing({'f:nope': {}, 'z:x': {}}))).to.equal(true))

  it('are of versions that the kind has', () => {
    const foreignTo = (apiVersion: string): boolean => kept({...managing({'f:nope': {}}), apiVersion})
    expect(['v1', 'v2', 'apps/v1', 'a/b/c'].map(foreignTo)).to.deep.equal([true, false, false, false])
    const scaler = {apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: {managedFields: [{...managing({'f:nope': {}}), apiVersion: 'autoscaling/v1'}]}}
    expect(keptManagedFields(scaler)).to.have.lengthOf(1)
  })
})

describe('managed fields of an object that replaces another', () => {
  const old = object([named('old')])
  const kept = (managedFields: readonly ManagedFieldsEntry[] | undefined, data?: Readonly<Record<string, string>>) =>
    keptManagedFields(object(managedFields, data), old)?.map(({manager}) => manager)

  it('are those of the other where none are given, or one entry cannot be read', () => {
    expect(kept(undefined)).to.deep.equal(['old'])
    expect(kept([named('new'), {...entry, operation: ''}])).to.deep.equal(['old'])
  })

  it('can be taken away', () => {
    expect(kept([])).to.equal(undefined)
    expect(kept([{}])).to.equal(undefined)
  })

  it('stay with managers of fields that do not change', () => {
    expect(kept([named('new')])).to.deep.equal(['new'])
    expect(kept([named('new')], {a: '2'})).to.equal(undefined)
    expect(kept([named('new')], {a: '1', b: '2'})).to.deep.equal(['new'])
    expect(kept([named('new', {fieldsV1: {'f:data': {'.': {}, 'f:a': {}}}})], {a: '2'})).to.deep.equal(['new'])
  })

  it('are sorted, and the last counts of those of one manager', () => {
    const later = {time: '2026-02-01T00:00:00Z'}
    const {time: _time, ...timeless} = entry
    expect(kept([named('b'), named('z', later), named('a'), named('x', {operation: 'Apply', ...later}), {...timeless, manager: 't'}])).to.deep.equal(['x', 't', 'a', 'b', 'z'])
    expect(kept([named('m', {subresource: 's'}), named('m'), named('m')])).to.deep.equal(['m', 'm'])
    expect(keptManagedFields(object([named('m'), named('m', later)]), old)?.map(({time}) => time)).to.deep.equal([later.time])
  })
})
