import {expect} from 'chai'

import {fold} from '../../src/lint/fold.js'
import {lint} from '../../src/lint/lint-all.js'
import {lintSummary} from '../../src/report/lint/summary.js'
import {SourceFile} from '../../src/source/source-file.js'

const limitRange = (name: string): string => `apiVersion: v1
kind: LimitRange
metadata: {name: ${name}}
spec:
  limits:
    - type: Container
      max: {memroy: 1Gi}
      min: {memroy: 1Mi}
      default: {memroy: 1Gi}
`

const reportOf = (text: string) => lint([new SourceFile('f.yaml', text)])

const folded = (text: string): string[][] => fold(reportOf(text).diagnostics).map(({message, related, file, span}) =>
  [`${file.position(span.start).line} ${message}`, ...related.map((other) => `${other.file.position(other.span.start).line} ${other.message}`)])

describe('fold', () => {
  it('merges findings of the same misspelt resource in one object', () => {
    expect(folded(limitRange('a'))).to.deep.equal([[
      '7 spec.limits[0].max[memroy]: Invalid value: "memroy": must be a standard resource for containers',
      '8 the same in spec.limits[0].min[memroy]', '9 the same in spec.limits[0].default[memroy]',
    ]])
  })

  it('merges findings of values copied to defaults', () => {
    expect(folded('apiVersion: v1\nkind: LimitRange\nmetadata: {name: a}\nspec: {limits: [{type: Container, max: {gpu: 1}}]}\n')).to.deep.equal([
      ['4 spec.limits[0].max[gpu]: Invalid value: "gpu": must be a standard resource for containers'],
    ])
  })

  it('does not merge findings of different objects or words', () => {
    expect(folded(`${limitRange('a')}---\n${limitRange('b')}`)).to.have.length(2)
    expect(folded('apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: a}\nspec: {hard: {memroy: 1, pod: 1}}\n').map(([first]) => first)).to.deep.equal([
      '4 spec.hard[memroy]: Invalid value: "memroy": must be a standard resource for quota',
      '4 spec.hard[pod]: Invalid value: "pod": must be a standard resource for quota',
    ])
  })

  it('does not change other findings', () => {
    const {diagnostics} = reportOf('apiVersion: v1\nkind: Pod\nmetadata: {name: A_B}\nspec: {containers: [{name: a, image: b, foo: 1}, {name: c, image: d, foo: 1}]}\n')
    expect(fold(diagnostics)).to.deep.equal(diagnostics)
  })

  it('ignores suppressed findings, and keeps the number of fixable ones', () => {
    const text = limitRange('a').replace('max: {memroy: 1Gi}', 'max: {memroy: 1Gi}  # kadm-disable-line limit-range/resource-name -- it is ours')
    expect(folded(text)).to.deep.equal([[
      '8 spec.limits[0].min[memroy]: Invalid value: "memroy": must be a standard resource for containers', '9 the same in spec.limits[0].default[memroy]',
    ]])
    const report = reportOf(limitRange('a'))
    expect([lintSummary(report), lintSummary({...report, diagnostics: fold(report.diagnostics)})].map(({errors, fixable}) => [errors, fixable]))
      .to.deep.equal([[8, 3], [1, 3]])
  })
})
