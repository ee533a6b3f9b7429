import {expect} from 'chai'
import {limitRows} from '../../../../src/admission/plugins/limit-ranger/index.js'
import {limitRange as kind} from '../../../../src/kinds/limit-range/index.js'
import {
  type Amounts, app, type Body, claim, container, type Item, limitRange, type Manifest, pod, type PodManifest, podNamedAfter, type Resources, runtimeClass,
  sidecar, storageClass,
} from '../../../helpers/builders.js'
import {podResource} from '../../../helpers/pod-resources.js'
import {allowed, at, given, type TestCluster, verdict} from '../../../helpers/test-cluster.js'

// Case numbers of spec limitranger 7. Each test asserts the answer of the API server.

const limits = (...items: Item[]): Manifest => limitRange('limits', ...items)

const ofContainer = (lists: Omit<Item, 'type'>): Item => ({type: 'Container', ...lists})

const ofPod = (lists: Omit<Item, 'type'>): Item => ({type: 'Pod', ...lists})

const R = (requests: Amounts): Resources => ({requests})

const L = (amounts: Amounts): Resources => ({limits: amounts})

const RL = (requests: Amounts, amounts: Amounts): Resources => ({requests, limits: amounts})

/** A pod whose only container has these resources. */
const podWith = (resources: Resources): PodManifest => pod().with(app(resources))

const K = limits(ofContainer({default: {cpu: '500m', memory: '512Mi'}, defaultRequest: {cpu: '200m', memory: '256Mi'}}))

const M = limits(ofContainer({max: {cpu: '800m'}, min: {cpu: '200m'}}))

const F = (...messages: string[]): string => `403 pods "p" is forbidden: ${messages.length > 1 ? `[${messages.join(', ')}]` : messages.join()}`

const I = (...errors: string[]): string => `422 Pod "p" is invalid: ${errors.length > 1 ? `[${errors.join(', ')}]` : errors.join()}`

const tooMuch = (amount: string, resource: string, limit: string): string =>
  `spec.containers[0].resources.requests: Invalid value: "${amount}": must be less than or equal to ${resource} limit of ${limit}`

const verdictOn = (body: Body, ...policies: Body[]): string => verdict(given(...policies).create(body))

const noteOf = (object: Body): unknown => at(object, 'metadata.annotations')

const annotation = (note: string): Body => ({'kubernetes.io/limit-ranger': `LimitRanger plugin set: ${note}`})

/** The pod that is stored. */
const stored = (body: Body, ...policies: Body[]): Body => allowed(given(...policies).create(body))

const firstResources = (object: Body): unknown => podResource(object, 'containers', 0)

describe('LimitRanger, edge cases', () => {
  describe('defaults', () => {
    it('1: sets requests and limits of a pod without resources', () => {
      const object = stored(pod(), K)
      expect(firstResources(object)).to.deep.equal(RL({cpu: '200m', memory: '256Mi'}, {cpu: '500m', memory: '512Mi'}))
      expect(noteOf(object)).to.deep.equal(annotation('cpu, memory request for container app; cpu, memory limit for container app'))
    })

    it('2: rejects a request above the default limit', () => expect(verdictOn(podWith(R({cpu: '700m'})), K)).to.equal(I(tooMuch('700m', 'cpu', '500m'))))

    it('3: reports two requests above their default limits', () => {
      expect(verdictOn(podWith(R({cpu: '700m', memory: '1Gi'})), K)).to.equal(I(tooMuch('700m', 'cpu', '500m'), tooMuch('1Gi', 'memory', '512Mi')))
    })

    it('4: uses an explicit limit, not the default, as the request', () => {
      const object = stored(podWith(L({cpu: '2'})), K)
      expect(firstResources(object)).to.deep.equal(RL({cpu: '2', memory: '256Mi'}, {cpu: '2', memory: '512Mi'}))
      expect(noteOf(object)).to.deep.equal(annotation('memory request for container app; memory limit for container app'))
    })

    it('5: ignores a default request above an explicit limit', () => expect(firstResources(stored(podWith(L({cpu: '100m'})), K))).to.have.nested.property('requests.cpu', '100m'))

    it('6: sets only limits when requests are explicit', () => {
      expect(noteOf(stored(podWith(R({cpu: '150m', memory: '100Mi'})), K))).to.deep.equal(annotation('cpu, memory limit for container app'))
    })

    it('7: changes nothing in a complete container', () => {
      const complete = RL({cpu: '1', memory: '1'}, {cpu: '1', memory: '1'})
      const object = stored(podWith(complete), K)
      expect([firstResources(object), noteOf(object)]).to.deep.equal([complete, undefined])
    })

    it('8: defaults init containers and sidecars too', () => {
      const object = stored(pod().after(container('setup'), sidecar('side')), K)
      expect([0, 1].map((i) => podResource(object, 'initContainers', i))).to.deep.equal([firstResources(object), firstResources(object)])
      const parts = ['container app', 'init container setup', 'init container side'].flatMap((name) => [`cpu, memory request for ${name}`, `cpu, memory limit for ${name}`])
      expect(noteOf(object)).to.deep.equal(annotation(parts.join('; ')))
    })

    it('9: uses max as the default', () => expect(firstResources(stored(pod(), M))).to.deep.equal(RL({cpu: '800m'}, {cpu: '800m'})))

    it('10: uses min as the default request', () => expect(firstResources(stored(pod(), limits(ofContainer({min: {cpu: '100m'}}))))).to.deep.equal(R({cpu: '100m'})))

    it('11: sets only the request when there is no default limit', () => {
      expect(firstResources(stored(pod(), limits(ofContainer({defaultRequest: {cpu: '200m'}}))))).to.deep.equal(R({cpu: '200m'}))
    })

    it('12: defaults extended resources', () => {
      const gpu = limits(ofContainer({default: {'nvidia.com/gpu': '1'}}))
      const object = stored(pod().with(app(), container('b')), gpu)
      expect([0, 1].map((i) => podResource(object, 'containers', i))).to.deep.equal([0, 1].map(() => RL({'nvidia.com/gpu': '1'}, {'nvidia.com/gpu': '1'})))
    })

    it('13: keeps an explicit zero', () => {
      expect(firstResources(stored(podWith(L({cpu: '0'})), K))).to.deep.equal(RL({cpu: '0', memory: '256Mi'}, {cpu: '0', memory: '512Mi'}))
    })

    it('14: overwrites an existing annotation only when there are defaults to list', () => {
      const noted = pod().annotated({'kubernetes.io/limit-ranger': 'x', 'other': 'y'})
      expect(noteOf(stored(noted.with(app(RL({cpu: '1', memory: '1'}, {cpu: '1', memory: '1'}))), K))).to.deep.equal({'kubernetes.io/limit-ranger': 'x', 'other': 'y'})
      expect(noteOf(stored(noted, M))).to.deep.equal({...annotation('cpu request for container app; cpu limit for container app'), other: 'y'})
    })

    it('15: prefers the first LimitRange by name', () => {
      const [a, b] = [limitRange('a', ofContainer({default: {cpu: '500m'}})), limitRange('b', ofContainer({default: {cpu: '1'}}))]
      for (const order of [[a, b], [b, a]]) {
        const object = stored(pod(), ...order)
        expect(firstResources(object)).to.deep.equal(RL({cpu: '500m'}, {cpu: '500m'}))
        expect(noteOf(object)).to.deep.equal(annotation('cpu request for container app; cpu limit for container app'))
      }
    })

    it('16: applies all LimitRanges; the last one writes the annotation', () => {
      const object = stored(pod(), limitRange('a', ofContainer({default: {cpu: '500m'}})), limitRange('b', ofContainer({default: {memory: '1Gi'}})))
      expect(firstResources(object)).to.deep.equal(RL({cpu: '500m', memory: '1Gi'}, {cpu: '500m', memory: '1Gi'}))
      expect(noteOf(object)).to.deep.equal(annotation('memory request for container app; memory limit for container app'))
    })

    it('17: rejects contradictory defaults of two LimitRanges in one order only', () => {
      const request = ofContainer({defaultRequest: {cpu: '500m'}})
      const limit = ofContainer({default: {cpu: '200m'}})
      expect(verdictOn(pod(), limitRange('a', request), limitRange('b', limit))).to.equal(I(tooMuch('500m', 'cpu', '200m')))
      expect(firstResources(stored(pod(), limitRange('a', limit), limitRange('b', request)))).to.deep.equal(RL({cpu: '200m'}, {cpu: '200m'}))
    })

    it('18: ignores LimitRanges of other namespaces and items of other types', () => {
      const cluster = given(K)
      const elsewhere = allowed(cluster.create(pod(), {namespace: 'other'}))
      const unrelated = stored(pod(), limits({type: 'PersistentVolumeClaim', min: {storage: '1'}, default: {storage: '1'}}, ofPod({})))
      expect([elsewhere, unrelated].map((object) => [firstResources(object), noteOf(object)])).to.deep.equal([[{}, undefined], [{}, undefined]])
    })

    it('19: computes the QoS class from the defaults', () => {
      expect(at(stored(pod(), K), 'status.qosClass')).to.equal('Burstable')
      expect(at(stored(pod(), limits(ofContainer({default: {cpu: '1', memory: '1Gi'}}))), 'status.qosClass')).to.equal('Guaranteed')
    })

    it('20: rejects defaults that exceed pod-level resources', () => {
      const leveled = pod().limitedTo(RL({cpu: '100m'}, {cpu: '200m'}))
      expect(verdictOn(leveled, limits(ofContainer({default: {cpu: '500m'}})))).to.equal(I(
        'spec.resources.requests[cpu]: Invalid value: "100m": must be greater than or equal to aggregate container requests of 500m',
        'spec.resources.containers[0][cpu].limits: Invalid value: "500m": must be less than or equal to pod limits of 200m',
      ))
    })

    it('21: ignores updates of pods and templates of workloads', () => {
      const cluster = given(podWith(L({cpu: '2'})), M)
      expect(verdict(cluster.update(podWith(L({cpu: '2'})).labelled({a: 'b'})))).to.equal('200')
      const deployment = {
        apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'd'},
        spec: {selector: {matchLabels: {a: 'b'}}, template: {metadata: {labels: {a: 'b'}}, spec: {containers: [app(L({cpu: '2'}))]}}},
      }
      const object = allowed(cluster.create(deployment))
      expect(at(object, 'spec.template.spec.containers.0.resources')).to.deep.equal(L({cpu: '2'}))
    })
  })

  describe('containers and pods', () => {
    it('22: rejects a limit above max', () => expect(verdictOn(podWith(RL({cpu: '500m'}, {cpu: '1.5'})), M)).to.equal(F('maximum cpu usage per Container is 800m, but limit is 1500m')))

    it('23: rejects a request below min', () => expect(verdictOn(podWith(RL({cpu: '100m'}, {cpu: '800m'})), M)).to.equal(F('minimum cpu usage per Container is 200m, but request is 100m')))

    it('24: reports a limit below min as a request below min', () => {
      expect(verdictOn(podWith(L({cpu: '100m'})), M)).to.equal(F('minimum cpu usage per Container is 200m, but request is 100m'))
    })

    it('25: reports a request above max as a validation error', () => expect(verdictOn(podWith(R({cpu: '1'})), M)).to.equal(I(tooMuch('1', 'cpu', '800m'))))

    it('26: accepts amounts equal to min and max', () => expect(verdictOn(podWith(RL({cpu: '200m'}, {cpu: '800m'})), M)).to.equal('201'))

    it('27: rejects a limit of 0 below min', () => expect(verdictOn(podWith(L({cpu: '0'})), M)).to.equal(F('minimum cpu usage per Container is 200m, but request is 0')))

    it('28: reports the same violation of two containers once', () => {
      const two = (a: string, b: string): Body => pod().with(app(R({cpu: a})), container('b', R({cpu: b})))
      expect(verdictOn(two('100m', '100m'), M)).to.equal(F('minimum cpu usage per Container is 200m, but request is 100m'))
      expect(verdictOn(two('100m', '50m'), M))
        .to.equal(F('minimum cpu usage per Container is 200m, but request is 100m', 'minimum cpu usage per Container is 200m, but request is 50m'))
    })

    it('29: checks init containers', () => {
      expect(verdictOn(pod().after(container('i', L({cpu: '100m'}))), M)).to.equal(F('minimum cpu usage per Container is 200m, but request is 100m'))
    })

    it('30: reports all violations at once', () => {
      const all = limits(ofContainer({min: {cpu: '100m', memory: '64Mi'}, max: {cpu: '1', memory: '1Gi'}, maxLimitRequestRatio: {cpu: '4'}}))
      expect(verdictOn(podWith(RL({cpu: '50m', memory: '32Mi'}, {cpu: '2', memory: '2Gi'})), all)).to.equal(F(
        'minimum cpu usage per Container is 100m, but request is 50m', 'minimum memory usage per Container is 64Mi, but request is 32Mi',
        'maximum cpu usage per Container is 1, but limit is 2', 'maximum memory usage per Container is 1Gi, but limit is 2Gi',
        'cpu max limit to request ratio per Container is 4, but provided ratio is 40.000000',
      ))
    })

    it('31: checks the items in their order', () => {
      expect(verdictOn(podWith(L({cpu: '2'})), limits(ofPod({max: {cpu: '1'}}), ofContainer({max: {cpu: '500m'}}))))
        .to.equal(F('maximum cpu usage per Pod is 1, but limit is 2', 'maximum cpu usage per Container is 500m, but limit is 2'))
    })

    it('32: reports only the first violated LimitRange by name', () => {
      const [a, b] = [limitRange('a', ofContainer({min: {cpu: '100m'}})), limitRange('b', ofContainer({min: {memory: '64Mi'}}))]
      expect(verdictOn(podWith(R({cpu: '50m', memory: '1Mi'})), b, a)).to.equal(F('minimum cpu usage per Container is 100m, but request is 50m'))
    })

    it('33: rejects a pod without limits under a max for pods', () => expect(verdictOn(pod(), limits(ofPod({max: {cpu: '2'}})))).to.equal(F('maximum cpu usage per Pod is 2.  No limit is specified')))

    it('34: rejects requests of a pod above max', () => {
      expect(verdictOn(pod().with(app(L({cpu: '1'})), container('b', R({cpu: '5'}))), limits(ofPod({max: {cpu: '2'}})))).to.equal(F('maximum cpu usage per Pod is 2, but request is 6'))
    })

    it('35: rejects limits of a pod below min, and missing requests', () => {
      const min = limits(ofPod({min: {cpu: '100m'}}))
      expect(verdictOn(pod().with(app(L({cpu: '50m'})), container('b', R({cpu: '200m'}))), min)).to.equal(F('minimum cpu usage per Pod is 100m, but limit is 50m'))
      expect(verdictOn(pod(), min)).to.equal(F('minimum cpu usage per Pod is 100m.  No request is specified'))
    })

    const max2 = limits(ofPod({max: {cpu: '2'}}))
    const cpu = (name: string, amount: string): Body => container(name, L({cpu: amount}))
    const max2Is = (amount: string): string => F(`maximum cpu usage per Pod is 2, but limit is ${amount}`)

    it('36: compares the sum of containers or the largest init container', () => {
      expect(verdictOn(pod().with(cpu('a', '1500m'), cpu('b', '1500m')), max2)).to.equal(max2Is('3'))
      expect(verdictOn(pod().with(cpu('a', '500m'), cpu('b', '500m')).after(cpu('i', '3')), max2)).to.equal(max2Is('3'))
      expect(verdictOn(pod().with(cpu('a', '1'), cpu('b', '1')).after(cpu('i', '2')), max2)).to.equal('201')
    })

    it('37: counts sidecars in the order in which they start', () => {
      const side = sidecar('side', L({cpu: '1'}))
      expect(verdictOn(pod().with(cpu('app', '1500m')).after(side), max2)).to.equal(max2Is('2500m'))
      expect(verdictOn(pod().with(cpu('app', '500m')).after(side, cpu('i', '1500m')), max2)).to.equal(max2Is('2500m'))
      expect(verdictOn(pod().with(cpu('app', '500m')).after(cpu('i', '1500m'), side), max2)).to.equal('201')
    })

    it('38: sums amounts of different units', () => {
      expect(verdictOn(pod().with(app(L({memory: '1Gi'})), container('b', L({memory: '500M'}))), limits(ofPod({max: {memory: '1Gi'}}))))
        .to.equal(F('maximum memory usage per Pod is 1Gi, but limit is 1573741824'))
    })

    it('39: counts pod-level cpu and memory, but not huge pages', () => {
      expect(verdictOn(pod().with(cpu('app', '1')).limitedTo(RL({cpu: '3'}, {cpu: '3'})), max2)).to.equal(max2Is('3'))
      const pages = pod().with(app(L({'hugepages-2Mi': '32Mi', 'cpu': '1'}))).limitedTo(RL({'hugepages-2Mi': '128Mi', 'cpu': '1'}, {'hugepages-2Mi': '128Mi', 'cpu': '1'}))
      expect(verdictOn(pages, limits(ofPod({max: {'hugepages-2Mi': '64Mi'}})))).to.equal('201')
    })

    it('40: does not count overhead', () => {
      const kata = runtimeClass('kata', {overhead: {podFixed: {cpu: '1'}}})
      expect(verdictOn(podWith(L({cpu: '2'})).asking({runtimeClassName: 'kata'}), max2, kata)).to.equal('201')
    })

    it('41: checks the ratio of limit to request', () => {
      const ratio = limits(ofContainer({maxLimitRequestRatio: {cpu: '2'}}))
      const rule = 'cpu max limit to request ratio per Container is 2, but'
      expect(verdictOn(pod(), ratio)).to.equal(F(`${rule} no request is specified or request is 0`))
      expect(verdictOn(podWith(R({cpu: '1'})), ratio)).to.equal(F(`${rule} no limit is specified or limit is 0`))
      expect(verdictOn(podWith(L({cpu: '1'})), ratio)).to.equal('201')
      expect(verdictOn(podWith(RL({cpu: '100m'}, {cpu: '200m'})), ratio)).to.equal('201')
      expect(verdictOn(podWith(RL({cpu: '300m'}, {cpu: '1'})), ratio)).to.equal(F(`${rule} provided ratio is 3.333333`))
      expect(verdictOn(podWith(RL({cpu: '0'}, {cpu: '1'})), ratio)).to.equal(F(`${rule} no request is specified or request is 0`))
    })

    it('42: checks a fractional ratio', () => {
      expect(verdictOn(podWith(RL({cpu: '500m'}, {cpu: '1'})), limits(ofContainer({maxLimitRequestRatio: {cpu: '1.5'}}))))
        .to.equal(F('cpu max limit to request ratio per Container is 1500m, but provided ratio is 2.000000'))
    })

    it('43: rejects an equal ratio because of floating-point rounding', () => {
      expect(verdictOn(podWith(RL({cpu: '1'}, {cpu: '2007m'})), limits(ofContainer({maxLimitRequestRatio: {cpu: '2.007'}}))))
        .to.equal(F('cpu max limit to request ratio per Container is 2.007, but provided ratio is 2.007000'))
    })

    it('44: compares fractions of bytes', () => {
      const fractions = limits(ofContainer({max: {memory: '0.4Gi'}, maxLimitRequestRatio: {memory: '3'}}))
      expect(verdictOn(podWith(RL({memory: '0.1Gi'}, {memory: '0.8Gi'})), fractions)).to.equal(F(
        'maximum memory usage per Container is 429496729600m, but limit is 858993459200m', 'memory max limit to request ratio per Container is 3, but provided ratio is 8.000000',
      ))
    })

    it('45: rounds amounts up to milli units', () => {
      expect(verdictOn(podWith(L({cpu: '1.0001'})), limits(ofContainer({max: {cpu: '1'}})))).to.equal(F('maximum cpu usage per Container is 1, but limit is 1001m'))
      expect(verdictOn(podWith(L({cpu: '0.0001'})), limits(ofContainer({max: {cpu: '1m'}})))).to.equal('201')
    })

    it('46: compares amounts of different units', () => {
      expect(verdictOn(podWith(L({cpu: '2000'})), limits(ofContainer({max: {cpu: '4'}})))).to.equal(F('maximum cpu usage per Container is 4, but limit is 2k'))
      expect(verdictOn(podWith(L({memory: '1G'})), limits(ofContainer({max: {memory: '1000Mi'}})))).to.equal('201')
      expect(verdictOn(podWith(L({memory: '2048Mi'})), limits(ofContainer({max: {memory: '1024Mi'}})))).to.equal(F('maximum memory usage per Container is 1Gi, but limit is 2Gi'))
    })

    it('47: checks ephemeral storage', () => {
      expect(verdictOn(podWith(L({'ephemeral-storage': '2Gi'})), limits(ofContainer({max: {'ephemeral-storage': '1Gi'}}))))
        .to.equal(F('maximum ephemeral-storage usage per Container is 1Gi, but limit is 2Gi'))
    })

    it('48: checks a pod with a generated name', () => {
      expect(verdictOn(podNamedAfter('web-').with(app(L({cpu: '100m'}))), M)).to.equal('403 pods "web-XXXXX" is forbidden: minimum cpu usage per Container is 200m, but request is 100m')
    })

    it('49: does not check ephemeral containers', () => {
      const cluster = given(M, podWith(RL({cpu: '200m'}, {cpu: '800m'})))
      const debugged = pod().asking({ephemeralContainers: [container('debug')]})
      expect(verdict(cluster.update(debugged, {subresource: 'ephemeralcontainers'}))).to.equal('200')
    })
  })

  describe('claims and LimitRanges', () => {
    const ofClaim = (lists: Omit<Item, 'type'>): Item => ({type: 'PersistentVolumeClaim', ...lists})
    const bounded = limits(ofClaim({min: {storage: '1Gi'}, max: {storage: '20Gi'}}))
    const C = (message: string): string => `403 persistentvolumeclaims "c" is forbidden: ${message}`

    it('50: checks the storage request of claims against min and max', () => {
      const size = (storage: string): string => verdictOn(claim('c', storage), bounded)
      expect(size('500Mi')).to.equal(C('minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 500Mi'))
      expect(size('30Gi')).to.equal(C('maximum storage usage per PersistentVolumeClaim is 20Gi, but request is 30Gi'))
      expect([size('1Gi'), size('20Gi')]).to.deep.equal(['201', '201'])
      expect(verdictOn(claim('c', '1Gi', {resources: {requests: {storage: '1Gi'}, limits: {storage: '30Gi'}}}), bounded)).to.equal('201')
    })

    it('51: checks claims that grow and claims that only change labels', () => {
      const expandable = storageClass('gold', {allowVolumeExpansion: true})
      const grown = (storage: string): Manifest => claim('c', storage, {storageClassName: 'gold'})
      const cluster = given(expandable, grown('10Gi'), bounded)
      bind(cluster, grown('10Gi'))
      expect(verdict(cluster.update(grown('30Gi')))).to.equal(C('maximum storage usage per PersistentVolumeClaim is 20Gi, but request is 30Gi'))
      expect(verdict(cluster.update(grown('20Gi')))).to.equal('200')
      const older = given(claim('c', '30Gi'), bounded)
      expect(verdict(older.update(claim('c', '30Gi').labelled({a: 'b'})))).to.equal(C('maximum storage usage per PersistentVolumeClaim is 20Gi, but request is 30Gi'))
    })

    it('52: rejects claims under a bound for a resource that claims lack', () => {
      expect(verdictOn(claim('c', '1Gi'), limits(ofClaim({max: {'storage': '5Gi', 'requests.storage': '5'}}))))
        .to.equal(C('maximum requests.storage usage per PersistentVolumeClaim is 5.  No request is specified'))
    })

    const X = (...errors: string[]): string => `422 LimitRange "limits" is invalid: ${errors.length > 1 ? `[${errors.join(', ')}]` : errors.join()}`
    const wrong = (field: string, value: string, error: string): string => `spec.limits[0].${field}: Invalid value: "${value}": ${error}`
    const verdictOnLimits = (...items: Item[]): string => verdictOn(limits(...items))

    it('53: rejects a default above max', () => {
      expect(verdictOnLimits(ofContainer({max: {cpu: '1'}, default: {cpu: '2'}}))).to.equal(X(
        wrong('defaultRequest[cpu]', '2', 'default request value 2 is greater than max value 1'), wrong('default[cpu]', '1', 'default value 2 is greater than max value 1'),
      ))
    })

    it('54: rejects min above max', () => {
      const error = wrong('min[cpu]', '2', 'min value 2 is greater than max value 1')
      expect(verdictOnLimits(ofContainer({min: {cpu: '2'}, max: {cpu: '1'}}))).to.equal(X(
        error, wrong('defaultRequest[cpu]', '1', 'min value 2 is greater than default request value 1'), wrong('default[cpu]', '2', 'min value 2 is greater than default value 1'),
      ))
      expect(verdictOnLimits(ofPod({min: {cpu: '2'}, max: {cpu: '1'}}))).to.equal(X(error))
    })

    it('55: rejects a default request above max', () => {
      expect(verdictOnLimits(ofContainer({max: {cpu: '500m'}, defaultRequest: {cpu: '800m'}}))).to.equal(X(
        wrong('defaultRequest[cpu]', '800m', 'default request value 800m is greater than max value 500m'),
        wrong('defaultRequest[cpu]', '800m', 'default request value 800m is greater than default limit value 500m'),
      ))
    })

    it('56: rejects a default below min', () => {
      expect(verdictOnLimits(ofContainer({default: {cpu: '500m'}, min: {cpu: '600m'}}))).to.equal(X(
        wrong('defaultRequest[cpu]', '500m', 'min value 600m is greater than default request value 500m'), wrong('default[cpu]', '600m', 'min value 600m is greater than default value 500m'),
      ))
    })

    it('57: rejects defaults in items of type Pod', () => {
      expect(verdictOnLimits(ofPod({max: {cpu: '1'}, default: {cpu: '9', foo: '1'}, defaultRequest: {cpu: '9'}})))
        .to.equal(X(...['default', 'defaultRequest'].map((list) => `spec.limits[0].${list}: Forbidden: may not be specified when \`type\` is 'Pod'`)))
    })

    it('58: requires min or max storage in items for claims', () => {
      expect(verdictOnLimits(ofClaim({default: {storage: '1Gi'}})))
        .to.equal(X('spec.limits[0].limits: Required value: either minimum or maximum storage value is required, but neither was provided'))
    })

    it('59: rejects two items of one type in a LimitRange', () => {
      expect(verdictOnLimits(ofPod({max: {cpu: '1'}}), ofPod({max: {memory: '1Gi'}}))).to.equal(X('spec.limits[1].type: Duplicate value: "Pod"'))
      expect(verdictOn(limits(ofContainer({max: {cpu: '1'}})), limitRange('other', ofContainer({max: {cpu: '1'}})))).to.equal('201')
    })

    it('60: rejects ratios below 1 or above max/min', () => {
      const ratio = (amount: string, lists: Item = {}): string => verdictOnLimits(ofContainer({maxLimitRequestRatio: {cpu: amount}, ...lists}))
      expect(ratio('0.8')).to.equal(X(wrong('maxLimitRequestRatio[cpu]', '800m', 'ratio 800m is less than 1')))
      const between = {min: {memory: '512Mi'}, max: {memory: '2Gi'}}
      expect(verdictOnLimits(ofContainer({...between, maxLimitRequestRatio: {memory: '10'}})))
        .to.equal(X(wrong('maxLimitRequestRatio[memory]', '10', 'ratio 10 is greater than max/min = 4.000000')))
      expect(verdictOnLimits(ofContainer({...between, maxLimitRequestRatio: {memory: '4'}}))).to.equal('201')
      expect(ratio('10', {min: {cpu: '0'}, max: {cpu: '1'}})).to.equal('201')
    })

    it('61: requires equal defaults for huge pages and extended resources', () => {
      const unequal = (name: string, limit: string, request: string): string =>
        verdictOnLimits(ofContainer({default: {[name]: limit}, defaultRequest: {[name]: request}}))
      expect(unequal('hugepages-2Mi', '4Mi', '2Mi'))
        .to.equal(X(wrong('defaultRequest[hugepages-2Mi]', '2Mi', 'default value 4Mi must equal to defaultRequest value 2Mi in hugepages-2Mi')))
      expect(unequal('nvidia.com/gpu', '1', '2')).to.equal(X(
        wrong('defaultRequest[nvidia.com/gpu]', '2', 'default request value 2 is greater than default limit value 1'),
        wrong('defaultRequest[nvidia.com/gpu]', '2', 'default value 1 must equal to defaultRequest value 2 in nvidia.com/gpu'),
      ))
    })

    it('62: rejects types that are neither standard nor fully qualified', () => {
      expect(verdictOnLimits({type: 'container'})).to.equal(X(wrong('type', 'container', 'must be a standard limit type or fully qualified')))
      expect(verdictOnLimits({max: {cpu: '1'}})).to.match(/: \[spec\.limits\[0\]\.type: Invalid value: "": name part must be non-empty, spec\.limits\[0\]\.type: Invalid value: "": name part must consist of /)
      expect(verdictOnLimits({type: 'example.com/x', max: {cpu: '1'}})).to.equal('201')
      expect(verdictOn(podWith(L({cpu: '2'})), limits({type: 'example.com/x', max: {cpu: '1'}}))).to.equal('201')
    })

    it('63: rejects resources that containers do not have', () => {
      const bad = (name: string, ...errors: string[]): string[] => ['max', 'default', 'defaultRequest'].flatMap((list) => errors.map((error) => wrong(`${list}[${name}]`, name, error)))
      expect(verdictOnLimits(ofContainer({max: {storage: '1Gi'}}))).to.equal(X(...bad('storage', 'must be a standard resource for containers')))
      expect(verdictOnLimits(ofContainer({max: {foo: '1'}})))
        .to.equal(X(...bad('foo', 'must be a standard resource type or fully qualified', 'must be a standard resource for containers')))
    })

    it('64: accepts negative amounts', () => expect(verdictOnLimits(ofContainer({max: {cpu: '-1'}}))).to.equal('201'))

    it('65: accepts a LimitRange without limits', () => {
      for (const spec of [{limits: []}, {limits: null}, {}, null, undefined]) {
        const cluster = given(limits().having({spec}))
        expect(at(cluster.stored(limits()), 'spec')).to.deep.equal({limits: null})
        expect(cluster.cluster.list(kind, 'dev').flatMap(limitRows)).to.deep.equal([])
      }
    })
  })

  describe('decoding', () => {
    const B = (cause: string): string => `400 LimitRange in version "v1" cannot be handled as a LimitRange: ${cause}`
    const max = (cpu: unknown): string => verdictOn(limits().asking({limits: [{type: 'Container', max: {cpu}}]}))
    const format = B("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'")
    const suffix = B("unable to parse quantity's suffix")

    it('66: rejects amounts that are not quantities', () => {
      for (const amount of ['1x', '', '1.2.3', '1 Gi', '5g', '1GB', true, [], {}]) expect(max(amount), JSON.stringify(amount)).to.equal(format)
      for (const amount of ['1K', '1mm', '1e', '1E+']) expect(max(amount), amount).to.equal(suffix)
    })

    it('66: accepts unusual amounts that the server parses', () => {
      for (const [amount, text] of [[0.5, '500m'], [null, '0'], ['-', '0'], ['.', '0'], [' 100m ', '100m']]) {
        const object = allowed(given().create(limits().asking({limits: [{type: 'Container', max: {cpu: amount}}]})))
        expect(at(object, 'spec.limits.0.max.cpu'), JSON.stringify(amount)).to.equal(text)
      }
    })

    it('66: rejects values of the wrong type', () => {
      const cannot = (found: string, field: string, type: string): string => B(`json: cannot unmarshal ${found} into Go struct field ${field} of type ${type}`)
      const limit = (item: unknown): string => verdictOn(limits().asking({limits: [item]}))
      expect(limit({max: 'x'})).to.equal(cannot('string', 'LimitRangeItem.spec.limits.max', 'v1.ResourceList'))
      expect(limit({max: []})).to.equal(cannot('array', 'LimitRangeItem.spec.limits.max', 'v1.ResourceList'))
      expect(verdictOn(limits().asking({limits: {}}))).to.equal(cannot('object', 'LimitRangeSpec.spec.limits', '[]v1.LimitRangeItem'))
      expect(limit('x')).to.equal(cannot('string', 'LimitRangeSpec.spec.limits', 'v1.LimitRangeItem'))
      expect(verdictOn(limits().having({spec: []}))).to.equal(cannot('array', 'LimitRange.spec', 'v1.LimitRangeSpec'))
      expect(limit({type: 5})).to.equal(cannot('number', 'LimitRangeItem.spec.limits.type', 'v1.LimitType'))
    })
  })
})

/** Binds a claim to a volume of the requested size. */
function bind(cluster: TestCluster, manifest: Manifest): void {
  const capacity = at(manifest, 'spec.resources.requests')
  allowed(cluster.update(manifest.having({status: {phase: 'Bound', capacity}}), {subresource: 'status'}))
}
