import {expect} from 'chai'
import {type Attributes, isRequestFor} from '../../src/admission/attributes.js'
import {changesOf} from '../../src/admission/plugin.js'
import {stoppedClock, timestamp} from '../../src/admission/clock.js'

const attributes = (resource: string, group = '', subresource = ''): Attributes => ({
  operation: 'CREATE', kind: {group, name: 'X'}, resource: {group, name: resource}, subresource, namespace: 'dev', name: 'x', object: undefined,
  oldObject: undefined, user: '', dryRun: false,
})

describe('isFor', () => {
  it('matches a resource by name and group', () => {
    expect(isRequestFor(attributes('pods'), 'pods')).to.equal(true)
    expect(isRequestFor(attributes('pods'), 'services')).to.equal(false)
    expect(isRequestFor(attributes('pods', 'example.com'), 'pods')).to.equal(false)
    expect(isRequestFor(attributes('priorityclasses', 'scheduling.k8s.io'), 'priorityclasses', 'scheduling.k8s.io')).to.equal(true)
    expect(isRequestFor(attributes('priorityclasses'), 'priorityclasses', 'scheduling.k8s.io')).to.equal(false)
  })

  it('does not match subresources', () => expect(isRequestFor(attributes('pods', '', 'status'), 'pods')).to.equal(false))
})

describe('changesOf', () => {
  const shown = (changes: ReturnType<typeof changesOf>): unknown => changes.map(({field, from, to}) => [String(field), from, to])

  it('lists the fields that differ, in the order of the given names', () => {
    const from: {a?: number, b?: number, c?: number} = {a: 1, b: 2}
    expect(shown(changesOf(from, {a: 1, b: 3, c: 4}, ['c', 'b', 'a'], 'spec'))).to.deep.equal([['spec.c', undefined, 4], ['spec.b', 2, 3]])
    expect(changesOf(from, from, ['a', 'b'], 'spec')).to.deep.equal([])
    expect(shown(changesOf({a: 1, z: 1}, {a: 2, z: 2}, ['a'], 'metadata'))).to.deep.equal([['metadata.a', 1, 2]])
  })
})

describe('timestamp', () => {
  it('formats whole seconds in UTC', () => {
    expect(timestamp(stoppedClock)).to.equal('1970-01-01T00:00:00Z')
    expect(timestamp({now: () => 1_700_000_000_999_999_999n})).to.equal('2023-11-14T22:13:20Z')
    expect(timestamp({now: () => -1n})).to.equal('1970-01-01T00:00:00Z')
  })
})
