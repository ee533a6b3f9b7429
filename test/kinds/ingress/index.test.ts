import {expect} from 'chai'

import type {Body} from '../../helpers/builders.js'
import {checkCreates, checkUpdates, generationAfter} from '../../helpers/kind-cases.js'
import {allowed, given} from '../../helpers/test-cluster.js'

const ingress = (spec: Body, annotations: Body = {}): Body => ({apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: {name: 'i', annotations}, spec})

const defaultBackend = {service: {name: 's', port: {number: 80}}}

const serving = (host: string, path: Body): Body => ingress({rules: [{host, http: {paths: [path]}}]})

const oldClass = {'kubernetes.io/ingress.class': 'nginx'}

describe('Ingress', () => {
  it('starts with an empty load balancer status', () => expect(allowed(given().create(ingress({defaultBackend})))).to.deep.include({status: {loadBalancer: {}}}))

  checkCreates({
    'a default backend': [ingress({defaultBackend, ingressClassName: 'nginx', tls: [{hosts: ['*.example.com'], secretName: 't'}]})],
    'a path': [serving('a.example.com', {path: '/a', pathType: 'Prefix', backend: defaultBackend})],
    'neither a default backend nor rules': [ingress({}), 'spec: Invalid value: null: either `defaultBackend` or `rules` must be specified'],
    'an IP address as host, a relative path and an empty backend': [
      serving('1.2.3.4', {path: 'a', pathType: 'Prefix', backend: {}}), 'spec.rules[0].host: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
      'spec.rules[0].http.paths[0].path: Invalid value: "a": must be an absolute path',
      'spec.rules[0].http.paths[0].backend: Invalid value: "": resource or service backend is required',
    ],
    'no pathType': [serving('a', {path: '/'}), 'spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified'],
    'different classes in the annotation and in the spec': [
      ingress({defaultBackend, ingressClassName: 'a'}, oldClass),
      'annotations.kubernetes.io/ingress.class: Invalid value: "nginx": must match `ingressClassName` when both are specified',
    ],
  })

  checkUpdates({'the class': [ingress({defaultBackend}), ingress({defaultBackend, ingressClassName: 'a'})]})

  it('increments the generation when the spec changes', () => {
    expect(generationAfter(ingress({defaultBackend}), ingress({defaultBackend, ingressClassName: 'a'}))).to.equal(2)
    expect(generationAfter(ingress({defaultBackend}), ingress({defaultBackend}, {a: 'b'}))).to.equal(1)
  })

  it('warns about the class annotation on create only', () => {
    const text = 'annotation "kubernetes.io/ingress.class" is deprecated, please use \'spec.ingressClassName\' instead'
    expect(given().create(ingress({defaultBackend}, oldClass)).warnings).to.deep.equal([text])
    expect(given(ingress({defaultBackend}, oldClass)).update(ingress({defaultBackend}, oldClass)).warnings).to.deep.equal([])
  })
})
