import {expect} from 'chai'
import {namespaceNamed} from '../../../../src/kinds/namespace/index.js'
import {resourceQuota as kind} from '../../../../src/kinds/resource-quota/index.js'
import {describeNamespace, describeResourceQuota} from '../../../../src/report/describe.js'
import {type Amounts, type Body, type Manifest, pod, quota} from '../../../helpers/builders.js'
import {quotaNamed, recordUsage, usedOf, usedUpTo} from '../../../helpers/quotas.js'
import {allowed, given, TestCluster, verdict} from '../../../helpers/test-cluster.js'

// Case numbers of spec resourcequota 7. Each test asserts the answer of the API server or of kubectl.

const on = (hard: Amounts, spec: Body = {}): string => verdict(given().create(quota(hard, spec)))

const invalid = (...errors: string[]): string => `422 ResourceQuota "q" is invalid: ${errors.length > 1 ? `[${errors.join(', ')}]` : errors.join()}`

const badKey = (name: string, detail: string, value = name): string => `spec.hard[${name}]: Invalid value: "${value}": ${detail}`

const selecting = (...matchExpressions: Body[]): Body => ({scopeSelector: {matchExpressions}})

describe('ResourceQuota, edge cases: keys and amounts', () => {
  it('73: rejects names that are not standard', () => {
    expect(on({foo: '1'})).to.equal(invalid(badKey('foo', 'must be a standard resource type or fully qualified'), badKey('foo', 'must be a standard resource for quota')))
    expect(on({storage: '1'})).to.equal(invalid(badKey('storage', 'must be a standard resource for quota')))
  })

  it('74: rejects fractional counts and fractional bytes of a storage class', () => {
    const gold = 'gold.storageclass.storage.k8s.io/requests.storage'
    expect(on({'count/pods': '1.5'})).to.equal(invalid(badKey('count/pods', 'must be an integer', '1500m')))
    expect(on({'requests.nvidia.com/gpu': '1.5'})).to.equal('201')
    expect(on({[gold]: '1.5Gi'})).to.equal('201')
    expect(on({[gold]: '1500m'})).to.equal(invalid(badKey(gold, 'must be an integer', '1500m')))
  })

  it('75: rejects negative amounts', () => {
    expect(on({pods: '-1'})).to.equal(invalid(badKey('pods', 'must be greater than or equal to 0', '-1')))
    expect(on({pods: '-1500m'})).to.equal(invalid(badKey('pods', 'must be greater than or equal to 0', '-1500m'), badKey('pods', 'must be an integer', '-1500m')))
  })

  it('76: accepts keys without usage and never counts them', () => {
    const untracked = {'limits.nvidia.com/gpu': '0', 'nvidia.com/gpu': '0', 'count/typo': '0'}
    const cluster = given(quota(untracked))
    const gpus = {'nvidia.com/gpu': '2'}
    expect(verdict(cluster.create(pod().with({name: 'app', image: 'i', resources: {limits: gpus}})))).to.equal('201')
    expect(usedOf(cluster)).to.equal(undefined)
    expect(described(cluster)).to.match(/^count\/typo +0 +0$/m).and.to.match(/^nvidia\.com\/gpu +0 +0$/m)
  })

  it('83: accepts requests above limits with a warning', () => {
    const {status: {code}, warnings} = given().create(quota({'requests.cpu': '10', 'limits.cpu': '1'}))
    expect([code, warnings]).to.deep.equal([201, ['ResourceQuota requests.cpu (10) should be less than limits.cpu (1)']])
  })

  it('84: rejects names that are too long', () => {
    const [longest, longer] = [`count/${'a'.repeat(63)}`, `count/${'a'.repeat(64)}`]
    expect(on({[longest]: '1'})).to.equal('201')
    expect(on({[longer]: '1'})).to.equal(invalid(badKey(longer, 'name part must be no more than 63 bytes')))
  })
})

describe('ResourceQuota, edge cases: scopes', () => {
  const unfit = (scopes: string[]): string => `spec.scopes: Invalid value: ${JSON.stringify(scopes)}: unsupported scope applied to resource`

  it('77: reports an error of two resources once, with two causes', () => {
    const {status} = given().create(quota({cpu: '1', memory: '1'}, {scopes: ['BestEffort']}))
    expect(status.message).to.equal(`ResourceQuota "q" is invalid: ${unfit(['BestEffort'])}`)
    expect(status.details?.causes).to.have.length(2)
  })

  it('78: rejects a scope of pods for resources that it does not support', () => {
    for (const name of ['requests.ephemeral-storage', 'hugepages-2Mi', 'services']) expect(on({[name]: '1'}, {scopes: ['Terminating']}), name).to.equal(invalid(unfit(['Terminating'])))
    for (const name of ['count/pods', 'requests.nvidia.com/gpu']) expect(on({[name]: '1'}, {scopes: ['Terminating']}), name).to.equal('201')
  })

  it('79: rejects a scope of claims for resources that it does not support', () => {
    expect(on({pods: '1'}, {scopes: ['VolumeAttributesClass']})).to.equal(invalid(unfit(['VolumeAttributesClass'])))
    expect(on({'requests.storage': '1'}, {scopes: ['VolumeAttributesClass']})).to.equal('201')
  })

  it('80: rejects contradictory scope expressions', () => {
    expect(on({pods: '1'}, selecting(...['BestEffort', 'NotBestEffort'].map((scopeName) => ({scopeName, operator: 'Exists'})))))
      .to.equal(invalid('spec.scopeSelector.matchExpressions: Invalid value: null: conflicting scopes'))
  })

  it('81: rejects an unknown operator', () => {
    const bad = (detail: string): string => `spec.scopeSelector.matchExpressions.operator: Invalid value: "Foo": ${detail}`
    const scopes = ['Terminating', 'NotTerminating', 'BestEffort', 'NotBestEffort'].map((scope) => `ResourceQuotaScope${scope}`)
    expect(on({pods: '1'}, selecting({scopeName: 'Terminating', operator: 'Foo'}))).to.equal(invalid(
      bad(`must be 'Exists' when scope is any of ${scopes.join(', ')} or ResourceQuotaScopeCrossNamespacePodAffinity`), bad('not a valid selector operator'),
    ))
  })

  describe('82: updates', () => {
    const updated = (from: Body, to: Body): string => verdict(given(quota({pods: '1'}, from)).update(quota({pods: '1'}, to)))

    it('accept the same scopes in another order and repeated', () => {
      expect(updated({scopes: ['Terminating', 'NotBestEffort']}, {scopes: ['NotBestEffort', 'Terminating', 'Terminating']})).to.equal('200')
    })

    it('reject other scopes', () => {
      expect(updated({scopes: ['Terminating']}, {scopes: ['BestEffort']})).to.equal(invalid('spec.scopes: Invalid value: ["BestEffort"]: field is immutable'))
    })

    it('accept another selector, which takes effect at the next resync', () => {
      const [best, any] = [selecting({scopeName: 'BestEffort', operator: 'Exists'}), selecting({scopeName: 'NotBestEffort', operator: 'Exists'})]
      const cluster = given(pod(), quota({pods: '5'}, best))
      allowed(cluster.update(quota({pods: '5'}, any)))
      expect(usedOf(cluster)).to.deep.equal({pods: '1'})
      cluster.cluster.resync('dev')
      expect(usedOf(cluster)).to.deep.equal({pods: '0'})
    })
  })
})

/** Output of kubectl describe for a quota. */
const described = ({cluster}: TestCluster): string => cluster.list(kind, 'dev').map(describeResourceQuota).join('\n')

describe('ResourceQuota, edge cases: descriptions', () => {
  it('85: convert usage to the format of the bound, except in a namespace', () => {
    const cluster = usedUpTo({memory: '512M'}, quota({memory: '1Gi'}))
    expect(described(cluster)).to.equal('Name:       q\nNamespace:  dev\nResource    Used      Hard\n--------    ----      ----\nmemory      500000Ki  1Gi\n')
    const inside = describeNamespace(namespaceNamed('dev', cluster.cluster), cluster.cluster.list(kind, 'dev'), [])
    expect(inside).to.contain('Resource Quotas\n  Name:     q\n  Resource  Used  Hard\n  --------  ---   ---\n  memory    512M  1Gi\n')
  })

  it('86: have no rows for a quota without a status', () => {
    const cluster = new TestCluster({controllers: false})
    allowed(cluster.create(quota({pods: '1'})))
    expect(described(cluster)).to.equal('Name:       q\nNamespace:  dev\nResource    Used  Hard\n--------    ----  ----\n')
  })

  it('87: omit scope selectors', () => {
    const selector = selecting({scopeName: 'BestEffort', operator: 'Exists'})
    expect(described(given(quota({pods: '1'}, selector)))).to.equal('Name:       q\nNamespace:  dev\nResource    Used  Hard\n--------    ----  ----\npods        0     1\n')
    expect(described(given(quota({pods: '1'}, {...selector, scopes: ['BestEffort']})))).to.match(/^Scopes: +BestEffort$/m)
  })

  it('87: list several quotas sorted by name', () => {
    const cluster = given(quotaNamed('b', {pods: '1'}), quotaNamed('a', {pods: '2'}))
    const second: Manifest = quotaNamed('b', {pods: '1'})
    recordUsage(cluster, second, {pods: '1'})
    expect(described(cluster).match(/^(?:Name:|pods).*/gm)).to.deep.equal(['Name:       a', 'pods        0     2', 'Name:       b', 'pods        1     1'])
  })
})
