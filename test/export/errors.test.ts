import {expect} from 'chai'

import {DuplicateObjectsError} from '../../src/manifests/duplicates.js'
import type {Body} from '../helpers/builders.js'
import {exported, metadataAfter, mutating, native, problemsOf, requireTeam, teamPolicy, tier} from '../helpers/exported.js'
import {annotations, labels, metadataPolicy, rejecting, rule, setting, term} from '../helpers/metadata-policies.js'

describe('exportNative problems @slow', () => {
  it('include both positions of a conflict', () => {
    const {problems} = exported([teamPolicy(setting(labels(term('app', 'Exists')), {zone: '1'})), metadataPolicy('q', setting(labels(term('tier', 'In', 'web')), {zone: '2'})).marked({namespace: 'team-a'})])
    expect(problems).to.have.length(1)
    expect(problems[0]).to.deep.include({
      message: 'MetadataPolicy team-a/p rule 0 sets label "zone" to "1" and MetadataPolicy team-a/q rule 0 to "2": '
        + 'both match an object with labels {"app": "any", "tier": "web"}, and they have no order',
      hint: 'let their selectors exclude each other, or let the last rule win with --on-conflict by-name', field: 'spec.rules[0].policyAction.updatedLabels[zone]',
    })
    expect(problems[0]?.related.map(({message}) => message)).to.deep.equal(['MetadataPolicy team-a/q rule 0 sets it to "2" here'])
  })

  it('exclude rules that exclude each other, agree, or overlap only in rejected objects', () => {
    const none = (...rules: Body[]): Chai.Assertion => expect(problemsOf([teamPolicy(...rules)])).to.deep.equal([])
    none(setting(labels(term('e', 'In', 'p')), {x: '1'}), setting(labels(term('e', 'NotIn', 'p')), {x: '2'}))
    none(setting(labels(term('a', 'Exists')), {x: '1'}), setting(labels(term('b', 'Exists')), {x: '1'}))
    none(setting(labels(term('a', 'Exists')), {x: '1'}), setting(labels(term('b', 'Exists')), {x: '2'}), rejecting(labels(term('a', 'Exists'), term('b', 'Exists'))))
  })

  it('include only the first of many conflicts', () => {
    expect(problemsOf([teamPolicy(...Array.from({length: 50}, (_, i) => setting(undefined, {x: `${i}`})))])).to.have.length(20)
  })

  it('include a rule that sets the marker annotation', () => {
    const marking = rule(undefined, {updatedAnnotations: {'metadata-policy.kadm.dev/rejected-by': 'me'}})
    expect(problemsOf([teamPolicy(marking, tier, rejecting(labels(term('tier', 'Exists'))))])[0])
      .to.contain('rule 0 sets annotation "metadata-policy.kadm.dev/rejected-by", which the native policies use to pass on rejections')
    expect(problemsOf([teamPolicy(marking)])).to.deep.equal([])
  })

  it('include two policies of the same name', () => {
    const twice = [teamPolicy(tier), teamPolicy(requireTeam)]
    expect(() => problemsOf(twice)).to.throw(DuplicateObjectsError, 'MetadataPolicy p is declared in policies.json:1 too')
    expect(problemsOf([teamPolicy(tier), metadataPolicy('p', tier).marked({namespace: 'b'})])).to.deep.equal([])
    const generated = metadataPolicy('p', tier).having({metadata: {generateName: 'p-', namespace: 'team-a'}})
    expect(problemsOf([generated, generated])).to.deep.equal([])
  })

  it('include all errors of invalid policies, with the messages of the server', () => {
    const selector = {labelSelector: {matchExpressions: [{key: 'a', operator: 'in', values: ['b']}]}}
    expect(problemsOf([teamPolicy(setting(selector, {x: 'b c'})), {...teamPolicy(tier), metadata: {name: 'q', namespace: 'team-a'}, spec: {rules: [{policyActions: {}}]}}])).to.have.length(3)
    expect(problemsOf([teamPolicy(setting(selector, {x: 'y'}))])).to.deep.equal([
      'policies.json:1 spec.rules[0].policyPredicate.labelSelector.matchExpressions[0].operator: Invalid value: "in": not a valid selector operator',
    ])
  })

  it('include expressions and policies that are too large for the server', () => {
    const value = (size: number): Body => rule(annotations(term('a', 'In', 'x'.repeat(size))), {updatedLabels: {x: 'y'}})
    expect(problemsOf([teamPolicy(value(99_800))])).to.deep.equal([])
    expect(problemsOf([teamPolicy(tier, value(100_000))])).to.deep.equal([
      'policies.json:1 spec.rules[1] of MetadataPolicy team-a/p would be an expression of more than 100000 characters, which the API server does not take',
    ])
    expect(problemsOf([teamPolicy(...Array.from({length: 1000}, (_, i) => rule(undefined, {updatedAnnotations: {[`example.com/${'k'.repeat(60)}${i}`]: 'v'}})))])).to.deep.equal([
      'policies.json:1 the rules of namespace team-a together would be an expression of more than 100000 characters, which the API server does not take',
    ])
    expect(problemsOf([teamPolicy(...Array.from({length: 1800}, (_, i) => setting(labels(term('a', 'In', `v${i}`)), {x: `y${i}`})))])).to.deep.equal([
      'policies.json:1 all that rules set label "x" to would be an expression of more than 100000 characters, which the API server does not take',
    ])
    expect(problemsOf([teamPolicy(...Array.from({length: 16}, (_, i) => value(99_800 - i)))])).to.deep.equal([
      'policies.json:1 the rules of namespace team-a come to a native policy of more than 1572864 bytes, which etcd does not store',
    ])
  })

  it('include more rules and values than kadm compares', () => {
    expect(problemsOf([teamPolicy(...Array.from({length: 2001}, () => tier))])[0]).to.contain('has 2001 rules, and 2000 are the most that kadm puts into one native policy')
    const many = setting(labels(term('a', 'In', ...Array.from({length: 50_001}, (_, i) => `v${i}`))), {x: 'y'})
    expect(problemsOf([teamPolicy(many, many, many, many)])[0]).to.contain('has 200004 values in its selectors, and 200000 are the most')
  })

  it('exclude long values, which are moved into variables', () => {
    const value = 'x'.repeat(60_000)
    const objects = native([teamPolicy(rule(labels(term('a', 'Exists')), {updatedLabels: {l: 'm'}, updatedAnnotations: {b: value, c: `${value}y`}}))])
    expect(mutating(objects).variables?.map(({name}) => name)).to.deep.equal(['p0_r0', 'annotation_0', 'annotation_1', 'label_2'])
    expect(metadataAfter(objects, {labels: {a: ''}})).to.deep.equal({labels: {a: '', l: 'm'}, annotations: {b: value, c: `${value}y`}})
    expect(metadataAfter(objects, {})).to.deep.equal({})
  })

  it('exclude a long match condition, which is omitted', () => {
    const rules = Array.from({length: 900}, (_, i) => setting(labels(term('a', 'In', `${'v'.repeat(50)}${i}`)), {x: `y${i}`}))
    const spec = mutating(native([teamPolicy(...rules)]))
    expect(spec).not.to.have.property('matchConditions')
    expect(spec.variables?.filter(({name}) => name.startsWith('p0_'))).to.have.length(900)
  })
})
