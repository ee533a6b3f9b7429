import {expect} from 'chai'
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'

import {workerFile} from './build.js'
import {type Finding, fuzzSuite, type SuiteResult} from './fuzz-suite.js'
import {decodeCase} from './messages.js'

/** A stub of the child process: it exits or hangs at a case of 200 kB with the text "bad", also if it is its only case. */
const worker = (ending: string): string => `
const {readFileSync, writeFileSync} = require('node:fs')
const task = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const end = () => { ${ending} }
const text = JSON.stringify({argv: ['lint', 'a.yaml', '--verbose'], files: {'a.yaml': 'good\\nbad\\ngood\\n', 'b.yaml': 'good'.repeat(50_000)}, inputs: 2})
const progress = (next) => process.send({type: 'progress', next, inputs: 10, runs: 1, branches: 5, kept: 0, processor: 1})
const isSingle = task.single !== undefined
process.send({type: 'alive'}, () => {
  if (!isSingle) writeFileSync(task.folder + '.case', text)
  if (!isSingle) progress(task.from > 0 ? -1 : 7)
  if (isSingle ? task.single.includes('bad') : task.from === 0) setTimeout(end, 50)
  else process.send({type: 'done'}, () => process.disconnect())
})
`

/** Hangs: as an endless loop, it lets no message and no signal of the parent through, but it uses no processor. */
const hang = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'

describe('fuzzSuite @slow', () => {
  let program = ''
  beforeEach(() => {
    program = mkdtempSync(join(tmpdir(), 'kadm-fuzz-test-'))
  })
  afterEach(() => rmSync(program, {recursive: true, force: true}))

  async function fuzzed(ending: string, seconds: number, patience: number, before = ''): Promise<{readonly result: SuiteResult, readonly findings: readonly Finding[]}> {
    const file = join(program, workerFile)
    mkdirSync(dirname(file), {recursive: true})
    writeFileSync(file, before + worker(ending))
    writeFileSync(join(program, 'package.json'), '{"type": "commonjs"}')
    const findings: Finding[] = []
    const result = await fuzzSuite({program, seed: '1', suite: 'yaml', seconds, patience, onFinding: (finding) => findings.push(finding)})
    return {result, findings}
  }

  it('reports the minimised case of a crash, and continues in a new process', async () => {
    const {result, findings} = await fuzzed("console.error('FATAL ERROR: heap'); process.abort()", 60, 60)
    expect(result).to.include({inputs: 20, runs: 2, branches: 5, processor: 2})
    expect(findings.map(({failure: {kind, detail}}) => [kind, detail])).to.deep.equal([['memory', 'the process ends: FATAL ERROR: heap']])
    expect(decodeCase(findings[0]?.case ?? '')).to.deep.equal({argv: ['lint'], files: {'a.yaml': 'bad'}, inputs: 2})
  })

  it('kills a process that sends no messages, and reports its case', async () => {
    const {findings} = await fuzzed(hang, 5, 3)
    expect(findings.map(({failure: {kind}}) => kind)).to.deep.equal(['slow'])
    expect(decodeCase(findings[0]?.case ?? '').files).to.have.property('a.yaml').that.contains('bad')
  })

  it('starts another process if one is killed before its first case', async () => {
    const late = `const marker = __dirname + '/started'\nif (!require('node:fs').existsSync(marker)) { require('node:fs').writeFileSync(marker, ''); ${hang} }\n`
    const {result, findings} = await fuzzed('process.send({type: \'done\'}, () => process.disconnect())', 60, 5, late)
    expect([result.runs, findings]).to.deep.equal([2, []])
  })

  it('reports why the child process does not start', async () => {
    const file = join(program, workerFile)
    mkdirSync(dirname(file), {recursive: true})
    writeFileSync(file, 'throw new Error("nothing works")')
    const error: unknown = await fuzzSuite({program, seed: '1', suite: 'yaml', seconds: 60, onFinding: () => undefined}).then(() => undefined, (reason: unknown) => reason)
    expect(String(error)).to.contain('the child process does not start').and.to.contain('nothing works')
  })
})
