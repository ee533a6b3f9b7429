import {expect} from 'chai'

import {runTests} from '../../src/policy-test/run-tests.js'
import {testJunit} from '../../src/report/test/junit.js'
import {sideBySide} from '../../src/report/test/table.js'
import {SourceFile} from '../../src/source/source-file.js'
import {junitErrors} from '../helpers/report-formats.js'

const options = {isColoured: false, columns: undefined, paths: [], workingDirectory: '/', version: '0', failOn: 'warning'} as const

describe('JUnit of kadm test', () => {
  it('fits the schema of Jenkins @slow', async () => {
    const text = `apiVersion: test.kadm.dev/v1
kind: Suite
tests:
- {name: passes, object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}}
- {name: "fails \\e <&>", object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}, expect: {code: 403}}
- {name: cannot run, object: gone.yaml}
`
    const sources = [new SourceFile('a.kadm-test.yaml', text), new SourceFile('b.kadm-test.yaml', 'kind: [')]
    let time = 0
    const report = runTests(sources.map((file) => ({file, files: new Map()})), {now: () => time += 12})
    expect(report.summary).eql({passed: 1, failed: 1, broken: 2, skipped: 0})
    expect(await junitErrors(testJunit(report, options))).eql([])
  })
})

describe('sideBySide', () => {
  it('wraps both texts and breaks long words', () => {
    expect(sideBySide(['a bc', 'd'], ['abcdefghijklmn'], 23)).eql(['a bc       | abcdefghij', 'd          | klmn'])
  })

  it('measures wide characters', () => {
    expect(sideBySide(['\u4f60\u597d\u4f60\u597d\u4f60\u597d'], ['x'], 23)).eql(['\u4f60\u597d\u4f60\u597d\u4f60 | x', '\u597d         |'])
  })
})
