import {expect} from 'chai'

import type {Review} from '../../src/cluster/review.js'
import {type Body, pod} from '../helpers/builders.js'
import {at, given, TestCluster} from '../helpers/test-cluster.js'

const binding = (target: Body = {kind: 'Node', name: 'n'}, metadata: Body = {}): Body => ({apiVersion: 'v1', kind: 'Binding', metadata: {name: 'p', ...metadata}, target})

const zone = 'topology.kubernetes.io/zone'

const server = (...objects: Body[]): TestCluster => given({apiVersion: 'v1', kind: 'Node', metadata: {name: 'n', labels: {[zone]: 'z'}}}, pod().marked({labels: {a: 'b', [zone]: 'own'}}), ...objects)

const answer = ({status: {code, reason, message}}: Review): string => [code, reason, message].join(' ').trim()

const stored = (cluster: TestCluster): Body => cluster.stored(pod()) ?? {}

describe('a Binding', () => {
  for (const options of [{}, {subresource: 'binding'}]) {
    const endpoint = 'subresource' in options ? 'pods/binding' : 'bindings'

    it(`assigns a pod to a node through ${endpoint}, and is not stored`, () => {
      const cluster = server()
      const review = cluster.create(binding(undefined, {labels: {a: 'c'}, annotations: {d: 'e'}}), options)
      expect([answer(review), review.object]).to.deep.equal(['201 Created', undefined])
      expect(at(stored(cluster), 'spec.nodeName')).to.equal('n')
      expect(at(stored(cluster), 'metadata')).to.deep.include({labels: {a: 'c', [zone]: 'subresource' in options ? 'z' : 'own'}, annotations: {d: 'e'}})
      expect(at(stored(cluster), 'status.conditions')).to.deep.equal([{type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: null}])
      expect(answer(cluster.create(binding(), options))).to.equal(
        '409 Conflict Operation cannot be fulfilled on pods/binding "p": pod p is already assigned to node "n"',
      )
    })

    it(`needs a node: ${endpoint}`, () => {
      expect(answer(server().create(binding({}), options))).to.equal('500  target.name: Required value')
      expect(answer(server().create(binding({kind: 'Foo'}), options))).to.equal(
        '500  [target.kind: Unsupported value: "Foo": supported values: "Node", "<empty>", target.name: Required value]',
      )
    })
  }

  it('of an unknown, gated or deleted pod is rejected', () => {
    expect(answer(given().create(binding()))).to.equal('404 NotFound pods "p" not found')
    expect(answer(given(pod().asking({schedulingGates: [{name: 'g'}]})).create(binding()))).to.equal(
      '409 Conflict Operation cannot be fulfilled on pods/binding "p": pod p has non-empty .spec.schedulingGates',
    )
    const deleted = given(pod().marked({finalizers: ['a.b/c']}))
    deleted.delete(pod())
    expect(answer(deleted.create(binding()))).to.equal(
      '409 Conflict Operation cannot be fulfilled on pods/binding "p": pod p is being deleted, cannot be assigned to a host',
    )
  })

  it('stores nothing in a dry run, and can only be created', () => {
    const cluster = server()
    expect(answer(cluster.create(binding(), {dryRun: true}))).to.equal('201 Created')
    expect(at(stored(cluster), 'spec.nodeName')).to.equal(undefined)
    expect(answer(cluster.update(binding()))).to.equal('405 MethodNotAllowed the server does not allow this method on the requested resource')
    expect(answer(cluster.create(binding({}, {name: ''})))).to.equal('500  target.name: Required value')
    expect(answer(cluster.create(binding(undefined, {name: ''})))).to.equal('400 BadRequest Name parameter required.')
  })

  it('of a node is rejected by NodeRestriction', () => {
    const cluster = new TestCluster({enableAdmissionPlugins: ['NodeRestriction']})
    expect(answer(cluster.create(binding(), {user: 'system:node:n', groups: ['system:nodes'], subresource: 'binding'}))).to.equal(
      '403 Forbidden pods "p" is forbidden: unexpected pod subresource "binding", only \'status\' and \'eviction\' are allowed',
    )
  })

  it('gets no labels of a node for another kind of target', () => {
    const cluster = server()
    cluster.create(binding({name: 'n'}), {subresource: 'binding'})
    expect(at(stored(cluster), 'metadata.labels')).to.deep.equal({a: 'b', [zone]: 'own'})
  })
})
