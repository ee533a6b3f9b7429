import {expect} from 'chai'

import type {CommandRun} from '../helpers/run-command.js'
import {checkCharacters, formatIn} from './check/characters.js'
import {checkFix} from './check/fix.js'
import {checkFormat, csvRows, unevenTable} from './check/format.js'
import {checkStatus} from './check/status.js'
import {maxMemory, MemoryWatch} from './memory.js'

const run = (stdout: string, status = 0, stderr = ''): CommandRun => ({stdout, stderr, status})

const lintJson = (summary: object, status: number): CommandRun => run(JSON.stringify({version: 1, diagnostics: [], summary}), status)

describe('checks of a fuzz run', () => {
  it('suspect a run in which the memory grows beyond the limit, and not the garbage of many', () => {
    const watch = new MemoryWatch(100_000)
    const sizes = [maxMemory - 50_000, maxMemory - 1, maxMemory + 50_000, maxMemory + 200_000, maxMemory + 200_000]
    expect(sizes.map((size) => watch.isSuspect(size))).to.deep.equal([false, false, false, true, false])
  })

  it('recognize the output format in the arguments', () => {
    expect(formatIn(['lint', '-o', 'json'])).to.equal('json')
    expect(formatIn(['lint', '--output=sarif', '.'])).to.equal('sarif')
    expect(formatIn(['lint'])).to.equal(undefined)
    expect(formatIn(['lint', '--strict', '-o', 'json'])).to.equal('json')
    expect([formatIn(['drift', '--namespace', '--output=json']), formatIn(['drift', '-n', '-o', 'json'])]).to.deep.equal([undefined, undefined])
    expect(formatIn(['drift', '--namespace=dev', '--output=json'])).to.equal('json')
    expect(formatIn(['lint', '-', '--output=json'])).to.equal('json')
    expect(formatIn(['lint', '-o', 'json', '-o', 'sarif=x'])).to.equal(undefined)
    expect(formatIn(['test', '-o', 'json', 'init'])).to.equal('json')
    expect(formatIn(['test', 'init', '-o', 'json'])).to.equal(undefined)
  })

  it('report control and format characters on both streams, and colours without --color', () => {
    for (const character of ['\u0000', '\u001b[31m', '\r', '\u00ad', '\u200b', '\u2028', '\u{e0041}', '\ufeff']) {
      expect(checkCharacters(run(`a${character}\n`), ['lint']), JSON.stringify(character)).to.include({kind: 'character'})
      expect(checkCharacters(run('', 2, `a${character}\n`), ['lint'])?.detail).to.contain('on stderr')
    }
    expect(checkCharacters(run('a\u001b[1;31mb\u001b[0m\né😀\n'), ['lint', '--color'])).to.equal(undefined)
    expect(checkCharacters(run('a\u001b[2J'), ['lint', '--color'])).to.include({kind: 'character'})
  })

  it('report the syntax and schema errors of reports @slow', async () => {
    const error = async (text: string, ...argv: string[]): Promise<string | undefined> => (await checkFormat(run(text), argv, true))?.detail
    expect(await error('{', 'lint', '-o', 'json')).to.match(/JSON/)
    expect(await error('{"version": 1}', 'lint', '-o', 'json')).to.contain("must have required property 'exitStatus'")
    // kadm export prints objects of Kubernetes, which have no schema here.
    expect(await error('{"apiVersion": "v1"}', 'export', '-o', 'json')).to.equal(undefined)
    expect(await error('{"version": "0.2.0"}', 'version', '-o', 'json')).to.contain("must have required property 'kubernetesVersions'")
    expect(await error('{"version": 1, "quotas": [], "exitStatus": 0, "incomplete": []}', 'explain', 'quota', '-o', 'json')).to.equal(undefined)
    expect(await error('{"version": 1}', 'explain', 'quota', '-o', 'json')).to.contain("must have required property 'quotas'")
    expect(await error('{"version": 1}', 'explain', 'quota.yaml', '-o', 'json')).to.contain("must have required property 'kubernetesVersion'")
    expect(await error('{"version": 1}', 'config', 'print', '-o', 'json')).to.contain('must have required property')
    expect(await error('', 'lint', '-o', 'sarif')).to.match(/JSON/)
    expect(await error('<testsuites', 'lint', '-o', 'junit')).to.match(/parser error/)
    expect(await error('a: [', 'simulate', '-o', 'yaml')).to.be.a('string')
    expect(await error('a,b\n1,2,3\n', 'capacity', '-o', 'csv')).to.equal('rows have 2 and 3 cells')
    expect(await error('::error file=a::x\nplain\n', 'lint', '-o', 'github')).to.equal('plain')
    expect(await error('a.yaml:1:2: error: x [a/b]\n', 'lint', '-o', 'compact')).to.equal(undefined)
  })

  it('parse CSV, and find rows of a Markdown table with extra cells', () => {
    expect(csvRows('a,"b ""c"",\nd"\n,\n')).to.deep.equal([['a', 'b "c",\nd'], ['', '']])
    expect(unevenTable('| a | b |\n| --- | --- |\n| x \\| y | z |\n\ntext | text\n')).to.equal(undefined)
    expect(unevenTable('| a | b |\n| x | y | z |\n')).to.equal('| x | y | z |')
  })

  it('report an exit status that contradicts the JSON report', () => {
    const argv = ['lint', '-o', 'json']
    expect(checkStatus(run('{"exitStatus": 2}', 1), argv, true)?.detail).to.equal('status 1, but the report says 2')
    expect(checkStatus(lintJson({errors: 0, warnings: 0}, 0), argv, false)).to.equal(undefined)
    expect(checkStatus(lintJson({errors: 1, warnings: 0}, 1), argv, false)).to.equal(undefined)
    expect(checkStatus(lintJson({errors: 1, warnings: 0}, 0), argv, false)?.detail).to.equal('status 0, but the report says: errors')
    expect(checkStatus(lintJson({errors: 0, warnings: 0}, 1), argv, false)?.detail).to.equal('status 1 without findings')
    expect(checkStatus(lintJson({errors: 1, warnings: 0}, 0), [...argv, '--fail-on', 'none'], false)).to.equal(undefined)
    expect(checkStatus(run('{"summary": {"enough": false}}'), ['capacity', '-o', 'json'], false)).to.include({kind: 'status'})
  })

  it('report errors in a file that --fix broke, and not errors that it moved between duplicate objects', async () => {
    const error = (path: string, ...related: string[]): string =>
      JSON.stringify({diagnostics: [{severity: 'error', message: 'm', source: {path}, related: related.map((other) => ({source: {path: other}}))}]})
    const workspace = {prepare: () => undefined, snapshot: () => ({})}
    const check = (before: string, after: string): ReturnType<typeof checkFix> => {
      const outputs = [before, '', after, '']
      return checkFix({run: () => Promise.resolve({...run(outputs.shift() ?? ''), milliseconds: 0})}, workspace, {argv: ['lint', '--fix'], files: {}, inputs: 1})
    }
    expect(await check(error('a', 'b'), error('b', 'a'))).to.equal(undefined)
    expect((await check(error('a'), error('b')))?.detail).to.equal('b had no errors before, and now: m')
    const inEnvironments = (...reports: readonly string[]): string => `{"environments": [${reports.join(', ')}]}`
    expect(await check(inEnvironments(error('a'), error('b')), inEnvironments(error('b')))).to.equal(undefined)
    expect((await check(inEnvironments(error('a')), inEnvironments(error('a'), error('c'))))?.detail).to.equal('c had no errors before, and now: m')
  })
})
