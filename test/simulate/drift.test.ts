import {expect} from 'chai'

import {driftHints, findDrift} from '../../src/simulate/drift.js'
import {type Amounts, type Body, type Manifest, pod, quota, secret} from '../helpers/builders.js'
import {quotaNamed, requesting} from '../helpers/quotas.js'
import {texts} from '../helpers/resources.js'
import {type Bodies, simulated} from '../helpers/simulated.js'

const find = (bodies: Bodies): ReturnType<typeof findDrift> => findDrift(simulated(bodies, {recountsAll: true}))

const recording = (hard: Amounts, used?: Amounts): Manifest => quota(hard).having({status: {hard, ...used && {used}}})

/** Differences in each quota: the key, the recorded and the counted usage. */
const differences = (bodies: Bodies): unknown => find(bodies).drifts.map(({quota: {metadata: {name}, status}, recorded, names}) =>
  [name, ...names.map((key) => `${key}: ${String(texts(recorded)?.[key])} is ${String(texts(status?.used)?.[key])}`)])

describe('findDrift', () => {
  it('reports no drift for equal amounts in different formats', () => {
    const existing = [requesting({memory: '1Gi', cpu: '500m'}, 'a'), requesting({memory: '1Gi', cpu: '500m'}, 'b')]
    expect(find({policies: [recording({pods: '1', memory: '8Gi', cpu: '1'}, {pods: '2', memory: '2147483648', cpu: '1000m'})], existing})).to.deep.equal({quotas: 1, drifts: [], notRecorded: []})
  })

  it('reports the keys that differ, in sorted order', () => {
    const body = recording({'requests.cpu': '9', 'pods': '9', 'secrets': '9'}, {'requests.cpu': '3', 'pods': '0', 'secrets': '1'})
    expect(differences({policies: [body], existing: [requesting({cpu: '1'}), secret('s')]})).to.deep.equal([['q', 'pods: 0 is 1', 'requests.cpu: 3 is 1']])
  })

  it('reports unrecorded keys and keys without a limit', () => {
    expect(differences({policies: [recording({pods: '9'}, {secrets: '4'})], existing: [pod()]})).to.deep.equal([['q', 'pods: undefined is 1', 'secrets: 4 is undefined']])
  })

  it('lists quotas without recorded usage separately', () => {
    for (const unrecorded of [quota({pods: '9'}), quota({pods: '9'}).having({status: {}}), recording({pods: '9'})]) {
      const {drifts, notRecorded} = find({policies: [unrecorded], existing: [pod()]})
      expect([drifts, notRecorded.map(({quota: {metadata}, manifest: {document}}) => [metadata.name, document.file.path])]).to.deep.equal([[], [['q', 'policies.yaml']]])
    }
    expect(find({policies: [recording({pods: '9'}, {})], existing: [pod()]})).to.include({quotas: 1}).and.to.have.nested.property('drifts[0].names').deep.equal(['pods'])
  })

  it('reports a status.hard that differs from spec.hard', () => {
    const stale = quota({pods: '9'}).having({status: {hard: {pods: '5', secrets: '1'}, used: {pods: '1'}}})
    const [drift] = find({policies: [stale], existing: [pod()]}).drifts
    expect([drift?.names, drift?.stale?.names, texts(drift?.stale?.recorded), texts(drift?.stale?.wanted)]).to.deep.equal([[], ['pods', 'secrets'], {pods: '5', secrets: '1'}, {pods: '9'}])
    expect(find({policies: [recording({cpu: '1'}, {cpu: '0'}).having({status: {hard: {cpu: '1000m'}, used: {cpu: '0'}}})]}).drifts).to.deep.equal([])
  })

  it('ignores keys that the quota controller does not track', () => {
    const untracked = recording({'nvidia.com/gpu': '9', 'count/typo': '9', 'pods': '9'}, {'nvidia.com/gpu': '3', 'pods': '1'})
    expect(differences({policies: [untracked], existing: [pod()]})).to.deep.equal([])
    const [drift] = find({policies: [untracked]}).drifts
    expect([drift?.names, texts(drift?.quota.status?.used)]).to.deep.equal([['pods'], {'nvidia.com/gpu': '3', 'pods': '0'}])
  })

  it('compares quotas of every namespace', () => {
    const policies = ['b', 'a'].map((namespace) => recording({pods: '9'}, {pods: '1'}).marked({namespace}))
    const {quotas, drifts} = find({policies, existing: [pod().marked({namespace: 'b'})]})
    expect([quotas, drifts.map(({quota: {metadata}}) => metadata.namespace)]).to.deep.equal([2, ['a']])
  })

  it('reports the quota with recomputed usage, and its position', () => {
    const [drift] = find({policies: [secret('s').marked({uid: 'u'}), recording({secrets: '3'}, {secrets: '0'})]}).drifts
    expect([drift?.manifest.document.file.path, drift?.manifest.document.file.position(drift.manifest.node.start).line]).to.deep.equal(['policies.yaml', 3])
    expect(texts(drift?.quota.status?.used)).to.deep.equal({secrets: '1'})
  })

  it('ignores rejected quotas', () => {
    expect(find({policies: [recording({podz: '1'}, {podz: '2'})]})).to.deep.equal({quotas: 0, drifts: [], notRecorded: []})
  })

  it('compares with the usage set by a ResourceQuotaUsage document', () => {
    const document = {apiVersion: 'v1', kind: 'ResourceQuotaUsage', metadata: {name: 'q'}, status: {used: {pods: '3'}}}
    expect(differences({policies: [recording({pods: '9'}, {pods: '1'}), document], existing: [pod()]})).to.deep.equal([['q', 'pods: 3 is 1']])
  })
})

describe('driftHints', () => {
  const hints = (bodies: Bodies): string[] => driftHints(find(bodies))
  const hint = (name: string): string => `Hint: no objects that the quota ${name} in dev counts were given. Name existing objects with --existing.`

  it('hints at each quota with recorded usage and no counted object', () => {
    const policies: Body[] = ['a', 'b'].map((name) => quotaNamed(name, {pods: '9', secrets: '9'}).having({status: {used: {pods: '1', secrets: '0'}}}))
    expect(hints({policies})).to.deep.equal([hint('a'), hint('b')])
    expect(hints({policies, existing: [pod('x'), pod('y')]})).to.deep.equal([])
  })

  it('omits quotas whose recorded usage is zero', () => {
    expect(hints({policies: [recording({pods: '9'}, {pods: '0'})]})).to.deep.equal([])
    expect(hints({policies: [recording({pods: '9', secrets: '9'}, {pods: '0'})]})).to.deep.equal([])
  })
})
