import {expect} from 'chai'
import type {Attributes} from '../../../../src/admission/attributes.js'
import type {Rejection} from '../../../../src/admission/plugin.js'
import {accountsOf} from '../../../../src/admission/plugins/resource-quota/account.js'
import {type Charge, checkRequest} from '../../../../src/admission/plugins/resource-quota/check-request.js'
import type {LimitedResource} from '../../../../src/admission/plugins/resource-quota/configuration.js'
import type {Evaluator} from '../../../../src/admission/plugins/resource-quota/evaluators/evaluator.js'
import type {KubeObject} from '../../../../src/kinds/kind.js'
import type {ResourceQuota} from '../../../../src/machinery/api/core-v1.js'
import {FieldPath} from '../../../../src/machinery/field/path.js'
import {type Amounts, type Body, quota} from '../../../helpers/builders.js'
import {decoded} from '../../../helpers/decoded.js'
import {deepFreeze} from '../../../helpers/deep-freeze.js'
import {resourceList, texts} from '../../../helpers/resources.js'

/** An object of a made-up kind, with its usage and its scopes. */
const value = (usage: Amounts, scopes: readonly string[] = []): KubeObject => deepFreeze({apiVersion: 'v1', kind: 'Thing', metadata: {name: 't'}, usage, scopes})

const fields = (object: KubeObject): {usage: Amounts, scopes: readonly string[]} => object as unknown as {usage: Amounts, scopes: readonly string[]}

/** Counts things under the keys a, b and c; fails on the scope Odd. */
const evaluator: Evaluator = {
  resource: {group: 'example.com', name: 'things'},
  handles: () => true,
  tracks: (name) => ['a', 'b', 'c'].includes(name),
  inScope: ({scopeName = ''}, object) => scopeName === 'Odd' ? 'it is odd' : fields(object).scopes.includes(scopeName),
  constraints: (required, object) => required.filter((name) => fields(object).usage[name] === undefined && name === 'c')
    .map((name) => ({name, missing: [{container: 'z', field: FieldPath.of('z')}, {container: 'y', field: FieldPath.of('y')}, {container: 'z', field: FieldPath.of('x')}]})),
  usage: (object) => resourceList(fields(object).usage),
}

const quotaOf = (name: string, hard: Amounts, used: Amounts, spec: Body = {}): ResourceQuota =>
  decoded(quota({}, spec).marked({name}).having({status: {hard, used}}))

type Outcome = readonly Charge[] | Rejection

interface Options {
  readonly old?: KubeObject
  readonly subresource?: string
  readonly limited?: readonly LimitedResource[]
}

function outcome(quotas: readonly ResourceQuota[], object: KubeObject, {old, subresource = '', limited = []}: Options = {}): Outcome {
  const attributes: Attributes = {
    operation: old === undefined ? 'CREATE' : 'UPDATE', kind: {group: 'example.com', name: 'Thing'}, resource: evaluator.resource, subresource,
    namespace: 'dev', name: 't', object, oldObject: old, user: '', dryRun: false,
  }
  return checkRequest(accountsOf(deepFreeze(quotas)), {...attributes, object}, evaluator, limited)
}

/** Usage of each charged quota, or the status of the rejection. */
function reported(given: Outcome): unknown {
  if ('status' in given) return `${given.status.code} ${given.status.message.replace('things.example.com "t" is forbidden: ', '')}`
  return Object.fromEntries(given.flatMap(({account: {quotas, used: before}, used}) => quotas.map(({metadata: {name}}) => [name, texts({...before, ...used})])))
}

const check = (...args: Parameters<typeof outcome>): unknown => reported(outcome(...args))

describe('checkRequest', () => {
  describe('new objects', () => {
    it('charges every matching quota for the resources that it bounds', () => {
      const quotas = [quotaOf('one', {a: '5', b: '5'}, {a: '1', b: '2', other: '7'}), quotaOf('two', {a: '9'}, {a: '3'})]
      expect(check(quotas, value({a: '1', b: '2', c: '3'}))).to.deep.equal({one: {a: '2', b: '4', other: '7'}, two: {a: '4'}})
    })

    it('admits usage up to the bound', () => expect(check([quotaOf('q', {a: '5'}, {a: '3'})], value({a: '2'}))).to.deep.equal({q: {a: '5'}}))

    it('ignores quotas without a matching key, scope or status', () => {
      const quotas = [
        quotaOf('others', {pods: '0', x: '0'}, {}), quotaOf('empty', {}, {}), quotaOf('scoped', {a: '0'}, {a: '0'}, {scopes: ['Special']}),
        decoded(quota({a: '0'}).marked({name: 'new'})) as ResourceQuota,
      ]
      expect(check(quotas, value({a: '1', b: '0'}))).to.deep.equal({})
    })

    it('charges a quota only if the object is in all its scopes', () => {
      const scoped = (...scopes: string[]): ResourceQuota => quotaOf('q', {a: '5'}, {a: '0'}, {scopes})
      expect(check([scoped('X', 'Y')], value({a: '1'}, ['X', 'Y', 'Z']))).to.deep.equal({q: {a: '1'}})
      expect(check([scoped('X', 'Y')], value({a: '1'}, ['X']))).to.deep.equal({})
    })

    it('ignores exceeded keys of which the object uses 0', () => {
      expect(check([quotaOf('q', {a: '5', b: '1'}, {a: '0', b: '9'})], value({a: '1', b: '0'}))).to.deep.equal({q: {a: '1', b: '9'}})
      expect(check([quotaOf('q', {b: '1'}, {b: '9'})], value({a: '1', b: '0'})), 'nothing').to.deep.equal({q: {b: '9'}})
    })
  })

  describe('updates', () => {
    const quotas = [quotaOf('q', {a: '5', b: '5'}, {a: '3', b: '3'})]

    it('charges the increase of each key', () => {
      expect(check(quotas, value({a: '3', b: '1'}), {old: value({a: '2', b: '3'})})).to.deep.equal({q: {a: '4', b: '3'}})
      expect(check(quotas, value({a: '6'}), {old: value({a: '2'})})).to.equal('403 exceeded quota: q, requested: a=4, used: a=3, limited: a=5')
    })

    it('charges nothing without an increase, even if the quota is exceeded', () => {
      const full = [quotaOf('q', {a: '1'}, {a: '9'})]
      for (const [now, then] of [['2', '2'], ['1', '2'], ['0', '2']] as const) expect(check(full, value({a: now}), {old: value({a: then})})).to.deep.equal({})
    })

    it('charges the full usage to a quota that did not count the object before', () => {
      const scoped = quotaOf('s', {a: '5'}, {a: '3'}, {scopes: ['X']})
      expect(check([scoped], value({a: '2'}, ['X']), {old: value({a: '2'})})).to.deep.equal({s: {a: '5'}})
      expect(check([scoped], value({a: '2'}, ['X']), {old: value({a: '2'}, ['X'])})).to.deep.equal({})
      expect(check([scoped], value({a: '2'}), {old: value({a: '2'}, ['X'])}), 'left its scope').to.deep.equal({})
    })

    it('charges updates of the status even beyond the bound', () => {
      expect(check([quotaOf('q', {a: '5'}, {a: '3'})], value({a: '9'}), {old: value({a: '1'}), subresource: 'status'})).to.deep.equal({q: {a: '11'}})
    })
  })

  describe('rejections', () => {
    it('names the exceeded keys in order', () => {
      expect(check([quotaOf('q', {c: '9', b: '1', a: '1'}, {a: '1', b: '0', c: '0'})], value({b: '2', a: '1', c: '1'})))
        .to.equal('403 exceeded quota: q, requested: a=1,b=2, used: a=1,b=0, limited: a=1,b=1')
    })

    it('reports the first exceeded quota and charges none', () => {
      const quotas = [quotaOf('roomy', {a: '5'}, {a: '0'}), quotaOf('full', {a: '0'}, {a: '0'}), quotaOf('fuller', {a: '0'}, {a: '1'})]
      expect(check(quotas, value({a: '1'}))).to.equal('403 exceeded quota: full, requested: a=1, used: a=0, limited: a=0')
    })

    it('names each place that lacks a required value once, in order', () => {
      expect(check([quotaOf('q', {c: '1'}, {})], value({}))).to.equal('403 failed quota: q: must specify c for: y,z')
    })

    it('reports unknown usage of the keys that the object uses, after missing values', () => {
      expect(check([quotaOf('q', {b: '1', a: '1', x: '1'}, {a: '0'})], value({a: '1'}))).to.equal('403 status unknown for quota: q, resources: a,b')
      expect(check([quotaOf('q', {c: '1', a: '1'}, {a: '0'})], value({a: '1'}))).to.contain('failed quota: q: must specify c')
      expect(check([quotaOf('q', {a: '1', x: '1'}, {a: '0'})], value({a: '1'})), 'of others it need not know').to.deep.equal({q: {a: '1'}})
    })

    it('reports unknown usage before an exceeded quota', () => {
      expect(check([quotaOf('full', {a: '0'}, {a: '0'}), quotaOf('new', {b: '1'}, {})], value({a: '1'}))).to.equal('403 status unknown for quota: new, resources: b')
    })

    it('rejects negative usage', () => {
      expect(check([quotaOf('q', {a: '1'}, {a: '0'})], value({b: '-1', a: '-2'}))).to.equal('403 quota usage is negative for resource(s): a,b')
    })

    it('answers 500 if a scope cannot be matched, even if no key matches', () => {
      const odd = {scopeSelector: {matchExpressions: [{scopeName: 'Odd', operator: 'In', values: ['x', 'y']}]}}
      const rejection = outcome([quotaOf('q', {pods: '1'}, {pods: '0'}, odd)], value({a: '1'})) as Rejection
      expect(rejection.status).to.deep.equal({code: 500, reason: '', message: 'error matching scopes of quota q, err: error on matching scope {Odd In [x y]}: it is odd'})
    })
  })

  describe('reasons of a rejection', () => {
    const reasonsOf = (given: Outcome): unknown => 'status' in given && given.reasons.map(({message, field, cause}) =>
      [message, field === undefined ? '' : String(field), `${cause?.policy.metadata.name ?? ''} ${String(cause?.field)}`])

    it('states by how much each bound is exceeded, and where it is set', () => {
      expect(reasonsOf(outcome([quotaOf('q', {a: '2', b: '1500m'}, {a: '1', b: '1'})], value({a: '3', b: '1'})))).to.deep.equal([
        ['a: requested 3, used 1 of 2: 2 too much', '', 'q spec.hard[a]'], ['b: requested 1, used 1 of 1500m: 500m too much', '', 'q spec.hard[b]'],
      ])
    })

    it('names each place that lacks a required value', () => {
      expect(reasonsOf(outcome([quotaOf('q', {c: '1'}, {})], value({})))).to.deep.equal(['z', 'y', 'x'].map((field) => ['must specify c', field, 'q spec.hard[c]']))
    })
  })

  describe('limited resources', () => {
    const counted = (fields_: Partial<LimitedResource>): LimitedResource => ({apiGroup: 'example.com', resource: 'things', ...fields_})
    const limited = [counted({matchContains: ['a']})]

    it('rejects usage that no quota covers', () => {
      expect(check([], value({a: '1', b: '1'}), {limited})).to.equal('403 insufficient quota to consume: a')
      expect(check([], value({b: '1', a: '1'}), {limited: [counted({matchContains: ['b', 'a']}), ...limited]})).to.equal('403 insufficient quota to consume: a,b')
      expect(check([quotaOf('q', {b: '9'}, {b: '0'})], value({a: '1', b: '1'}), {limited})).to.equal('403 insufficient quota to consume: a')
      expect(check([quotaOf('q', {a: '9'}, {a: '0'})], value({a: '1'}), {limited})).to.deep.equal({q: {a: '1'}})
    })

    it('checks only the resource of the object and the keys that it uses', () => {
      for (const entry of [{apiGroup: ''}, {resource: 'pods'}]) expect(check([], value({a: '1'}), {limited: [counted({matchContains: ['a'], ...entry})]})).to.deep.equal({})
      expect(check([], value({a: '0', b: '1'}), {limited})).to.deep.equal({})
      expect(check([], value({a: '1'}), {limited: [counted({})]})).to.deep.equal({})
    })

    it('admits existing usage, but no increase', () => {
      expect(check([], value({a: '1'}), {old: value({a: '1'}), limited})).to.deep.equal({})
      expect(check([], value({a: '1', b: '1'}), {old: value({a: '1'}), limited}), 'but not grow').to.equal('403 insufficient quota to consume: a')
    })

    it('accepts any quota with a matching scope as cover', () => {
      const scopes = [counted({resource: 'others', matchScopes: [{scopeName: 'X', operator: 'In', values: ['v']}, {scopeName: 'Y', operator: 'Exists'}]})]
      expect(check([], value({a: '1'}, ['X', 'Y']), {limited: scopes})).to.equal('500 insufficient quota to match these scopes: [{X In [v]} {Y Exists []}]')
      expect(check([], value({a: '1'}, ['Z']), {limited: scopes})).to.deep.equal({})
      const other = quotaOf('q', {}, {}, {scopes: ['X', 'Z']})
      expect(check([other], value({a: '1'}, ['X']), {limited: scopes})).to.deep.equal({})
      expect(check([], value({a: '1'}, ['X']), {old: value({a: '1'}), limited: scopes}), 'nothing is added').to.deep.equal({})
    })

    it('admits everything if a limited scope cannot be matched', () => {
      const odd = [counted({matchScopes: [{scopeName: 'Odd', operator: 'In'}]}), ...limited]
      expect(check([quotaOf('q', {a: '0', c: '1'}, {})], value({a: '1'}), {limited: odd})).to.deep.equal({})
    })
  })
})
