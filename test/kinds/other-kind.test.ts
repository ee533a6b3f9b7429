import {expect} from 'chai'

import {Cluster} from '../../src/cluster/cluster.js'
import type {Requester} from '../../src/kinds/kind.js'
import {lint} from '../../src/lint/lint-all.js'
import {SourceFile} from '../../src/source/source-file.js'

type Body = Readonly<Record<string, unknown>>

describe('CertificateSigningRequests', () => {
  const place = {apiVersion: 'certificates.k8s.io/v1', kind: 'CertificateSigningRequest', name: 'c'}
  const request = (spec: object, more: object = {}): Body => ({...place, metadata: {name: 'c', ...more}, spec, status: {certificate: 'YQ=='}})
  const createdBy = (requester: Requester): Cluster => {
    const cluster = new Cluster()
    expect(cluster.handle({operation: 'CREATE', object: request({signerName: 'a.b/c', username: 'root', groups: ['wheel'], uid: '0', extra: {a: ['b']}}), ...requester}).allowed).to.equal(true)
    return cluster
  }

  it('record the user who creates them, and not the one in the manifest', () => {
    const extra = {'example.com/scopes': ['a', 'b']}
    const stored = createdBy({user: 'alice', groups: ['dev', 'ops'], extra}).get(place)
    expect(stored).to.deep.include({spec: {signerName: 'a.b/c', username: 'alice', groups: ['dev', 'ops'], extra}, status: {}})
  })

  it('record nothing of an unknown user', () => expect(createdBy({}).get(place)).to.deep.include({spec: {signerName: 'a.b/c'}}))

  it('keep their spec and status in an update', () => {
    const cluster = createdBy({user: 'alice'})
    const before = cluster.get(place)
    expect(cluster.handle({operation: 'UPDATE', object: request({signerName: 'other.com/d'}, {labels: {a: 'b'}}), user: 'bob'}).allowed).to.equal(true)
    expect(cluster.get(place)).to.deep.include({spec: before?.['spec'], status: before?.['status']})
    expect(cluster.get(place)).to.have.nested.property('metadata.labels.a', 'b')
  })
})

describe('Endpoints', () => {
  const warning = 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice'
  const endpoints = (metadata: object): Body => ({apiVersion: 'v1', kind: 'Endpoints', metadata})

  it('cause the warning of a deprecated kind with each request, also before other warnings and for rejected ones', () => {
    const cluster = new Cluster()
    const requests = [
      {operation: 'CREATE', object: endpoints({name: 'e', foo: 1}), fieldValidation: 'Warn'}, {operation: 'CREATE', object: endpoints({name: 'e', foo: 1})},
      {operation: 'CREATE', object: endpoints({name: 'f', labels: {a: 'b c'}})}, {operation: 'UPDATE', object: endpoints({name: 'e', labels: {a: 'b'}})},
      {operation: 'DELETE', object: endpoints({name: 'e'})},
    ] as const
    const reviews = requests.map((request) => cluster.handle(request))
    expect(reviews.map(({status}) => status.code)).to.deep.equal([201, 400, 422, 200, 200])
    expect(reviews.map(({warnings}) => warnings)).to.deep.equal([[warning, 'unknown field "metadata.foo"'], ...requests.slice(1).map(() => [warning])])
  })

  it('of other groups are no such kind', () => {
    const custom = {...endpoints({name: 'e'}), apiVersion: 'example.com/v1'}
    expect(new Cluster().handle({operation: 'CREATE', object: custom}).warnings).to.deep.equal([])
  })

  it('are a finding of kadm lint', () => {
    const {diagnostics} = lint([new SourceFile('e.yaml', JSON.stringify(endpoints({name: 'e'})))])
    expect(diagnostics.map(({ruleId, message}) => [ruleId, message])).to.deep.equal([['manifest/server-warning', warning]])
  })
})
