import {expect} from 'chai'
import type {Attributes} from '../../../../../src/admission/attributes.js'
import {stoppedClock} from '../../../../../src/admission/clock.js'
import type {Evaluator} from '../../../../../src/admission/plugins/resource-quota/evaluators/evaluator.js'
import {Evaluators} from '../../../../../src/admission/plugins/resource-quota/evaluators/index.js'
import {objectCountEvaluator} from '../../../../../src/admission/plugins/resource-quota/evaluators/object-count.js'
import {Cluster} from '../../../../../src/cluster/cluster.js'
import {objectCountName} from '../../../../../src/kinds/resource-quota/resource-names.js'
import {type Body, configMap} from '../../../../helpers/builders.js'
import {within} from '../../../../helpers/cpu-time.js'
import {decoded} from '../../../../helpers/decoded.js'
import {texts} from '../../../../helpers/resources.js'

const definition = (group: string, plural: string): Body => ({
  apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: {name: `${plural}.${group}`},
  spec: {group, scope: 'Namespaced', names: {plural, kind: 'Thing'}, versions: []},
})

function evaluatorsWith(...objects: Body[]): Evaluators {
  const cluster = new Cluster({controllers: false})
  for (const object of objects) cluster.load({object})
  return new Evaluators(cluster, stoppedClock)
}

/** The keys that an evaluator tracks, with the resource of the evaluator. */
const tracked = (evaluators: Evaluators, ...names: string[]): string[] => evaluators.tracking(names)
  .flatMap(({evaluator: {resource: {group, name}}, names: keys}) => keys.map((key) => `${key}: ${group === '' ? name : `${name}.${group}`}`)).sort()

describe('objectCountEvaluator', () => {
  const countingOf = (evaluator: Evaluator): unknown => texts(evaluator.usage(decoded(configMap('c'))))

  it('counts one object under the name of its resource', () => {
    expect(countingOf(objectCountEvaluator({group: 'apps', name: 'deployments'}))).to.deep.equal({'count/deployments.apps': '1'})
    expect(countingOf(objectCountEvaluator({group: '', name: 'endpoints'}))).to.deep.equal({'count/endpoints': '1'})
  })

  for (const name of ['configmaps', 'secrets', 'replicationcontrollers', 'resourcequotas']) {
    it(`counts ${name} also under the plain name`, () => {
      const evaluator = objectCountEvaluator({group: '', name})
      expect(countingOf(evaluator)).to.deep.equal({[`count/${name}`]: '1', [name]: '1'})
      expect([`count/${name}`, name, `count/${name}.apps`, 'pods'].map((key) => evaluator.tracks(key))).to.deep.equal([true, true, false, false])
      expect(objectCountEvaluator({group: 'example.com', name}).tracks(name)).to.equal(false)
    })
  }

  it('handles only new objects', () => {
    const handles = (operation: string, subresource = ''): boolean =>
      objectCountEvaluator({group: '', name: 'secrets'}).handles({operation, subresource} as unknown as Attributes)
    expect([handles('CREATE'), handles('UPDATE'), handles('CREATE', 'scale')]).to.deep.equal([true, false, false])
  })

  it('builds its key from resource and group', () => {
    expect([objectCountName({group: '', name: 'pods'}), objectCountName({group: 'apps', name: 'deployments'})]).to.deep.equal(['count/pods', 'count/deployments.apps'])
  })
})

describe('evaluators of a cluster', () => {
  it('are created once per resource', () => {
    const evaluators = evaluatorsWith()
    for (const name of ['pods', 'services', 'persistentvolumeclaims', 'secrets']) {
      expect(evaluators.of({group: '', name})?.resource).to.deep.equal({group: '', name})
      expect(evaluators.of({group: '', name})).to.equal(evaluators.of({group: '', name}))
    }
    expect(evaluators.of({group: 'example.com', name: 'pods'})?.tracks('cpu'), 'of another group').to.equal(false)
    expect(evaluators.of({group: 'resource.k8s.io', name: 'resourceclaims'})?.tracks('gpu.deviceclass.resource.k8s.io/devices')).to.equal(true)
  })

  const ignored = [
    ['', 'bindings'], ['', 'componentstatuses'], ['', 'events'], ['events.k8s.io', 'events'], ['authentication.k8s.io', 'tokenreviews'],
    ['authentication.k8s.io', 'selfsubjectreviews'], ['authorization.k8s.io', 'subjectaccessreviews'], ['authorization.k8s.io', 'selfsubjectaccessreviews'],
    ['authorization.k8s.io', 'localsubjectaccessreviews'], ['authorization.k8s.io', 'selfsubjectrulesreviews'],
  ] as const
  for (const [group, name] of ignored) {
    it(`omit ${name} of ${group === '' ? 'the core group' : group}`, () => {
      const evaluators = evaluatorsWith()
      expect(evaluators.of({group, name})).to.equal(undefined)
      expect(tracked(evaluators, objectCountName({group, name}))).to.deep.equal([])
    })
  }

  it('include a resource of the same name in another group', () => expect(evaluatorsWith().of({group: 'example.com', name: 'events'})).not.to.equal(undefined))

  describe('tracked keys', () => {
    it('include those of every evaluator', () => {
      expect(tracked(evaluatorsWith(), 'cpu', 'services.nodeports', 'requests.storage', 'secrets', 'count/pods'))
        .to.deep.equal(['count/pods: pods', 'cpu: pods', 'requests.storage: persistentvolumeclaims', 'secrets: secrets', 'services.nodeports: services'])
    })

    it('include counts of every namespaced resource of the server', () => {
      expect(tracked(evaluatorsWith(), 'count/deployments.apps', 'count/leases.coordination.k8s.io', 'count/endpoints'))
        .to.deep.equal(['count/deployments.apps: deployments.apps', 'count/endpoints: endpoints', 'count/leases.coordination.k8s.io: leases.coordination.k8s.io'])
    })

    it('exclude counts of unknown and cluster-scoped resources, and all other keys', () => {
      expect(tracked(evaluatorsWith(), 'count/typos.apps', 'count/deployments', 'count/nodes', 'count/namespaces', 'count/storageclasses.storage.k8s.io', 'nvidia.com/gpu', 'count/', 'counts/pods', 'foo'))
        .to.deep.equal([])
    })

    it('may belong to several evaluators', () => {
      const gpu = {apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: {name: 'gpu'}, spec: {extendedResourceName: 'example.com/gpu'}}
      expect(tracked(evaluatorsWith(gpu), 'requests.example.com/gpu')).to.deep.equal(['requests.example.com/gpu: pods', 'requests.example.com/gpu: resourceclaims.resource.k8s.io'])
      expect(tracked(evaluatorsWith(), 'requests.example.com/gpu')).to.deep.equal(['requests.example.com/gpu: pods'])
    })
  })

  describe('custom resources', () => {
    it('are tracked if a quota named them before the first object of their group', () => {
      const evaluators = evaluatorsWith()
      const keys = ['count/widgets.example.com', 'count/gadgets.example.com']
      const both = ['count/gadgets.example.com: gadgets.example.com', 'count/widgets.example.com: widgets.example.com']
      expect(tracked(evaluators, ...keys)).to.deep.equal(both)
      evaluators.of({group: 'example.com', name: 'widgets'})
      expect(tracked(evaluators, ...keys, 'count/typos.example.com')).to.deep.equal(both)
    })

    it('are tracked if a quota names them and their group has no objects', () => {
      expect(tracked(evaluatorsWith(), 'count/widgets.example.com')).to.deep.equal(['count/widgets.example.com: widgets.example.com'])
    })

    it('are tracked only if they are defined, in a group with definitions', () => {
      const evaluators = evaluatorsWith(definition('example.com', 'widgets'))
      expect(tracked(evaluators, 'count/widgets.example.com', 'count/gadgets.example.com', 'count/gadgets.example.org'))
        .to.deep.equal(['count/gadgets.example.org: gadgets.example.org', 'count/widgets.example.com: widgets.example.com'])
    })

    it('are tracked only if they have objects, once their group has objects', () => {
      const evaluators = evaluatorsWith()
      evaluators.of({group: 'example.com', name: 'widgets'})
      expect(tracked(evaluators, 'count/widgets.example.com', 'count/gadgets.example.com')).to.deep.equal(['count/widgets.example.com: widgets.example.com'])
    })
  })
})

describe('evaluators of many custom resources', () => {
  it('look up the known resources of a cluster once for all keys of a quota', within(5, () => {
    const names = Array.from({length: 15_000}, (_, i) => `count/r${i}.example.com`)
    expect(evaluatorsWith(definition('example.org', 'things')).tracking(names).filter(({names: keys}) => keys.length > 0)).to.have.length(15_000)
  }))
})
