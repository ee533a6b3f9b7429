import {expect} from 'chai'
import {app, type Body, container, pod, type PodManifest} from '../../helpers/builders.js'
import {allowed, at, TestCluster} from '../../helpers/test-cluster.js'

const gpu = 'example.com/gpu'

const added = (key: string): Body => ({key, operator: 'Exists', effect: 'NoSchedule'})

const using = (...names: string[]): PodManifest => pod().with(app({limits: Object.fromEntries(names.map((name) => [name, '1']))}))

/** The tolerations of a pod without those of DefaultTolerationSeconds. */
function tolerationsOf(body: Body): unknown {
  const cluster = new TestCluster({enableAdmissionPlugins: ['ExtendedResourceToleration'], disableAdmissionPlugins: ['DefaultTolerationSeconds']})
  return at(allowed(cluster.create(body)), 'spec.tolerations')
}

describe('ExtendedResourceToleration', () => {
  const table: Record<string, [body: Body, tolerations: unknown]> = {
    'adds one for each extended resource, sorted': [using('example.com/z', 'cpu', 'example.com/a'), [added('example.com/a'), added('example.com/z')]],
    'reads init containers': [pod().after(container('i', {limits: {[gpu]: '1'}})), [added(gpu)]],
    'adds one for an amount of zero': [pod().with(app({limits: {[gpu]: '0'}})), [added(gpu)]],
    'adds none for other resources': [pod().with(app({limits: {'hugepages-2Mi': '2Mi', 'cpu': '1', 'ephemeral-storage': '1Gi', 'kubernetes.io/foo': '1'}})), undefined],
    'keeps the same one': [using(gpu).asking({tolerations: [added(gpu)]}), [added(gpu)]],
    'adds one beside a wider one': [using(gpu).asking({tolerations: [{operator: 'Exists'}]}), [{operator: 'Exists'}, added(gpu)]],
    'adds one beside one with another effect': [using(gpu).asking({tolerations: [{...added(gpu), effect: 'NoExecute'}]}), [{...added(gpu), effect: 'NoExecute'}, added(gpu)]],
  }

  for (const [title, [body, tolerations]] of Object.entries(table)) {
    it(title, () => expect(tolerationsOf(body)).to.deep.equal(tolerations))
  }

  it('replaces one that differs only in its seconds, before validation rejects it', () => {
    const seconds = using(gpu).asking({tolerations: [{...added(gpu), tolerationSeconds: 5}]})
    expect(new TestCluster().create(seconds).status.code).to.equal(422)
    expect(tolerationsOf(seconds)).to.deep.equal([added(gpu)])
  })

  it('reports a change', () => {
    const {steps} = new TestCluster({enableAdmissionPlugins: ['ExtendedResourceToleration'], disableAdmissionPlugins: ['DefaultTolerationSeconds']}).create(using(gpu))
    expect(steps.find(({plugin}) => plugin === 'ExtendedResourceToleration')?.changes.map(({field, from, to}) => [String(field), from, to]))
      .to.deep.equal([['spec.tolerations', undefined, [added(gpu)]]])
  })
})
