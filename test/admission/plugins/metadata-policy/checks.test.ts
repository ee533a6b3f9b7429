import {expect} from 'chai'

import {metadataPolicyCheck} from '../../../../src/admission/plugins/metadata-policy/checks/index.js'
import type {PolicyFinding} from '../../../../src/admission/policy-check.js'
import {rulesOf} from '../../../../src/kinds/metadata-policy/policy-rule.js'
import {defaultVersion} from '../../../../src/machinery/version/kubernetes-version.js'
import type {Body} from '../../../helpers/builders.js'
import {annotations, labels, metadataPolicy, rejecting, rule, rulesIn, setting, term} from '../../../helpers/metadata-policies.js'

const noComments = (): readonly string[] => []

/** Findings in policies; with an id, only those of that rule. */
function findingsIn(policies: readonly Body[], id = '', commentsAt: () => readonly string[] = noComments): PolicyFinding[] {
  const objects = [...new Set(rulesIn(...policies).map(({policy}) => policy))]
  return metadataPolicyCheck.check(objects, {commentsAt, isInSource: () => true, server: {version: defaultVersion, disabledPlugins: [], configurations: {}}, spend: () => undefined}).filter(({ruleId}) => ruleId === `metadata-policy/${id}` || id === '')
}

const idsIn = (...rules: Body[]): string[] =>
  [...new Set(findingsIn([metadataPolicy('p', ...rules)]).map(({ruleId}) => ruleId.replace('metadata-policy/', '')))].sort()

const exists = (key: string): Body => labels(term(key, 'Exists'))
const missing = (key: string): Body => labels(term(key, 'DoesNotExist'))
const is = (key: string, ...values: string[]): Body => labels(term(key, 'In', ...values))
const isNot = (key: string, ...values: string[]): Body => labels(term(key, 'NotIn', ...values))

interface Table {
  readonly accept: Readonly<Record<string, readonly Body[]>>
  readonly reject: Readonly<Record<string, readonly [rules: readonly Body[], message: string, related?: readonly string[]]>>
}

function testCheck(id: string, severity: string, {accept, reject}: Table): void {
  describe(id, () => {
    for (const [title, rules] of Object.entries(accept)) {
      it(`accepts ${title}`, () => expect(findingsIn([metadataPolicy('p', ...rules)], id).map(({message}) => message)).to.deep.equal([]))
    }
    for (const [title, [rules, message, related = []]] of Object.entries(reject)) {
      it(`rejects ${title}`, () => {
        const [found, ...others] = findingsIn([metadataPolicy('p', ...rules)], id)
        expect(others.map((other) => other.message)).to.deep.equal([])
        expect(found).to.deep.include({severity, message: message.replaceAll(/\brule (\d)/g, 'MetadataPolicy dev/p rule $1')})
        expect(found?.related.map(({field}) => String(field))).to.deep.equal(related)
      })
    }
  })
}

const update = (i: number, map = 'updatedLabels', key = 'x'): string => `spec.rules[${i}].policyAction.${map}[${key}]`
const rejection = (i: number): string => `spec.rules[${i}].policyAction.reject`
const predicate = (i: number): string => `spec.rules[${i}].policyPredicate`

testCheck('conflict', 'error', {
  accept: {
    'rules that set the same value': [setting(exists('a'), {x: '1'}), setting(exists('b'), {x: '1'})],
    'rules that set different keys': [setting(exists('a'), {x: '1'}), setting(exists('b'), {y: '2'})],
    'rules that set the same key, one as a label and one as an annotation': [setting(exists('a'), {x: '1'}), rule(exists('b'), {updatedAnnotations: {x: '2'}})],
    'selectors that exclude each other': [setting(is('a', 'b', 'c'), {x: '1'}), setting(isNot('a', 'b', 'c', 'd'), {x: '2'})],
    'selectors for a key and for its absence': [setting(exists('a'), {x: '1'}), setting(missing('a'), {x: '2'})],
    'a rule that never matches': [setting(labels(term('a', 'In', 'b'), term('a', 'In', 'c')), {x: '1'}), setting(undefined, {x: '2'})],
    'a rule that rejects': [setting(exists('a'), {x: '1'}), rule(exists('a'), {reject: true, updatedLabels: {x: '2'}})],
    'objects that another rule rejects': [setting(exists('a'), {x: '1'}), setting(exists('b'), {x: '2'}), rejecting(labels(term('a', 'Exists'), term('b', 'Exists')))],
  },
  reject: {
    'selectors that overlap': [
      [setting(is('a', 'b', 'c'), {x: '1'}), setting(isNot('a', 'b'), {x: '2'})],
      'rule 0 sets label "x" to "1" and rule 1 to "2": both match an object with labels {"a": "c"}, and they have no order', [update(1)],
    ],
    'rules that match everything': [
      [rule(undefined, {updatedAnnotations: {x: ''}}), rule({}, {updatedAnnotations: {x: ' '}})],
      'rule 0 sets annotation "x" to "" and rule 1 to " ": both match an object without labels and annotations, and they have no order', [update(1, 'updatedAnnotations')],
    ],
    'several conflicting rules, in one finding': [
      [setting(undefined, {x: '1'}), setting(exists('a'), {x: '2'}), setting(exists('b'), {x: '2'})],
      'rule 0 sets label "x" to "1" and rule 1 to "2": both match an object with labels {"a": "any"}, and they have no order', [update(1), update(2)],
    ],
    'long values, which the message truncates': [
      [setting(undefined, {x: 'a'.repeat(63)}), setting(undefined, {x: 'b'})],
      `rule 0 sets label "x" to "${'a'.repeat(57)}..." and rule 1 to "b": both match an object without labels and annotations, and they have no order`, [update(1)],
    ],
  },
})

testCheck('reject-shadow', 'warning', {
  accept: {
    'rules that do not overlap': [setting(exists('a'), {x: '1'}), rejecting(missing('a'))],
    'rules that overlap in part': [setting(exists('a'), {x: '1'}), rejecting(is('a', 'b'))],
    'a default for a required key': [setting(missing('x'), {x: '1'}), rejecting(missing('x'))],
  },
  reject: {
    'a rule whose objects are all rejected': [
      [setting(is('a', 'b'), {x: '1'}), rejecting(exists('a'))],
      'rule 0 has no effect: every object that it matches is rejected by rule 1, an object with labels {"a": "b"} for example', [rejection(1)],
    ],
    'a default whose objects are all rejected for another key, too': [
      [setting(labels(term('x', 'DoesNotExist'), term('a', 'In', 'b')), {x: '1'}), rejecting(labels(term('x', 'DoesNotExist'), term('a', 'Exists')))],
      'rule 0 has no effect: every object that it matches is rejected by rule 1, an object with labels {"a": "b"} for example', [rejection(1)],
    ],
    'a rule next to a rule that rejects everything': [
      [setting(is('a', 'b'), {x: '1'}), rejecting()], 'rule 0 has no effect: every object that it matches is rejected by rule 1, an object with labels {"a": "b"} for example', [rejection(1)],
    ],
  },
})

testCheck('default-vs-require', 'warning', {
  accept: {
    'a default for one key and a requirement for another': [setting(missing('x'), {x: '1'}), rejecting(missing('y'))],
    'a default for objects of which only some are rejected': [setting(missing('x'), {x: '1'}), rejecting(labels(term('x', 'DoesNotExist'), term('a', 'Exists')))],
    'a default for objects that are rejected for another key': [setting(labels(term('x', 'DoesNotExist'), term('a', 'Exists')), {x: '1'}), rejecting(exists('a'))],
  },
  reject: {
    'a default for a required key': [
      [setting(missing('x'), {x: '1'}), rejecting(missing('x'))],
      'rule 0 sets label "x" where it is missing, and rule 1 rejects objects without it: '
        + 'rules see objects as submitted, so that an object without labels and annotations is rejected and the default never set',
      [rejection(1)],
    ],
    'a default for a required key of some objects': [
      [rejecting(annotations(term('x', 'NotIn', 'b'))), rule({...annotations(term('x', 'DoesNotExist')), ...exists('a')}, {updatedAnnotations: {x: '1'}})],
      'rule 1 sets annotation "x" where it is missing, and rule 0 rejects objects without it: '
        + 'rules see objects as submitted, so that an object with labels {"a": "any"} is rejected and the default never set',
      [rejection(0)],
    ],
  },
})

testCheck('partial-reject', 'info', {
  accept: {
    'rules that do not overlap': [setting(is('a', 'b'), {x: '1'}), rejecting(is('a', 'c'))],
    'rules whose objects are all rejected': [setting(is('a', 'b'), {x: '1'}), rejecting(exists('a'))],
    'a rule that rejects another value of the key that is set': [setting(exists('a'), {x: '1'}), rejecting(is('x', '2'))],
  },
  reject: {
    'rules that overlap in part': [
      [setting(exists('a'), {x: '1'}), rejecting(is('a', 'b')), rejecting(exists('c'))],
      'rule 0 does not act on an object with labels {"a": "b"}, which rule 1 rejects', [rejection(1), rejection(2)],
    ],
  },
})

testCheck('chain-enables', 'warning', {
  accept: {
    'a rule that already matches the old value': [setting(is('x', '1'), {x: '2'}), setting(is('x', '1', '2'), {y: '1'})],
    'a rule that does not match the new value': [setting(missing('x'), {x: '2'}), setting(is('x', '3'), {y: '1'})],
    'a rule that also requires another key': [setting(labels(term('x', 'DoesNotExist'), term('a', 'DoesNotExist')), {x: '1'}), rejecting(labels(term('x', 'In', '1'), term('a', 'Exists')))],
    'a rule that requires another value of a second key': [setting(missing('x'), {x: '1', y: '2'}), rejecting(labels(term('x', 'In', '1'), term('y', 'In', '1')))],
    'a rule that never acts': [setting(missing('x'), {x: '1'}), rejecting(missing('x')), rejecting(is('x', '1'))],
    'objects that are rejected anyway': [setting(missing('x'), {x: '1'}), rejecting(labels(term('x', 'In', '1'), term('b', 'Exists'))), rejecting(exists('b'))],
    'rules that the check flapping reports': [setting(is('x', '1'), {x: '2'}), setting(is('x', '2'), {x: '1'})],
    'a rule that sets nothing new': [setting(missing('x'), {x: '1', y: '1'}), setting(is('x', '1'), {y: '1'})],
    'a rule that matches the value that it sets': [setting(isNot('x', '2'), {x: '1'})],
  },
  reject: {
    'a rule that rejects the value that another rule sets': [
      [setting(missing('x'), {x: '1'}), rejecting(is('x', '1'))],
      'rule 0 sets label "x" to "1", and rule 1, which matches that value, does not match yet, as rules see the object as submitted: '
        + 'an object without labels and annotations is admitted now, and rejected at its next update',
      [predicate(1)],
    ],
    'a rule that matches the value that another rule sets': [
      [setting(missing('x'), {x: '1'}), setting(is('x', '1'), {y: '1'})],
      'rule 0 sets label "x" to "1", and rule 1, which matches that value, does not match yet, as rules see the object as submitted: '
        + 'an object without labels and annotations gets the value of that rule only at its next update',
      [predicate(1)],
    ],
  },
})

testCheck('chain-disables', 'warning', {
  accept: {
    'a rule that still matches the new value': [setting(exists('x'), {x: '1'}), setting(exists('x'), {y: '1'})],
    'a rule that does not match the old value': [setting(is('x', '1'), {x: '2'}), setting(missing('x'), {y: '1'})],
    'a rule that sets the same value': [setting(missing('x'), {x: '1'}), setting(labels(term('x', 'DoesNotExist'), term('a', 'Exists')), {x: '1'})],
    'a rule that conflicts with the first one': [setting(missing('x'), {x: '1'}), setting(missing('x'), {x: '2'})],
    'objects that are rejected anyway': [setting(exists('x'), {x: '1'}), setting(labels(term('x', 'In', '2'), term('b', 'Exists')), {y: '1'}), rejecting(exists('b'))],
  },
  reject: {
    'a rule that would no longer match': [
      [setting(is('a', 'b'), {x: '1'}), setting(missing('x'), {y: '1'})],
      'rule 0 sets label "x" to "1", and rule 1, which excludes that value, still matches, as rules see the object as submitted: '
        + 'an object with labels {"a": "b"} gets the values of both rules',
      [predicate(1)],
    ],
    'a rule that would no longer reject': [
      [setting(is('a', 'b'), {x: '1'}), rejecting(missing('x'))],
      'rule 0 sets label "x" to "1", and rule 1, which excludes that value, still matches, as rules see the object as submitted: '
        + 'an object with labels {"a": "b"} is rejected anyway',
      [predicate(1)],
    ],
  },
})

testCheck('flapping', 'warning', {
  accept: {
    'a default': [setting(missing('x'), {x: '1'})],
    'a rule that matches the value that it sets': [setting(exists('x'), {x: '1'})],
    'values that no selector matches': [setting(is('x', '1'), {y: '1'}), setting(is('x', '2'), {y: '2'})],
    'objects that the next update rejects': [setting(is('x', '1'), {x: '2'}), setting(is('x', '2'), {y: '1'}), rejecting(is('x', '2'))],
    'objects with conflicting values': [setting(is('x', '1'), {x: '2'}), setting(is('x', '1'), {x: '3'}), setting(is('x', '2', '3'), {y: '1'})],
    'any rules where everything is rejected': [setting(missing('x'), {x: '1'}), setting(is('x', '1'), {y: '1'}), rejecting()],
    'any rules where two rules together reject everything': [setting(missing('x'), {x: '1'}), setting(is('x', '1'), {y: '1'}), rejecting(missing('z')), rejecting(exists('z'))],
  },
  reject: {
    'a rule that acts at the next update': [
      [setting(missing('x'), {x: '1'}), setting(is('x', '1'), {y: '1'})],
      'an object without labels and annotations changes again after it is stored: rule 0 sets label "x" to "1", and at the next update rule 1 sets label "y" to "1"', [update(0)],
    ],
    'two rules that together make a third one match': [
      [setting(exists('a'), {x: '1'}), setting(exists('a'), {z: '1'}), setting(labels(term('x', 'In', '1'), term('z', 'In', '1')), {y: '1'})],
      'an object with labels {"a": "any"} changes again after it is stored: rule 0 sets label "x" to "1", and at the next update rule 2 sets label "y" to "1"',
      [update(0), update(1, 'updatedLabels', 'z')],
    ],
    'objects with the labels that other rules require': [
      [setting(missing('x'), {x: '1'}), setting(is('x', '1'), {y: '1'}), rejecting(missing('team'))],
      'an object with labels {"team": "any"} changes again after it is stored: rule 0 sets label "x" to "1", and at the next update rule 1 sets label "y" to "1"', [update(0)],
    ],
  },
})

testCheck('dead-rule', 'warning', {
  accept: {'a rule that can match': [setting(labels(term('a', 'Exists'), term('a', 'NotIn', 'b')), {x: '1'})]},
  reject: {
    'terms that exclude each other': [
      [setting({...exists('b'), ...annotations(term('a', 'Exists'), term('a', 'DoesNotExist'))}, {x: '1'})],
      'rule 0 never matches: its selector requires what annotation "a" cannot be at once',
    ],
    'a rule that rejects nothing': [
      [rejecting(labels(term('a', 'In', 'b', 'c'), term('a', 'NotIn', 'c', 'b')))], 'rule 0 never matches: its selector requires what label "a" cannot be at once',
    ],
  },
})

testCheck('no-op-action', 'info', {
  accept: {
    'a rule that rejects': [rejecting(exists('a'))],
    'a rule whose value only some of its objects have': [setting(is('a', 'b', 'c'), {a: 'b'})],
    'a rule that sets one more key': [setting(is('a', 'b'), {a: 'b', c: 'd'})],
    'a rule that never matches': [rule(labels(term('a', 'Exists'), term('a', 'DoesNotExist')), {})],
  },
  reject: {
    'a rule without an action': [[rule(exists('a'), undefined)], 'rule 0 has no effect: it neither rejects nor sets anything'],
    'a rule that sets the value that it matches': [
      [setting(is('a', 'b'), {a: 'b'})], 'rule 0 has no effect: every object that it matches already has the values that it sets, such as an object with labels {"a": "b"}',
    ],
  },
})

testCheck('reject-with-updates', 'warning', {
  accept: {'rules that either reject or set values': [rejecting(exists('a')), setting(missing('a'), {a: 'b'})]},
  reject: {
    'a rule that rejects and sets values': [
      [rule(exists('a'), {reject: true, updatedAnnotations: {x: '1'}})],
      'rule 0 rejects, so that annotation "x" is never set: an object with labels {"a": "any"} is rejected, not changed', [rejection(0)],
    ],
  },
})

testCheck('match-all-reject', 'error', {
  accept: {'a rule that rejects some objects': [rejecting(exists('a'))], 'a rule that sets a label': [setting(undefined, {a: 'b'})]},
  reject: {
    'a rule without a predicate': [
      [rejecting({labelSelector: {}, annotationSelector: {matchLabels: {}}})],
      'rule 0 rejects everything: nothing but MetadataPolicies can be created or updated in its namespace, not even by controllers, '
        + 'and objects that are being deleted keep their finalizers',
    ],
  },
})

testCheck('reserved-prefix', 'info', {
  accept: {
    'keys of other domains': [setting(undefined, {'kubernetes.io.example.com/a': '', 'mykubernetes.io/a': '', kubernetes: '', 'example.com/kubernetes.io': ''})],
    'selectors with such keys': [setting(exists('kubernetes.io/os'), {a: ''})],
  },
  reject: {
    'keys of Kubernetes': [
      [setting(undefined, {'k8s.io/a': ''})],
      'rule 0 sets label "k8s.io/a": keys of kubernetes.io and k8s.io belong to Kubernetes, which may give them another meaning',
    ],
    'keys of subdomains': [
      [rule(undefined, {updatedAnnotations: {'Scheduler.alpha.Kubernetes.io/name': ''}})],
      'rule 0 sets annotation "Scheduler.alpha.Kubernetes.io/name": keys of kubernetes.io and k8s.io belong to Kubernetes, which may give them another meaning',
    ],
  },
})

testCheck('action-name', 'warning', {
  accept: {'a rule without an action': [rule(exists('a'), undefined)], 'policyAction': [setting(exists('a'), {x: '1'})]},
  reject: {
    'PolicyAction': [
      [{policyPredicate: exists('a'), PolicyAction: {reject: true}}],
      'the design of MetadataPolicy means "policyAction": its Go code reads "PolicyAction" because a quote is missing',
    ],
  },
})

describe('size', () => {
  const long = (key: string, length: number): Body => ({updatedAnnotations: {[key]: 'x'.repeat(length)}})

  it('accepts annotations within the limit', () => {
    expect(findingsIn([metadataPolicy('p', rule(undefined, long('a', 131_071)), rule(undefined, long('b', 131_071)))], 'size')).to.deep.equal([])
    expect(findingsIn([metadataPolicy('p', rule(is('a', '1'), long('a', 200_000)), rule(is('a', '2'), long('b', 200_000)))], 'size')).to.deep.equal([])
    expect(findingsIn([metadataPolicy('p', rule(exists('a'), long('a', 200_000)), rule(exists('b'), long('a', 200_000)))], 'size')).to.deep.equal([])
  })

  it('rejects annotations beyond the limit, and describes the objects that get them', () => {
    const policies = [metadataPolicy('p', rule(is('a', '1'), long('a', 1)), rule(is('a', '1'), long('b', 140_000)), rule(exists('c'), long('c', 140_000)), rule(is('a', '2'), long('d', 150_000)))]
    const [found, ...others] = findingsIn(policies, 'size')
    expect(others).to.deep.equal([])
    expect(found?.message).to.equal('MetadataPolicy dev/p rule 3 and 1 more that match an object with labels {"a": "2", "c": "any"} write 290002 bytes of annotations: an object may have 262144')
    expect(found?.related.map(({field}) => String(field))).to.deep.equal(['spec.rules[2].policyAction.updatedAnnotations[c]'])
  })
})

describe('inverted-caption', () => {
  const called = (name: string, rules: readonly Body[], ...comments: string[]): string[] =>
    findingsIn([metadataPolicy(name, ...rules)], 'inverted-caption', () => comments).map(({message}) => message)

  it('accepts names and comments that match the action or state none', () => {
    for (const name of ['forbid-team', 'reject-team', 'p', 'require-or-forbid']) expect(called(name, [rejecting(exists('team'))])).to.deep.equal([])
    for (const name of ['require-team', 'team-required', 'p']) expect(called(name, [rejecting(missing('team'))])).to.deep.equal([])
    expect(called('p', [rejecting(missing('team'))], 'forbid objects without team')).to.deep.equal([])
    expect(called('require-team', [rejecting(is('team', 'a')), rejecting(), rejecting(labels(term('team', 'Exists'), term('b', 'Exists'))), setting(exists('team'), {a: 'b'})])).to.deep.equal([])
    expect(called('require-team', [rejecting(labels(term('team', 'Exists'), term('team', 'NotIn', 'a')))])).to.deep.equal([])
  })

  it('rejects names and comments that state the reverse of the action', () => {
    expect(called('require-team', [rejecting(exists('team'))])).to.deep.equal([
      'MetadataPolicy dev/require-team rule 0 rejects objects with label "team", which forbids it, and is called "require-team": an object with labels {"team": "any"} is rejected',
    ])
    expect(called('p', [rejecting(annotations(term('debug', 'DoesNotExist')))], 'nothing', 'Debug is forbidden')).to.deep.equal([
      'MetadataPolicy dev/p rule 0 rejects objects without annotation "debug", which requires it, and is called "Debug is forbidden": an object without labels and annotations is rejected',
    ])
  })
})

describe('MetadataPolicy checks', () => {
  it('report nothing about consistent policies', () => {
    expect(idsIn()).to.deep.equal([])
    const isOther = labels(term('tier', 'Exists'), term('tier', 'NotIn', 'backend', 'frontend'))
    expect(idsIn(setting(missing('tier'), {tier: 'backend'}), rejecting(isOther))).to.deep.equal([])
    expect(idsIn(setting(is('qos', 'Guaranteed'), {scheduler: 'premium'}), setting(isNot('qos', 'Guaranteed'), {scheduler: 'default'}))).to.deep.equal([])
  })

  it('check the policies of a namespace together', () => {
    const found = findingsIn([metadataPolicy('a', setting(exists('a'), {x: '1'})), metadataPolicy('b', setting(exists('b'), {x: '2'}))])
    const names = found.map(({ruleId, policy, related}) => [ruleId, policy.metadata.name, related.map((other) => other.policy.metadata.name)])
    expect(names).to.deep.equal([['metadata-policy/conflict', 'a', ['b']]])
  })

  it('suggest spec.schedulerName in place of the scheduler annotation', () => {
    const [found] = findingsIn([metadataPolicy('p', rule(undefined, {updatedAnnotations: {'scheduler.alpha.kubernetes.io/name': 'x'}}))], 'reserved-prefix')
    expect(found?.hint).to.equal('no scheduler reads this annotation any more. Schedulers read spec.schedulerName, which "kadm export --scheduler-name" sets')
  })

  it('report objects that change with every update', () => {
    const found = findingsIn([metadataPolicy('p', setting(is('x', '1'), {x: '2'}), setting(is('x', '2'), {x: '1'}))], 'flapping').map(({message}) => message)
    expect(found).to.deep.equal([
      'an object with labels {"x": "1"} changes again after it is stored: MetadataPolicy dev/p rule 0 sets label "x" to "2", '
        + 'and at the next update MetadataPolicy dev/p rule 1 sets label "x" to "1", and so on with every update',
      'an object with labels {"x": "2"} changes again after it is stored: MetadataPolicy dev/p rule 1 sets label "x" to "1", '
        + 'and at the next update MetadataPolicy dev/p rule 0 sets label "x" to "2", and so on with every update',
    ])
  })

  it('check every pair of rules in a chain of 60', () => {
    const chain = Array.from({length: 60}, (_, i) => setting(is(`k${i}`, '1'), {[`k${i + 1}`]: '1'}))
    expect(findingsIn([metadataPolicy('p', ...chain)], 'flapping')).to.have.length(59)
  })

  it('limit the number of findings, object shapes and listed labels @slow', () => {
    const rivals = Array.from({length: 500}, (_, i) => setting(exists(`k${i}`), {x: `v${i}`}))
    expect(findingsIn([metadataPolicy('p', ...rivals)], 'conflict')).to.have.length(399)
    const values = Array.from({length: 30_000}, (_, i) => `v${i}`)
    expect(findingsIn([metadataPolicy('p', ...[1, 2].map((i) => setting(is('a', ...values), {x: `${i}`})))], 'conflict')).to.have.length(0)
    const many = Array.from({length: 20}, (_, i) => `k${String(i).padStart(2, '0')}`)
    const [found] = findingsIn([metadataPolicy('p', ...['1', '2'].map((value) => setting(labels(...many.map((key) => term(key, 'Exists'))), {x: value})))], 'conflict')
    expect(found?.message).to.contain('an object with labels {"k00": "any", "k01": "any", "k02": "any", "k03": "any", "k04": "any", and 15 more}')
    const small = Array.from({length: 300}, (_, i) => setting(undefined, Object.fromEntries(Array.from({length: 10}, (__, j) => [`x${j}`, `v${i}`]))))
    expect(findingsIn([metadataPolicy('p', ...small)], 'conflict').length).to.be.within(1000, 1010)
  })

  it('parse the rules of a policy only once', () => {
    const [found] = rulesIn(metadataPolicy('p', rejecting(exists('a'))))
    expect(rulesOf(found!.policy)).to.equal(rulesOf(found!.policy))
  })
})
