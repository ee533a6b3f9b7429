import {expect} from 'chai'
import type {Review} from '../../../src/cluster/review.js'
import {type Manifest, service} from '../../helpers/builders.js'
import {allowed, TestCluster, verdict} from '../../helpers/test-cluster.js'

const denied = '403 services "s" is forbidden: Use of external IPs is denied by admission control'

const server = (): TestCluster => new TestCluster({enableAdmissionPlugins: ['DenyServiceExternalIPs']})

const of = (...externalIPs: string[]): Manifest => service('s', {externalIPs})

/** The answer to an update of a Service that was there before. */
function updated(from: Manifest, to: Manifest): string {
  const cluster = server()
  allowed(cluster.cluster.load({namespace: 'dev', object: from}))
  return verdict(cluster.update(to))
}

describe('DenyServiceExternalIPs', () => {
  it('rejects new external IPs', () => {
    expect(verdict(server().create(of('1.2.3.4')))).to.equal(denied)
    expect(verdict(server().create(of()))).to.equal('201')
    expect(verdict(new TestCluster().create(of('1.2.3.4')))).to.equal('201')
  })

  it('accepts those that the Service has already', () => {
    expect(updated(of('1.2.3.4', '1.2.3.5'), of('1.2.3.5'))).to.equal('200')
    expect(updated(of('1.2.3.4'), of('1.2.3.4', '1.2.3.5'))).to.equal(denied)
    expect(updated(of(), of('1.2.3.4'))).to.equal(denied)
  })

  it('can be satisfied by removing the field, or the new addresses', () => {
    const fieldsOf = (review: Review): unknown => review.steps
      .flatMap(({rejection}) => rejection?.reasons ?? []).flatMap(({repairs = []}) => repairs.map(({field}) => String(field)))
    expect(fieldsOf(server().create(of('1.2.3.4', '1.2.3.5')))).to.deep.equal(['spec.externalIPs'])
    const cluster = server()
    allowed(cluster.cluster.load({namespace: 'dev', object: of('1.2.3.4')}))
    expect(fieldsOf(cluster.update(of('1.2.3.4', '1.2.3.5', '1.2.3.6')))).to.deep.equal(['spec.externalIPs[1]', 'spec.externalIPs[2]'])
  })

  it('ignores other kinds and other endpoints', () => {
    expect(verdict(server().create({apiVersion: 'example.com/v1', kind: 'Service', metadata: {name: 's'}, spec: {externalIPs: ['1.2.3.4']}}))).to.equal('201')
  })
})
