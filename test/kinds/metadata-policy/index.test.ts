import {expect} from 'chai'

import {lookUpKind} from '../../../src/cluster/scheme.js'
import {metadataPolicy as kind} from '../../../src/kinds/metadata-policy/index.js'
import {type Body, configMap} from '../../helpers/builders.js'
import {asIfServed, lintText, shownIn} from '../../helpers/lint-text.js'
import {annotations, labels, metadataPolicy, rejecting, setting, term} from '../../helpers/metadata-policies.js'
import {allowed, at, TestCluster, verdict} from '../../helpers/test-cluster.js'

const apiVersions = ['kadm.dev/v1', 'v1', 'extensions/v1beta1', 'apps/v1', 'policy.example.com/v1alpha1', 'nodot/v1']

/** Returns the verdict on a new policy with this spec. */
const answerTo = (spec: unknown): string => verdict(new TestCluster().create(metadataPolicy('p').having({spec})))

describe('MetadataPolicy', () => {
  for (const apiVersion of apiVersions) {
    it(`is recognized in ${apiVersion}`, () => {
      const info = lookUpKind(apiVersion, 'MetadataPolicy')
      expect(info).to.include({apiVersion, kind: 'MetadataPolicy', namespaced: true, hasStatus: false, definition: kind})
      expect(info?.resource.name).to.equal('metadatapolicies')
      const cluster = new TestCluster()
      expect(allowed(cluster.create(metadataPolicy('p', setting(undefined, {a: 'b'})).having({apiVersion})))).to.include({apiVersion})
      expect(at(allowed(cluster.create(configMap('c'))), 'metadata.labels')).to.deep.equal({a: 'b'})
    })
  }

  it('is not recognized without a version', () => {
    expect(lookUpKind('', 'MetadataPolicy')).to.equal(undefined)
    expect(lookUpKind('kadm.dev/', 'MetadataPolicy')).to.equal(undefined)
  })

  it('is applied by name when policies are in several API groups', () => {
    const cluster = new TestCluster({metadataPolicyConflict: 'by-name'})
    const policy = (apiVersion: string, name: string, value: string): Body => metadataPolicy(name, setting(undefined, {x: value})).having({apiVersion})
    for (const each of [policy('z.example/v1', 'b', '2'), policy('a.example/v1', 'c', '3'), policy('m.example/v1', 'a', '1')]) allowed(cluster.create(each))
    expect(cluster.cluster.list(kind, 'dev').map(({metadata}) => metadata.name)).to.deep.equal(['a', 'b', 'c'])
    expect(cluster.cluster.namespacesWith(kind)).to.deep.equal(['dev'])
    expect(at(allowed(cluster.create(configMap('c'))), 'metadata.labels.x')).to.equal('3')
    allowed(cluster.delete(policy('a.example/v1', 'c', '3')))
    expect(at(allowed(cluster.update(configMap('c'))), 'metadata.labels.x')).to.equal('2')
  })

  it('is listed by API group when two policies have the same name', () => {
    const cluster = new TestCluster()
    for (const apiVersion of ['b.example/v1', 'a.example/v1']) allowed(cluster.create(metadataPolicy('p').having({apiVersion})))
    expect(cluster.cluster.list(kind, 'dev').map(({apiVersion}) => apiVersion)).to.deep.equal(['a.example/v1', 'b.example/v1'])
  })

  it('rejects an invalid name', () => {
    expect(verdict(new TestCluster().create(metadataPolicy('A')))).to.match(/^422 MetadataPolicy\.kadm\.dev "A" is invalid: metadata\.name: /)
  })

  it('accepts an empty or missing spec, rule, predicate or action', () => {
    for (const spec of [undefined, null, {}, {rules: null}, {rules: []}, {rules: [null]}, {rules: [{policyPredicate: null, policyAction: null}]}]) {
      expect(answerTo(spec), JSON.stringify(spec)).to.equal('201')
    }
  })

  it('rejects unknown fields and wrong types', () => {
    expect(answerTo({rule: []})).to.match(/^400 MetadataPolicy in version "v1" cannot be handled as a MetadataPolicy: strict decoding error: unknown field "spec\.rule"$/)
    expect(answerTo({rules: [{policyAction: {updatedLabel: {}}, predicate: {}}]})).to.contain('unknown field "spec.rules[0].policyAction.updatedLabel", unknown field "spec.rules[0].predicate"')
    expect(answerTo({rules: [{policyAction: {reject: 'yes'}}]})).to.match(/^400 .*json: cannot unmarshal string into Go struct field PolicyAction\.spec\.rules\.policyAction\.reject of type bool$/)
  })

  it('accepts the misspelling PolicyAction with a warning, but not both spellings', () => {
    const wrong = {policyPredicate: labels(term('a', 'Exists')), PolicyAction: {updatedLabels: {b: 'c'}}}
    const cluster = new TestCluster()
    const review = cluster.create(metadataPolicy('p', rejecting(labels(term('z', 'Exists'))), wrong))
    expect(review.warnings).to.deep.equal(['spec.rules[1].PolicyAction: the name of this field is "policyAction"'])
    expect(at(allowed(cluster.create(configMap('c').labelled({a: ''}))), 'metadata.labels')).to.deep.equal({a: '', b: 'c'})
    expect(answerTo({rules: [{...wrong, policyAction: {}}]})).to.equal(
      '422 MetadataPolicy.kadm.dev "p" is invalid: spec.rules[0].PolicyAction: Forbidden: may not be specified when `policyAction` is specified')
    expect(answerTo({rules: [{PolicyAction: {updatedLabels: {'-': ''}}}]})).to.contain('spec.rules[0].PolicyAction.updatedLabels: Invalid value: "-"')
  })

  it('rejects updates with invalid keys or too large annotations', () => {
    expect(answerTo({rules: [{policyAction: {updatedAnnotations: {'a b': 'any thing'}}}]})).to.match(/: spec\.rules\[0\]\.policyAction\.updatedAnnotations: Invalid value: "a b": name part/)
    expect(answerTo({rules: [{policyAction: {updatedAnnotations: {'Example.COM/a': 'x'.repeat(262_144)}}}]}))
      .to.equal('422 MetadataPolicy.kadm.dev "p" is invalid: spec.rules[0].policyAction.updatedAnnotations: Too long: may not be more than 262144 bytes')
    expect(answerTo({rules: [{policyAction: {updatedAnnotations: {'Example.COM/a': 'any thing\n'}}}]})).to.equal('201')
  })

  it('reports all errors, in order', () => {
    const rules = [{...setting({labelSelector: {matchLabels: {b: '-', a: '!'}}}, {}), policyAction: {updatedAnnotations: {'': ''}, updatedLabels: {x: '.'}}}, rejecting(annotations(term('a', 'Gt', '1')))]
    const [, text = ''] = /is invalid: \[(.*)\]$/s.exec(verdict(new TestCluster().create(metadataPolicy('p', ...rules)))) ?? []
    expect(text.split(/, (?=spec)/).map((error) => error.split(': ').slice(0, 3).join(': '))).to.deep.equal([
      'spec.rules[0].policyPredicate.labelSelector.matchLabels: Invalid value: "!"',
      'spec.rules[0].policyPredicate.labelSelector.matchLabels: Invalid value: "-"',
      'spec.rules[0].policyAction.updatedLabels: Invalid value: "."',
      'spec.rules[0].policyAction.updatedAnnotations: Invalid value: ""',
      'spec.rules[0].policyAction.updatedAnnotations: Invalid value: ""',
      'spec.rules[1].policyPredicate.annotationSelector.matchExpressions[0].operator: Invalid value: "Gt"',
    ])
  })

  it('is linted with positions and hints', () => {
    expect(shownIn(`apiVersion: extensions/v1beta1
kind: MetadataPolicy
metadata: {name: p}
spec:
  rules:
    - policyPredicate:
        annotationSelector:
          matchExpressions: [{key: a, operator: exists}]
      policyAction:
        updatedLabels: {ok: fine, a: not fine}
        rejects: true
`, asIfServed)).to.deep.equal(['8:49 exists | metadata-policy/annotation-selector', '10:38 not fine | metadata/labels', '11:9 rejects | decode/unknown-field'])
    const [hint] = lintText(JSON.stringify(metadataPolicy('p', rejecting(annotations(term('a', 'exists'))))), asIfServed).map((found) => found.hint)
    expect(hint).to.equal('write "Exists"')
  })

  it('is linted inside a list', () => {
    for (const apiVersion of ['kadm.dev/v1', 'v1', 'apps/v1']) {
      const list = (...rules: Body[]): string => JSON.stringify({apiVersion, kind: 'MetadataPolicyList', items: [{metadata: {name: 'p'}, spec: {rules}}]})
      expect(shownIn(list(setting(labels(term('a', 'Exists')), {b: 'c'})), asIfServed)).to.deep.equal([])
      expect(shownIn(list({policyAction: {updatedLabels: {a: 'b c'}}}), asIfServed).map((line) => line.replace(/^\S+ /, ''))).to.deep.equal(['"b c" | metadata/labels'])
    }
  })

  it('reports its kind in lower case', () => {
    expect(shownIn('apiVersion: kadm.dev/v1\nkind: metadatapolicy\nmetadata: {name: p}\n')).to.deep.equal(['2:7 metadatapolicy | manifest/kind'])
  })
})
