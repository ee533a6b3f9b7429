import {expect} from 'chai'
import type {Lister} from '../../../../../src/admission/plugin.js'
import type {Evaluator} from '../../../../../src/admission/plugins/resource-quota/evaluators/evaluator.js'
import {resourceClaimEvaluator} from '../../../../../src/admission/plugins/resource-quota/evaluators/resource-claims.js'
import {Cluster} from '../../../../../src/cluster/cluster.js'
import {resourceClaim} from '../../../../../src/kinds/resource-claim/index.js'
import type {ResourceClaim} from '../../../../../src/machinery/api/resource-v1.js'
import {type Amounts, app, type Body, Manifest, pod} from '../../../../helpers/builders.js'
import {decoded} from '../../../../helpers/decoded.js'
import {resourceList, texts} from '../../../../helpers/resources.js'

const count = 'count/resourceclaims.resource.k8s.io'
const devices = (name: string): string => `${name}.deviceclass.resource.k8s.io/devices`
const implicit = (name: string): string => `requests.deviceclass.resource.kubernetes.io/${name}`

const deviceClass = (name: string, extendedResourceName?: string): Manifest =>
  new Manifest({apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: {name}, spec: {...extendedResourceName && {extendedResourceName}}})

const claiming = (...requests: Body[]): Manifest =>
  new Manifest({apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: {name: 'c', namespace: 'dev'}, spec: {devices: {requests}}})

const exactly = (deviceClassName: string, fields: Body = {}): Body => ({name: 'r', exactly: {deviceClassName, allocationMode: 'ExactCount', count: 1, ...fields}})

const alternative = (deviceClassName: string, amount: number): Body => ({name: deviceClassName, deviceClassName, allocationMode: 'ExactCount', count: amount})

/** Cluster with these existing objects. */
function holding(...objects: Body[]): Lister {
  const cluster = new Cluster({controllers: false})
  for (const object of objects) if (!cluster.load({object}).allowed) throw new Error(`cannot load ${JSON.stringify(object)}`)
  return cluster
}

const evaluatorIn = (lister: Lister, paid: Amounts = {}): Evaluator<ResourceClaim> => resourceClaimEvaluator(lister, () => resourceList(paid))

const usage = (claim: Body, ...objects: Body[]): unknown => texts(evaluatorIn(holding(...objects)).usage(decoded(claim)))

describe('resourceClaimEvaluator', () => {
  it('evaluates ResourceClaims, without scopes or required values', () => {
    const evaluator = evaluatorIn(holding())
    expect(evaluator.resource).to.deep.equal({group: 'resource.k8s.io', name: 'resourceclaims'})
    expect(evaluator).not.to.have.any.keys('inScope', 'constraints', 'needsRecount')
  })

  it('tracks claims, devices of any class, and resource names of known classes', () => {
    const evaluator = evaluatorIn(holding(deviceClass('gpu', 'example.com/gpu'), deviceClass('plain')))
    const yes = [count, devices('gpu'), devices('other'), implicit('gpu'), implicit('plain'), 'requests.example.com/gpu']
    const no = [implicit('other'), 'requests.example.com/other', 'requests.', 'example.com/gpu', 'pods', 'count/resourceclaims']
    expect([...yes, ...no].map((name) => evaluator.tracks(name))).to.deep.equal([...yes.map(() => true), ...no.map(() => false)])
  })

  describe('devices by class', () => {
    it('are the sum of all requests', () => {
      expect(usage(claiming(exactly('gpu', {count: 2}), exactly('gpu'), exactly('fpga', {count: 4})))).to.deep.equal({
        [count]: '1', [devices('gpu')]: '3', [devices('fpga')]: '4', [implicit('gpu')]: '3', [implicit('fpga')]: '4',
      })
    })

    it('are 32 for mode All and 0 for an unknown mode', () => {
      expect(usage(claiming(exactly('gpu', {allocationMode: 'All', count: 0})))).to.include({[devices('gpu')]: '32'})
      expect(usage(claiming(exactly('gpu', {allocationMode: 'Foo'})))).to.deep.equal({[count]: '1', [devices('gpu')]: '0'})
    })

    it('are the maximum of each class among alternatives', () => {
      const first = {name: 'r', firstAvailable: [alternative('gpu', 5), alternative('gpu', 2), alternative('fpga', 1)]}
      expect(usage(claiming(first, exactly('gpu')))).to.include({[devices('gpu')]: '6', [devices('fpga')]: '1'})
    })

    it('are absent for a claim without requests', () => expect(usage(claiming().having({spec: null}))).to.deep.equal({[count]: '1'}))
  })

  it('counts devices also under the extended resource of their class', () => {
    expect(usage(claiming(exactly('gpu', {count: 2})), deviceClass('gpu', 'example.com/gpu')))
      .to.deep.equal({[count]: '1', [devices('gpu')]: '2', [implicit('gpu')]: '2', 'requests.example.com/gpu': '2'})
  })

  describe('devices that a pod is already charged for', () => {
    const owner = (fields: Body = {}): Body => ({apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u', controller: true, ...fields})
    const generated = (fields: Body = {}, annotation = 'true'): Manifest => claiming(exactly('gpu', {count: 3}))
      .marked({annotations: {'resource.kubernetes.io/extended-resource-claim': annotation}, ownerReferences: [owner()], ...fields})
    const owning = pod().with(app()).marked({uid: 'u', namespace: 'dev'})
    const paid = {'requests.example.com/gpu': '2'}
    const restOf = (claim: Body, ...objects: Body[]): unknown => {
      const list = evaluatorIn(holding(deviceClass('gpu', 'example.com/gpu'), ...objects), paid).usage(decoded(claim))
      return texts(list)?.['requests.example.com/gpu']
    }

    it('are subtracted from the claim that the scheduler generated for the pod', () => expect(restOf(generated(), owning)).to.equal('1'))

    it('are subtracted until nothing is left to count', () => {
      const of = (amount: number): Manifest => generated().having({spec: {devices: {requests: [exactly('gpu', {count: amount})]}}})
      expect([1, 2, 3].map((amount) => restOf(of(amount), owning))).to.deep.equal([undefined, undefined, '1'])
    })

    it('are not subtracted from any other claim', () => {
      expect(restOf(generated({}, 'false'), owning), 'annotation').to.equal('3')
      expect(restOf(generated({ownerReferences: [owner({controller: false})]}), owning), 'controller').to.equal('3')
      expect(restOf(generated({ownerReferences: [owner({kind: 'Job', apiVersion: 'batch/v1'})]}), owning), 'kind').to.equal('3')
      expect(restOf(generated({ownerReferences: [owner({apiVersion: 'v2'})]}), owning), 'version').to.equal('3')
      expect(restOf(generated()), 'without a pod').to.equal('3')
      expect(restOf(generated(), owning.marked({uid: 'other'})), 'another pod of that name').to.equal('3')
      expect(restOf(generated(), owning.marked({namespace: 'elsewhere'})), 'a pod elsewhere').to.equal('3')
    })

    it('are subtracted from the claim that the pod names', () => {
      const naming = (resourceClaimName: string): Manifest => owning.having({status: {extendedResourceClaimStatus: {resourceClaimName, requestMappings: []}}})
      expect([restOf(generated(), naming('c')), restOf(generated(), naming('d'))]).to.deep.equal(['1', '3'])
    })

    it('are otherwise subtracted from its oldest claim, in a tie the first by name', () => {
      const of = (name: string, second: number): Manifest => generated({name, creationTimestamp: `2026-01-01T00:00:0${second}Z`})
      expect(restOf(of('c', 1), owning, of('c', 1), of('b', 2))).to.equal('1')
      expect(restOf(of('c', 2), owning, of('c', 2), of('d', 1))).to.equal('3')
      expect(restOf(of('c', 1), owning, of('c', 1), of('b', 1))).to.equal('3')
      expect(restOf(of('b', 1), owning, of('c', 1), of('b', 1))).to.equal('1')
      const foreign = of('a', 0).marked({ownerReferences: [owner({uid: 'v', name: 'q'})]})
      expect(restOf(of('c', 1), owning, of('c', 1), foreign), 'not those of other pods').to.equal('1')
    })
  })

  it('counts the default of one device in a stored claim', () => {
    const cluster = new Cluster()
    cluster.handle({operation: 'CREATE', object: claiming({name: 'r', exactly: {deviceClassName: 'gpu'}})})
    const [stored] = cluster.list(resourceClaim, 'dev')
    expect(texts(evaluatorIn(cluster).usage(stored!))).to.include({[devices('gpu')]: '1'})
  })
})
