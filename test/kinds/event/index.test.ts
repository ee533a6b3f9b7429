import {expect} from 'chai'
import {event as kind, newEvent as newKind} from '../../../src/kinds/event/index.js'
import {inV1Form, newNameOf} from '../../../src/kinds/event/index.js'
import type {Event as NewEvent} from '../../../src/machinery/api/events-v1.js'
import {qualifiedName} from '../../../src/machinery/meta/names.js'
import type {Body} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'
import {deepFreeze} from '../../helpers/deep-freeze.js'

const about = {kind: 'Pod', name: 'p', namespace: 'dev'}

const old = (fields: Body = {}): Body => ({apiVersion: 'v1', kind: 'Event', metadata: {name: 'x', namespace: 'dev'}, involvedObject: about, ...fields})

const time = '2026-01-02T03:04:05.000000Z'

const reported = {eventTime: time, reportingComponent: 'example.com/c', reportingInstance: 'i', action: 'A', reason: 'R'}

const strict = (fields: Body = {}): Body => ({
  apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata: {name: 'x', namespace: 'dev'}, regarding: about, eventTime: time, type: 'Normal',
  reportingController: 'example.com/c', reportingInstance: 'i', action: 'A', reason: 'R', ...fields,
})

const errorsOf = (body: Body): string[] | undefined => kind.validate?.(decoded(body)).map(String)

function strictErrors(body: Body): string[] {
  const object = decoded(body) as NewEvent
  return [...newKind.validateBeforeMetadata?.(object) ?? [], ...newKind.validateCreate?.(object) ?? []].map(String)
}

const changeErrors = (from: Body, to: Body): string[] | undefined => newKind.validateUpdate?.(decoded(to), decoded(from)).map(String)

const foreign = (namespace: string): string => `involvedObject.namespace: Invalid value: "${namespace}": does not match event.namespace`

const inNamespace = (namespace: string, fields: Body = {}): Body => old({metadata: {name: 'x', namespace}, ...fields})

describe('Event in v1', () => {
  it('sets empty reportingComponent and reportingInstance', () => {
    const set = kind.setDefaults?.(decoded(old()))
    expect(set).to.deep.equal({...old(), reportingComponent: '', reportingInstance: ''})
    expect(kind.setDefaults?.(deepFreeze(set!))).to.equal(set)
  })

  it('converts its times to UTC', () => {
    const series = {count: 2, lastObservedTime: '2026-01-02T05:04:05.123456+02:00'}
    const times = {eventTime: '2026-01-02T05:04:05.654321+02:00', firstTimestamp: '2026-01-02T03:04:05.9Z', lastTimestamp: '2026-01-01T23:00:00-05:00', series}
    expect(kind.setDefaults?.(decoded(old({...times, ...reported, eventTime: times.eventTime})))).to.deep.include({
      eventTime: '2026-01-02T03:04:05.654321Z', firstTimestamp: '2026-01-02T03:04:05Z', lastTimestamp: '2026-01-02T04:00:00Z',
      series: {count: 2, lastObservedTime: '2026-01-02T03:04:05.123456Z'},
    })
  })

  const accept: Record<string, Body> = {
    'only the required fields': old(),
    'any type, and a reason and message of any length': old({type: 'Foo', reason: 'r'.repeat(200), message: 'm'.repeat(2000)}),
    'a series with count 1': old({...reported, series: {count: 1}}),
    'an object without a namespace, in namespace default': inNamespace('default', {involvedObject: {kind: 'Node', name: 'n'}}),
    'no involvedObject, in namespace default': inNamespace('default', {involvedObject: undefined}),
    'an object in another namespace, with eventTime': old({...reported, involvedObject: {...about, namespace: 'other'}}),
    'an object without a namespace, with eventTime, in namespace default': inNamespace('default', {...reported, involvedObject: {kind: 'Node', name: 'n'}}),
    'an object without a namespace, with eventTime, in namespace kube-system': inNamespace('kube-system', {...reported, involvedObject: {kind: 'Node', name: 'n'}}),
    'texts of the maximum length, with eventTime': old({...reported, reportingInstance: 'i'.repeat(128), action: 'a'.repeat(128), reason: 'r'.repeat(128), message: 'm'.repeat(1024)}),
  }

  for (const [title, body] of Object.entries(accept)) it(`accepts ${title}`, () => expect(errorsOf(body)).to.deep.equal([]))

  const reject: Record<string, [body: Body, ...errors: string[]]> = {
    'an object in another namespace': [old({involvedObject: {...about, namespace: 'other'}}), foreign('other')],
    'an object in another namespace, in namespace default': [inNamespace('default'), foreign('dev')],
    'an object without a namespace': [old({involvedObject: {kind: 'Pod'}}), foreign('')],
    'an object without a namespace, in namespace kube-system': [inNamespace('kube-system', {involvedObject: {kind: 'Node'}}), foreign('')],
    'no involvedObject': [old({involvedObject: undefined}), foreign('')],
    'an object without a namespace, with eventTime': [old({...reported, involvedObject: {kind: 'Pod'}}), foreign('')],
    'eventTime without the other new fields': [
      old({eventTime: time}), 'reportingComponent: Required value', ...qualifiedName('').map((error) => `reportingComponent: Invalid value: "": ${error}`),
      'reportingInstance: Required value', 'action: Required value', 'reason: Required value',
    ],
    'an invalid reportingComponent, with eventTime': [
      old({...reported, reportingComponent: 'a b'}), ...qualifiedName('a b').map((error) => `reportingComponent: Invalid value: "a b": ${error}`),
    ],
    'texts that are too long in bytes, with eventTime': [
      old({...reported, reportingInstance: 'ä'.repeat(65), action: 'a'.repeat(129), reason: 'r'.repeat(129), message: 'm'.repeat(1025)}),
      ...['reportingInstance', 'action', 'reason'].map((field) => `${field}: Invalid value: "": can have at most 128 characters`),
      'message: Invalid value: "": can have at most 1024 characters',
    ],
  }

  for (const [title, [body, ...errors]] of Object.entries(reject)) it(`rejects ${title}`, () => expect(errorsOf(body)).to.deep.equal(errors))
})

describe('Event in events.k8s.io/v1', () => {
  it('converts its times to UTC, and sets no defaults', () => {
    const times = {eventTime: '2026-01-02T05:04:05.654321+02:00', deprecatedFirstTimestamp: '2026-01-02T03:04:05.9Z', deprecatedLastTimestamp: '2026-01-02T04:04:05+01:00'}
    expect(decoded(strict(times))).to.deep.equal(
      strict({eventTime: '2026-01-02T03:04:05.654321Z', deprecatedFirstTimestamp: '2026-01-02T03:04:05Z', deprecatedLastTimestamp: '2026-01-02T03:04:05Z'}),
    )
    expect(newKind).not.to.have.property('setDefaults')
  })

  it('is converted to the field names of v1', () => {
    expect(inV1Form(decoded(strict({
      note: 'm', deprecatedSource: {component: 'c'}, deprecatedCount: 1,
      deprecatedFirstTimestamp: '2026-01-02T03:04:05Z', deprecatedLastTimestamp: '2026-01-02T03:04:06Z',
    })))).to.deep.equal({
      ...old(reported), apiVersion: 'events.k8s.io/v1', type: 'Normal', message: 'm', source: {component: 'c'}, count: 1,
      firstTimestamp: '2026-01-02T03:04:05Z', lastTimestamp: '2026-01-02T03:04:06Z',
    })
    expect([newNameOf('involvedObject'), newNameOf('reason')]).to.deep.equal(['regarding', undefined])
    expect([newKind.defaultedFrom?.(['involvedObject', 'namespace']), newKind.defaultedFrom?.(['reason'])]).to.deep.equal([[['regarding', 'namespace']], []])
  })

  const accept: Record<string, Body> = {
    'all required fields': strict(),
    'type Warning and all optional fields': strict({type: 'Warning', note: 'n'.repeat(1024), related: {kind: 'Node'}, series: {count: 2, lastObservedTime: time}}),
    'an empty deprecatedSource and deprecatedCount 0': strict({deprecatedSource: {host: ''}, deprecatedCount: 0}),
  }

  for (const [title, body] of Object.entries(accept)) it(`accepts ${title}`, () => expect(strictErrors(body)).to.deep.equal([]))

  const reject: Record<string, [fields: Body, ...errors: string[]]> = {
    'no eventTime': [{eventTime: undefined}, 'eventTime: Required value'],
    'an object in another namespace, without eventTime': [{eventTime: undefined, regarding: {namespace: 'other'}}, foreign('other'), 'eventTime: Required value'],
    'no type': [{type: undefined}, 'type: Invalid value: "": has invalid value: '],
    'an unknown type': [{type: 'normal'}, 'type: Invalid value: "": has invalid value: normal'],
    'an invalid reportingController': [{reportingController: '-'}, ...qualifiedName('-').map((error) => `reportingController: Invalid value: "-": ${error}`)],
    'a note that is too long': [{note: 'n'.repeat(1025)}, 'message: Invalid value: "": can have at most 1024 characters'],
    'an empty series': [{series: {}}, 'series.count: Invalid value: "": should be at least 2', 'series.lastObservedTime: Required value'],
    'a deprecatedSource with a host only': [{deprecatedSource: {host: 'h'}}, 'source: Invalid value: "": needs to be unset'],
    'all deprecated fields': [
      {deprecatedCount: -1, deprecatedSource: {component: 'c'}, deprecatedFirstTimestamp: '2026-01-02T03:04:05Z', deprecatedLastTimestamp: '2026-01-02T03:04:05Z'},
      ...['firstTimestamp', 'lastTimestamp', 'count', 'source'].map((field) => `${field}: Invalid value: "": needs to be unset`),
    ],
  }

  for (const [title, [fields, ...errors]] of Object.entries(reject)) it(`rejects ${title}`, () => expect(strictErrors(strict(fields))).to.deep.equal(errors))

  it('accepts a change to series', () => {
    expect(changeErrors(strict(), strict())).to.deep.equal([])
    expect(changeErrors(strict(), strict({series: {count: 2, lastObservedTime: time}}))).to.deep.equal([])
    expect(changeErrors(strict(), strict({series: {count: 1, lastObservedTime: time}}))).to.deep.equal(['series.count: Invalid value: "": should be at least 2'])
  })

  it('accepts unchanged invalid fields, but validates a changed series', () => {
    const wrong = strict({series: {count: 1}, deprecatedCount: 3, type: 'Foo'})
    expect(changeErrors(wrong, wrong)).to.deep.equal([])
    expect(changeErrors(wrong, strict({deprecatedCount: 3, type: 'Foo'}))).to.deep.equal([])
    expect(changeErrors(wrong, strict({series: {}, deprecatedCount: 3, type: 'Foo'}))).to.deep.equal(
      ['series.count: Invalid value: "": should be at least 2', 'series.lastObservedTime: Required value'],
    )
  })

  const changes: Record<string, [field: string, value: unknown, printed: string]> = {
    involvedObject: ['regarding', {...about, fieldPath: 'spec'}, '{"Kind":"Pod","Namespace":"dev","Name":"p","UID":"","APIVersion":"","ResourceVersion":"","FieldPath":"spec"}'],
    reason: ['reason', 'S', '"S"'],
    message: ['note', 'n', '"n"'],
    source: ['deprecatedSource', {host: 'h'}, '{"Component":"","Host":"h"}'],
    firstTimestamp: ['deprecatedFirstTimestamp', '2026-01-02T03:04:05Z', '"2026-01-02T03:04:05Z"'],
    lastTimestamp: ['deprecatedLastTimestamp', '2026-01-02T03:04:05Z', '"2026-01-02T03:04:05Z"'],
    count: ['deprecatedCount', 2, '2'],
    type: ['type', 'Warning', '"Warning"'],
    eventTime: ['eventTime', '2026-01-02T03:04:06.000000Z', '"2026-01-02T03:04:06.000000Z"'],
    action: ['action', 'B', '"B"'],
    related: ['related', {}, '{"Kind":"","Namespace":"","Name":"","UID":"","APIVersion":"","ResourceVersion":"","FieldPath":""}'],
    reportingController: ['reportingController', 'd', '"d"'],
    reportingInstance: ['reportingInstance', 'j', '"j"'],
  }

  for (const [field, [name, value, printed]] of Object.entries(changes)) {
    it(`rejects a change to ${name}`, () => expect(changeErrors(strict(), strict({[name]: value}))).to.deep.equal([`${field}: Invalid value: ${printed}: field is immutable`]))
  }

  it('also applies the validation of v1 to an update', () =>
    expect(changeErrors(strict({reportingController: '-'}), strict({reportingController: '-'}))).to.deep.equal(
      qualifiedName('-').map((error) => `reportingController: Invalid value: "-": ${error}`),
    ))

  it('prints null for a removed field', () => {
    expect(changeErrors(strict({related: {kind: 'Node'}, deprecatedFirstTimestamp: '2026-01-02T03:04:05Z'}), strict())).to.deep.equal(
      ['firstTimestamp: Invalid value: null: field is immutable', 'related: Invalid value: null: field is immutable'],
    )
  })
})
