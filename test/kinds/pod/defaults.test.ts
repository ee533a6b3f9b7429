import {expect} from 'chai'
import {setPodDefaults} from '../../../src/kinds/pod/defaults.js'
import {encode} from '../../../src/machinery/decode/encode.js'
import {app, type Body, container, pod, type PodManifest, type Resources, sidecar} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'

const defaulted = (manifest: Body): Body => encode(setPodDefaults(decoded(manifest)))['spec'] as Body

const resourcesOf = (spec: Body, list: string, position = 0): unknown => (spec[list] as Body[])[position]?.['resources']

/** Returns the resources of the only container of a pod. */
const ofContainer = (resources: Resources): unknown => resourcesOf(defaulted(pod().with(app(resources))), 'containers')

/** Returns the pod-level resources of a pod. */
const ofPod = (manifest: PodManifest): unknown => defaulted(manifest)['resources']

describe('Pod defaults', () => {
  describe('requests of containers', () => {
    const table: Record<string, [given: Resources, resources: Resources]> = {
      'default to limits': [{limits: {'cpu': '1', 'a.b/c': '2'}}, {limits: {'cpu': '1', 'a.b/c': '2'}, requests: {'cpu': '1', 'a.b/c': '2'}}],
      'default to limits only if missing': [
        {limits: {cpu: '1', memory: '1Gi'}, requests: {cpu: '500m'}}, {limits: {cpu: '1', memory: '1Gi'}, requests: {cpu: '500m', memory: '1Gi'}},
      ],
      'are kept, including zero': [{limits: {cpu: '1'}, requests: {cpu: '0'}}, {limits: {cpu: '1'}, requests: {cpu: '0'}}],
      'set no limits': [{requests: {cpu: '1'}}, {requests: {cpu: '1'}}],
      'default to an empty list if limits are empty': [{limits: {}}, {limits: {}, requests: {}}],
      'are not set without limits': [{}, {}],
    }

    for (const [title, [given, resources]] of Object.entries(table)) {
      it(title, () => expect(ofContainer(given)).to.deep.equal(resources))
    }

    it('are set for containers and init containers, but not for ephemeral containers', () => {
      const limited = {limits: {cpu: '1'}}
      const full = {...limited, requests: {cpu: '1'}}
      const spec = defaulted(pod().with(app(limited), app(limited)).after(container('i', limited), sidecar('s', limited)).asking({ephemeralContainers: [container('e', limited)]}))
      expect([0, 1].map((i) => resourcesOf(spec, 'containers', i))).to.deep.equal([full, full])
      expect([0, 1].map((i) => resourcesOf(spec, 'initContainers', i))).to.deep.equal([full, full])
      expect(resourcesOf(spec, 'ephemeralContainers')).to.deep.equal(limited)
    })
  })

  describe('pod-level huge page limits', () => {
    const huge = {limits: {'cpu': '1', 'hugepages-2Mi': '4Mi'}}

    it('default to the sum of the containers', () => {
      const manifest = pod().with(app(huge), app(huge)).limitedTo({requests: {cpu: '1'}})
      expect(ofPod(manifest)).to.deep.equal({limits: {'hugepages-2Mi': '8Mi'}, requests: {'cpu': '1', 'hugepages-2Mi': '8Mi'}})
    })

    it('are kept if set', () => {
      const manifest = pod().with(app(huge)).limitedTo({limits: {'hugepages-2Mi': '16Mi', 'cpu': '2'}})
      expect(ofPod(manifest)).to.deep.equal({limits: {'hugepages-2Mi': '16Mi', 'cpu': '2'}, requests: {'cpu': '1', 'hugepages-2Mi': '16Mi'}})
    })

    it('are not set if a pod-level request is set', () => {
      const manifest = pod().with(app(huge)).limitedTo({requests: {'hugepages-2Mi': '16Mi'}})
      expect(ofPod(manifest)).to.deep.equal({requests: {'hugepages-2Mi': '16Mi'}})
    })

    it('are not set if pod-level resources are empty or missing', () => {
      expect(ofPod(pod().with(app(huge)).limitedTo({}))).to.deep.equal({})
      expect(ofPod(pod().with(app(huge)).limitedTo({limits: {}, requests: {}}))).to.deep.equal({limits: {}, requests: {}})
      expect(ofPod(pod().with(app(huge)))).to.equal(undefined)
    })

    it('are the only pod-level limits with a default', () => {
      expect(ofPod(pod().with(app({limits: {cpu: '1', memory: '1Gi'}})).limitedTo({requests: {cpu: '1'}}))).to.deep.equal({requests: {cpu: '1'}})
    })
  })

  describe('pod-level requests', () => {
    it('default to the sum of the containers, else to the limits', () => {
      const manifest = pod().with(app({requests: {cpu: '100m'}}), app({requests: {cpu: '200m'}})).limitedTo({limits: {cpu: '1', memory: '1Gi'}})
      expect(ofPod(manifest)).to.deep.equal({limits: {cpu: '1', memory: '1Gi'}, requests: {cpu: '300m', memory: '1Gi'}})
    })

    it('include default requests of the containers', () => {
      expect(ofPod(pod().with(app({limits: {memory: '1Mi'}})).limitedTo({limits: {cpu: '1'}})))
        .to.deep.equal({limits: {cpu: '1'}, requests: {memory: '1Mi', cpu: '1'}})
    })

    it('are kept if set', () => {
      expect(ofPod(pod().with(app({requests: {cpu: '1'}})).limitedTo({limits: {cpu: '2'}, requests: {cpu: '0'}}))).to.deep.equal({limits: {cpu: '2'}, requests: {cpu: '0'}})
    })

    it('are not set without a pod-level limit', () => {
      expect(ofPod(pod().with(app({requests: {cpu: '1'}})).limitedTo({requests: {memory: '1Gi'}}))).to.deep.equal({requests: {memory: '1Gi'}})
      expect(ofPod(pod().with(app({requests: {cpu: '1'}})).limitedTo({limits: {}, requests: {memory: '1Gi'}}))).to.deep.equal({limits: {}, requests: {memory: '1Gi'}})
    })

    it('are set for cpu, memory and huge pages only', () => {
      const manifest = pod().with(app({requests: {'ephemeral-storage': '1', 'hugepages-2Mi': '2Mi', 'a.b/c': '1'}})).limitedTo({limits: {'cpu': '1', 'a.b/c': '1', 'hugepages-1Gi': '1Gi'}})
      expect(ofPod(manifest)).to.deep.equal({limits: {'cpu': '1', 'a.b/c': '1', 'hugepages-1Gi': '1Gi'}, requests: {'cpu': '1', 'hugepages-1Gi': '1Gi'}})
    })
  })

  describe('rounding', () => {
    it('is away from zero to milli-units, in containers, pod-level resources and overhead', () => {
      const uneven = {limits: {cpu: '1.0001'}, requests: {cpu: '0.0001', memory: '-0.0001'}}
      const even = {limits: {cpu: '1001m'}, requests: {cpu: '1m', memory: '-1m'}}
      const spec = defaulted(pod().with(app(uneven)).after(container('i', uneven)).asking({overhead: {cpu: '0.0001'}}).limitedTo(uneven))
      expect(resourcesOf(spec, 'containers')).to.deep.equal(even)
      expect(resourcesOf(spec, 'initContainers')).to.deep.equal(even)
      expect([spec['resources'], spec['overhead']]).to.deep.equal([even, {cpu: '1m'}])
    })

    it('comes after the other defaults', () => {
      const manifest = pod().with(app({requests: {cpu: '1.0005'}}), app({requests: {cpu: '1.0005'}})).limitedTo({limits: {cpu: '3'}})
      expect(ofPod(manifest)).to.deep.equal({limits: {cpu: '3'}, requests: {cpu: '2001m'}})
    })

    it('does not apply to ephemeral containers', () => {
      const spec = defaulted(pod().asking({ephemeralContainers: [container('e', {requests: {cpu: '0.0001'}})]}))
      expect(resourcesOf(spec, 'ephemeralContainers')).to.deep.equal({requests: {cpu: '100u'}})
    })
  })

  it('return the same object if it is complete', () => {
    for (const manifest of [pod(), pod().with(app({requests: {cpu: '1'}, limits: {cpu: '1'}})).limitedTo({requests: {cpu: '1'}, limits: {cpu: '2'}}), pod().limitedTo({})]) {
      const complete = setPodDefaults(decoded(manifest.asking({overhead: {cpu: '1'}})))
      expect(setPodDefaults(complete)).to.equal(complete)
    }
  })

  it('apply to a pod without a spec or containers', () => {
    const bare = {
      dnsPolicy: 'ClusterFirst', enableServiceLinks: true, restartPolicy: 'Always', schedulerName: 'default-scheduler', securityContext: {},
      terminationGracePeriodSeconds: 30,
    }
    expect(defaulted(pod().having({spec: null}))).to.deep.equal(bare)
    expect(defaulted(pod().having({spec: {overhead: {cpu: '0.0001'}}}))).to.deep.equal({...bare, overhead: {cpu: '1m'}})
  })

  it('return the same object when applied twice', () => {
    const once = setPodDefaults(decoded(pod().with(app({limits: {cpu: '1.0005'}})).limitedTo({limits: {memory: '1Gi'}})))
    expect(setPodDefaults(once)).to.equal(once)
  })
})
