import {expect} from 'chai'
import {annotation, applyDefaults} from '../../../../src/admission/plugins/limit-ranger/defaults.js'
import {encode} from '../../../../src/machinery/decode/encode.js'
import {app, type Body, container, type Item, limitRange, pod, sidecar} from '../../../helpers/builders.js'
import {decoded} from '../../../helpers/decoded.js'

const apply = (body: Body, ...items: Item[]): ReturnType<typeof applyDefaults> => applyDefaults(decoded(body), decoded(limitRange('limits', ...items)))

const podAfter = (body: Body, ...items: Item[]): Body => encode(apply(body, ...items)?.object ?? {})

const cpu: Item = {type: 'Container', default: {cpu: '2'}, defaultRequest: {cpu: '1'}}

describe('applyDefaults', () => {
  it('sets missing requests and limits and lists them in the annotation', () => {
    expect(podAfter(pod().labelled({a: 'b'}).asking({priority: 1}), cpu)).to.deep.equal({
      apiVersion: 'v1', kind: 'Pod',
      metadata: {name: 'p', labels: {a: 'b'}, annotations: {[annotation]: 'LimitRanger plugin set: cpu request for container app; cpu limit for container app'}},
      spec: {priority: 1, containers: [app({requests: {cpu: '1'}, limits: {cpu: '2'}})]},
    })
  })

  it('keeps requests, limits and other fields of containers', () => {
    const given = {...container('app', {requests: {memory: '1Gi'}, limits: {cpu: '5'}, claims: [{name: 'c'}]}), tty: true}
    expect(podAfter(pod().with(given), cpu)).to.have.nested.property('spec.containers[0]').deep.equal({
      ...given, resources: {requests: {memory: '1Gi', cpu: '1'}, limits: {cpu: '5'}, claims: [{name: 'c'}]},
    })
  })

  it('adds no empty requests or limits', () => {
    expect(podAfter(pod(), {type: 'Container', default: {cpu: '2'}})).to.have.nested.property('spec.containers[0].resources').deep.equal({limits: {cpu: '2'}})
    expect(podAfter(pod(), {type: 'Container', defaultRequest: {cpu: '1'}})).to.have.nested.property('spec.containers[0].resources').deep.equal({requests: {cpu: '1'}})
  })

  it('returns undefined when there is nothing to set', () => {
    expect(apply(pod().with(app({requests: {cpu: '0'}, limits: {cpu: '0'}})), cpu)).to.equal(undefined)
    expect(apply(pod().having({spec: null}), cpu)).to.equal(undefined)
    expect(apply(pod())).to.equal(undefined)
  })

  it('ignores items of other types than Container', () => {
    for (const type of ['Pod', 'PersistentVolumeClaim', 'container', undefined]) expect(apply(pod(), {...cpu, ...type === undefined ? {type: ''} : {type}})).to.equal(undefined)
  })

  it('prefers the defaults of later items', () => {
    const after = podAfter(pod(), {type: 'Container', default: {cpu: '1', memory: '1Gi'}}, {type: 'Pod'}, {type: 'Container', default: {cpu: '3'}})
    expect(after).to.have.nested.property('spec.containers[0].resources').deep.equal({limits: {cpu: '3', memory: '1Gi'}})
  })

  it('defaults containers, then init containers, but not ephemeral containers', () => {
    const manifest = pod().with(app(), app({requests: {cpu: '7'}, limits: {cpu: '7'}})).after(sidecar('side')).asking({ephemeralContainers: [container('debug')]})
    const full = {requests: {cpu: '1'}, limits: {cpu: '2'}}
    expect(podAfter(manifest, cpu)['spec']).to.deep.equal({
      containers: [app(full), app({requests: {cpu: '7'}, limits: {cpu: '7'}})], initContainers: [sidecar('side', full)], ephemeralContainers: [container('debug')],
    })
  })

  it('defaults init containers when all containers are complete', () => {
    const complete = app({requests: {cpu: '7'}, limits: {cpu: '7'}})
    expect(podAfter(pod().with(complete).after(container('init')), cpu)['spec']).to.deep.equal({containers: [complete], initContainers: [container('init', {requests: {cpu: '1'}, limits: {cpu: '2'}})]})
  })

  describe('annotation', () => {
    const noteAfter = (body: Body, ...items: Item[]): unknown => (podAfter(body, ...items)['metadata'] as {annotations: Body}).annotations[annotation]

    it('lists requests, then limits, each sorted by resource', () => {
      const item: Item = {type: 'Container', default: {'memory': '1', 'cpu': '1', 'a.b/c': '1'}, defaultRequest: {memory: '1', cpu: '1'}}
      expect(noteAfter(pod().with(app({limits: {cpu: '1'}})), item)).to.equal('LimitRanger plugin set: cpu, memory request for container app; a.b/c, memory limit for container app')
    })

    it('lists only the changed requests and limits of each container', () => {
      const manifest = pod().with(app({requests: {cpu: '1'}, limits: {cpu: '1'}}), container('b', {requests: {cpu: '1'}}), container('c', {limits: {cpu: '1'}})).after(container('i'))
      expect(noteAfter(manifest, cpu)).to.equal(
        'LimitRanger plugin set: cpu limit for container b; cpu request for container c; cpu request for init container i; cpu limit for init container i',
      )
    })

    it('accepts a container without a name', () => expect(noteAfter(pod().with({}), {type: 'Container', default: {cpu: '1'}})).to.equal('LimitRanger plugin set: cpu limit for container '))

    it('replaces an older annotation of LimitRanger and keeps other annotations', () => {
      expect(podAfter(pod().annotated({[annotation]: 'x', a: 'b'}), cpu)).to.have.property('metadata').deep.include({
        annotations: {[annotation]: 'LimitRanger plugin set: cpu request for container app; cpu limit for container app', a: 'b'},
      })
    })
  })

  it('lists every change with its cause', () => {
    const outcome = apply(
      pod().annotated({[annotation]: 'x'}).with(app({requests: {cpu: '1'}})).after(container('i', {limits: {cpu: '1'}})),
      {type: 'Pod'}, {type: 'Container', default: {cpu: '2'}, defaultRequest: {memory: '1'}},
    )
    const shown = outcome?.changes.map(({field, from, to, cause}) => [String(field), from, String(to), cause?.policy.metadata.name, String(cause?.field)])
    const note = 'LimitRanger plugin set: memory request for container app; cpu limit for container app; memory request for init container i'
    expect(shown).to.deep.equal([
      ['spec.containers[0].resources.requests[memory]', undefined, '1', 'limits', 'spec.limits[1].defaultRequest[memory]'],
      ['spec.containers[0].resources.limits[cpu]', undefined, '2', 'limits', 'spec.limits[1].default[cpu]'],
      ['spec.initContainers[0].resources.requests[memory]', undefined, '1', 'limits', 'spec.limits[1].defaultRequest[memory]'],
      ['metadata.annotations[kubernetes.io/limit-ranger]', 'x', note, 'limits', 'spec'],
    ])
  })

  it('treats __proto__ and constructor as ordinary resource names', () => {
    const item = {type: 'Container', default: JSON.parse('{"__proto__": "1", "constructor": "2"}') as Item['default']} as Item
    const {limits} = (podAfter(pod(), item) as {spec: {containers: {resources: {limits: object}}[]}}).spec.containers[0]?.resources ?? {limits: {}}
    expect(Object.entries(limits)).to.deep.equal([['__proto__', '1'], ['constructor', '2']])
  })
})
