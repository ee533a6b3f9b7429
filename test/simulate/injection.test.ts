import {expect} from 'chai'

import {inject} from '../../src/simulate/injection.js'
import {app, container, limitRange, pod, quota} from '../helpers/builders.js'
import {usedIn} from '../helpers/quotas.js'
import {simulated} from '../helpers/simulated.js'
import {deployment} from '../helpers/workloads.js'

const proxy = container('proxy', {limits: {cpu: '2'}})

const mesh = {spec: {containers: [proxy], initContainers: [container('init')], volumes: [{name: 'certs', emptyDir: {}}]}}

const injector = (object: object): Record<string, unknown> => ({...inject(object as Record<string, unknown>, mesh)})

describe('inject', () => {
  it('appends the missing containers and volumes of the fragment', () => {
    const own = pod().with(app()).after(container('setup')).asking({volumes: [{name: 'data'}]})
    expect(inject(own, mesh)).to.deep.equal(pod().with(app(), proxy).after(container('setup'), container('init'))
      .asking({volumes: [{name: 'data'}, {name: 'certs', emptyDir: {}}]}).having({}))
    expect(inject(pod(), mesh)).to.have.nested.property('spec.initContainers').that.deep.equals([container('init')])
  })

  it('skips containers whose name exists, and injects the rest', () => {
    const own = container('proxy', {limits: {cpu: '1'}})
    const {spec} = inject(pod().with(own), mesh) as {spec: {containers: unknown, initContainers: unknown}}
    expect(spec.containers).to.deep.equal([own])
    expect(spec.initContainers).to.deep.equal([container('init')])
  })

  it('changes neither the pod nor the fragment', () => {
    const own = pod()
    const before = JSON.stringify([own, mesh])
    inject(own, mesh)
    expect(JSON.stringify([own, mesh])).to.equal(before)
  })

  it('does not throw for objects that are not valid pods', () => {
    for (const broken of [{}, {spec: null}, {spec: 3}, {spec: []}]) expect(() => inject(broken, mesh)).not.to.throw()
    expect(inject({spec: {containers: 'x'}}, mesh)).to.have.nested.property('spec.containers', 'x')
    expect(inject({spec: {containers: [null, 3]}}, {spec: {containers: [proxy]}})).to.deep.equal({spec: {containers: [null, 3, proxy]}})
  })
})

describe('simulate with an injector', () => {
  it('counts injected containers in the pods of files and workloads', () => {
    const {cluster} = simulated({policies: [quota({'limits.cpu': '10'}), limitRange('l', {type: 'Container', default: {cpu: '1'}})], files: [pod(), deployment('web', {replicas: 2})]}, {injector})
    // Each pod counts 1 for app and 2 for proxy; init containers run before them.
    expect(usedIn(cluster, 'dev')).to.deep.equal({'limits.cpu': '9'})
  })

  it('injects into the pods of workloads, but not into ReplicaSets', () => {
    const policies = [limitRange('l', {type: 'Container', max: {cpu: '1'}})]
    const {reviews: [review], workloads: [workload]} = simulated({policies, files: [deployment()]}, {injector})
    expect(review?.allowed).to.equal(true)
    expect(workload?.owned.map(({manifest: {body}}) => (body['spec'] as {containers?: {name: string}[]}).containers?.map(({name}) => name)))
      .to.deep.equal([undefined, ['app', 'proxy']])
  })
})
