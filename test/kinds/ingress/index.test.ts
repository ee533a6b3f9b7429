import {expect} from 'chai'

import type {Body} from '../../helpers/builders.js'
import {checkCreates, checkUpdates, generationAfter} from '../../helpers/kind-cases.js'
import {allowed, given} from '../../helpers/test-cluster.js'

const ingress = (spec: Body, annotations: Body = {}): Body => ({apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: {name: 'i', annotations}, spec})

const defaultBackend = {service: {name: 's', port: {number: 80}}}

const serving = (host: string, path: Body): Body => ingress({rules: [{host, http: {paths: [path]}}]})

const oldClass = {'kubernetes.io/ingress.class': 'nginx'}

describe('Ingress', () => {
  it('starts without addresses', () => expect(allowed(given().create(ingress({defaultBackend})))).to.deep.include({status: {loadBalancer: {}}}))

  checkCreates({
    'a default backend': [ingress({defaultBackend, ingressClassName: 'nginx', tls: [{hosts: ['*.example.com'], secretName: 't'}]})],
    'a path': [serving('a.example.com', {path: '/a', pathType: 'Prefix', backend: defaultBackend})],
    'no backend at all': [ingress({}), 'spec: Invalid value: null: either `defaultBackend` or `rules` must be specified'],
    'an address, a relative path and no backend': [
      serving('1.2.3.4', {path: 'a', pathType: 'Prefix', backend: {}}), 'spec.rules[0].host: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
      'spec.rules[0].http.paths[0].path: Invalid value: "a": must be an absolute path',
      'spec.rules[0].http.paths[0].backend: Invalid value: "": resource or service backend is required',
    ],
    'no type of path': [serving('a', {path: '/'}), 'spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified'],
    'two classes': [
      ingress({defaultBackend, ingressClassName: 'a'}, oldClass),
      'annotations.kubernetes.io/ingress.class: Invalid value: "nginx": must match `ingressClassName` when both are specified',
    ],
  })

  checkUpdates({'the class': [ingress({defaultBackend}), ingress({defaultBackend, ingressClassName: 'a'})]})

  it('counts the changes of its spec', () => {
    expect(generationAfter(ingress({defaultBackend}), ingress({defaultBackend, ingressClassName: 'a'}))).to.equal(2)
    expect(generationAfter(ingress({defaultBackend}), ingress({defaultBackend}, {a: 'b'}))).to.equal(1)
  })

  it('warns of the annotation for the class, on create', () => {
    const text = 'annotation "kubernetes.io/ingress.class" is deprecated, please use \'spec.ingressClassName\' instead'
    expect(given().create(ingress({defaultBackend}, oldClass)).warnings).to.deep.equal([text])
    expect(given(ingress({defaultBackend}, oldClass)).update(ingress({defaultBackend}, oldClass)).warnings).to.deep.equal([])
  })
})
