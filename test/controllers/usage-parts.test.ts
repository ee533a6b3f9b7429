import {expect} from 'chai'
import {resourceQuota} from '../../src/kinds/resource-quota/index.js'
import {quota} from '../helpers/builders.js'
import {requesting} from '../helpers/quotas.js'
import {TestCluster} from '../helpers/test-cluster.js'

describe('usageParts', () => {
  it('has the usage of each object by the keys of the quota, without others', () => {
    const test = new TestCluster()
    test.create(quota({'pods': '5', 'requests.cpu': '3'}))
    test.create(requesting({cpu: '1', memory: '1Gi'}))
    const [stored] = test.cluster.list(resourceQuota, 'dev')
    const parts = stored && test.cluster.usageParts(stored)
    expect(parts?.contributions.map(({used}) => Object.entries(used).map(([name, amount]) => `${name}=${amount}`).sort())).to.deep.equal([['pods=1', 'requests.cpu=1']])
  })
})
