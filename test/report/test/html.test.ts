import {expect} from 'chai'

import {noSuchFile} from '../../../src/configuration/file-error.js'
import {type MeasuredReport, TestAnalysis} from '../../../src/policy-test/analysis.js'
import {runTests} from '../../../src/policy-test/run-tests.js'
import type {FilesAtPath} from '../../../src/policy-test/types.js'
import {testHtml, testView} from '../../../src/report/test/html.js'
import {viewHtml} from '../../../src/report/html/view.js'
import {SourceFile} from '../../../src/source/source-file.js'
import {markupError} from '../../helpers/markup.js'

const limits = 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: limits}\nspec: {limits: [{type: Container, max: {cpu: "1", memory: 1Gi}, default: {cpu: 500m, memory: 1Gi}}]}\n'

const podOf = (cpu: string): string => `{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: i, resources: {limits: {cpu: "${cpu}"}}}]}}`

/** Runs tests with the policy above. */
function run(tests: string, isMeasured = false): MeasuredReport {
  const files = new Map<string, FilesAtPath>([['limits.yaml', {sources: [new SourceFile('limits.yaml', limits)]}]])
  const inputs = ['b', 'a'].map((name) => ({
    file: new SourceFile(`${name}.kadm-test.yaml`, `apiVersion: test.kadm.dev/v1\nkind: Suite\npolicies: [limits.yaml]\ntests:\n${name === 'a' ? tests : `- {name: good, object: ${podOf('500m')}}\n`}`), files,
  }))
  const analysis = new TestAnalysis()
  const report = runTests(inputs, {readFile: noSuchFile, ...isMeasured && {observe: analysis.observe}})
  return isMeasured ? {...report, coverage: analysis.coverage(), mutation: analysis.mutation({readFile: noSuchFile})} : report
}

const shown = (report: MeasuredReport): string => viewHtml(testView(report)).text

describe('HTML report of tests', () => {
  it('shows files with failures first, with the line and both answers', () => {
    const report = run(`- name: too large\n  object: ${podOf('2')}\n  expect: {allowed: true}\n`)
    const text = shown(report)
    expect(testView(report)).to.include({summary: '2 tests: 1 passed, 1 failed', tone: 'bad'})
    expect([...text.matchAll(/<h3>(\S+)/g)].map(([, path]) => path)).to.deep.equal(['a.kadm-test.yaml', 'b.kadm-test.yaml'])
    expect(text).to.contain('data-item="test" data-status="failed"').and.to.contain('expect: {allowed: <mark>true</mark>}')
    expect(text).to.match(/Expected<\/p>\n<pre class="expected">admitted?<\/pre>[^]*<pre class="actual">[^<]*maximum cpu usage per Container is 1, but limit is 2/)
  })

  it('shows files with errors and tests that cannot run', () => {
    const text = shown(run('- {name: a, object: none.yaml}\n- {nam: b}\n'))
    expect(text).to.contain('data-status="cannot run"').and.to.contain('The file has errors')
  })

  it('shows what no test covers, and the changes of policies that no test notices', () => {
    const report = run(`- name: denied\n  object: ${podOf('2')}\n  expect: {allowed: false}\n`, true)
    const text = shown(report)
    expect(text).to.match(/data-coverage="not covered"[^]*max\.memory/).and.to.match(/data-coverage="covered"/)
    expect(text).to.contain('data-mutants="survived"').and.to.contain('data-mutants="killed"').and.to.contain('Policy mutation score:')
    expect(markupError(testHtml(report, {isColoured: false, columns: undefined, paths: [], workingDirectory: '/', version: '1', failOn: 'warning'}))).to.equal(undefined)
  })
})
