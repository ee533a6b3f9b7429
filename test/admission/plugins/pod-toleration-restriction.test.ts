import {expect} from 'chai'

import {ConfiguredCluster} from '../../../src/configuration/configured-cluster.js'
import type {Toleration} from '../../../src/machinery/api/core-v1.js'
import {app, type Body, type Manifest, namespace, pod} from '../../helpers/builders.js'
import {TestCluster, verdict} from '../../helpers/test-cluster.js'

const options = {enableAdmissionPlugins: ['PodTolerationRestriction'], disableAdmissionPlugins: ['DefaultTolerationSeconds', 'ServiceAccount']}

const [defaults, whitelist] = ['scheduler.alpha.kubernetes.io/defaultTolerations', 'scheduler.alpha.kubernetes.io/tolerationsWhitelist']

function server(annotations: Readonly<Record<string, string>>, cluster = new TestCluster(options)): TestCluster {
  cluster.create(namespace('dev').annotated(annotations))
  return cluster
}

const podWith = (spec: Body): Manifest => pod().with(app()).asking(spec)

const tolerationsOf = (answer: {readonly object?: object}): unknown =>
  (answer.object as {readonly spec?: {readonly tolerations?: object}} | undefined)?.spec?.tolerations

const a: Toleration = {key: 'a', operator: 'Exists'}

const b: Toleration = {key: 'b', operator: 'Equal', value: 'x', effect: 'NoSchedule'}

const requests = {containers: [{name: 'c', image: 'i', resources: {requests: {cpu: '1'}}}]}

const rejected = (scope: string): string => `500 pod tolerations (possibly merged with namespace default tolerations) conflict with its ${scope} whitelist`

const configured = (configuration: object): TestCluster => new TestCluster(new ConfiguredCluster({
  ...options, admissionConfiguration: {apiVersion: 'podtolerationrestriction.admission.k8s.io/v1alpha1', kind: 'Configuration', ...configuration},
}))

describe('PodTolerationRestriction', () => {
  it('adds the default tolerations of the namespace', () => {
    const cluster = server({[defaults]: JSON.stringify([a])})
    expect(tolerationsOf(cluster.create(podWith({tolerations: [b]})))).to.deep.equal([b, a])
    expect(tolerationsOf(server({[defaults]: ''}).create(podWith({})))).to.equal(undefined)
  })

  it('tolerates memory pressure for pods with requests', () => {
    const pressure = {key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule'}
    expect(tolerationsOf(server({}).create(podWith(requests)))).to.deep.equal([pressure])
    expect(tolerationsOf(server({[defaults]: JSON.stringify([a])}).create(podWith(requests)))).to.deep.equal([a, pressure])
  })

  it('rejects tolerations that the whitelist of the namespace does not cover', () => {
    const cluster = server({[whitelist]: JSON.stringify([a])})
    expect(verdict(cluster.create(podWith({tolerations: [a]})))).to.equal('201')
    expect(verdict(cluster.create(podWith({tolerations: [b]})))).to.equal(rejected('namespace'))
    expect(verdict(server({[whitelist]: ''}).create(podWith({tolerations: [b]})))).to.equal('201')
  })

  it('fails for annotations that the server cannot read', () => {
    expect(verdict(server({[defaults]: '{'}).create(podWith({})))).to.equal('500 unexpected end of JSON input')
    expect(verdict(server({[whitelist]: '{}'}).create(podWith({tolerations: [a]})))).to.equal('500 json: cannot unmarshal object into Go value of type []v1.Toleration')
    expect(verdict(server({[whitelist]: '{}'}).create(podWith({})))).to.equal('201')
  })

  it('falls back to its configuration', () => {
    const cluster = configured({default: [{...a, tolerationSeconds: 5, effect: 'NoExecute'}], whitelist: [a]})
    expect(tolerationsOf(cluster.create(podWith({})))).to.deep.equal([{key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5}])
    expect(verdict(cluster.create(podWith({tolerations: [b]})))).to.equal(rejected('cluster'))
  })

  it('prefers the annotations of the namespace to its configuration', () => {
    const cluster = server({[defaults]: JSON.stringify([b]), [whitelist]: JSON.stringify([b])}, configured({default: [a], whitelist: [a]}))
    expect(tolerationsOf(cluster.create(podWith({})))).to.deep.equal([b])
    expect(verdict(cluster.create(podWith({tolerations: [a]})))).to.equal(rejected('namespace'))
  })

  it('does not start with a configuration that is not valid', () => {
    const wrong = {default: [{key: 'd', operator: 'Foo'}, {operator: 'Equal'}], whitelist: [{key: 'k', operator: 'Exists', value: 'x'}]}
    expect(() => configured(wrong)).to.throw('failed to apply admission: couldn\'t init admission plugin "PodTolerationRestriction": invalid config: ['
      + 'podtolerationrestriction.default[0].operator: Unsupported value: "Foo": supported values: "Equal", "Exists" '
      + 'podtolerationrestriction.default[1].operator: Invalid value: "Equal": operator must be Exists when `key` is empty, which means "match all values and all keys" '
      + 'podtolerationrestriction.whitelist[0].operator: Invalid value: "x": value must be empty when `operator` is \'Exists\']')
    expect(() => configured({default: [{operator: 5}]})).to.throw('json: cannot unmarshal number into Go struct field Toleration.default.operator of type v1.TolerationOperator')
  })

  it('adds nothing to an update of a pod without requests', () => {
    const cluster = server({})
    cluster.create(podWith({tolerations: [b]}))
    cluster.update(namespace('dev').annotated({[defaults]: JSON.stringify([a])}))
    expect(tolerationsOf(cluster.update(podWith({tolerations: [b]}).labelled({x: 'y'})))).to.deep.equal([b])
  })
})
