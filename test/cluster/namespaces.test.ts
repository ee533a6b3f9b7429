import {expect} from 'chai'
import {Cluster} from '../../src/cluster/cluster.js'
import {type Body, configMap, priorityClass} from '../helpers/builders.js'
import {allowed, at} from '../helpers/test-cluster.js'

const create = (object: Body, namespace?: string): ReturnType<Cluster['handle']> => new Cluster().handle({operation: 'CREATE', object, ...namespace !== undefined && {namespace}})

const namespaceAfter = (object: Body, namespace?: string): unknown => at(allowed(create(object, namespace)), 'metadata.namespace')

const inNamespace = (namespace: string): Body => configMap('c').marked({namespace})

describe('namespace of an object', () => {
  it('is that of the request', () => {
    expect(namespaceAfter(configMap('c'), 'dev')).to.equal('dev')
    expect(namespaceAfter(inNamespace('dev'), 'dev')).to.equal('dev')
    expect(namespaceAfter(inNamespace(''), 'dev')).to.equal('dev')
  })

  it('is its own if the request has none', () => expect(namespaceAfter(inNamespace('dev'))).to.equal('dev'))

  it('is default if neither the request nor the object has one', () => {
    expect(namespaceAfter(configMap('c'))).to.equal('default')
    expect(namespaceAfter(inNamespace(''))).to.equal('default')
  })

  it('is rejected if it differs from that of the request', () => {
    expect(create(inNamespace('a'), 'b').status).to.deep.equal({code: 400, reason: 'BadRequest', message: 'the namespace of the provided object does not match the namespace sent on the request'})
  })

  it('must be a valid name', () => {
    expect(create(inNamespace('A')).status.message).to.match(/^ConfigMap "c" is invalid: metadata\.namespace: Invalid value: "A": a lowercase RFC 1123 label/)
  })

  it('is removed from cluster-scoped objects', () => {
    for (const [object, namespace] of [[priorityClass('x', 1), 'dev'], [priorityClass('x', 1).marked({namespace: 'a'}), undefined], [priorityClass('x', 1).marked({namespace: 'a'}), 'b']] as const) {
      expect(at(allowed(create(object, namespace)), 'metadata')).to.deep.equal({name: 'x', generation: 1})
    }
  })

  it('separates objects of the same name', () => {
    const cluster = new Cluster()
    for (const namespace of ['a', 'b']) allowed(cluster.handle({operation: 'CREATE', object: configMap('c', {data: {in: namespace}}), namespace}))
    const get = (namespace?: string): unknown => at(cluster.get({apiVersion: 'v1', kind: 'ConfigMap', name: 'c', ...namespace !== undefined && {namespace}}), 'data.in')
    expect([get('a'), get('b'), get()]).to.deep.equal(['a', 'b', undefined])
    expect(cluster.handle({operation: 'UPDATE', object: configMap('c'), namespace: 'x'}).status.message).to.equal('configmaps "c" not found')
    expect(cluster.handle({operation: 'DELETE', object: inNamespace('a')}).status.code).to.equal(200)
    expect([get('a'), get('b')]).to.deep.equal([undefined, 'b'])
  })

  it('is determined for deletions as for other requests', () => {
    const cluster = new Cluster()
    allowed(cluster.handle({operation: 'CREATE', object: configMap('c')}))
    expect(cluster.handle({operation: 'DELETE', object: configMap('c'), namespace: 'dev'}).status.code).to.equal(404)
    expect(cluster.handle({operation: 'DELETE', object: inNamespace('dev')}).status.code).to.equal(404)
    expect(cluster.handle({operation: 'DELETE', object: configMap('c')}).status.code).to.equal(200)
    allowed(cluster.handle({operation: 'CREATE', object: priorityClass('x', 1)}))
    expect(cluster.handle({operation: 'DELETE', object: priorityClass('x', 1), namespace: 'dev'}).status.code).to.equal(200)
  })
})
