import {expect} from 'chai'
import fc from 'fast-check'

import {noSuchFile} from '../../src/configuration/file-error.js'
import {TestAnalysis} from '../../src/policy-test/analysis.js'
import {initialTests} from '../../src/policy-test/init/initial-tests.js'
import {testFileText} from '../../src/policy-test/init/test-file-text.js'
import {mutantsOf} from '../../src/policy-test/mutate/mutants.js'
import type {MutationReport} from '../../src/policy-test/mutate/mutation.js'
import {locationOf} from '../../src/report/location.js'
import {runTests} from '../../src/policy-test/run-tests.js'
import {setUp} from '../../src/policy-test/server.js'
import type {TestInput, TestReport} from '../../src/policy-test/types.js'
import {SourceFile} from '../../src/source/source-file.js'

const limits = `apiVersion: v1
kind: LimitRange
metadata: {name: limits}
spec:
  limits:
    - type: Container
      max: {memory: 1Gi}
      default: {memory: 512Mi}
`
const quotas = `apiVersion: v1
kind: ResourceQuota
metadata: {name: batch}
spec: {hard: {pods: 2}, scopes: [Terminating]}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: all}
spec: {hard: {count/configmaps: 1}}
`
const events = `apiVersion: eventratelimit.admission.k8s.io/v1alpha1
kind: Configuration
limits:
  - {type: Server, qps: 5, burst: 2}
  - {type: User, qps: 5, burst: 100}
`
const labels = `apiVersion: kadm.dev/v1
kind: MetadataPolicy
metadata: {name: labels}
spec:
  rules:
    - {policyPredicate: {labelSelector: {matchExpressions: [{key: team, operator: DoesNotExist}]}}, policyAction: {reject: true}}
    - {policyPredicate: {labelSelector: {matchLabels: {team: a}}}, policyAction: {updatedLabels: {cost: x}}}
`
const levels = (enforce: string, warn: string): string =>
  `{apiVersion: v1, kind: Namespace, metadata: {name: default, labels: {pod-security.kubernetes.io/enforce: ${enforce}, pod-security.kubernetes.io/warn: ${warn}}}}\n`
const podSecurity = `apiVersion: pod-security.admission.config.k8s.io/v1
kind: PodSecurityConfiguration
defaults: {enforce: baseline, enforce-version: v1.25, audit: restricted, audit-version: latest, warn: privileged}
exemptions: {usernames: [alice, bob], namespaces: [kube-system], runtimeClasses: [kata]}
`
const policies: Readonly<Record<string, string>> = {
  'pod-security.yaml': podSecurity, 'warned.yaml': podSecurity.replace('warn: privileged', 'warn: restricted'),
  'enforcing.yaml': podSecurity.replace('audit: restricted', 'audit: privileged'),
  'enforced.yaml': '{apiVersion: v1, kind: Namespace, metadata: {name: default, labels: {pod-security.kubernetes.io/enforce: baseline}}}\n',
  'audited.yaml': '{apiVersion: v1, kind: Namespace, metadata: {name: default, labels: {pod-security.kubernetes.io/audit: restricted, pod-security.kubernetes.io/audit-version: v1.25}}}\n',
  'limits.yaml': limits, 'quotas.yaml': quotas, 'events.yaml': events, 'labels.yaml': labels,
  'versioned.yaml': levels('baseline, pod-security.kubernetes.io/enforce-version: v1.25', 'restricted, pod-security.kubernetes.io/warn-version: latest'),
  'baseline.yaml': levels('baseline', 'restricted'), 'privileged.yaml': levels('privileged', 'baseline'), 'restricted.yaml': levels('restricted', 'restricted'),
}

function inputOf(tests: string, ...names: readonly string[]): TestInput {
  const file = new SourceFile('t.kadm-test.yaml', `apiVersion: test.kadm.dev/v1\nkind: Suite\npolicies: [${names.join(', ')}]\ntests:\n${tests}`)
  return {file, files: new Map(names.map((name) => [name, {sources: [new SourceFile(name, policies[name] ?? '')]}]))}
}

function analyze(...inputs: readonly TestInput[]): {readonly analysis: TestAnalysis, readonly report: TestReport} {
  const analysis = new TestAnalysis()
  return {analysis, report: runTests(inputs, {observe: analysis.observe})}
}

const pod = (memory: string, spec = ''): string => `{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {${spec}containers: [{name: c, image: i, resources: {limits: {memory: ${memory}}}}]}}`

const mutationOf = (input: TestInput): MutationReport => analyze(input).analysis.mutation({readFile: noSuchFile})

const survivors = ({mutants}: MutationReport): string[] => mutants.flatMap(({item, change, killedBy}) => killedBy === undefined ? [`${item.name} ${change}`] : [])

/** The uncovered items of a test's policies. */
const uncovered = (input: TestInput): string[] =>
  analyze(input).analysis.coverage().items.flatMap(({item, decided}) => decided.length === 0 ? [`${item.policy.name} ${String(item.field)}`] : [])

describe('mutation of policies', () => {
  it('kills mutants that a test notices', () => {
    const input = inputOf(`- {name: at the bound, object: ${pod('1Gi')}}
- {name: beyond, object: ${pod('1025Mi')}, expect: {allowed: false}}
- {name: default, object: {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: i}]}}, expect: {stored: {spec: {containers: [{resources: {limits: {memory: 512Mi}}}]}}}}
`, 'limits.yaml')
    const {mutants, killed} = mutationOf(input)
    expect(mutants.map(({item, change, killedBy}) => `${item.name} ${change}: ${killedBy}`)).to.deep.equal([
      'max.memory 1Gi → 1025Mi: t: beyond', 'max.memory 1Gi → 1023Mi: t: at the bound', 'max.memory removed: t: beyond',
      'default.memory 512Mi → 513Mi: t: default', 'default.memory 512Mi → 511Mi: t: default', 'default.memory removed: t: default',
    ])
    expect(killed).to.equal(6)
  })

  it('finds a bound that no test reaches', () => {
    const input = inputOf(`- {name: small, object: ${pod('1Gi')}}\n- {name: large, object: ${pod('2Gi')}, expect: {allowed: false}}\n`, 'limits.yaml')
    expect(survivors(mutationOf(input)).slice(0, 1)).to.deep.equal(['max.memory 1Gi → 1025Mi'])
  })

  it('changes scopes, rules and limits, too', () => {
    expect(survivors(mutationOf(inputOf(`- {name: any, object: ${pod('1Gi')}}\n`, 'quotas.yaml')))).to.include.members(['scope Terminating → NotTerminating', 'scope removed', 'hard.pods 2 → 3'])
    expect(survivors(mutationOf(inputOf('- {name: rejected, object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}, expect: {allowed: false}}\n', 'labels.yaml')))).to.deep.equal([
      'term removed', 'rules[1] removed', 'updatedLabels.cost x → changed', 'updatedLabels.cost removed', 'team = removed',
    ])
    const event = '- {name: events, events: [{at: 0s, times: 2}, {at: 0s, expect: {allowed: false}}]}\n'
    expect(survivors(mutationOf(inputOf(event, 'events.yaml')))).to.deep.equal([
      'limits[0] Server → Namespace', 'qps 5 → 6', 'qps 5 → 4', 'limits[1] User → Server', 'limits[1] removed', 'qps 5 → 6', 'qps 5 → 4', 'burst 100 → 101', 'burst 100 → 99',
    ])
  })

  it('leaves out tests that fail without a change, and policies that they do not read', () => {
    const input = inputOf(`- {name: wrong, object: ${pod('2Gi')}}\n- {name: right, object: ${pod('2Gi')}, expect: {allowed: false}}\n`, 'limits.yaml')
    expect(new Set(mutationOf(input).mutants.map(({killedBy}) => killedBy))).to.deep.equal(new Set([undefined, 't: right']))
  })

  it('stops at the limit and reports it', () => {
    const {analysis} = analyze(inputOf(`- {name: a, object: ${pod('1Gi')}}\n`, 'limits.yaml', 'quotas.yaml'))
    const limited = analysis.mutation({readFile: noSuchFile}, {maximum: 7})
    expect([limited.mutants.length, limited.limit]).to.deep.equal([7, {by: 'number', untested: 7}])
    const whole = analysis.mutation({readFile: noSuchFile}, {maximum: 14})
    expect([whole.mutants.length, whole.limit]).to.deep.equal([14, undefined])
    let calls = 0
    const late = analysis.mutation({readFile: noSuchFile}, {isOver: () => calls++ === 3})
    expect([late.mutants.length, late.limit]).to.deep.equal([3, {by: 'time', untested: 11}])
  })

  it('reports progress up to the end', () => {
    const done: number[] = []
    analyze(inputOf(`- {name: a, object: ${pod('1Gi')}}\n`, 'limits.yaml')).analysis.mutation({readFile: noSuchFile}, {onProgress: (part) => done.push(part)})
    expect(done).to.deep.equal([1, 2, 3, 4, 5, 6].map((count) => count / 6))
  })

  it('changes a file once that several test files read', () => {
    const one = `- {name: a, object: ${pod('1Gi')}}\n`
    expect(analyze(inputOf(one, 'limits.yaml'), inputOf(one, 'limits.yaml')).analysis.mutation({readFile: noSuchFile}).mutants.length).to.equal(6)
  })

  /** The answers of a test with the policies of an input. */
  const answersOf = (input: TestInput): Map<string, string> => {
    const answers = new Map<string, string>()
    runTests([input], {observe: ({name}, {reviews}) => answers.set(`t: ${name}`, JSON.stringify(reviews.map(({status, object}) => ({status, object}))))})
    return answers
  }

  it('kills exactly the mutants with which a test fails, and its answers then differ @slow', () => {
    const names = ['limits.yaml', 'quotas.yaml', 'labels.yaml']
    for (const name of names) {
      const all = initialTests({policies: [new SourceFile(name, policies[name] ?? '')], bases: []}, {})
      fc.assert(fc.property(fc.subarray([...all.tests], {minLength: 1}), (tests) => {
        const file = new SourceFile('t.kadm-test.yaml', testFileText({tests, missing: []}, {policies: [name], namespace: 'default'}))
        const source = new SourceFile(name, policies[name] ?? '')
        const input = {file, files: new Map([[name, {sources: [source]}]])}
        const before = answersOf(input)
        const {mutants} = mutationOf(input)
        const changed = [...mutantsOf(source)]
        expect(mutants.length).to.equal(changed.length)
        for (const [i, {killedBy}] of mutants.entries()) {
          const mutant = {...input, files: new Map([[name, {sources: [changed[i]?.file ?? source]}]])}
          const {passed, failed, broken} = runTests([mutant]).summary
          expect(failed + broken > 0).to.equal(killedBy !== undefined)
          if (killedBy === undefined) expect(passed).to.equal(tests.length)
          else expect(answersOf(mutant).get(killedBy)).not.to.equal(before.get(killedBy))
        }
      }), {numRuns: 2, seed: 7})
    }
  })
})

describe('policies in a test file', () => {
  const limitRange = (spec: string, name = 'limits'): string => `{apiVersion: v1, kind: LimitRange, metadata: {name: ${name}}, spec: {limits: [{type: Pod, ${spec}}]}}`

  const suite = (tests: string, ...own: readonly string[]): TestInput => ({
    file: new SourceFile('t.kadm-test.yaml', `apiVersion: test.kadm.dev/v1\nkind: Suite\npolicies:${own.length === 0 ? ' []\n' : own.map((one) => `\n  - ${one}`).join('')}\ntests:\n${tests}`),
    files: new Map([['limits.yaml', {sources: [new SourceFile('limits.yaml', limits)]}]]),
  })

  /** The mutants with their places and the tests that kill them. */
  const mutantsWith = (input: TestInput): string[] => {
    const {analysis, report} = analyze(input)
    expect(report.summary).to.include({failed: 0, broken: 0})
    return analysis.mutation({readFile: noSuchFile}).mutants.map(({item, change, killedBy}) => {
      const {path, line, column} = locationOf(item.place)
      return `${path}:${line}:${column} ${item.name} ${change}: ${killedBy}`
    })
  }

  const denied = 'expect: {allowed: false}'

  const configuration = '{apiVersion: eventratelimit.admission.k8s.io/v1alpha1, kind: Configuration, limits: [{type: Server, qps: 5, burst: 2}]}'

  it('are changed, those of the file and those of a test', () => {
    const tests = `- {name: beyond, object: ${pod('1025Mi')}, ${denied}}\n- {name: own, policies: [${limitRange('min: {memory: 64Mi}', 'own')}], object: ${pod('64Mi')}}\n`
    expect(mutantsWith(suite(tests, limitRange('max: {memory: 1Gi}'), limitRange('max: {memory: 4Gi}', 'second')))).to.deep.equal([
      't.kadm-test.yaml:4:108 max.memory 1Gi → 1025Mi: t: beyond',
      't.kadm-test.yaml:4:108 max.memory 1Gi → 1023Mi: undefined',
      't.kadm-test.yaml:4:108 max.memory removed: t: beyond',
      't.kadm-test.yaml:5:108 max.memory 4Gi → 4097Mi: undefined',
      't.kadm-test.yaml:5:108 max.memory 4Gi → 4095Mi: undefined',
      't.kadm-test.yaml:5:108 max.memory removed: undefined',
      't.kadm-test.yaml:8:126 min.memory 64Mi → 65537Ki: t: own',
      't.kadm-test.yaml:8:126 min.memory 64Mi → 65535Ki: undefined',
      't.kadm-test.yaml:8:126 min.memory removed: undefined',
    ])
  })

  it('count for coverage', () => {
    const tests = `- {name: beyond, object: ${pod('1025Mi')}, ${denied}}\n`
    const input = suite(tests, limitRange('max: {memory: 1Gi}'), limitRange('min: {memory: 2Mi}', 'second'), configuration)
    expect(uncovered(input)).to.deep.equal([
      'LimitRange second spec.limits[0].min[memory]',
      'configuration of EventRateLimit limits[0]',
      'configuration of EventRateLimit limits[0].qps',
      'configuration of EventRateLimit limits[0].burst',
    ])
  })

  it('are policies of their own in each row of a table', () => {
    const tests = `- name: table
  rows: [{most: 1Gi, memory: 1025Mi}, {most: 2Gi, memory: 3Gi}]
  policies: [${limitRange('max: {memory: $(most)}')}]
  object: ${pod('$(memory)')}
  ${denied}
`
    expect(mutantsWith(suite(tests))).to.deep.equal([
      't.kadm-test.yaml:8:14 max.memory 1Gi → 1025Mi: t: table (row 1)',
      't.kadm-test.yaml:8:14 max.memory 1Gi → 1023Mi: undefined',
      't.kadm-test.yaml:8:14 max.memory removed: t: table (row 1)',
      't.kadm-test.yaml:8:14 max.memory 2Gi → 2049Mi: undefined',
      't.kadm-test.yaml:8:14 max.memory 2Gi → 2047Mi: undefined',
      't.kadm-test.yaml:8:14 max.memory removed: t: table (row 2)',
    ])
  })

  it('can be made from a base', () => {
    const tests = `- name: base
  policies: [{base: limits.yaml, patch: {spec: {limits: [{type: Container, max: {memory: 1Gi}}]}}}]
  object: ${pod('1025Mi')}
  ${denied}
`
    expect(mutantsWith(suite(tests))).to.deep.equal([
      'limits.yaml:7:21 max.memory 1Gi → 1025Mi: t: base',
      'limits.yaml:7:21 max.memory 1Gi → 1023Mi: undefined',
      'limits.yaml:7:21 max.memory removed: t: base',
    ])
  })

  it('can be a configuration', () => {
    const tests = '- {name: events, events: [{at: 0s, times: 2}, {at: 0s, expect: {allowed: false}}]}\n'
    expect(mutantsWith(suite(tests, '{apiVersion: eventratelimit.admission.k8s.io/v1alpha1, kind: Configuration, limits: [{type: Server, qps: 5, burst: 2}]}'))).to.deep.equal([
      't.kadm-test.yaml:4:90 limits[0] Server → Namespace: undefined',
      't.kadm-test.yaml:4:110 qps 5 → 6: undefined',
      't.kadm-test.yaml:4:110 qps 5 → 4: undefined',
      't.kadm-test.yaml:4:120 burst 2 → 3: t: events',
      't.kadm-test.yaml:4:120 burst 2 → 1: t: events',
    ])
  })
})

describe('initial tests', () => {
  it('pass, and kill all mutants of LimitRanges, ResourceQuotas, MetadataPolicies and levels of Pod Security @slow', () => {
    for (const names of [['limits.yaml'], ['quotas.yaml'], ['labels.yaml'], ['limits.yaml', 'quotas.yaml'], ['baseline.yaml'], ['restricted.yaml'], ['privileged.yaml', 'limits.yaml'], ['audited.yaml'], ['pod-security.yaml', 'limits.yaml'], ['warned.yaml', 'baseline.yaml']]) {
      const sources = names.map((name) => new SourceFile(name, policies[name] ?? ''))
      const server = setUp([{}], {policies: sources, admissionConfig: undefined, readFile: noSuchFile})
      const drafts = initialTests({policies: sources, bases: []}, 'options' in server ? server.options : {})
      const file = new SourceFile('t.kadm-test.yaml', testFileText(drafts, {policies: names, namespace: 'default'}))
      const {analysis, report} = analyze({file, files: new Map(sources.map((source) => [source.path, {sources: [source]}]))})
      expect(drafts.missing).to.deep.equal([])
      expect(report.summary).to.deep.equal({passed: drafts.tests.length, failed: 0, broken: 0, skipped: 0})
      expect(survivors(analysis.mutation({readFile: noSuchFile}))).to.deep.equal([])
      expect(analysis.coverage().items.filter(({decided}) => decided.length === 0)).to.deep.equal([])
    }
  })
})

describe('initial tests of limits of events', () => {
  const all = [{type: 'Server', qps: 20, burst: 100}, {type: 'Namespace', qps: 7, burst: 10}, {type: 'User', qps: 3, burst: 5}, {type: 'SourceAndObject', qps: 1, burst: 2}]

  for (const limits of [...all.map((limit) => [limit]), all, [{type: 'Namespace', qps: 1000, burst: 1}]]) {
    it(`pass, and kill the mutants of ${limits.map(({type, qps, burst}) => `${type} ${qps}/${burst}`).join(', ')} @slow`, () => {
      const source = new SourceFile('events.yaml', JSON.stringify({apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1', kind: 'Configuration', limits}))
      const drafts = initialTests({policies: [source], bases: []}, {namespace: 'dev'})
      expect([drafts.events?.length, drafts.missing]).to.deep.equal([limits.length, []])
      const file = new SourceFile('t.kadm-test.yaml', testFileText(drafts, {policies: ['events.yaml'], namespace: 'dev'}))
      const {analysis, report} = analyze({file, files: new Map([['events.yaml', {sources: [source]}]])})
      expect(report.files[0]?.tests.flatMap(({failures, problems}) => [...failures, ...problems].map((one) => JSON.stringify({...one, file: ''})))).to.deep.equal([])
      expect(report.summary).to.include({passed: limits.length})
      expect(survivors(analysis.mutation({readFile: noSuchFile})).filter((change) => !change.startsWith('cacheSize'))).to.deep.equal([])
      expect(analysis.coverage().items.filter(({decided}) => decided.length === 0)).to.deep.equal([])
    })
  }
})

describe('coverage of policies', () => {
  it('counts bounds that deny, and defaults that are set', () => {
    const [denied, small] = [`- {name: a, object: ${pod('2Gi')}, expect: {allowed: false}}\n`, `- {name: b, object: ${pod('1Mi')}}\n`]
    expect(uncovered(inputOf(denied, 'limits.yaml'))).to.deep.equal(['LimitRange limits spec.limits[0].default[memory]'])
    expect(uncovered(inputOf(small, 'limits.yaml'))).to.have.lengthOf(2)
    const unset = '- {name: c, object: {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: i}]}}}\n'
    expect(uncovered(inputOf(unset, 'limits.yaml'))).to.deep.equal(['LimitRange limits spec.limits[0].max[memory]'])
  })

  it('counts a level of Pod Security that rejects a pod, and one that warns', () => {
    const object = (spec: string): string => `{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {${spec}containers: [{name: c, image: i}]}}`
    const [enforce, warn] = ['enforce', 'warn'].map((mode) => `Namespace default metadata.labels[pod-security.kubernetes.io/${mode}]`)
    expect(uncovered(inputOf(`- {name: a, object: ${object('hostNetwork: true, ')}, expect: {allowed: false}}\n`, 'baseline.yaml'))).to.deep.equal([warn])
    expect(uncovered(inputOf(`- {name: b, object: ${object('')}}\n`, 'baseline.yaml'))).to.deep.equal([enforce])
    expect(uncovered(inputOf(`- {name: c, object: ${object('')}}\n`, 'privileged.yaml'))).to.deep.equal([warn])
  })

  it('counts and changes the version of a level of Pod Security', () => {
    const versioned = (expect: string): TestInput => inputOf(`- {name: a, object: {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {hostNetwork: true, containers: [{name: c, image: i}]}}, expect: {${expect}}}\n`, 'versioned.yaml')
    expect(uncovered(versioned('allowed: false'))).to.deep.equal(['Namespace default metadata.labels[pod-security.kubernetes.io/warn]', 'Namespace default metadata.labels[pod-security.kubernetes.io/warn-version]'])
    expect(survivors(mutationOf(versioned('allowed: false')))).to.include('enforce-version v1.25 → v1.0').and.to.include('warn-version latest → v1.0')
    expect(survivors(mutationOf(versioned('message: {contains: "baseline:v1.25"}')))).to.not.include('enforce-version v1.25 → v1.0')
  })

  const deployment = `- {name: a, object: {apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {replicas: 0, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {hostNetwork: true, containers: [{name: c, image: i}]}}}}}\n`
  const bare = (fields = '', spec = ''): string => `- {name: a, ${fields}object: {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {${spec}containers: [{name: c, image: i}]}}`

  it('counts a level of Pod Security that adds violations to the audit log, and changes it', () => {
    const [level, version] = ['audit', 'audit-version'].map((label) => `Namespace default metadata.labels[pod-security.kubernetes.io/${label}]`)
    const configMap = '- {name: a, object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}}\n'
    expect(uncovered(inputOf(configMap, 'audited.yaml'))).to.deep.equal([level, version])
    expect(uncovered(inputOf(`${bare()}}\n`, 'audited.yaml'))).to.deep.equal([])
    expect(survivors(mutationOf(inputOf(`${bare()}}\n`, 'audited.yaml')))).to.deep.equal(['audit restricted → privileged', 'audit restricted → baseline', 'audit-version v1.25 → v1.0'])
    const noted = `${bare()}, expect: {auditAnnotations: {pod-security.kubernetes.io/audit-violations: {contains: 'restricted:v1.25'}}}}\n`
    expect(survivors(mutationOf(inputOf(noted, 'audited.yaml')))).to.deep.equal([])
  })

  it('counts the defaults of Pod Security in namespaces without labels, and the exemptions of pods that break a level', () => {
    const items = ['defaults.enforce', 'defaults.enforce-version', 'defaults.audit', 'defaults.audit-version', ...['usernames[0]', 'usernames[1]', 'namespaces[0]', 'runtimeClasses[0]'].map((name) => `exemptions.${name}`)]
    const decided = (test: string, ...others: readonly string[]): string[] => {
      const missed = uncovered(inputOf(test, 'pod-security.yaml', ...others)).map((text) => text.replace('configuration of PodSecurity ', ''))
      return items.filter((item) => !missed.includes(item))
    }
    expect(decided('- {name: a, object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}}\n')).to.deep.equal([])
    expect(decided(`${bare()}}\n`)).to.deep.equal(['defaults.audit', 'defaults.audit-version'])
    expect(decided(`${bare('', 'hostNetwork: true, ')}, expect: {allowed: false}}\n`)).to.deep.equal(['defaults.enforce', 'defaults.enforce-version', 'defaults.audit', 'defaults.audit-version'])
    expect(decided(`${bare('user: bob, ')}}\n`)).to.deep.equal(['exemptions.usernames[1]'])
    expect(decided(`${bare('namespace: kube-system, ')}}\n`)).to.deep.equal(['exemptions.namespaces[0]'])
    expect(decided(`${bare('', 'runtimeClassName: kata, ')}}\n`)).to.deep.equal(['exemptions.runtimeClasses[0]'])
    const restricted = 'securityContext: {runAsNonRoot: true, seccompProfile: {type: RuntimeDefault}}, '
    const good = bare('user: bob, ', restricted).replace('image: i', 'image: i, securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}')
    expect(decided(`${good}}\n`)).to.deep.equal([])
    const host = (labels: string): string => `{apiVersion: v1, kind: Pod, metadata: {name: p${labels}}, spec: {hostNetwork: true, containers: [{name: c, image: i}]}}`
    expect(decided(`- {name: a, user: bob, existing: [${host('')}], operation: update, object: ${host(', labels: {a: b}')}}\n`)).to.deep.equal([])
    const byBob = deployment.replace('{name: a,', '{name: a, user: bob,')
    expect(decided(byBob)).to.include('exemptions.usernames[1]')
    expect(uncovered(inputOf(byBob, 'enforcing.yaml'))).to.include('configuration of PodSecurity exemptions.usernames[1]')
  })

  it('counts labels of Pod Security in place of the defaults that they override', () => {
    const covered = (input: TestInput): string[] => analyze(input).analysis.coverage().items.flatMap(({item, decided}) => decided.length === 0 ? [] : [`${item.policy.kind} ${item.name}`])
    expect(covered(inputOf(`${bare()}}\n`, 'pod-security.yaml', 'audited.yaml'))).to.deep.equal(['Namespace audit', 'Namespace audit-version'])
    expect(covered(inputOf(`${bare('', 'hostNetwork: true, ')}, expect: {allowed: false}}\n`, 'pod-security.yaml', 'enforced.yaml')))
      .to.deep.equal(['PodSecurityConfiguration enforce-version', 'PodSecurityConfiguration audit', 'PodSecurityConfiguration audit-version', 'Namespace enforce'])
    expect(covered(inputOf(deployment, 'pod-security.yaml', 'enforced.yaml')))
      .to.deep.equal(['PodSecurityConfiguration enforce-version', 'PodSecurityConfiguration audit', 'PodSecurityConfiguration audit-version', 'Namespace enforce'])
    expect(covered(inputOf(deployment, 'warned.yaml', 'enforced.yaml')))
      .to.deep.equal(['PodSecurityConfiguration audit', 'PodSecurityConfiguration audit-version', 'PodSecurityConfiguration warn'])
  })

  it('changes the levels of Pod Security', () => {
    const restricted = '- {name: a, object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}}\n'
    expect(survivors(mutationOf(inputOf(restricted, 'baseline.yaml'))))
      .to.deep.equal(['enforce baseline → privileged', 'enforce baseline → restricted', 'warn restricted → privileged', 'warn restricted → baseline'])
  })

  it('counts the pods of workloads', () => {
    const job = `- name: job
  object: {apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}
`
    expect(uncovered(inputOf(job, 'limits.yaml'))).to.deep.equal(['LimitRange limits spec.limits[0].max[memory]'])
  })

  it('counts a scope that exempts an object, and a resource that a quota denies', () => {
    const exempt = `- {name: a, object: ${pod('1Gi')}}\n`
    expect(uncovered(inputOf(exempt, 'quotas.yaml'))).to.deep.equal(['ResourceQuota batch spec.hard[pods]', 'ResourceQuota all spec.hard[count/configmaps]'])
    const denied = '- {name: b, objects: [{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}, {apiVersion: v1, kind: ConfigMap, metadata: {name: b}}], expect: {denied: 1}}\n'
    expect(uncovered(inputOf(denied, 'quotas.yaml'))).to.deep.equal(['ResourceQuota batch spec.hard[pods]', 'ResourceQuota batch spec.scopes[0]'])
  })

  it('counts limits of events that are reached, and rules that reject or change an object', () => {
    expect(uncovered(inputOf('- {name: a, events: [{at: 0s, times: 3, expect: {denied: 1}}]}\n', 'events.yaml'))).to.deep.equal(
      ['limits[0].qps', 'limits[1]', 'limits[1].qps', 'limits[1].burst'].map((field) => `configuration of EventRateLimit ${field}`))
    expect(uncovered(inputOf('- {name: a, object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a, labels: {team: a}}}}\n', 'labels.yaml')))
      .to.deep.equal(['', '.policyPredicate.labelSelector.matchLabels[team]'].map((part, i) => `MetadataPolicy labels spec.rules[${i}]${part}`))
  })

  /** The fields of a policy that decide a test. */
  const decidedFields = (policy: string, test: string): string[] => {
    const file = new SourceFile('t.kadm-test.yaml', `apiVersion: test.kadm.dev/v1\nkind: Suite\npolicies: [one.yaml]\ntests: [${test}]\n`)
    const {analysis, report} = analyze({file, files: new Map([['one.yaml', {sources: [new SourceFile('one.yaml', policy)]}]])})
    expect(report.summary).to.include({broken: 0})
    return analysis.coverage().items.flatMap(({item: {field}, decided}) => decided.length === 0 ? [] : [String(field)])
  }

  it('counts a qps that admits or rejects an Event after a while, and not for Events at once', () => {
    const configuration = events.replace(/ {2}- \{type: User.*\n/, '')
    const decided = (...sent: string[]): string[] => decidedFields(configuration, `{name: a, events: [{at: 0s, times: 2}, ${sent.join(', ')}]}`)
    expect(decided('{at: 1s}')).to.deep.equal(['limits[0].qps'])
    expect(decided('{at: 0s}')).to.deep.equal(['limits[0]', 'limits[0].burst'])
    expect(decided('{at: 0.1s}')).to.deep.equal(['limits[0]', 'limits[0].qps', 'limits[0].burst'])
  })

  it('counts a cacheSize if another one changes an answer', () => {
    const decided = (cacheSize: number, ...users: string[]): string[] => decidedFields(
      events.replace(/ {2}- \{type: Server[^]*/, `  - {type: User, qps: 1, burst: 1, cacheSize: ${cacheSize}}\n`),
      `{name: a, events: [${users.map((user) => `{at: 0s, user: ${user}}`).join(', ')}]}`,
    ).filter((field) => field.endsWith('cacheSize'))
    expect(decided(2, 'a', 'b', 'a')).to.deep.equal(['limits[0].cacheSize'])
    expect(decided(1, 'a', 'b', 'a')).to.deep.equal(['limits[0].cacheSize'])
    expect(decided(2, 'a', 'b')).to.deep.equal([])
    expect(decided(2, 'a', 'a')).to.deep.equal([])
  })

  it('counts the only term that keeps a rule from an object, if the rule would change it or reject it', () => {
    const rule = (action: string): string => `apiVersion: kadm.dev/v1
kind: MetadataPolicy
metadata: {name: labels}
spec: {rules: [{policyPredicate: {labelSelector: {matchLabels: {team: a}, matchExpressions: [{key: tier, operator: Exists}]}}, policyAction: ${action}}]}
`
    const decided = (action: string, map: string): string[] => decidedFields(rule(action), `{name: a, object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a, labels: ${map}}}}`)
    const predicate = 'spec.rules[0].policyPredicate.labelSelector'
    expect(decided('{reject: true}', '{team: a}')).to.deep.equal([`${predicate}.matchExpressions[0]`])
    expect(decided('{reject: true}', '{tier: x}')).to.deep.equal([`${predicate}.matchLabels[team]`])
    expect(decided('{reject: true}', '{}')).to.deep.equal([])
    expect(decided('{reject: true}', '{team: a, tier: x}')).to.deep.equal(['spec.rules[0]'])
    const updates = '{updatedLabels: {cost: x, unit: z}}'
    expect(decided(updates, '{team: a}')).to.deep.equal([`${predicate}.matchExpressions[0]`])
    expect(decided(updates, '{team: a, cost: x, unit: z}')).to.deep.equal([])
    expect(decided(updates, '{team: a, tier: x, cost: x}')).to.deep.equal(['spec.rules[0]', 'spec.rules[0].policyAction.updatedLabels[unit]'])
  })

  it('counts no term of a rule that only sets labels, if another rule rejects the object', () => {
    const policy = `apiVersion: kadm.dev/v1
kind: MetadataPolicy
metadata: {name: labels}
spec:
  rules:
    - {policyPredicate: {labelSelector: {matchLabels: {team: a}}}, policyAction: {updatedLabels: {cost: x}}}
    - {policyAction: {reject: true}}
`
    expect(decidedFields(policy, '{name: a, object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}, expect: {allowed: false}}')).to.deep.equal(['spec.rules[1]'])
  })

  it('counts the conditions of limited resources for which an object is denied', () => {
    const conditions = 'matchContains: [memory, cpu], matchScopes: [{scopeName: BestEffort, operator: Exists}]'
    const configuration = `apiVersion: apiserver.config.k8s.io/v1\nkind: ResourceQuotaConfiguration\nlimitedResources: [{resource: pods, ${conditions}}]\n`
    const decided = (object: string): string[] => decidedFields(configuration, `{name: a, object: ${object}}`)
    expect(decided(pod('1Gi'))).to.deep.equal(['limitedResources[0]', 'limitedResources[0].matchContains[0]'])
    expect(decided('{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: i}]}}')).to.deep.equal(['limitedResources[0]', 'limitedResources[0].matchScopes[0]'])
  })

  it('names the tests that an item decided', () => {
    const tests = ['a', 'b'].map((name) => `- {name: ${name}, object: ${pod('2Gi')}, expect: {allowed: false}}\n`).join('')
    expect(analyze(inputOf(tests, 'limits.yaml')).analysis.coverage().items.map(({decided}) => decided)).to.deep.equal([['t: a', 't: b'], []])
  })
})
