import {expect} from 'chai'

import {Cluster} from '../../src/cluster/cluster.js'
import {lint} from '../../src/lint/lint-all.js'
import {SourceFile} from '../../src/source/source-file.js'

type Body = Readonly<Record<string, unknown>>

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
