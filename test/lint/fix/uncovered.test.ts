import {expect} from 'chai'

import {fixSources} from '../../../src/lint/fix/fix-sources.js'
import {uncovered} from '../../../src/lint/fix/uncovered.js'
import {lint} from '../../../src/lint/lint.js'
import {SourceFile} from '../../../src/source/source-file.js'
import {limits, podOf, together} from '../../helpers/rule-table.js'

/** Findings in files: the place, its text, whether it can be fixed, and the rule. */
function found(...texts: string[]): string[] {
  const {rounds} = fixSources(texts.map((text, i) => new SourceFile(`${i}.yaml`, text)), (sources) => lint(sources))
  return uncovered(rounds).map(({file, span, fix, ruleId}) => {
    return `${file.path}:${file.position(span.start).line} ${file.slice(span)}${fix === undefined ? '' : ` -> ${fix.text}`} ${ruleId}`
  })
}

describe('uncovered', () => {
  it('is what is found, where nothing can be fixed', () => {
    expect(found(limits('a', 'type: Container, max: {cpu: 1}'))).to.deep.equal([])
    expect(found(limits('a', 'type: Pod, min: {cpu: 2}, max: {cpu: 1}'))).to.deep.equal(['0.yaml:6 2 limit-range/min-not-above-max'])
  })

  it('has what validation finds behind what cannot be decoded, at its place in the file as it is', () => {
    const text = limits('a', 'type: Pod, min: {memory: 10gi, cpu: 2}, max: {memory: 1Gi, cpu: 1}')
    expect(found(text)).to.deep.equal([
      '0.yaml:6 10gi -> 10Gi decode/bad-value',
      '0.yaml:6 10gi limit-range/min-not-above-max',
      '0.yaml:6 2 limit-range/min-not-above-max',
    ])
  })

  it('goes on behind what was uncovered: from the kind to a field, to a unit, to the rules', () => {
    const text = limits('a', 'type: pod, Max: {memory: 4096K}, min: {memory: 1Gi}').replace('LimitRange', 'limitrange')
    expect(found(text)).to.deep.equal([
      '0.yaml:2 limitrange -> LimitRange manifest/kind',
      '0.yaml:6 pod -> Pod limit-range/type',
      '0.yaml:6 Max -> max decode/unknown-field',
      '0.yaml:6 4096K -> 4096k decode/bad-value',
      '0.yaml:6 1Gi limit-range/min-not-above-max',
    ])
  })

  it('has what is wrong between objects of two files, once one of them can be read', () => {
    const bounds = [limits('a', 'type: container, min: {memory: 2Gi}'), limits('b', 'type: Pod, max: {memory: 1Gi}')]
    expect(found(...bounds)).to.deep.equal(['0.yaml:6 container -> Container limit-range/type', '0.yaml:6 2Gi limit-range/contradiction', '1.yaml:6 1Gi limit-range/explicit-required'])
  })

  it('keeps what is found at first and has no fix', () => {
    expect(found(together(limits('a', 'type: container, max: {cpu: 1}'), podOf('requests: {cpu: 2}, limits: {cpu: 1}')))).to.deep.equal([
      '0.yaml:6 container -> Container limit-range/type', '0.yaml:14 2 resources/request-not-above-limit',
    ])
  })

  it('does not call a suppression unused of something that is uncovered', () => {
    const text = `# kadm-disable limit-range/min-not-above-max\n${limits('a', 'type: pod, Max: {memory: 1Gi}, min: {memory: 2Gi}')}`
    expect(found(text)).to.deep.equal(['0.yaml:7 pod -> Pod limit-range/type', '0.yaml:7 Max -> max decode/unknown-field'])
    expect(found(`# kadm-disable limit-range/min-not-above-max\n${limits('a', 'type: container, max: {cpu: 1}')}`)).to.deep.equal([
      '0.yaml:1 limit-range/min-not-above-max suppression/unused', '0.yaml:7 container -> Container limit-range/type',
    ])
  })

  it('leaves the fixes out that are not made, of documents with aliases', () => {
    expect(found(limits('a', 'type: &a pod', 'type: *a')).every((text) => !text.includes('->'))).to.equal(true)
  })
})
