import {expect} from 'chai'
import {stoppedClock} from '../../../src/admission/clock.js'
import type {StatusWriter} from '../../../src/admission/plugin.js'
import {Evaluators} from '../../../src/admission/plugins/resource-quota/evaluators/index.js'
import {UsageInStore} from '../../../src/controllers/usage-in-store.js'
import type {KubeObject} from '../../../src/kinds/kind.js'
import {recount, withUsage} from '../../../src/kinds/resource-quota/status.js'
import type {ResourceQuota} from '../../../src/machinery/api/core-v1.js'
import type {ResourceList} from '../../../src/machinery/quantity/resource-list.js'
import {type Amounts, type Body, configMap, pod, quota, service} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'
import {requesting} from '../../helpers/quotas.js'
import {quantity, resourceList, texts} from '../../helpers/resources.js'

/** Returns a store with these objects, in this order. */
function storeOf(...objects: Body[]): StatusWriter {
  const stored = objects.map((body) => decoded(body))
  const listCounted: StatusWriter['listCounted'] = ({name}, namespace) =>
    namespace === 'dev' ? stored.filter(({kind}: KubeObject) => `${kind.toLowerCase()}s` === name).map((object) => ({object, count: 1})) : []
  return {
    list: () => [],
    listCounted,
    inOrder: listCounted,
    some: () => false,
    updateStatus: () => {
      throw new Error('unexpected status update')
    },
    postponed: () => undefined,
    postpone: () => undefined,
  }
}

const read = (hard: Amounts | undefined, spec: Body = {}, status?: Body): ResourceQuota =>
  decoded(quota({}, {...hard && {hard}, ...spec}).marked({namespace: 'dev'}).having({...status && {status}}))

function usageOf(body: ResourceQuota, ...objects: Body[]): ResourceList {
  const store = storeOf(...objects)
  return UsageInStore.in(store, new Evaluators(store, stoppedClock)).of(body)
}

const usage = (body: ResourceQuota, ...objects: Body[]): unknown => texts(usageOf(body, ...objects))

describe('ResourceQuota usage', () => {
  it('sums the objects of the namespace for each bounded resource that is tracked', () => {
    const body = read({'pods': '9', 'cpu': '9', 'services': '9', 'configmaps': '9', 'nvidia.com/gpu': '9', 'count/typo': '9'})
    expect(usage(body, requesting({cpu: '1', memory: '5'}, 'a'), requesting({cpu: '500m'}, 'b'), configMap('c')))
      .to.deep.equal({pods: '2', cpu: '1500m', services: '0', configmaps: '1'})
  })

  it('is zero without objects, and empty for a quota without hard', () => {
    expect(usage(read({pods: '1', memory: '1Gi'}))).to.deep.equal({pods: '0', memory: '0'})
    expect(usage(read(undefined), pod())).to.deep.equal({})
  })

  it('counts only objects that match all scopes', () => {
    const body = read({pods: '9'}, {scopes: ['BestEffort'], scopeSelector: {matchExpressions: [{scopeName: 'Terminating', operator: 'Exists'}]}})
    expect(usage(body, pod('a'), pod('b').asking({activeDeadlineSeconds: 5}), requesting({cpu: '1'}, 'c').asking({activeDeadlineSeconds: 5}))).to.deep.equal({pods: '1'})
    expect(usage(read({'pods': '9', 'count/services': '9'}, {scopes: ['BestEffort']}), pod(), service('s')), 'objects other than pods never match BestEffort').to.deep.equal({'pods': '1', 'count/services': '0'})
  })

  it('stops counting a resource at an object for which matching a scope fails', () => {
    const selector = {scopeSelector: {matchExpressions: [{scopeName: 'PriorityClass', operator: 'NotIn', values: ['no label!']}]}}
    expect(usage(read({'pods': '9', 'count/configmaps': '9'}, selector), pod('a'), configMap('c'))).to.deep.equal({'pods': '0', 'count/configmaps': '0'})
  })

  it('has the format of the first amount other than zero', () => {
    const memory = (...amounts: string[]): unknown => usage(read({memory: '9Gi'}), ...amounts.map((amount, i) => requesting({memory: amount}, `p${i}`)))
    expect(memory('1Gi', '500M')).to.deep.equal({memory: '1573741824'})
    expect(memory('0', '1e9', '1Gi')).to.deep.equal({memory: '2073741824'})
    expect(memory('1G', '1Gi')).to.deep.equal({memory: '2073741824'})
    expect(memory('512Mi', '512Mi')).to.deep.equal({memory: '1Gi'})
  })
})

describe('recount', () => {
  const counted = (body: ResourceQuota, ...objects: Body[]): unknown => {
    const status = recount(body, usageOf(body, ...objects))
    return status && {hard: texts(status.hard), used: texts(status.used)}
  }

  it('returns the hard limits of the spec and the usage for a new quota', () => {
    expect(counted(read({pods: '5', cpu: '1'}), pod())).to.deep.equal({hard: {pods: '5', cpu: '1'}, used: {pods: '1', cpu: '0'}})
    expect(counted(read(undefined))).to.deep.equal({hard: {}, used: {}})
  })

  it('returns undefined if the status is equal, regardless of notation', () => {
    expect(counted(read({pods: '1'}, {}, {hard: {pods: '1'}, used: {pods: '1'}}), pod())).to.equal(undefined)
    expect(counted(read({memory: '1073741824'}, {}, {hard: {memory: '1Gi'}, used: {memory: '1048576'}}), requesting({memory: '1Mi'}))).to.equal(undefined)
  })

  it('returns a status if hard or used is missing or differs', () => {
    expect(counted(read({pods: '1'}, {}, {hard: {pods: '1'}}), pod())).to.deep.equal({hard: {pods: '1'}, used: {pods: '1'}})
    expect(counted(read({pods: '1'}, {}, {used: {pods: '1'}}), pod())).to.deep.equal({hard: {pods: '1'}, used: {pods: '1'}})
    expect(counted(read(undefined, {}, {used: {}}))).to.deep.equal({hard: {}, used: {}})
    expect(counted(read({pods: '2'}, {}, {hard: {pods: '1'}, used: {pods: '1'}}), pod())).to.deep.equal({hard: {pods: '2'}, used: {pods: '1'}})
    expect(counted(read({pods: '1'}, {}, {hard: {pods: '1'}, used: {pods: '4'}}), pod())).to.deep.equal({hard: {pods: '1'}, used: {pods: '1'}})
  })

  it('keeps recorded usage of untracked resources, and drops resources without hard limit', () => {
    expect(counted(read({'nvidia.com/gpu': '5', 'pods': '5'}, {}, {hard: {}, used: {'nvidia.com/gpu': '3', 'pods': '9', 'secrets': '7'}})))
      .to.deep.equal({hard: {'nvidia.com/gpu': '5', 'pods': '5'}, used: {'nvidia.com/gpu': '3', 'pods': '0'}})
    expect(counted(read(undefined, {}, {hard: {pods: '1'}, used: {pods: '1'}}), pod())).to.deep.equal({hard: {}, used: {}})
  })
})

describe('withUsage', () => {
  it('returns a copy with a new status, leaving the original unchanged', () => {
    const body = read({pods: '5'}, {}, {hard: {pods: '1'}, used: {pods: '0'}})
    const changed = withUsage(body, {hard: resourceList({pods: '5'}), used: resourceList({pods: '2'})})
    expect([texts(changed.status?.hard), texts(changed.status?.used)]).to.deep.equal([{pods: '5'}, {pods: '2'}])
    expect([changed.spec, changed.metadata]).to.deep.equal([body.spec, body.metadata])
    expect(texts(body.status?.used)).to.deep.equal({pods: '0'})
  })

  it('replaces the whole status', () => {
    expect(withUsage(read({pods: '5'}, {}, {hard: {pods: '1'}}), {used: resourceList({pods: '2'})}).status).to.have.all.keys('used')
    expect(withUsage(read({}), {}).status).to.deep.equal({})
  })

  it('stores amounts in the format in which they are printed', () => {
    const half = quantity('0.5Ki')
    const {status} = withUsage(read({}), {used: {memory: half}})
    expect([half.add(half), status?.used?.['memory']?.add(half)].map(String)).to.deep.equal(['1Ki', '1024'])
  })
})
