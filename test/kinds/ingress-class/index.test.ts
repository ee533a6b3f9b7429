import {expect} from 'chai'

import {dns1123Subdomain} from '../../../src/machinery/meta/names.js'
import type {Body} from '../../helpers/builders.js'
import {checkCreates, checkUpdates, generationAfter} from '../../helpers/kind-cases.js'
import {allowed, at, given} from '../../helpers/test-cluster.js'

const ingressClass = (parameters?: Body, controller = 'example.com/a'): Body => ({
  apiVersion: 'networking.k8s.io/v1', kind: 'IngressClass', metadata: {name: 'i'}, spec: {controller, ...parameters && {parameters}},
})

const named = {kind: 'K', name: 'n'}

describe('IngressClass', () => {
  it('defaults the scope of parameters to Cluster', () => {
    expect(at(allowed(given().create(ingressClass(named))), 'spec.parameters.scope')).to.equal('Cluster')
    expect(at(allowed(given().create(ingressClass())), 'spec')).to.deep.equal({controller: 'example.com/a'})
  })

  checkCreates({
    'parameters in a namespace': [ingressClass({...named, scope: 'Namespace', namespace: 'x'})],
    'a controller of 250 bytes': [ingressClass(undefined, `example.com/${'a'.repeat(238)}`)],
    'a controller of 251 bytes': [ingressClass(undefined, `example.com/${'a'.repeat(239)}`), 'spec.controller: Too long: may not be more than 250 bytes'],
    'invalid values': [
      ingressClass({apiGroup: 'A', scope: 'x'}, 'a'), 'spec.controller: Invalid value: "a": must be a domain-prefixed path (such as "acme.io/foo")',
      `spec.parameters.apiGroup: Invalid value: "A": ${dns1123Subdomain('A').join()}`, 'spec.parameters.kind: Required value', 'spec.parameters.name: Required value',
      'spec.parameters.scope: Unsupported value: "x": supported values: "Cluster", "Namespace"',
    ],
    'a namespace for parameters of scope Cluster': [ingressClass({...named, namespace: 'x'}), "spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'"],
    'no namespace for parameters of scope Namespace': [ingressClass({...named, scope: 'Namespace'}), "spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'"],
  })

  checkUpdates({
    'the parameters': [ingressClass(), ingressClass(named)],
    'the controller': [ingressClass(), ingressClass(undefined, 'example.com/b'), 'spec.controller: Invalid value: "example.com/b": field is immutable'],
  })

  it('increments the generation when the spec changes', () => expect([generationAfter(ingressClass(), ingressClass()), generationAfter(ingressClass(), ingressClass(named))]).to.deep.equal([1, 2]))
})
