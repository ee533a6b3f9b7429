import {expect} from 'chai'

import {fixSources} from '../../../src/lint/fix/fix-sources.js'
import {uncovered} from '../../../src/lint/fix/uncovered.js'
import {lint} from '../../../src/lint/lint-all.js'
import {SourceFile} from '../../../src/source/source-file.js'
import {limits, podOf, together} from '../../helpers/rule-table.js'

/** Findings in files: the position, its text, the fix if there is one, and the rule. */
function found(...texts: string[]): string[] {
  const {rounds} = fixSources(texts.map((text, i) => new SourceFile(`${i}.yaml`, text)), (sources) => lint(sources))
  return uncovered(rounds).map(({file, span, fix, ruleId}) => {
    return `${file.path}:${file.position(span.start).line} ${file.slice(span)}${fix === undefined ? '' : ` -> ${fix.text}`} ${ruleId}`
  })
}

describe('uncovered', () => {
  it('returns the original findings if nothing can be fixed', () => {
    expect(found(limits('a', 'type: Container, max: {cpu: 1}'))).to.deep.equal([])
    expect(found(limits('a', 'type: Pod, min: {cpu: 2}, max: {cpu: 1}'))).to.deep.equal(['0.yaml:6 2 limit-range/min-not-above-max'])
  })

  it('adds findings of validation after decode errors, at their original positions', () => {
    const text = limits('a', 'type: Pod, min: {memory: 10gi, cpu: 2}, max: {memory: 1Gi, cpu: 1}')
    expect(found(text)).to.deep.equal([
      '0.yaml:6 10gi -> 10Gi decode/bad-value',
      '0.yaml:6 10gi limit-range/min-not-above-max',
      '0.yaml:6 2 limit-range/min-not-above-max',
    ])
  })

  it('returns as many findings of a file as the limit allows, from all rounds together @slow', () => {
    for (const length of [12_000, 21_000]) {
      const keys = Array.from({length}, (_, i) => `"k ${i}":${i}`)
      const all = found(`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{${keys.join(',')}}}`)
      const count = (rule: string): number => all.filter((text) => text.endsWith(rule)).length
      expect([all.length - count('source/too-large'), count('source/too-large'), count('decode/wrong-type') > 9000, count('config-map/key') > 9000], String(length))
        .to.deep.equal([length === 12_000 ? 20_000 : 19_999, 1, true, true])
    }
  })

  it('continues over several rounds: kind, field, unit and rules', () => {
    const text = limits('a', 'type: pod, Max: {memory: 4096K}, min: {memory: 1Gi}').replace('LimitRange', 'limitrange')
    expect(found(text)).to.deep.equal([
      '0.yaml:2 limitrange -> LimitRange manifest/kind',
      '0.yaml:6 pod -> Pod limit-range/type',
      '0.yaml:6 Max -> max decode/unknown-field',
      '0.yaml:6 4096K -> 4096k decode/bad-value',
      '0.yaml:6 1Gi limit-range/min-not-above-max',
    ])
  })

  it('adds findings between objects of two files once both can be decoded', () => {
    const bounds = [limits('a', 'type: container, min: {memory: 2Gi}'), limits('b', 'type: Pod, max: {memory: 1Gi}')]
    expect(found(...bounds)).to.deep.equal(['0.yaml:6 container -> Container limit-range/type', '0.yaml:6 2Gi limit-range/contradiction', '1.yaml:6 1Gi limit-range/explicit-required'])
  })

  it('keeps original findings without a fix', () => {
    expect(found(together(limits('a', 'type: container, max: {cpu: 1}'), podOf('requests: {cpu: 2}, limits: {cpu: 1}')))).to.deep.equal([
      '0.yaml:6 container -> Container limit-range/type', '0.yaml:14 2 resources/request-not-above-limit',
    ])
  })

  it('does not report a suppression as unused if it matches a later finding', () => {
    const text = `# kadm-disable limit-range/min-not-above-max\n${limits('a', 'type: pod, Max: {memory: 1Gi}, min: {memory: 2Gi}')}`
    expect(found(text)).to.deep.equal(['0.yaml:7 pod -> Pod limit-range/type', '0.yaml:7 Max -> max decode/unknown-field'])
    expect(found(`# kadm-disable limit-range/min-not-above-max\n${limits('a', 'type: container, max: {cpu: 1}')}`)).to.deep.equal([
      '0.yaml:1 limit-range/min-not-above-max suppression/unused', '0.yaml:7 container -> Container limit-range/type',
    ])
  })

  it('omits the count of denied pods of a workload whose pods Pod Security rejects before the fix', () => {
    const quota = 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q, namespace: dev}\nspec: {hard: {pods: 1}}\n'
    const namespace = (level: string): string => `apiVersion: v1\nkind: Namespace\nmetadata: {name: dev, labels: {pod-security.kubernetes.io/enforce: ${level}}}\n`
    const web = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: dev}\nspec:\n  replicas: 2\n  selector: {matchLabels: {app: web}}\n'
      + '  template:\n    metadata: {labels: {app: web}}\n    spec:\n      securityContext: {runAsNonRoot: true, seccompProfile: {type: RuntimeDefault}}\n'
      + '      containers: [{name: app, image: web, securityContext: {capabilities: {drop: [ALL]}}}]\n'
    const rulesUnder = (level: string): string[] => found(together(quota, namespace(level), web)).map((text) => text.slice(text.lastIndexOf(' ') + 1))
    expect(rulesUnder('restricted')).to.deep.equal(['pod-security/enforce'])
    expect(rulesUnder('baseline')).to.deep.equal(['workload/refused-pods'])
  })

  it('omits fixes that are not applied, such as those of documents with aliases', () => {
    expect(found(limits('a', 'type: &a pod', 'type: *a')).every((text) => !text.includes('->'))).to.equal(true)
  })
})
