import {expect} from 'chai'

import type {LintOptions} from '../../src/lint/lint.js'
import {lint} from '../../src/lint/lint-all.js'
import {SourceFile} from '../../src/source/source-file.js'
import {within} from '../helpers/cpu-time.js'
import {asIfServed, placed} from '../helpers/lint-text.js'

/** A policy that sets the label `x` to a value if it is missing. */
const policy = (name: string, value: string, metadata = ''): string => `apiVersion: kadm.dev/v1
kind: MetadataPolicy
metadata: {name: ${name}${metadata}}
spec:
  rules:
    - policyPredicate: {labelSelector: {matchExpressions: [{key: x, operator: DoesNotExist}]}}
      policyAction: {updatedLabels: {x: ${value}}}
`

/** Findings in files, with their related places. */
function found(files: Readonly<Record<string, string>>, options: LintOptions = {}): unknown[] {
  const {diagnostics} = lint(Object.entries(files).map(([path, text]) => new SourceFile(path, text)), {...asIfServed, ...options})
  return diagnostics.filter(({ruleId}) => ruleId !== 'manifest/duplicate-object').map((diagnostic) => [
    `${diagnostic.file.path} ${placed(diagnostic)}`, diagnostic.ruleId, ...diagnostic.related.map(({file, span}) => `${file.path} ${file.slice(span)}`),
  ])
}

const conflict = (path: string, value: string, ...others: string[]): unknown => [`${path} 7:41 ${value}`, 'metadata-policy/conflict', ...others]

describe('linting objects together', () => {
  it('compares objects of all files, and reports both positions', () => {
    expect(found({'a.yaml': policy('a', 'one'), 'b.yaml': policy('b', 'two')})).to.deep.equal([conflict('a.yaml', 'one', 'b.yaml two')])
    const {diagnostics: [diagnostic]} = lint([new SourceFile('a.yaml', `${policy('a', 'one')}---\n${policy('b', 'two')}`)], {...asIfServed, namespace: 'dev'})
    expect(diagnostic).to.deep.include({
      severity: 'error', field: 'spec.rules[0].policyAction.updatedLabels[x]', object: {apiVersion: 'kadm.dev/v1', kind: 'MetadataPolicy', namespace: 'dev', name: 'a'},
      hint: 'let their selectors exclude each other, or write the same value',
      message: 'MetadataPolicy dev/a rule 0 sets label "x" to "one" and MetadataPolicy dev/b rule 0 to "two": both match an object without labels and annotations, and they have no order',
    })
    expect(diagnostic?.related.map(({message}) => message)).to.deep.equal(['MetadataPolicy dev/b rule 0 sets it to "two" here'])
  })

  it('sorts policies by name, regardless of the file order', () => {
    expect(found({'1.yaml': policy('b', 'two'), '2.yaml': policy('a', 'one')})).to.deep.equal([conflict('2.yaml', 'one', '1.yaml two')])
  })

  it('compares only objects of the same namespace', () => {
    const files = {'a.yaml': policy('a', 'one', ', namespace: dev'), 'b.yaml': policy('b', 'two')}
    expect(found(files)).to.deep.equal([])
    expect(found(files, {namespace: 'dev'})).to.deep.equal([conflict('a.yaml', 'one', 'b.yaml two')])
  })

  it('compares the items of lists', () => {
    const list = JSON.stringify({apiVersion: 'v1', kind: 'List', items: ['a', 'b'].map((name) => ({
      apiVersion: 'v1', kind: 'MetadataPolicy', metadata: {name}, spec: {rules: [{policyAction: {updatedLabels: {x: name}}}]},
    }))})
    expect(found({'a.json': list}).map((each) => (each as string[])[1])).to.deep.equal(['metadata-policy/conflict'])
  })

  it('ignores rejected objects', () => {
    expect(found({'a.yaml': policy('a', 'one'), 'b.yaml': policy('b', 'two two')})).to.deep.equal([['b.yaml 7:41 two two', 'metadata/labels']])
    const [mismatch, ...others] = found({'a.yaml': policy('a', 'one', ', namespace: dev'), 'b.yaml': policy('b', 'two', ', namespace: prod')}, {namespace: 'dev', isNamespaceGiven: true})
    expect([(mismatch as string[])[1], others]).to.deep.equal(['manifest/namespace-mismatch', []])
    expect(found({'a.yaml': policy('a', 'one'), 'b.yaml': 'apiVersion: v2\nkind: MetadataPolices\n'}).map((each) => (each as string[])[1])).to.deep.equal(['manifest/unknown-kind'])
  })

  it('treats objects of the same name as alternatives', () => {
    const [one, two, other] = [policy('a', 'one'), policy('a', 'two'), policy('b', 'three')]
    expect(found({'dev/a.yaml': one, 'prod/a.yaml': two})).to.deep.equal([])
    expect(found({'dev/a.yaml': one, 'prod/a.yaml': two, 'b.yaml': other})).to.deep.equal([
      conflict('dev/a.yaml', 'one', 'b.yaml three'), conflict('prod/a.yaml', 'two', 'b.yaml three'),
    ])
    const named = (name: string, value: string): string => policy(name, value).replace('name: ', 'generateName: ')
    expect(found({'1.yaml': named('a-', 'one'), '2.yaml': named('a-', 'two')})).to.deep.equal([conflict('1.yaml', 'one', '2.yaml two')])
  })

  describe('policies of the same name as alternatives', () => {
    const limits = (cpu: string): string => `apiVersion: v1\nkind: LimitRange\nmetadata: {name: limits}\nspec: {limits: [{type: Container, default: {cpu: ${cpu}}}]}\n`
    const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: nginx, resources: {requests: {cpu: 2}}}]}\n'

    it('checks pods with the policies of their directory', () => {
      const files = {'dev/limits.yaml': limits('1'), 'prod/limits.yaml': limits('4'), 'dev/pod.yaml': pod, 'prod/pod.yaml': pod}
      expect(found(files)).to.deep.equal([['dev/pod.yaml 4:75 2', 'pod/request-above-default-limit', 'dev/limits.yaml 1']])
    })

    it('checks pods in other directories with none of them', () => {
      expect(found({'dev/limits.yaml': limits('1'), 'prod/limits.yaml': limits('1'), 'apps/pod.yaml': pod})).to.deep.equal([])
    })

    it('checks all pods if there is only one policy', () => {
      expect(found({'limits.yaml': limits('1'), 'apps/pod.yaml': pod, 'apps/b/pod.yaml': pod}).map((each) => (each as string[])[0])).to.deep.equal([
        'apps/b/pod.yaml 4:75 2', 'apps/pod.yaml 4:75 2',
      ])
    })

    it('compares 1,500 alternatives within 5 seconds @slow', within(5, () => {
      const many = Array.from({length: 1500}, (_, i) => [[`${i}/limits.yaml`, limits('1')], [`${i}/other.yaml`, limits('2').replace('name: limits', `name: other-${i}`)]] as const)
      expect(found(Object.fromEntries(many.flat())).length).to.be.above(0)
    }))
  })

  describe('severity of an error of several objects', () => {
    const limits = (name: string, item: string, metadata = ''): string => `apiVersion: v1\nkind: LimitRange\nmetadata: {name: ${name}${metadata}}\nspec: {limits: [${item}]}\n`
    const severityIn = (a: string, b: string, metadata: string, options?: LintOptions): string | undefined => {
      const files = [new SourceFile(a, limits('a', '{type: Pod, min: {cpu: 2}}', metadata)), new SourceFile(b, limits('b', '{type: Pod, max: {cpu: 1}}', metadata))]
      return lint(files, options).diagnostics.find(({ruleId}) => ruleId === 'limit-range/contradiction')?.severity
    }

    it('is error within a directory or an explicit namespace', () => {
      expect(severityIn('a.yaml', 'b.yaml', '')).to.equal('error')
      expect(severityIn('a/x.yaml', 'a/y.yaml', '')).to.equal('error')
      expect(severityIn('a/x.yaml', 'b/y.yaml', ', namespace: dev')).to.equal('error')
      expect(severityIn('a/x.yaml', 'b/y.yaml', '', {namespace: 'dev', isNamespaceGiven: true})).to.equal('error')
    })

    it('is warning if the objects may belong to different namespaces', () => {
      expect(severityIn('a/x.yaml', 'b/y.yaml', '')).to.equal('warning')
      expect(severityIn('a\\x.yaml', 'b\\y.yaml', '', {namespace: 'dev'})).to.equal('warning')
    })

    it('is warning if one object is enough for the error', () => {
      const {diagnostics} = lint([new SourceFile('a.yaml', limits('a', '{type: Container, min: {cpu: 2}}, {type: Pod, max: {cpu: 1}}'))])
      expect(diagnostics.map(({ruleId, severity}) => [ruleId, severity])).to.deep.equal([['limit-range/contradiction', 'warning']])
    })
  })

  it('reads comments of rules', () => {
    const text = (comment: string): string => `apiVersion: kadm.dev/v1
kind: MetadataPolicy
metadata: {name: p}
spec:
  rules:
    # nothing
    ${comment}
    - policyPredicate:
        labelSelector:
          matchExpressions:
            - {key: team, operator: Exists}
      policyAction: {reject: true}
`
    expect(found({'a.yaml': text('# require team')})).to.deep.equal([['a.yaml 9:9 labelSelector', 'metadata-policy/inverted-caption']])
    expect(found({'a.yaml': text('# forbid team')})).to.deep.equal([])
  })

  it('reports nothing for objects without references', () => expect(found({'a.yaml': '', 'b.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n'})).to.deep.equal([]))
})
