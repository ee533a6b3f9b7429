import {expect} from 'chai'

import type {NativeObject} from '../../src/export/native-types.js'
import type {Body} from '../helpers/builders.js'
import {admit, exported, metadataAfter, mutating, native, podWith, problemsOf, requireTeam, teamPolicy, tier, validating} from '../helpers/exported.js'
import {annotations, labels, metadataPolicy, rejecting, rule, setting, term} from '../helpers/metadata-policies.js'

const qos = 'scheduler.alpha.kubernetes.io/qos'

const scheduler = 'scheduler.alpha.kubernetes.io/name'

const kinds = (objects: readonly NativeObject[]): string[] => objects.map(({kind, apiVersion}) => `${kind} ${apiVersion.replace(/^.*\//, '')}`)

describe('exportNative', () => {
  it('36: accepts keys with a slash, and rejects invalid keys', () => {
    expect(metadataAfter(native([teamPolicy(setting(undefined, {'example.com/a': '1'}))]), {})).to.deep.equal({labels: {'example.com/a': '1'}})
    const [problem = ''] = problemsOf([teamPolicy(setting(undefined, {'example.com/a~b': '1'}))])
    expect(problem).to.match(/^policies\.json:1 spec\.rules\[0\]\.policyAction\.updatedLabels: Invalid value: "example\.com\/a~b": name part must consist of/)
  })

  it('37: creates a policy and a binding for each kind of rule', () => {
    expect(kinds(native([teamPolicy(requireTeam)]))).to.deep.equal(['ValidatingAdmissionPolicy v1', 'ValidatingAdmissionPolicyBinding v1'])
    expect(kinds(native([teamPolicy(tier)]))).to.deep.equal(['MutatingAdmissionPolicy v1', 'MutatingAdmissionPolicyBinding v1'])
    expect(kinds(native([teamPolicy(tier, requireTeam)], {apiVersion: 'v1beta1'}))).to.deep.equal([
      'MutatingAdmissionPolicy v1beta1', 'MutatingAdmissionPolicyBinding v1beta1', 'ValidatingAdmissionPolicy v1', 'ValidatingAdmissionPolicyBinding v1',
    ])
    expect(native([teamPolicy(rule(labels(term('a', 'Exists')), undefined))])).to.deep.equal([])
  })

  it('37: reports each rule that sets metadata if MutatingAdmissionPolicies are unavailable', () => {
    expect(kinds(native([teamPolicy(requireTeam)], {apiVersion: 'none'}))).to.deep.equal(['ValidatingAdmissionPolicy v1', 'ValidatingAdmissionPolicyBinding v1'])
    expect(problemsOf([teamPolicy(requireTeam, tier)], {apiVersion: 'none'})).to.deep.equal(['policies.json:1 MetadataPolicy team-a/p rule 1 sets labels or annotations, '
      + 'which needs a MutatingAdmissionPolicy, and --api-version none means that the cluster has none'])
    const bestEffort = rejecting(annotations(term(qos, 'In', 'BestEffort')))
    expect(problemsOf([teamPolicy(bestEffort)], {apiVersion: 'none'})[0]).to.contain('rule 0 matches the QoS class of pods')
    expect(kinds(native([teamPolicy(bestEffort)], {apiVersion: 'none', qosAnnotator: false}))).to.have.length(2)
  })

  it('38: marks rejections only if rules read metadata set by others', () => {
    const modeOf = (...rules: Body[]): unknown => exported([teamPolicy(...rules)]).namespaces[0]?.mode
    expect(modeOf(requireTeam, tier)).to.equal('direct')
    expect(modeOf(rejecting(labels(term('tier', 'Exists'))), tier)).to.equal('marker')
    expect(modeOf(rejecting(annotations(term('tier', 'Exists'))), tier)).to.equal('direct')
    // A rejecting rule sets no values.
    expect(modeOf(rule(labels(term('tier', 'Exists')), {reject: true, updatedLabels: {tier: 'x'}}))).to.equal('direct')
  })

  it('39: merges all policies of a namespace', () => {
    const other = metadataPolicy('a', setting(labels(term('x', 'Exists')), {y: 'z'})).marked({namespace: 'team-a'})
    const objects = native([teamPolicy(tier), other])
    expect(objects.map(({metadata}) => metadata.name)).to.deep.equal(['metadata-policy-team-a', 'metadata-policy-team-a'])
    expect(mutating(objects).variables?.map(({name}) => name)).to.deep.equal(['p0_r0', 'p1_r0'])
    const both = native([teamPolicy(tier), other.marked({namespace: 'b'})])
    expect(both.map(({metadata}) => metadata.name)).to.deep.equal(['metadata-policy-b', 'metadata-policy-b', 'metadata-policy-team-a', 'metadata-policy-team-a'])
    expect(mutating(both).matchConstraints.namespaceSelector).to.deep.equal({matchLabels: {'kubernetes.io/metadata.name': 'b'}})
  })

  it('40: preserves values', () => {
    const value = 'say "hi" \\ \n\u0007 é 😀'
    const objects = native([teamPolicy(rule(annotations(term('in', 'In', value)), {updatedAnnotations: {out: value}}))])
    expect(metadataAfter(objects, {annotations: {in: value}})).to.deep.equal({annotations: {in: value, out: value}})
    expect(metadataAfter(objects, {annotations: {in: `${value} `}})).to.deep.equal({annotations: {in: `${value} `}})
  })

  it('41: compiles the examples to policies with the documented effect', () => {
    const choose = metadataPolicy('sched', rule(annotations(term(qos, 'In', 'Guaranteed')), {updatedAnnotations: {[scheduler]: 'premium-scheduler'}}),
      rule(annotations(term(qos, 'NotIn', 'Guaranteed')), {updatedAnnotations: {[scheduler]: 'kube-scheduler'}})).marked({namespace: 'team-a'})
    const objects = native([teamPolicy(requireTeam, tier), choose], {qosAnnotator: false})
    const updates = objects.filter(({kind}) => kind.startsWith('Mutating'))
    expect(metadataAfter(updates, {})).to.deep.equal({labels: {tier: 'backend'}, annotations: {[scheduler]: 'kube-scheduler'}})
    expect(admit(objects, podWith())).to.deep.equal({message: 'rejected by MetadataPolicy team-a/p rule 0'})
    expect(metadataAfter(objects, {labels: {team: 'a', tier: 'web'}, annotations: {[qos]: 'Guaranteed'}}))
      .to.deep.equal({labels: {team: 'a', tier: 'web'}, annotations: {[qos]: 'Guaranteed', [scheduler]: 'premium-scheduler'}})
    expect(metadataAfter(objects, {labels: {team: ''}})).to.deep.include({labels: {team: '', tier: 'backend'}})
  })

  it('does not depend on the order of policies', () => {
    const policies = ['b', 'a'].map((name) => metadataPolicy(name, setting(labels(term(name, 'Exists')), {x: name}), requireTeam).marked({namespace: 'team-a'}))
    const options = {onConflict: 'by-name'} as const
    expect(native(policies, options)).to.deep.equal(native([...policies].reverse(), options))
  })

  it('uses names that are valid for the longest namespace', () => {
    const [object] = native([metadataPolicy('p', tier).marked({namespace: 'n'.repeat(63)})])
    expect(object?.metadata.name).to.have.length(79)
    expect(problemsOf([metadataPolicy('p', tier).marked({namespace: 'n'.repeat(64)})])[0]).to.contain('metadata.namespace')
  })
})

describe('rejection', () => {
  it('names its rule directly or through the marker', () => {
    const direct = validating(native([teamPolicy(tier, requireTeam)]))
    expect(direct.validations).to.deep.equal([
      {expression: 'object.metadata.?labels[?"team"].hasValue()', message: 'rejected by MetadataPolicy team-a/p rule 1', reason: 'Forbidden'},
    ])
    const marked = native([teamPolicy(tier, rejecting(labels(term('tier', 'DoesNotExist'))))])
    expect(admit(marked, podWith())).to.deep.equal({message: 'rejected by MetadataPolicy team-a/p rule 1'})
    expect(metadataAfter(marked, {labels: {tier: 'x'}})).to.deep.equal({labels: {tier: 'x'}})
  })
})
