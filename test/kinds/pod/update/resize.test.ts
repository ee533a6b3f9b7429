import {expect} from 'chai'
import {resizeStrategy as strategy} from '../../../../src/kinds/pod/update/resize.js'
import type {Pod, PodSpec} from '../../../../src/machinery/api/core-v1.js'
import {encode} from '../../../../src/machinery/decode/encode.js'
import {app, type Body, container, pod, type PodManifest, type Resources, sidecar} from '../../../helpers/builders.js'
import {decoded} from '../../../helpers/decoded.js'

const burstable = (cpu: string): Resources => ({requests: {cpu, memory: '1Gi'}, limits: {cpu: '4', memory: '2Gi'}})

const web = pod('web').with(app(burstable('1')), container('log', burstable('1')))

/** Returns the pod that the endpoint stores for a request, and its errors. */
function resize(from: PodManifest, to: PodManifest): {stored: Pod, errors: string[]} {
  const [old, sent] = [decoded(from) as Pod, decoded(to) as Pod]
  const stored = strategy.prepareForUpdate?.(sent, old) ?? sent
  return {stored, errors: (strategy.validateUpdate?.(stored, old) ?? []).map(String)}
}

const errorsOf = (from: PodManifest, to: PodManifest): string[] => resize(from, to).errors

const specOf = (from: PodManifest, to: PodManifest): unknown => encode(resize(from, to).stored.spec ?? {})

describe('resize endpoint of pods', () => {
  describe('stored pod', () => {
    it('has the sent resources of containers', () => {
      expect(specOf(web, web.with(app(burstable('2')), container('log', burstable('3')))))
        .to.deep.equal({containers: [app(burstable('2')), container('log', burstable('3'))]})
    })

    it('has the sent resizePolicy', () => {
      const policies = [{resourceName: 'cpu', restartPolicy: 'NotRequired'}]
      expect(specOf(pod().with(app()), pod().with({...app(), resizePolicy: policies}))).to.deep.equal({containers: [{...app(), resizePolicy: policies}]})
      expect(specOf(pod().with({...app(), resizePolicy: policies}), pod().with(app()))).to.deep.equal({containers: [app()]})
    })

    it('has the sent resources of init containers', () => {
      const from = web.after(container('init'), sidecar('side', burstable('1')))
      expect(specOf(from, web.after(container('init', burstable('1')), sidecar('side', burstable('2')))))
        .to.have.deep.property('initContainers', [container('init', burstable('1')), sidecar('side', burstable('2'))])
    })

    it('has the sent pod-level resources, or none', () => {
      const from = web.limitedTo(burstable('1'))
      expect(specOf(from, web.limitedTo(burstable('2')))).to.have.deep.property('resources', burstable('2'))
      expect(specOf(web, from)).to.have.deep.property('resources', burstable('1'))
      expect(specOf(from, web)).not.to.have.property('resources')
    })

    it('keeps all other stored fields', () => {
      const from = web.labelled({a: 'b'}).marked({generation: 4}).asking({hostname: 'h'}).having({status: {phase: 'Running'}})
      const to = pod('web').labelled({c: 'd'}).asking({hostname: 'x', priority: 5}).having({status: {phase: 'Failed'}})
        .with({...app(burstable('2')), image: 'other', tty: true}, container('log', burstable('1')))
      expect(encode(resize(from, to).stored)).to.deep.equal({
        ...encode(decoded(from)), metadata: {name: 'web', labels: {a: 'b'}, generation: 5},
        spec: {hostname: 'h', containers: [app(burstable('2')), container('log', burstable('1'))]},
      })
    })

    it('has no resources if the request has none', () => {
      expect(specOf(web, web.with(app(), container('log')))).to.deep.equal({containers: [app(), container('log')]})
    })

    it('has the sent list of containers if a name differs', () => {
      const renamed = [{...app(burstable('2')), image: 'other'}, container('other')]
      expect(specOf(web, web.with(...renamed))).to.deep.equal({containers: renamed})
    })

    it('is the sent pod if the number of containers differs', () => {
      const to = web.with(app()).labelled({c: 'd'})
      expect(resize(web, to).stored).to.deep.equal(decoded(to))
      expect(resize(web.after(container('i')), to.with(app(), app())).stored).to.deep.equal(decoded(to.with(app(), app())))
    })

    it('treats an empty list of init containers as missing', () => {
      expect(errorsOf(web, web.after())).to.deep.equal([])
      expect(specOf(web, web.after())).to.deep.equal({containers: [app(burstable('1')), container('log', burstable('1'))]})
      expect(errorsOf(web.after(), web)).to.deep.equal([])
    })

    it('can have no spec', () => {
      const bare = pod().having({spec: null})
      expect(resize(bare, bare).errors).to.deep.equal([])
    })
  })

  describe('generation', () => {
    const generation = (from: PodManifest, to: PodManifest): unknown => resize(from.marked({generation: 1}), to).stored.metadata.generation

    it('is incremented when resources change', () => expect(generation(web, web.with(app(burstable('2')), container('log', burstable('1'))))).to.equal(2))

    it('stays the same when only the notation of amounts changes', () => expect(generation(web, web.with(app(burstable('1000m')), container('log', burstable('1e0'))))).to.equal(1))
  })

  describe('check before all others', () => {
    const precheck = (old: PodManifest): string[] | undefined => strategy.precheckUpdate?.(decoded(web), decoded(old)).map(String)

    it('rejects static pods', () => expect(precheck(web.annotated({'kubernetes.io/config.mirror': 'x'}))).to.deep.equal(['[]: Forbidden: static pods cannot be resized']))

    it('rejects Windows pods', () => expect(precheck(web.asking({os: {name: 'windows'}}))).to.deep.equal(['[]: Forbidden: windows pods cannot be resized']))

    it('rejects static Windows pods as static', () => {
      expect(precheck(web.annotated({'kubernetes.io/config.mirror': 'x'}).asking({os: {name: 'windows'}}))).to.deep.equal(['[]: Forbidden: static pods cannot be resized'])
    })

    it('accepts other pods', () => expect(precheck(web.asking({os: {name: 'linux'}}))).to.deep.equal([]))
  })

  const onlyCompute = 'spec: Forbidden: only cpu and memory resources are mutable'
  const onlyComputeAtPodLevel = 'spec: Forbidden: only cpu and memory resources are mutable at pod-level'
  const qos = (was: string): string => `spec: Invalid value: "${was}": Pod QOS Class may not change as a result of resizing`
  const running = (manifest: PodManifest, qosClass: string): PodManifest => manifest.having({status: {qosClass}})
  const one = (resources: Resources): PodManifest => running(pod().with(app(resources)), 'Burstable')
  const gpu = (amount: string): Resources => ({limits: {'cpu': '1', 'a.b/c': amount}, requests: {'cpu': '1', 'a.b/c': amount}})
  const pages = (amount: string): Resources => ({limits: {'hugepages-2Mi': amount, 'cpu': '1'}})
  const init = (resources: Resources): PodManifest => web.after(container('init', resources))
  const leveled = (resources: Resources): PodManifest => web.limitedTo(resources)
  const policy = (restartPolicy: string): PodManifest => web.with({...app(burstable('1')), resizePolicy: [{resourceName: 'cpu', restartPolicy}]}, container('log', burstable('1')))
  const initPolicy = (restartPolicy: string): PodManifest => web.after({...sidecar('side'), resizePolicy: [{resourceName: 'cpu', restartPolicy}]})

  const accept: Record<string, [from: PodManifest, to: PodManifest]> = {
    'a change of cpu and memory': [one({requests: {cpu: '1', memory: '1Gi'}}), one({requests: {cpu: '2', memory: '2Gi'}})],
    'additional resources': [one({requests: {cpu: '1'}}), one({requests: {cpu: '1', memory: '1Gi'}, limits: {cpu: '2'}})],
    'unchanged other resources': [one(gpu('1')), one({limits: {'cpu': '2', 'a.b/c': '1'}, requests: {'cpu': '1', 'a.b/c': '1'}})],
    'a change in an init container': [init({requests: {cpu: '1'}}), init({requests: {cpu: '2', memory: '1'}})],
    'a change of pod-level resources': [leveled({requests: {cpu: '1'}}), leveled({requests: {cpu: '2', memory: '1Gi'}, limits: {memory: '2Gi'}})],
    'new pod-level resources': [web, leveled({requests: {cpu: '1'}})],
    'empty pod-level resources that stay empty': [leveled({}), leveled({limits: {}})],
    'a stored pod without a QoS class': [pod().with(app({requests: {cpu: '1'}})), pod().with(app({requests: {cpu: '2'}}))],
  }

  for (const [title, [from, to]] of Object.entries(accept)) {
    it(`accepts ${title}`, () => expect(errorsOf(from, to)).to.deep.equal([]))
  }

  const removed = (place: string): string => `spec.${place}: Forbidden: resource ${place.endsWith('requests') ? 'requests' : 'limits'} cannot be removed`
  const removedAtPodLevel = (side: string): string => `spec.resources.${side}: Forbidden: pod-level resource ${side} cannot be removed`

  const reject: Record<string, [from: PodManifest, to: PodManifest, ...errors: string[]]> = {
    'a change of the QoS class': [one({requests: {cpu: '1'}}), one({requests: {cpu: '1', memory: '1'}, limits: {cpu: '1', memory: '1'}}), qos('Burstable')],
    'a pod whose QoS class differs from the stored one': [running(web, 'Guaranteed'), web, qos('Guaranteed')],
    'pod-level claims': [web, leveled({requests: {cpu: '1'}, claims: [{name: 'r'}]}), onlyComputeAtPodLevel],
    'a different number of containers': [running(web, 'Burstable'), web.with(app(burstable('1'))), 'spec.containers: Forbidden: containers may not be added or removed on resize'],
    'the removal of an init container': [web.after(container('i')), web, 'spec.initContainers: Forbidden: initContainers may not be added or removed on resize'],
    'different numbers of containers and init containers': [
      web, web.with(app(burstable('1'))).after(container('i')),
      'spec.containers: Forbidden: containers may not be added or removed on resize', 'spec.initContainers: Forbidden: initContainers may not be added or removed on resize',
    ],
    'a different number of containers, checking the sent QoS class': [
      running(web, 'Burstable'), running(pod().with(app()), 'BestEffort'), qos('BestEffort'), 'spec.containers: Forbidden: containers may not be added or removed on resize',
    ],
    'a different number of containers without a sent QoS class': [running(web, 'Burstable'), pod().with(app()), qos(''), 'spec.containers: Forbidden: containers may not be added or removed on resize'],
    'a different order of containers': [
      web, web.with(container('log', burstable('1')), app(burstable('1'))),
      ...[0, 1].map((i) => `spec.containers[${i}].name: Forbidden: containers may not be renamed or reordered on resize`),
    ],
    'a renamed init container, without further errors': [
      init(gpu('1')), web.after(container('x', gpu('2'))), 'spec.initContainers[0].name: Forbidden: initContainers may not be renamed or reordered on resize',
    ],
    'the removal of a request': [one({requests: {cpu: '1', memory: '1'}}), one({requests: {cpu: '1'}}), removed('containers[0].resources.requests')],
    'the removal of a limit': [one({limits: {cpu: '1', memory: '1'}}), one({limits: {cpu: '1'}}), removed('containers[0].resources.limits')],
    'the removal of all resources of a container': [
      one({requests: {cpu: '1'}, limits: {cpu: '2'}}), running(pod().with(app()), ''), qos('Burstable'),
      removed('containers[0].resources.requests'), removed('containers[0].resources.limits'),
    ],
    'the replacement of a resource by another': [one({requests: {cpu: '1'}}), one({requests: {memory: '1'}}), removed('containers[0].resources.requests')],
    'removals in init containers, reported before those in containers': [
      web.after(container('i', {requests: {cpu: '1'}})), web.with(app(burstable('1')), container('log', {requests: {cpu: '1'}})).after(container('i')),
      removed('initContainers[0].resources.requests'), removed('containers[1].resources.requests'), removed('containers[1].resources.limits'),
    ],
    'a change of an extended resource': [one(gpu('1')), one(gpu('2')), onlyCompute],
    'a change of huge pages': [one(pages('2Mi')), one(pages('4Mi')), onlyCompute],
    'an additional resource other than cpu and memory': [one({requests: {cpu: '1'}}), one({requests: {'cpu': '1', 'ephemeral-storage': '1'}}), onlyCompute],
    'additional resources in two containers': [
      web, web.with(app({...burstable('1'), requests: {'cpu': '1', 'memory': '1Gi', 'a.b/c': '1'}}), container('log', {...burstable('1'), limits: {'cpu': '4', 'memory': '2Gi', 'a.b/c': '1'}})),
      onlyCompute, onlyCompute,
    ],
    'a change of resizePolicy': [policy('NotRequired'), policy('RestartContainer'), onlyCompute],
    'a container with resource claims': [
      web.with(app({...burstable('1'), claims: [{name: 'c'}]}), container('log', burstable('1'))),
      web.with(app({...burstable('2'), claims: [{name: 'c'}]}), container('log', burstable('1'))), onlyCompute,
    ],
    'a change of an extended resource of an init container': [
      init(gpu('1')), init(gpu('2')), 'spec.initContainers[0]: Forbidden: only cpu and memory resources for init or sidecar containers are mutable',
    ],
    'a change of resizePolicy of a sidecar': [
      initPolicy('NotRequired'), initPolicy('RestartContainer'), 'spec.initContainers[0]: Forbidden: only cpu and memory resources for init or sidecar containers are mutable',
    ],
    'the removal of pod-level resources': [leveled({requests: {cpu: '1'}}), web, 'spec.resources: Forbidden: pod-level resources cannot be removed'],
    'the removal of a pod-level request': [leveled({requests: {cpu: '1', memory: '1'}}), leveled({requests: {cpu: '1'}}), removedAtPodLevel('requests')],
    'the removal of all pod-level requests': [leveled({requests: {cpu: '1'}, limits: {cpu: '1'}}), leveled({limits: {cpu: '1'}}), removedAtPodLevel('requests')],
    'empty pod-level resources in place of set ones': [
      leveled({requests: {cpu: '1'}, limits: {cpu: '1'}}), leveled({}), qos(''), removedAtPodLevel('requests'), removedAtPodLevel('limits'),
    ],
    'a change of pod-level huge pages': [leveled(pages('2Mi')), leveled(pages('4Mi')), onlyComputeAtPodLevel],
    'new pod-level huge pages': [leveled({limits: {cpu: '1'}}), leveled({limits: {'cpu': '1', 'hugepages-2Mi': '2Mi'}}), onlyComputeAtPodLevel],
    'new pod-level resources with huge pages': [web, leveled({limits: {'cpu': '1', 'hugepages-2Mi': '2Mi'}}), onlyComputeAtPodLevel],
    'new empty pod-level resources': [one({}).having({status: {}}), pod().limitedTo({}), onlyCompute],
    'the removal of empty pod-level resources': [pod().limitedTo({}), pod(), onlyCompute],
  }

  for (const [title, [from, to, ...errors]] of Object.entries(reject)) {
    it(`rejects ${title}`, () => expect(errorsOf(from, to)).to.deep.equal(errors))
  }

  it('reports errors of the QoS class, the pod level, then the containers', () => {
    const from = leveled({requests: {cpu: '1'}, limits: {cpu: '1'}}).after(container('i', gpu('1')))
    const to = leveled({requests: {'hugepages-2Mi': '2Mi'}}).with(app(), container('log', gpu('1'))).after(container('i', gpu('2')))
    expect(errorsOf(running(from, 'Guaranteed'), to).map((error) => error.replace(/: Forbidden.*/, ''))).to.deep.equal([
      qos('Guaranteed'), 'spec.resources.requests', 'spec.resources.limits', 'spec', 'spec.containers[0].resources.requests', 'spec.containers[0].resources.limits',
      'spec.containers[1].resources.requests', 'spec.containers[1].resources.limits', 'spec', 'spec.initContainers[0]',
    ])
  })

  it('compares specs by amounts, not by notation', () => {
    const spec: PodSpec = (decoded(web) as Pod).spec ?? {}
    expect(strategy.validateUpdate?.(decoded(web.with(app(burstable('1000m')), container('log', burstable('1')))), {...decoded(web) as Pod, spec})).to.deep.equal([])
  })

  it('accepts specs without defaults', () => {
    const odd: Body = pod().having({spec: {containers: [{name: 'app'}]}})
    expect(strategy.validateUpdate?.(decoded(odd), decoded(odd))).to.deep.equal([])
  })
})
