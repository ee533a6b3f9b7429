import {expect} from 'chai'
import type {Attributes} from '../../../../../src/admission/attributes.js'
import {serviceEvaluator as evaluator} from '../../../../../src/admission/plugins/resource-quota/evaluators/services.js'
import type {Service} from '../../../../../src/machinery/api/core-v1.js'
import {type Body, service} from '../../../../helpers/builders.js'
import {decoded} from '../../../../helpers/decoded.js'
import {texts} from '../../../../helpers/resources.js'

const read = (spec: Body): Service => decoded(service('s', spec))

const ports = [{name: 'a', port: 80}, {name: 'b', port: 81}]

describe('serviceEvaluator', () => {
  it('evaluates the resource services', () => expect(evaluator.resource).to.deep.equal({group: '', name: 'services'}))

  it('handles creations and updates, but not subresources', () => {
    const handles = (operation: string, subresource: string): boolean => evaluator.handles({operation, subresource} as unknown as Attributes<Service>)
    expect([handles('CREATE', ''), handles('UPDATE', ''), handles('UPDATE', 'status')]).to.deep.equal([true, true, false])
  })

  it('tracks four keys', () => {
    const names = ['count/services', 'services', 'services.nodeports', 'services.loadbalancers', 'services.', 'nodeports', 'count/services.v1', 'pods']
    expect(names.map((name) => evaluator.tracks(name))).to.deep.equal([true, true, true, true, false, false, false, false])
  })

  const cases: readonly (readonly [title: string, spec: Body, nodePorts: string, loadBalancers: string])[] = [
    ['none for a ClusterIP', {ports}, '0', '0'],
    ['none for an ExternalName', {type: 'ExternalName', externalName: 'a.example', ports}, '0', '0'],
    ['every port of a NodePort', {type: 'NodePort', ports}, '2', '0'],
    ['none for a NodePort without ports', {type: 'NodePort', ports: null}, '0', '0'],
    ['every port of a LoadBalancer', {type: 'LoadBalancer', ports}, '2', '1'],
    ['only requested ones of a LoadBalancer without allocation', {type: 'LoadBalancer', allocateLoadBalancerNodePorts: false, ports: [{port: 1, nodePort: 30_000}, {port: 2, nodePort: 0}, {port: 3}]}, '1', '1'],
    ['none for a ClusterIP that requests one', {type: 'ClusterIP', ports: [{port: 1, nodePort: 30_000}]}, '0', '0'],
  ]
  for (const [title, spec, nodePorts, loadBalancers] of cases) {
    it(`counts node ports: ${title}`, () => {
      expect(texts(evaluator.usage(read(spec))))
        .to.deep.equal({'count/services': '1', 'services': '1', 'services.nodeports': nodePorts, 'services.loadbalancers': loadBalancers})
    })
  }

  it('has no scopes and requires no values', () => expect(evaluator).not.to.have.any.keys('inScope', 'constraints'))

  it('recounts when the type changes to or from NodePort or LoadBalancer', () => {
    const types = ['ClusterIP', 'ExternalName', 'NodePort', 'LoadBalancer']
    const recounts = types.map((type) => types.map((old) => evaluator.needsRecount?.(read({type}), read({type: old}))))
    expect(recounts).to.deep.equal([[false, false, true, true], [false, false, true, true], [true, true, false, true], [true, true, true, false]])
    expect(evaluator.needsRecount?.(read({type: 'NodePort', ports: []}), read({type: 'NodePort', ports})), 'as upstream').to.equal(false)
  })
})
