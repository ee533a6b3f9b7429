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
  it('are made by an update of one that is not there', () => {
    const cluster = new TestCluster()
    const review = cluster.update(event({count: 2}))
    expect([review.operation, review.status.code, review.status.reason]).to.deep.equal(['UPDATE', 201, 'Created'])
    expect(cluster.stored(event())).to.deep.equal(review.object)
    expect(at(review.object, 'count')).to.equal(2)
    expect(verdict(cluster.update(event({count: 3})))).to.equal('200')
    expect(verdict(cluster.update(newEvent()))).to.equal('201')
  })

  it('are made whatever version they are of, but not if they are to be a certain one', () => {
    const cluster = new TestCluster()
    expect(verdict(cluster.update(event({}, {uid: 'u'})))).to.match(/^409 Operation cannot be fulfilled on events "e": /)
    expect(allowed(cluster.update(event({}, {resourceVersion: '12'})))['metadata']).to.deep.equal({name: 'e', namespace: 'dev'})
  })

  it('are not made by a dry run, nor without a name, nor by an update of their status', () => {
    const cluster = new TestCluster()
    expect(verdict(cluster.update(event(), {dryRun: true}))).to.equal('201')
    expect(cluster.stored(event())).to.equal(undefined)
    expect(verdict(cluster.update(event({}, {name: undefined, generateName: 'e-'})))).to.equal('404 events "" not found')
    expect(verdict(cluster.update(event(), {subresource: 'status'}))).to.equal('404 the server could not find the requested resource')
  })

  it('are held to the rules of a create where they are made', () => {
    const cluster = new TestCluster()
    expect(verdict(cluster.update(newEvent({type: 'Foo'})))).to.equal('422 Event "e" is invalid: type: Invalid value: "": has invalid value: Foo')
    allowed(cluster.update(newEvent()))
    expect(verdict(cluster.update(newEvent({type: 'Foo'})))).to.equal('422 Event "e" is invalid: type: Invalid value: "Foo": field is immutable')
  })

  it('count when they are made by an update, as they do when they are changed', () => {
    const cluster = limited()
    expect(verdict(cluster.update(event()))).to.equal('201')
    expect(verdict(cluster.update(event({count: 2})))).to.equal('429 Too many requests: limit reached on type Server for key ')
    expect(verdict(cluster.update(event({}, {name: 'f'})))).to.equal('429 Too many requests: limit reached on type Server for key ')
    expect(verdict(cluster.update(newEvent()))).to.equal('201')
  })

  it('have the name of the core kind in what is wrong with them, and their own elsewhere', () => {
    const cluster = given(newEvent())
    expect(verdict(cluster.create(newEvent({metadata: {name: 'Bad'}})))).to.match(/^422 Event "Bad" is invalid: metadata\.name: /)
    expect(verdict(cluster.create(newEvent()))).to.equal('409 events.events.k8s.io "e" already exists')
  })

  it('of events.k8s.io: errors of their fields come before those of their metadata', () => {
    const review = new TestCluster().create(newEvent({action: '', type: 'Foo', metadata: {name: 'Bad'}}))
    expect(review.errors.map(({field}) => String(field))).to.deep.equal(['action', 'metadata.name', 'type'])
    const old = new TestCluster().create(event({involvedObject: {}}, {name: 'a/b'}))
    expect(old.errors.map(({field}) => String(field))).to.deep.equal(['involvedObject.namespace'])
  })

  it('are alone in that: who updates a service has read it', () =>
    expect(verdict(new TestCluster().update(service('s')))).to.equal('404 services "s" not found'))
})

describe('an object that exists', () => {
  const load = (object: Body): string => verdict(new TestCluster().cluster.load({object, namespace: 'dev'}))

  it('may have what no create may give it', () => {
    const counted = {eventTime: null, deprecatedCount: 3, deprecatedFirstTimestamp: '2026-01-02T03:04:05Z', deprecatedSource: {component: 'c'}}
    expect(load(newEvent(counted))).to.equal('201')
    expect(load(pod().asking({ephemeralContainers: [container('debug')]}))).to.equal('201')
  })

  it('may not have what nobody may give it', () =>
    expect(load(newEvent({reason: ''}))).to.equal('422 Event "e" is invalid: reason: Required value'))
})
