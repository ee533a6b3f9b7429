import {expect} from 'chai'
import {resourceQuota as kind} from '../../../src/kinds/resource-quota/index.js'
import type {ResourceQuota} from '../../../src/machinery/api/core-v1.js'
import {qualifiedName} from '../../../src/machinery/meta/names.js'
import {type Amounts, type Body, quota} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'
import {given, verdict} from '../../helpers/test-cluster.js'

const errorsOf = (hard: Amounts, spec: Body = {}): string[] => kind.validate?.(decoded(quota(hard, spec))).map(String) ?? []

const ofKey = (name: string, ...errors: string[]): string[] => errors.map((error) => `spec.hard[${name}]: Invalid value: ${JSON.stringify(name)}: ${error}`)

const general = 'must be a standard resource type or fully qualified'
const ofQuotas = 'must be a standard resource for quota'

// V1 to V13 are the rules of spec resourcequota 4.
describe('ResourceQuota validation', () => {
  describe('V1 to V3: resource names', () => {
    const accept = [
      'cpu', 'memory', 'ephemeral-storage', 'requests.cpu', 'requests.memory', 'requests.storage', 'requests.ephemeral-storage', 'limits.cpu', 'limits.memory',
      'limits.ephemeral-storage', 'pods', 'resourcequotas', 'services', 'replicationcontrollers', 'secrets', 'persistentvolumeclaims', 'configmaps', 'services.nodeports',
      'services.loadbalancers', 'hugepages-2Mi', 'requests.hugepages-2Mi', 'count/pods', 'count/deployments.apps', 'requests.nvidia.com/gpu', 'kubernetes.io/foo',
      'gold.storageclass.storage.k8s.io/requests.storage',
    ]

    for (const name of accept) {
      it(`accepts ${name}`, () => expect(errorsOf({[name]: '1'})).to.deep.equal([]))
    }

    const reject: Record<string, string[]> = {
      'cpus': [general, ofQuotas],
      'limits.storage': [general, ofQuotas],
      'limits.hugepages-2Mi': [general, ofQuotas],
      'toString': [general, ofQuotas],
      'storage': [ofQuotas],
      '': [...qualifiedName(''), ofQuotas],
      [`count/${'a'.repeat(64)}`]: ['name part must be no more than 63 bytes'],
      [`${'a'.repeat(254)}/a`]: ['prefix part must be no more than 253 bytes'],
      'Example.com/a': [...qualifiedName('Example.com/a')],
      'a b': [...qualifiedName('a b'), ofQuotas],
      'hugepages-': [...qualifiedName('hugepages-')],
      'a/b/c': [...qualifiedName('a/b/c')],
      '/x': [...qualifiedName('/x')],
    }

    for (const [name, errors] of Object.entries(reject)) {
      it(`rejects ${JSON.stringify(name)}`, () => expect(errorsOf({[name]: '1'})).to.deep.equal(ofKey(name, ...errors)))
    }
  })

  describe('V4 and V5: amounts', () => {
    const of = (name: string, amount: string, ...errors: string[]): string[] => errors.map((error) => `spec.hard[${name}]: Invalid value: "${amount}": ${error}`)
    const negative = 'must be greater than or equal to 0'
    const whole = 'must be an integer'

    it('must not be negative', () => expect(errorsOf({cpu: '-1', memory: '0'})).to.deep.equal(of('cpu', '-1', negative)))

    for (const name of ['pods', 'services.nodeports', 'count/pods', 'nvidia.com/gpu', 'gold.storageclass.storage.k8s.io/requests.storage']) {
      it(`must be whole numbers for ${name}`, () => expect(errorsOf({[name]: '1500m'})).to.deep.equal(of(name, '1500m', whole)))
    }

    for (const name of ['cpu', 'requests.storage', 'requests.nvidia.com/gpu', 'kubernetes.io/foo']) {
      it(`can be fractions for ${name}`, () => expect(errorsOf({[name]: '1500m'})).to.deep.equal([]))
    }

    it('are rejected as fractions if milli-units overflow in the API server', () => {
      expect(errorsOf({pods: '9223372036854775'})).to.deep.equal([])
      expect(errorsOf({pods: '9223372036854776'})).to.deep.equal(of('pods', '9223372036854776', whole))
      expect(errorsOf({pods: '9223372036854775807', secrets: '1e30'})).to.deep.equal([])
    })

    it('get two errors if negative and fractional', () => expect(errorsOf({pods: '-1500m'})).to.deep.equal(of('pods', '-1500m', negative, whole)))

    it('are reported sorted by resource, after errors of the name', () => {
      expect(errorsOf({'secrets': '-1', 'a b': '-1', 'pods': '0.5'})).to.deep.equal([
        ...ofKey('a b', ...qualifiedName('a b'), ofQuotas), ...of('a b', '-1', negative), ...of('pods', '500m', whole), ...of('secrets', '-1', negative),
      ])
    })
  })

  describe('V6 to V8: scopes', () => {
    const unsupported = (scopes: string[]): string => `spec.scopes: Invalid value: ${JSON.stringify(scopes)}: unsupported scope`
    const unfit = (scopes: string[]): string => `${unsupported(scopes)} applied to resource`
    const conflicting = (scopes: string[]): string => `spec.scopes: Invalid value: ${JSON.stringify(scopes)}: conflicting scopes`

    const ofPods = ['pods', 'cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory']
    const others = ['ephemeral-storage', 'requests.storage', 'persistentvolumeclaims', 'hugepages-2Mi', 'requests.hugepages-2Mi', 'services', 'limits.ephemeral-storage']

    const fitting: Record<string, string[]> = {
      Terminating: ofPods, NotTerminating: ofPods, NotBestEffort: ofPods, PriorityClass: ofPods, CrossNamespacePodAffinity: ofPods, BestEffort: ['pods'],
      VolumeAttributesClass: ['persistentvolumeclaims', 'requests.storage'],
    }

    for (const [scope, names] of Object.entries(fitting)) {
      it(`${scope} applies to some standard resources, and to all others`, () => {
        for (const name of [...ofPods, ...others]) expect(errorsOf({[name]: '1'}, {scopes: [scope]}), name).to.deep.equal(names.includes(name) ? [] : [unfit([scope])])
        expect(errorsOf({'count/pods': '1', 'nvidia.com/gpu': '1'}, {scopes: [scope]})).to.deep.equal([])
      })
    }

    it('are reported once for each resource to which they do not apply', () => {
      expect(errorsOf({services: '1', secrets: '1', pods: '1'}, {scopes: ['BestEffort']})).to.deep.equal([unfit(['BestEffort']), unfit(['BestEffort'])])
    })

    it('are rejected if unknown, without an error about resources', () => {
      expect(errorsOf({services: '1'}, {scopes: ['besteffort', '']})).to.deep.equal([unsupported(['besteffort', '']), unsupported(['besteffort', ''])])
    })

    it('have one error object for equal errors, each of which quotes the whole list', () => {
      const errors = kind.validate?.(decoded(quota({services: '1', secrets: '1'}, {scopes: ['a', 'b', 'a', 'BestEffort', 'BestEffort']}))) ?? []
      expect([errors.length, new Set(errors).size]).to.deep.equal([7, 2])
    })

    it('must not conflict', () => {
      const both = ['NotBestEffort', 'BestEffort']
      expect(errorsOf({pods: '1'}, {scopes: both})).to.deep.equal([conflicting(both)])
      const all = ['Terminating', 'BestEffort', 'NotTerminating', 'NotBestEffort']
      expect(errorsOf({pods: '1'}, {scopes: all})).to.deep.equal([conflicting(all), conflicting(all)])
    })

    it('can be duplicates', () => expect(errorsOf({pods: '1'}, {scopes: ['BestEffort', 'BestEffort']})).to.deep.equal([]))

    it('are reported after hard, in order, conflicts last', () => {
      const scopes = ['Foo', 'BestEffort', 'NotBestEffort']
      expect(errorsOf({services: '-1'}, {scopes})).to.deep.equal([
        'spec.hard[services]: Invalid value: "-1": must be greater than or equal to 0', unsupported(scopes), unfit(scopes), unfit(scopes), conflicting(scopes),
      ])
    })
  })

  describe('V9 to V13: scope selectors', () => {
    const at = 'spec.scopeSelector.matchExpressions'
    const selecting = (...matchExpressions: Body[]): Body => ({scopeSelector: {matchExpressions}})
    const mustExist = (operator: string): string => `${at}.operator: Invalid value: "${operator}": must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, `
      + 'ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity'
    const unknown = (operator: string): string => `${at}.operator: Invalid value: "${operator}": not a valid selector operator`
    const needsValues = `${at}.values: Required value: must be at least one value when \`operator\` is 'In' or 'NotIn' for scope selector`
    const needsNone = (values: string[]): string => `${at}.values: Invalid value: ${JSON.stringify(values)}: must be no value when \`operator\` is 'Exist' or 'DoesNotExist' for scope selector`

    const accept: Record<string, Body> = {
      'no selector': {},
      'an empty selector': {scopeSelector: {}},
      'a priority class': selecting({scopeName: 'PriorityClass', operator: 'In', values: ['high', 'no label!']}),
      'all priority classes except one': selecting({scopeName: 'PriorityClass', operator: 'NotIn', values: ['high']}),
      'any priority class': selecting({scopeName: 'PriorityClass', operator: 'Exists'}),
      'no priority class': selecting({scopeName: 'PriorityClass', operator: 'DoesNotExist', values: []}),
      'scopes of pods': selecting(...['Terminating', 'NotBestEffort', 'CrossNamespacePodAffinity'].map((scopeName) => ({scopeName, operator: 'Exists'}))),
      'a selector that conflicts with the scopes': {...selecting({scopeName: 'BestEffort', operator: 'Exists'}), scopes: ['NotBestEffort']},
    }

    for (const [title, spec] of Object.entries(accept)) {
      it(`accepts ${title}`, () => expect(errorsOf({pods: '1'}, spec)).to.deep.equal([]))
    }

    it('have one error object for all resources to which they do not apply', () => {
      const matchExpressions = ['BestEffort', 'BestEffort', 'Terminating'].map((scopeName) => ({scopeName, operator: 'Exists'}))
      const errors = kind.validate?.(decoded(quota({services: '1', secrets: '1'}, {scopeSelector: {matchExpressions}}))) ?? []
      expect([errors.length, new Set(errors).size]).to.deep.equal([6, 1])
    })

    it('V6: must have known scopes', () => {
      expect(errorsOf({services: '1'}, selecting({scopeName: 'Foo', operator: 'Exists'}, {operator: 'Exists'})))
        .to.deep.equal([`${at}.scopeName: Invalid value: "Foo": unsupported scope`, `${at}.scopeName: Invalid value: "": unsupported scope`])
    })

    it('V9: must apply to the resources, quoting the whole selector', () => {
      const selector = selecting({scopeName: 'BestEffort', operator: 'Exists'}, {scopeName: 'PriorityClass', operator: 'In', values: ['<a>']})
      const shown = '{"MatchExpressions":[{"ScopeName":"BestEffort","Operator":"Exists","Values":null},{"ScopeName":"PriorityClass","Operator":"In","Values":["\\u003ca\\u003e"]}]}'
      const error = `${at}: Invalid value: ${shown}: unsupported scope applied to resource`
      expect(errorsOf({cpu: '1', services: '1'}, selector)).to.deep.equal([error, error, error])
    })

    for (const scopeName of ['Terminating', 'NotTerminating', 'BestEffort', 'NotBestEffort', 'CrossNamespacePodAffinity']) {
      it(`V10: of ${scopeName} must have operator Exists`, () => {
        expect(errorsOf({pods: '1'}, selecting({scopeName, operator: 'In', values: ['a']}))).to.deep.equal([mustExist('In')])
        expect(errorsOf({pods: '1'}, selecting({scopeName, operator: 'DoesNotExist'}))).to.deep.equal([mustExist('DoesNotExist')])
      })
    }

    for (const operator of ['In', 'NotIn']) {
      it(`V11: must have values for ${operator}`, () => {
        for (const values of [undefined, []]) expect(errorsOf({pods: '1'}, selecting({scopeName: 'PriorityClass', operator, values}))).to.deep.equal([needsValues])
      })
    }

    for (const operator of ['Exists', 'DoesNotExist']) {
      it(`V12: must not have values for ${operator}`, () => {
        expect(errorsOf({pods: '1'}, selecting({scopeName: 'PriorityClass', operator, values: ['a', 'b']}))).to.deep.equal([needsNone(['a', 'b'])])
      })
    }

    it('V13: must have known operators', () => {
      expect(errorsOf({pods: '1'}, selecting({scopeName: 'PriorityClass', operator: 'in'}, {scopeName: 'PriorityClass'}))).to.deep.equal([unknown('in'), unknown('')])
      expect(errorsOf({pods: '1'}, selecting({scopeName: 'Terminating', operator: '<', values: ['a']}))).to.deep.equal([mustExist('\\u003c'), unknown('\\u003c')])
    })

    it('V8: must not conflict, quoting spec.scopes', () => {
      const expressions = ['BestEffort', 'NotBestEffort', 'Terminating', 'NotTerminating'].map((scopeName) => ({scopeName, operator: 'Exists'}))
      const conflict = (shown: string): string => `${at}: Invalid value: ${shown}: conflicting scopes`
      expect(errorsOf({pods: '1'}, selecting(...expressions))).to.deep.equal([conflict('null'), conflict('null')])
      expect(errorsOf({pods: '1'}, {...selecting(...expressions.slice(0, 2)), scopes: []})).to.deep.equal([conflict('[]')])
      expect(errorsOf({pods: '1'}, {...selecting(...expressions.slice(0, 2)), scopes: ['PriorityClass']})).to.deep.equal([conflict('["PriorityClass"]')])
    })

    it('are reported after the scopes, in order', () => {
      const errors = errorsOf({services: '1'}, {scopes: ['Foo'], ...selecting({scopeName: 'BestEffort', operator: 'In'}, {scopeName: 'Bar', operator: 'Exists', values: ['a']})})
      expect(errors.map((error) => error.replace(/: .*/, ''))).to.deep.equal(['spec.scopes', at, `${at}.operator`, `${at}.values`, `${at}.scopeName`, `${at}.values`])
    })
  })

  describe('on update', () => {
    const changed = (from: Body, to: Body): string[] | undefined =>
      kind.validateUpdate?.(decoded(quota({}, to)), decoded(quota({}, from))).map(String)
    const immutable = (shown: string): string[] => [`spec.scopes: Invalid value: ${shown}: field is immutable`]

    it('accepts changes to hard and the scope selector', () => {
      expect(changed({}, {hard: {cpu: '9'}, scopeSelector: {matchExpressions: [{scopeName: 'PriorityClass', operator: 'Exists'}]}})).to.deep.equal([])
    })

    it('accepts another order of scopes and duplicates', () => {
      expect(changed({scopes: ['BestEffort', 'Terminating']}, {scopes: ['Terminating', 'BestEffort', 'BestEffort']})).to.deep.equal([])
      expect(changed({}, {scopes: []})).to.deep.equal([])
    })

    it('rejects changes to the set of scopes', () => {
      expect(changed({scopes: ['BestEffort']}, {scopes: ['Terminating']})).to.deep.equal(immutable('["Terminating"]'))
      expect(changed({}, {scopes: ['BestEffort']})).to.deep.equal(immutable('["BestEffort"]'))
      expect(changed({scopes: ['BestEffort', 'Terminating']}, {scopes: ['BestEffort']})).to.deep.equal(immutable('["BestEffort"]'))
      expect(changed({scopes: ['BestEffort']}, {})).to.deep.equal(immutable('null'))
      expect(changed({scopes: ['BestEffort']}, {scopes: []})).to.deep.equal(immutable('[]'))
    })

    it('accepts a quota without a spec', () => {
      const bare = decoded(quota({}).having({spec: null})) as ResourceQuota
      expect(kind.validateUpdate?.(bare, bare)).to.deep.equal([])
    })
  })

  describe('in requests', () => {
    const bad = quota({'a b': '1'})
    const scoped = quota({pods: '1'}, {scopes: ['BestEffort']})

    it('rejects invalid creates and updates', () => {
      expect(verdict(given().create(bad))).to.match(/^422 ResourceQuota "q" is invalid: \[spec\.hard\[a b\]: /)
      expect(verdict(given(quota({cpu: '1'})).update(bad))).to.match(/^422 ResourceQuota "q" is invalid: \[spec\.hard\[a b\]: /)
      expect(verdict(given(scoped).update(quota({pods: '-1'})))).to.equal(
        '422 ResourceQuota "q" is invalid: [spec.hard[pods]: Invalid value: "-1": must be greater than or equal to 0, spec.scopes: Invalid value: null: field is immutable]',
      )
    })

    it('rejects an update of a missing quota', () => expect(verdict(given().update(quota({cpu: '1'})))).to.equal('404 resourcequotas "q" not found'))

    it('validates the status, but not the spec sent with it', () => {
      const cluster = given(quota({cpu: '1'}))
      expect(verdict(cluster.update(quota({'a b': '1'}).having({status: {hard: {cpu: '-1'}}}), {subresource: 'status'})))
        .to.equal('422 ResourceQuota "q" is invalid: status.hard[cpu]: Invalid value: "-1": must be greater than or equal to 0')
      expect(verdict(cluster.update(quota({'a b': '1'}).having({status: {hard: {cpu: '1'}}}), {subresource: 'status'}))).to.equal('200')
    })

    it('rejects quantities that cannot be parsed', () => {
      const rejected = '400 ResourceQuota in version "v1" cannot be handled as a ResourceQuota: quantities must match the regular expression'
      expect(verdict(given().create(quota({cpu: ''})))).to.contain(rejected)
      expect(verdict(given().create(quota({cpu: 5, memory: null})))).to.equal('201')
    })

    it('returns warnings only for accepted creates', () => {
      expect(given().create(quota({'cpu': '2', 'limits.cpu': '1'})).warnings).to.deep.equal(['ResourceQuota cpu (2) should be less than limits.cpu (1)'])
      expect(given(quota({cpu: '1'})).update(quota({'cpu': '2', 'limits.cpu': '1'})).warnings).to.deep.equal([])
      expect(given().create(quota({'cpu': '2', 'limits.cpu': '-1'})).warnings).to.deep.equal([])
    })
  })
})
