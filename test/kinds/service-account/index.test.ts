import {expect} from 'chai'
import {serviceAccount as kind} from '../../../src/kinds/service-account/index.js'
import type {ServiceAccount} from '../../../src/machinery/api/core-v1.js'
import {type Body, serviceAccount} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'
import {allowed, TestCluster} from '../../helpers/test-cluster.js'

const read = (body: Body): ServiceAccount => decoded(body)

describe('ServiceAccount', () => {
  const full = serviceAccount('a', {secrets: [{kind: 'Secret', name: 'x', namespace: 'y'}, {uid: 'u'}, {name: 'z'}], imagePullSecrets: [{name: 'p'}], automountServiceAccountToken: false})

  it('keeps only the names of its secrets', () => {
    const cluster = new TestCluster()
    const kept = {secrets: [{name: 'x'}, {}, {name: 'z'}], imagePullSecrets: [{name: 'p'}], automountServiceAccountToken: false}
    expect(allowed(cluster.create(full))).to.deep.include(kept)
    expect(allowed(cluster.update(full))).to.deep.include(kept)
  })

  it('returns the same object if its secrets have only names', () => {
    for (const body of [serviceAccount('a'), serviceAccount('a', {secrets: [{name: 'x'}, {}]})]) {
      const object = read(body)
      expect(kind.prepareForCreate?.(object)).to.equal(object)
    }
  })

  describe('warnings about enforce-mountable-secrets', () => {
    const marked = read(serviceAccount('a').annotated({'kubernetes.io/enforce-mountable-secrets': 'false'}))
    const plain = read(serviceAccount('a').annotated({a: 'b'}))
    const text = 'metadata.annotations[kubernetes.io/enforce-mountable-secrets]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets'

    it('are returned when the annotation is added', () => {
      expect(kind.warnings?.(marked)).to.deep.equal([text])
      expect(kind.warnings?.(marked, plain)).to.deep.equal([text])
    })

    it('are not returned otherwise', () => {
      expect(kind.warnings?.(plain)).to.deep.equal([])
      expect(kind.warnings?.(read(serviceAccount('a')))).to.deep.equal([])
      expect(kind.warnings?.(marked, marked)).to.deep.equal([])
      expect(kind.warnings?.(plain, marked)).to.deep.equal([])
    })
  })
})
