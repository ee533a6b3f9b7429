import {expect} from 'chai'
import {readVectors} from '../../helpers/vectors.js'
import {allowed, given, verdict} from '../../helpers/test-cluster.js'

const recorded = new Map(readVectors<{id: string, requests: readonly {object: Record<string, unknown>}[]}>('plugins').map(({id, requests}) => [id, requests[0]?.object ?? {}]))

const request = (name: string): Record<string, unknown> => recorded.get(`plugins/CertificateSubjectRestriction/${name}`) ?? {}

const answer = (object: Record<string, unknown>): string => verdict(given().create(object))

describe('CertificateSubjectRestriction', () => {
  it('rejects requests for the group of administrators', () => {
    expect(answer(request('client-masters'))).to.equal('403 certificatesigningrequests.certificates.k8s.io "cs-client-masters" is forbidden: '
      + 'use of kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed')
  })

  it('accepts other groups and other signers', () => {
    for (const name of ['client-plain', 'client-node', 'kubelet-masters', 'other-masters']) expect(answer(request(name)), name).to.equal('201')
  })

  it('leaves what it cannot read to the validation of the request', () => {
    const spec = request('client-masters')['spec'] as Record<string, unknown>
    const whole = String(spec['request'])
    for (const changed of ['', 'eA==', whole.slice(0, 60), whole.slice(0, 160)]) {
      expect(answer({...request('client-masters'), spec: {...spec, request: changed}}), changed).to.match(/^422 .*PEM block type must be CERTIFICATE REQUEST$/)
    }
  })

  it('does not read requests that are updated', () => {
    const {cluster} = given()
    allowed(cluster.load({object: request('client-masters')}))
    expect(cluster.handle({operation: 'UPDATE', object: {...request('client-masters'), metadata: {name: 'cs-client-masters', labels: {a: 'b'}}}}).status.code).to.equal(200)
  })
})
