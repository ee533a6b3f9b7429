import {expect} from 'chai'

import {mutantsOf} from '../../../src/policy-test/mutate/mutants.js'
import {SourceFile} from '../../../src/source/source-file.js'

const mutantsIn = (text: string) => [...mutantsOf(new SourceFile('policy.yaml', text))]

/** The mutants of a policy, as `line:column item change`. */
const changesIn = (text: string): string[] => mutantsIn(text).map(({item, change}) => {
  const {line, column} = item.place.file.position(item.place.span.start)
  return `${line}:${column} ${item.name} ${change}`
})

const limitRange = (...items: readonly string[]): string => ['apiVersion: v1', 'kind: LimitRange', 'metadata: {name: limits}', 'spec:', '  limits:',
  ...items.map((item) => `    - ${item}`), ''].join('\n')

const quota = (...spec: readonly string[]): string => ['apiVersion: v1', 'kind: ResourceQuota', 'metadata: {name: quota}', 'spec:',
  ...spec.map((line) => `  ${line}`), ''].join('\n')

const metadataPolicy = (predicate: string, action: string): string => ['apiVersion: kadm.dev/v1', 'kind: MetadataPolicy', 'metadata: {name: labels}', 'spec:', '  rules:',
  `    - policyPredicate: ${predicate}`, `      policyAction: ${action}`, ''].join('\n')

const limits = (...limit: readonly string[]): string =>
  ['apiVersion: eventratelimit.admission.k8s.io/v1alpha1', 'kind: Configuration', 'limits:', ...limit.map((one) => `  - ${one}`), ''].join('\n')

describe('mutantsOf', () => {
  it('changes amounts by one unit of their suffix, or of the next smaller one', () => {
    expect(changesIn(limitRange('{type: Pod, max: {memory: 1Gi, cpu: 2}, min: {memory: 128Mi, cpu: 100m}}'))).to.deep.equal([
      '6:61 min.memory 128Mi → 129Mi', '6:61 min.memory 128Mi → 127Mi', '6:61 min.memory removed',
      '6:73 min.cpu 100m → 101m', '6:73 min.cpu 100m → 99m', '6:73 min.cpu removed',
      '6:33 max.memory 1Gi → 1025Mi', '6:33 max.memory 1Gi → 1023Mi', '6:33 max.memory removed',
      '6:43 max.cpu 2 → 2001m', '6:43 max.cpu 2 → 1999m', '6:43 max.cpu removed',
    ])
  })

  it('changes ratios by 1', () => {
    expect(changesIn(limitRange('{type: Pod, maxLimitRequestRatio: {memory: 2}}')).map((text) => text.split(' ').slice(1).join(' '))).to.deep.equal([
      'maxLimitRequestRatio.memory 2 → 3', 'maxLimitRequestRatio.memory 2 → 1', 'maxLimitRequestRatio.memory removed',
    ])
  })

  it('leaves out mutants that the API server rejects', () => {
    expect(changesIn(limitRange('{type: Pod, max: {cpu: 1}, min: {cpu: 1}}'))).to.deep.equal([
      '6:45 min.cpu 1 → 999m', '6:45 min.cpu removed', '6:30 max.cpu 1 → 1001m', '6:30 max.cpu removed',
    ])
  })

  it('leaves out mutants with the effect of the original', () => {
    // Without a default, max is the default.
    const removesDefault = (max: number): boolean =>
      changesIn(limitRange(`{type: Container, max: {cpu: ${max}}, default: {cpu: 1}}`)).some((change) => change.endsWith(' default.cpu removed'))
    expect(removesDefault(1)).to.equal(false)
    expect(removesDefault(2)).to.equal(true)
  })

  it('changes the amounts of quotas, whole numbers by 1', () => {
    expect(changesIn(quota('hard: {pods: "5", requests.cpu: "4"}'))).to.deep.equal([
      '5:16 hard.pods 5 → 6', '5:16 hard.pods 5 → 4', '5:16 hard.pods removed',
      '5:35 hard.requests.cpu 4 → 4001m', '5:35 hard.requests.cpu 4 → 3999m', '5:35 hard.requests.cpu removed',
    ])
  })

  it('replaces scopes by their opposites, and removes them', () => {
    const changes = changesIn(quota('hard: {pods: 5}', 'scopes: [BestEffort]', 'scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: In, values: [low, high]}]}'))
    expect(changes.slice(3)).to.deep.equal([
      '6:12 scope BestEffort → NotBestEffort', '6:12 scope removed',
      '7:38 scope PriorityClass In [low, high] → NotIn', '7:38 scope PriorityClass In [low, high] without low', '7:38 scope PriorityClass In [low, high] without high',
      '7:38 scope removed',
    ])
  })

  it('changes the terms and actions of rules', () => {
    expect(changesIn(metadataPolicy('{labelSelector: {matchLabels: {a: b}, matchExpressions: [{key: tier, operator: Exists}]}}', '{updatedLabels: {team: none}}'))).to.deep.equal([
      '6:7 rules[0] removed', '7:44 updatedLabels.team none → changed', '7:44 updatedLabels.team removed',
      '6:58 a = removed', '6:81 term tier Exists → DoesNotExist', '6:81 term removed',
    ])
  })

  it('changes the limits of a configuration', () => {
    expect(changesIn(limits('{type: Server, qps: 5, burst: 1, cacheSize: 3}', '{type: User, qps: 1, burst: 9, cacheSize: 30}')).map((text) => text.slice(text.indexOf(' ') + 1))).to.deep.equal([
      'limits[0] Server → Namespace', 'limits[0] removed', 'qps 5 → 6', 'qps 5 → 4', 'burst 1 → 2',
      'limits[1] User → Server', 'limits[1] removed', 'qps 1 → 2', 'burst 9 → 10', 'burst 9 → 8', 'cacheSize 30 → 1',
    ])
  })

  it('changes the configuration inside an AdmissionConfiguration, at its place', () => {
    const changes = changesIn(['apiVersion: apiserver.config.k8s.io/v1', 'kind: AdmissionConfiguration', 'plugins:', '- name: ResourceQuota', '  configuration:',
      '    apiVersion: apiserver.config.k8s.io/v1', '    kind: ResourceQuotaConfiguration', '    limitedResources:',
      '    - {resource: pods, matchContains: [cpu, memory]}', ''].join('\n'))
    expect(changes).to.deep.equal(['9:7 limitedResources[0] removed', '9:40 matchContains removed', '9:45 matchContains removed'])
  })

  it('changes nothing in an invalid policy', () => {
    expect(changesIn(quota('hard: {pods: -1}'))).to.deep.equal([])
  })

  it('leaves everything else in the file as it is', () => {
    const before = `# first\n${quota('hard: {pods: 1}')}--- # second\n`
    const after = '\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  a: |\n    text\n'
    const [first] = mutantsIn(before + quota('hard: {pods: 2} # two').trimEnd() + after)
    expect(first?.change).to.equal('1 → 2')
    const mutants = mutantsIn(before + quota('hard: {pods: 2} # two').trimEnd() + after)
    expect(mutants.at(-1)?.file.text).to.equal(`${before}{"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"quota"},"spec":{"hard":{}}} # two${after}`)
  })

  it('leaves out mutants that would change another object through an alias', () => {
    const aliased = 'apiVersion: v1\nkind: List\nitems:\n- &q {apiVersion: v1, kind: ResourceQuota, metadata: {name: a}, spec: {hard: {pods: 1}}}\n- *q\n'
    expect(mutantsIn(aliased).map(({file}) => file.text).every((text) => text.includes('&q'))).to.equal(true)
  })
})
