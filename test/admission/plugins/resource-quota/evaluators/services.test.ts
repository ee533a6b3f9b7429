import {expect} from 'chai'
import type {Attributes} from '../../../../../src/admission/attributes.js'
import {serviceEvaluator as evaluator} from '../../../../../src/admission/plugins/resource-quota/evaluators/services.js'
import type {Service} from '../../../../../src/kinds/service/types.js'
import {type Body, service} from '../../../../helpers/builders.js'
import {decoded} from '../../../../helpers/decoded.js'
import {texts} from '../../../../helpers/resources.js'

const read = (spec: Body): Service => decoded(service('s', spec))

const ports = [{name: 'a', port: 80}, {name: 'b', port: 81}]

describe('the evaluator of services', () => {
  it('is that of services', () => expect(evaluator.resource).to.deep.equal({group: '', name: 'services'}))

  it('looks at all writes of the object itself', () => {
    const handles = (operation: string, subresource: string): boolean => evaluator.handles({operation, subresource} as unknown as Attributes<Service>)
    expect([handles('CREATE', ''), handles('UPDATE', ''), handles('UPDATE', 'status')]).to.deep.equal([true, true, false])
  })

  it('tracks four keys', () => {
    const names = ['count/services', 'services', 'services.nodeports', 'services.loadbalancers', 'services.', 'nodeports', 'count/services.v1', 'pods']
    expect(names.map((name) => evaluator.tracks(name))).to.deep.equal([true, true, true, true, false, false, false, false])
  })

  const cases: readonly (readonly [title: string, spec: Body, nodePorts: string, loadBalancers: string])[] = [
    ['none of a ClusterIP', {ports}, '0', '0'],
    ['none of an ExternalName', {type: 'ExternalName', externalName: 'a.example', ports}, '0', '0'],
    ['those of a NodePort', {type: 'NodePort', ports}, '2', '0'],
    ['none of a NodePort without ports', {type: 'NodePort', ports: null}, '0', '0'],
    ['those of a LoadBalancer', {type: 'LoadBalancer', ports}, '2', '1'],
    ['those that a LoadBalancer without them asks for', {type: 'LoadBalancer', allocateLoadBalancerNodePorts: false, ports: [{port: 1, nodePort: 30_000}, {port: 2, nodePort: 0}, {port: 3}]}, '1', '1'],
    ['none that a ClusterIP names', {type: 'ClusterIP', ports: [{port: 1, nodePort: 30_000}]}, '0', '0'],
  ]
  for (const [title, spec, nodePorts, loadBalancers] of cases) {
    it(`counts node ports: ${title}`, () => {
      expect(texts(evaluator.usage(read(spec))))
        .to.deep.equal({'count/services': '1', 'services': '1', 'services.nodeports': nodePorts, 'services.loadbalancers': loadBalancers})
    })
  }

  it('knows no scopes and demands nothing', () => expect(evaluator).not.to.have.any.keys('inScope', 'constraints'))

  it('has services counted anew when they become or cease to be what is counted', () => {
    const types = ['ClusterIP', 'ExternalName', 'NodePort', 'LoadBalancer']
    const recounts = types.map((type) => types.map((old) => evaluator.needsRecount?.(read({type}), read({type: old}))))
    expect(recounts).to.deep.equal([[false, false, true, true], [false, false, true, true], [true, true, false, true], [true, true, true, false]])
    expect(evaluator.needsRecount?.(read({type: 'NodePort', ports: []}), read({type: 'NodePort', ports})), 'as upstream').to.equal(false)
  })
})
