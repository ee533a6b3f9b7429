import {expect} from 'chai'

import type {ManagedFieldsEntry} from '../../../src/machinery/api/meta-v1.js'
import {retainedManagedFields} from '../../../src/machinery/meta/managed-fields.js'

const entry: ManagedFieldsEntry = {manager: 'm', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', time: '2026-01-01T00:00:00Z', fieldsV1: {'f:data': {'f:a': {}}}}

const managing = (fieldsV1: unknown): ManagedFieldsEntry => ({...entry, fieldsV1})

const named = (manager: string, more: ManagedFieldsEntry = {}): ManagedFieldsEntry => ({...entry, manager, ...more})

const object = (managedFields?: readonly ManagedFieldsEntry[], data: Readonly<Record<string, string>> = {a: '1'}) => ({
  apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'c', labels: {x: 'y'}, ...managedFields && {managedFields}}, data,
  ports: [{name: 'a', port: 80}, {name: 'b', port: 81}], flags: ['x', 'y'],
})

describe('managedFields of a new object', () => {
  const kept = (...entries: ManagedFieldsEntry[]): boolean => retainedManagedFields(object(entries)) !== undefined

  const foreign: Record<string, unknown> = {
    'a missing field': {'f:nope': {}},
    'a missing key': {'f:data': {'f:a': {}, 'f:b': {}}},
    'a missing item': {'f:ports': {'k:{"name":"c"}': {}}},
    'a missing field of an item': {'f:ports': {'k:{"name":"a","port":80}': {'.': {}, 'f:protocol': {}}}},
    'a missing value': {'f:flags': {'v:"z"': {}}},
    'a missing position': {'f:flags': {'i:2': {}}},
    'a missing map': {'f:binaryData': {'.': {}}},
    'values where there is no list': {'f:data': {'v:"a"': {}}},
  }
  for (const [title, set] of Object.entries(foreign)) it(`are kept for an entry with ${title}`, () => expect(kept(managing(set))).to.equal(true))

  const own: Record<string, unknown> = {
    'a field': {'f:data': {}}, 'a key': {'f:data': {'.': {}, 'f:a': {}}}, 'an item': {'f:ports': {'k:{"name":"a"}': {'.': {}, 'f:port': {}}}}, 'a value': {'f:flags': {'v:"x"': {}}},
    'a position': {'f:flags': {'i:1': {}}}, 'nothing': {}, 'metadata': {'f:metadata': {'f:labels': {'f:x': {}}}},
  }
  for (const [title, set] of Object.entries(own)) it(`are dropped for an entry with ${title} of the object`, () => expect(kept(managing(set))).to.equal(false))

  const unreadable: Record<string, ManagedFieldsEntry> = {
    'with an unknown operation': {...entry, operation: 'Bogus'}, 'without an apiVersion': {...entry, apiVersion: ''}, 'with an unknown fieldsType': {...entry, fieldsType: 'X'},
    'with a string': managing('x'), 'with a list': managing([]), 'with invalid paths': managing({x: {}}), 'with a path without a colon': managing({'fa': {}}),
    'with keys that are not JSON': managing({'k:x': {}}), 'with values that are not JSON': managing({'v:x': {}}), 'with positions that are not numbers': managing({'i:x': {}}), 'with leaves that are not maps': managing({'f:a': 5}),
  }
  for (const [title, broken] of Object.entries(unreadable)) it(`are all dropped for an entry ${title}`, () => expect(kept(managing({'f:nope': {}}), broken)).to.equal(false))

  it('are kept together with path elements of an unknown form', () => expect(kept(managing({'f:nope': {}, 'z:x': {}}))).to.equal(true))

  it('are dropped for versions that the kind does not have', () => {
    const foreignTo = (apiVersion: string): boolean => kept({...managing({'f:nope': {}}), apiVersion})
    expect(['v1', 'v2', 'apps/v1', 'a/b/c'].map(foreignTo)).to.deep.equal([true, false, false, false])
    const scaler = {apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: {managedFields: [{...managing({'f:nope': {}}), apiVersion: 'autoscaling/v1'}]}}
    expect(retainedManagedFields(scaler)).to.have.lengthOf(1)
  })
})

describe('managedFields of an updated object', () => {
  const old = object([named('old')])
  const kept = (managedFields: readonly ManagedFieldsEntry[] | undefined, data?: Readonly<Record<string, string>>) =>
    retainedManagedFields(object(managedFields, data), old)?.map(({manager}) => manager)

  it('are the old ones if none are sent or one entry cannot be read', () => {
    expect(kept(undefined)).to.deep.equal(['old'])
    expect(kept([named('new'), {...entry, operation: ''}])).to.deep.equal(['old'])
  })

  it('can be removed', () => {
    expect(kept([])).to.equal(undefined)
    expect(kept([{}])).to.equal(undefined)
  })

  it('are kept for managers of fields that do not change', () => {
    expect(kept([named('new')])).to.deep.equal(['new'])
    expect(kept([named('new')], {a: '2'})).to.equal(undefined)
    expect(kept([named('new')], {a: '1', b: '2'})).to.deep.equal(['new'])
    expect(kept([named('new', {fieldsV1: {'f:data': {'.': {}, 'f:a': {}}}})], {a: '2'})).to.deep.equal(['new'])
  })

  it('are sorted, and the last entry of one manager wins', () => {
    const later = {time: '2026-02-01T00:00:00Z'}
    const {time: _time, ...timeless} = entry
    expect(kept([named('b'), named('z', later), named('a'), named('x', {operation: 'Apply', ...later}), {...timeless, manager: 't'}])).to.deep.equal(['x', 't', 'a', 'b', 'z'])
    expect(kept([named('m', {subresource: 's'}), named('m'), named('m')])).to.deep.equal(['m', 'm'])
    expect(retainedManagedFields(object([named('m'), named('m', later)]), old)?.map(({time}) => time)).to.deep.equal([later.time])
  })
})
