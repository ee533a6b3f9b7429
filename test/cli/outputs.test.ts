import {expect} from 'chai'
import {readFileSync} from 'node:fs'

import {makeReports, type Output, outputsOf, withoutReports, writeReports} from '../../src/cli/outputs.js'
import {SourceFile} from '../../src/source/source-file.js'
import {UsageError} from '../../src/usage-error.js'
import {inFolder} from '../helpers/in-folder.js'

const formats = {table: 0, json: 0, sarif: 0}

describe('outputsOf', () => {
  inFolder()

  const errorOf = (...given: string[]): readonly [message: string, suggestions: readonly string[]] => {
    try {
      outputsOf(given, {}, formats)
    } catch (error) {
      if (error instanceof UsageError) return [error.message, error.suggestions]
    }
    throw new Error('nothing is wrong')
  }

  const accepted: readonly (readonly [given: readonly string[] | undefined, outputs: readonly Output<string>[]])[] = [
    [undefined, [{format: 'table'}]],
    [['json'], [{format: 'json'}]],
    [['json=-'], [{format: 'json'}]],
    [['sarif=a.sarif'], [{format: 'sarif', path: 'a.sarif'}]],
    [['table', 'sarif=a=b.sarif', 'sarif=c'], [{format: 'table'}, {format: 'sarif', path: 'a=b.sarif'}, {format: 'sarif', path: 'c'}]],
  ]
  for (const [given, outputs] of accepted) it(`returns the outputs for ${JSON.stringify(given)}`, () => expect(outputsOf(given, {}, formats)).to.deep.equal(outputs))

  it('defaults to the configured format if the command supports it', () => {
    expect(outputsOf(undefined, {output: 'json'}, formats)).to.deep.equal([{format: 'json'}])
    expect(outputsOf(undefined, {output: 'yaml'}, formats)).to.deep.equal([{format: 'table'}])
    expect(outputsOf(['sarif'], {output: 'json'}, formats)).to.deep.equal([{format: 'sarif'}])
  })

  it('rejects unknown formats', () => {
    expect(errorOf('tabel')).to.deep.equal(['Expected --output=tabel to be one of: table, json, sarif', ['did you mean table?']])
    expect(errorOf('xyz=a')).to.deep.equal(['Expected --output=xyz to be one of: table, json, sarif', []])
    expect(errorOf('constructor')[0]).to.match(/^Expected /)
    expect(errorOf('')[0]).to.match(/^Expected --output= to be/)
    expect(errorOf('sarif=')).to.deep.equal(['--output sarif= names no file', []])
  })

  it('rejects two reports at the same destination', () => {
    expect(errorOf('table', 'json')[0]).to.equal('only one report can be printed')
    expect(errorOf('table', 'json=-')[0]).to.equal('only one report can be printed')
    expect(errorOf('table', 'json=a', 'sarif=./a')[0]).to.equal('two reports cannot be written to "./a"')
  })

  it('rejects destinations that cannot be written', () => {
    expect(errorOf('table', 'sarif=missing/a.sarif')[0]).to.equal('cannot write "missing/a.sarif": there is no directory "missing"')
    expect(errorOf('sarif=.')[0]).to.equal('cannot write ".": it is a directory')
  })

  it('writes files first, then prints', async () => {
    const printed: string[] = []
    const reports = await makeReports<string>([{format: 'table'}, {format: 'json', path: 'a.json'}], ({format, path}) => Promise.resolve(`${format} ${path ?? ''}`))
    writeReports(reports, (text) => {
      expect(readFileSync('a.json', 'utf8')).to.equal('json a.json')
      printed.push(text)
    })
    expect(printed).to.deep.equal(['table '])
  })

  it('excludes report files from the sources', () => {
    const sources = ['a.yaml', 'report.json'].map((path) => new SourceFile(path, ''))
    const shown = (...outputs: Output<string>[]): string[] => withoutReports(sources, ['.'], outputs).map(({path}) => path)
    expect(shown({format: 'json', path: './report.json'})).to.deep.equal(['a.yaml'])
    expect(shown({format: 'json'})).to.deep.equal(['a.yaml', 'report.json'])
    expect(() => withoutReports(sources, ['a.yaml'], [{format: 'json', path: './a.yaml'}])).to.throw(UsageError, '"./a.yaml" is an input of this run: kadm does not overwrite it')
  })
})
