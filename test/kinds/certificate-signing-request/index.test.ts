import {expect} from 'chai'

import {Cluster} from '../../../src/cluster/cluster.js'
import type {Review} from '../../../src/cluster/review.js'
import type {Requester} from '../../../src/kinds/kind.js'
import {pem, signedRequest} from '../../helpers/certificate-request.js'

type Body = Readonly<Record<string, unknown>>

describe('CertificateSigningRequest', () => {
  const signed = {request: pem(signedRequest([])), signerName: 'a.b/c', usages: ['client auth']}
  const type = {apiVersion: 'certificates.k8s.io/v1', kind: 'CertificateSigningRequest'}
  const place = {...type, name: 'c'}
  const request = (spec: object, more: object = {}): Body => ({...type, metadata: {name: 'c', ...more}, spec, status: {certificate: 'YQ=='}})
  const createdBy = (requester: Requester): Cluster => {
    const cluster = new Cluster()
    expect(cluster.handle({operation: 'CREATE', object: request({...signed, username: 'root', groups: ['wheel'], uid: '0', extra: {a: ['b']}}), ...requester}).allowed).to.equal(true)
    return cluster
  }

  it('record the user who creates them, and not the one in the manifest', () => {
    const extra = {'example.com/scopes': ['a', 'b']}
    const stored = createdBy({user: 'alice', groups: ['dev', 'ops'], extra}).get(place)
    expect(stored).to.deep.include({spec: {...signed, username: 'alice', groups: ['dev', 'ops'], extra}, status: {}})
  })

  it('record nothing of an unknown user', () => expect(createdBy({}).get(place)).to.deep.include({spec: signed}))

  it('keep their spec and status in an update', () => {
    const cluster = createdBy({user: 'alice'})
    const before = cluster.get(place)
    expect(cluster.handle({operation: 'UPDATE', object: request({...signed, signerName: 'other.com/d'}, {labels: {a: 'b'}}), user: 'bob'}).allowed).to.equal(true)
    expect(cluster.get(place)).to.deep.include({spec: before?.['spec'], status: before?.['status']})
    expect(cluster.get(place)).to.have.nested.property('metadata.labels.a', 'b')
  })

  const message = (review: Review): string => review.status.message.replace('CertificateSigningRequest.certificates.k8s.io "c" is invalid: ', '')
  const create = (spec: object): string => message(new Cluster().handle({operation: 'CREATE', object: request({...signed, ...spec})}))

  it('keep certificates and requests in one form', () => {
    const cluster = new Cluster()
    cluster.handle({operation: 'CREATE', object: request({...signed, request: signed.request.replace(/.{40}/g, '$&\n')})})
    expect(cluster.get(place)).to.have.nested.property('spec.request', signed.request)
  })

  it('have known usages, each once', () => {
    expect(create({usages: []})).to.equal('spec.usages: Required value')
    expect(create({usages: ['any', 's/mime', 'any']})).to.equal('spec.usages[2]: Duplicate value: "any"')
    expect(create({usages: ['Any']})).to.match(/^spec\.usages\[0\]: Unsupported value: "Any": supported values: "any", "cert sign", .*, "timestamping"$/)
  })

  it('expire after ten minutes or later', () => {
    expect(create({expirationSeconds: 599})).to.equal('spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 600 seconds (10 minutes)')
    expect(create({expirationSeconds: 600})).to.equal('')
  })

  it('have a signer with a domain and a path', () => {
    const label = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character "
      + "(e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
    const shape = "must be a fully qualified domain and path of the form 'example.com/signer-name'"
    expect(create({signerName: ''})).to.equal('spec.signerName: Required value')
    expect(create({signerName: 'a.b'})).to.equal(`spec.signerName: Invalid value: "a.b": ${shape}`)
    expect(create({signerName: 'a.b/c/d'})).to.equal(`spec.signerName: Invalid value: "a.b/c/d": ${shape}`)
    expect(create({signerName: 'a/b'})).to.equal('spec.signerName: Invalid value: "a": should be a domain with at least two segments separated by dots')
    expect(create({signerName: 'A.B/c'})).to.equal(`spec.signerName: Invalid value: "A.B": validating label "A": ${label}`)
    expect(create({signerName: `${'a.'.repeat(127)}b/c`})).to.equal('spec.signerName: Too long: may not be more than 253 bytes')
    expect(create({signerName: `a.b/${Array(9).fill('c'.repeat(63)).join('.')}`})).to.equal('spec.signerName: Too long: may not be more than 571 bytes')
    expect(create({signerName: 'kubernetes.io/legacy-unknown'}))
      .to.equal('spec.signerName: Invalid value: "kubernetes.io/legacy-unknown": the legacy signerName is not allowed via this API version')
  })

  const [approved, denied] = ['Approved', 'Denied'].map((name) => ({type: name, status: 'True', reason: 'r'}))
  const updated = (cluster: Cluster, subresource: string, status: object): string =>
    message(cluster.handle({operation: 'UPDATE', subresource, object: {...request({signerName: 'x'}), status}}))

  it('are approved or denied once', () => {
    const cluster = createdBy({})
    expect(updated(cluster, 'approval', {conditions: [approved], certificate: 'YQ=='})).to.equal('')
    expect(cluster.get(place)).to.deep.include({spec: signed, status: {conditions: [{...approved, lastUpdateTime: '1970-01-01T00:00:00Z', lastTransitionTime: '1970-01-01T00:00:00Z'}]}})
    expect(updated(cluster, 'approval', {conditions: []})).to.equal('status.conditions: Forbidden: updates may not remove a condition of type "Approved"')
    expect(updated(cluster, 'approval', {conditions: [approved, denied]})).to.equal('status.conditions: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive')
    expect(updated(cluster, 'approval', {conditions: [approved, approved]})).to.equal('status.conditions[1].type: Duplicate value: "Approved"')
    expect(updated(cluster, 'approval', {conditions: [approved, {type: 'Failed', status: 'False'}, {type: '', status: ''}]})).to.equal(
      '[status.conditions[1].status: Unsupported value: "False": supported values: "True", status.conditions[2].type: Required value, status.conditions[2].status: Required value]',
    )
  })

  it('keep the times of their conditions, and get missing ones', () => {
    let seconds = 0n
    const cluster = new Cluster({clock: {now: () => seconds * 1_000_000_000n}})
    cluster.handle({operation: 'CREATE', object: request(signed)})
    const times = (): unknown => (cluster.get(place)?.['status'] as {conditions: {lastUpdateTime: string, lastTransitionTime: string}[]}).conditions
      .map(({lastUpdateTime, lastTransitionTime}) => `${lastUpdateTime.slice(17, 19)} ${lastTransitionTime.slice(17, 19)}`)
    const other = {type: 'Other', status: 'False', reason: 'r'}
    seconds = 1n
    expect(updated(cluster, 'approval', {conditions: [approved, {...other, lastUpdateTime: '1970-01-01T00:00:09Z'}]})).to.equal('')
    expect(times()).to.deep.equal(['01 01', '09 01'])
    seconds = 2n
    expect(updated(cluster, 'approval', {conditions: [approved, other]})).to.equal('')
    expect(times()).to.deep.equal(['02 01', '02 01'])
    seconds = 3n
    expect(updated(cluster, 'status', {conditions: [approved, {...other, status: 'True'}]})).to.equal('')
    expect(times()).to.deep.equal(['02 01', '03 03'])
  })

  it('get a certificate once, and no decision with it', () => {
    const cluster = createdBy({})
    const certificate = pem(Buffer.from('a'), 'CERTIFICATE')
    const wrong = 'status.certificate: Invalid value: "<certificate data>": '
    expect(updated(cluster, 'status', {conditions: [denied]})).to.equal('status.conditions: Forbidden: updates may not add a condition of type "Denied"')
    expect(updated(cluster, 'status', {certificate: 'YQ=='})).to.equal(`${wrong}must contain at least one CERTIFICATE PEM block`)
    expect(updated(cluster, 'status', {certificate: pem(Buffer.from('a'), 'X')})).to.equal(`${wrong}only CERTIFICATE PEM blocks are allowed, found "X"`)
    expect(updated(cluster, 'status', {certificate})).to.equal('')
    expect(updated(cluster, 'status', {})).to.equal('status.certificate: Forbidden: updates may not modify existing certificate content')
    updated(cluster, 'approval', {conditions: [approved]})
    expect(updated(cluster, 'status', {certificate, conditions: [{...approved, reason: 'other'}]})).to.equal('')
    expect(cluster.get(place)).to.have.nested.property('status.conditions[0].reason', 'r')
  })
})
