import {expect} from 'chai'
import {type Body, container, pod, service} from '../helpers/builders.js'
import {allowed, at, given, TestCluster, verdict} from '../helpers/test-cluster.js'

const event = (fields: Body = {}, metadata: Body = {}): Body => ({
  apiVersion: 'v1', kind: 'Event', metadata: {name: 'e', ...metadata}, involvedObject: {kind: 'Pod', name: 'p', namespace: 'dev'}, reason: 'R', ...fields,
})

const newEvent = (fields: Body = {}): Body => ({
  apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata: {name: 'e'}, regarding: {kind: 'Pod', name: 'p', namespace: 'dev'}, type: 'Normal', reason: 'R', action: 'A',
  eventTime: '2026-01-02T03:04:05.000000Z', reportingController: 'c', reportingInstance: 'i', ...fields,
})

const limited = (): TestCluster => new TestCluster({pluginConfigurations: {EventRateLimit: {limits: [{type: 'Server', qps: 1, burst: 1}]}}})

describe('events in a cluster', () => {
  it('are created by an update of a missing event', () => {
    const cluster = new TestCluster()
    const review = cluster.update(event({count: 2}))
    expect([review.operation, review.status.code, review.status.reason]).to.deep.equal(['UPDATE', 201, 'Created'])
    expect(cluster.stored(event())).to.deep.equal(review.object)
    expect(at(review.object, 'count')).to.equal(2)
    expect(verdict(cluster.update(event({count: 3})))).to.equal('200')
    expect(verdict(cluster.update(newEvent()))).to.equal('201')
  })

  it('are created by an update that has a resourceVersion, but not if it has the uid of an object', () => {
    const cluster = new TestCluster()
    expect(verdict(cluster.update(event({}, {uid: 'u'})))).to.match(/^409 Operation cannot be fulfilled on events "e": /)
    expect(allowed(cluster.update(event({}, {resourceVersion: '12'})))['metadata']).to.deep.equal({name: 'e', namespace: 'dev'})
  })

  it('are not created by a dry run, without a name, or by an update of the status', () => {
    const cluster = new TestCluster()
    expect(verdict(cluster.update(event(), {dryRun: true}))).to.equal('201')
    expect(cluster.stored(event())).to.equal(undefined)
    expect(verdict(cluster.update(event({}, {name: undefined, generateName: 'e-'})))).to.equal('404 events "" not found')
    expect(verdict(cluster.update(event(), {subresource: 'status'}))).to.equal('404 the server could not find the requested resource')
  })

  it('are validated as new when an update creates them', () => {
    const cluster = new TestCluster()
    expect(verdict(cluster.update(newEvent({type: 'Foo'})))).to.equal('422 Event "e" is invalid: type: Invalid value: "": has invalid value: Foo')
    allowed(cluster.update(newEvent()))
    expect(verdict(cluster.update(newEvent({type: 'Foo'})))).to.equal('422 Event "e" is invalid: type: Invalid value: "Foo": field is immutable')
  })

  it('are counted by EventRateLimit when an update creates them', () => {
    const cluster = limited()
    expect(verdict(cluster.update(event()))).to.equal('201')
    expect(verdict(cluster.update(event({count: 2})))).to.equal('429 Too many requests: limit reached on type Server for key ')
    expect(verdict(cluster.update(event({}, {name: 'f'})))).to.equal('429 Too many requests: limit reached on type Server for key ')
    expect(verdict(cluster.update(newEvent()))).to.equal('201')
  })

  it('are called Event in validation errors and events.events.k8s.io elsewhere', () => {
    const cluster = given(newEvent())
    expect(verdict(cluster.create(newEvent({metadata: {name: 'Bad'}})))).to.match(/^422 Event "Bad" is invalid: metadata\.name: /)
    expect(verdict(cluster.create(newEvent()))).to.equal('409 events.events.k8s.io "e" already exists')
  })

  it('list validation errors in the order of the API server', () => {
    const review = new TestCluster().create(newEvent({action: '', type: 'Foo', metadata: {name: 'Bad'}}))
    expect(review.errors.map(({field}) => String(field))).to.deep.equal(['action', 'metadata.name', 'type'])
    const old = new TestCluster().create(event({involvedObject: {}}, {name: 'a/b'}))
    expect(old.errors.map(({field}) => String(field))).to.deep.equal(['involvedObject.namespace'])
  })

  it('are the only kind that an update creates', () =>
    expect(verdict(new TestCluster().update(service('s')))).to.equal('404 services "s" not found'))
})

describe('loading of an existing object', () => {
  const load = (object: Body): string => verdict(new TestCluster().cluster.load({object, namespace: 'dev'}))

  it('accepts fields that cannot be set on creation', () => {
    const counted = {eventTime: null, deprecatedCount: 3, deprecatedFirstTimestamp: '2026-01-02T03:04:05Z', deprecatedSource: {component: 'c'}}
    expect(load(newEvent(counted))).to.equal('201')
    expect(load(pod().asking({ephemeralContainers: [container('debug')]}))).to.equal('201')
  })

  it('rejects fields that are never valid', () =>
    expect(load(newEvent({reason: ''}))).to.equal('422 Event "e" is invalid: reason: Required value'))
})
