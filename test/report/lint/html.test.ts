import {expect} from 'chai'

import type {Diagnostic} from '../../../src/lint/diagnostic.js'
import {endingOf} from '../../../src/lint/ending.js'
import {lint} from '../../../src/lint/lint.js'
import {ruleById, rules} from '../../../src/lint/rules/index.js'
import {pageLimits} from '../../../src/report/html/page-limits.js'
import {rulesSection} from '../../../src/report/html/rules.js'
import {lintHtml, lintView} from '../../../src/report/lint/html.js'
import {viewHtml} from '../../../src/report/html/view.js'
import {SourceFile} from '../../../src/source/source-file.js'

const limits = (name: string, body = 'max: {cpu: 1}\n    min: {cpu: 2}'): string =>
  `apiVersion: v1\nkind: LimitRange\nmetadata: {name: ${name}, namespace: dev}\nspec:\n  limits:\n  - type: Container\n    ${body}\n`

const shown = (...files: readonly SourceFile[]): string => viewHtml(lintView(lint(files))).text

describe('HTML report of findings', () => {
  it('groups findings by file, files with errors first, with the line, the rule and the object', () => {
    const text = shown(new SourceFile('a.yaml', 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: i, imagePullPolicy: never}]}\n'), new SourceFile('b.yaml', limits('l')))
    expect(text).to.contain('<h3>b.yaml <span class="count" data-count>')
    expect(text).to.contain('data-item="finding" data-severity="error" data-rule="limit-range/min-not-above-max" data-namespace="dev"')
    expect(text).to.match(/min: \{cpu: <mark>2<\/mark>\}/)
    expect(text).to.contain('<dd>LimitRange dev/l</dd>').and.to.contain('spec.limits[0].min[cpu]')
  })

  it('shows lines before the finding, but not those of a Secret', () => {
    expect(shown(new SourceFile('a.yaml', limits('l')))).to.contain('<span class="muted">  - type: Container</span>')
    const secret = shown(new SourceFile('s.yaml', 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata:\n  good: c2VjcmV0\n  wrong: "%%%"\n'))
    expect(secret).to.contain('wrong').and.not.to.contain('c2VjcmV0')
  })

  it('states why it is incomplete', () => {
    const report = lint([new SourceFile('a.yaml', '', 'permission denied')])
    const text = lintHtml(report, {isColoured: false, columns: undefined, paths: [], workingDirectory: '/', version: '1.2.3', failOn: 'warning', ending: endingOf({hasFindings: true, reasons: ['1 file cannot be read']})})
    expect(text).to.contain('The report is incomplete').and.to.contain('<li>1 file cannot be read</li>').and.to.contain('Exit status <code>2</code>')
  })

  it('explains each rule once, and each finding leads to the explanation', () => {
    const text = shown(new SourceFile('a.yaml', limits('l')), new SourceFile('b.yaml', limits('m')))
    expect(text.match(/<a href="#rule-limit-range\/min-not-above-max">/g)).to.have.length(2)
    expect(text.match(/ id="rule-limit-range\/min-not-above-max"/g)).to.have.length(1)
    const {summary, fix, source} = ruleById('limit-range/min-not-above-max')!
    const [, explained = ''] = text.split(' id="rule-limit-range/min-not-above-max"')
    for (const part of ['2 findings', summary, fix, source, '<pre class="source">apiVersion: v1', '<code>kadm rules limit-range/min-not-above-max</code>']) expect(explained).to.contain(part)
    expect(explained).not.to.contain('Documentation')
  })

  it('links each rule to its page if the documentation has an address', () => {
    const text = viewHtml(lintView(lint([new SourceFile('a.yaml', limits('l'))]), undefined, 'https://docs.example/"><b>')).text
    expect(text).to.contain('<a href="https://docs.example/&quot;&gt;&lt;b&gt;/rules/limit-range/min-not-above-max.html" rel="noreferrer">')
  })

  it('explains all rules in at most 500 kB', () => {
    const [first] = lint([new SourceFile('a.yaml', limits('l'))]).diagnostics
    const text = rulesSection(rules.map(({id}) => ({...first!, ruleId: id})), 'https://docs.example').map(({body}) => body.text).join('')
    expect(text.match(/data-item="rule"/g)).to.have.length(rules.length)
    expect(text.length).to.be.below(500_000)
  })

  it('lists skipped files', () => {
    const report = {...lint([]), skipped: [{path: 'values.yaml', reason: 'helm-chart-file', detail: 'values of <chart>'} as const]}
    expect(viewHtml(lintView(report)).text).to.contain('<li>skipped values.yaml: Helm chart file (values of &lt;chart&gt;)</li>')
  })

  it('shows the most severe of many findings, and states that there are more', () => {
    const file = new SourceFile('a.yaml', limits('l'))
    const [first] = lint([file]).diagnostics
    const many = (count: number, severity: Diagnostic['severity']): readonly Diagnostic[] => Array.from({length: count}, () => ({...first!, severity}))
    const report = {...lint([file]), diagnostics: [...many(pageLimits.items, 'warning'), ...many(10, 'error')]}
    const {items: maxShown} = pageLimits
    const text = viewHtml(lintView(report)).text
    expect(text.match(/data-item="finding"/g)).to.have.length(maxShown)
    expect(text.match(/data-severity="error"/g)).to.have.length(10)
    expect(text).to.contain(`This page shows ${maxShown} of ${maxShown + 10} findings, the most severe ones: -o json has all of them`)
    expect(text.length).to.be.below(10_000_000)
  })
})
