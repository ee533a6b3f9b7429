import {expect} from 'chai'
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {checkerFor} from '../../src/cli/check-files.js'
import {type FixedFiles, lintFiles} from '../../src/cli/fix-files.js'
import {readFile} from '../../src/io/read-sources.js'
import {limits} from '../helpers/rule-table.js'

describe('lintFiles with fixes', () => {
  let folder = ''
  before(() => folder = mkdtempSync(join(tmpdir(), 'kadm-fix-')))
  after(() => rmSync(folder, {recursive: true, force: true}))

  const found = ({report}: FixedFiles): string[] => report.diagnostics.filter(({severity}) => severity === 'error').map(({file, message}) => `${file.path.slice(folder.length + 1)} ${message.split(': ')[2] ?? ''}`)

  it('skips a file that changed since it was read, and reports its findings', async () => {
    const paths = ['a.yaml', 'b.yaml'].map((name) => join(folder, name))
    writeFileSync(paths[0]!, limits('a', 'type: pod'))
    writeFileSync(paths[1]!, limits('b', 'type: pod'))
    const sources = paths.map((path) => readFile(path))
    const changed = limits('a', 'type: container')
    writeFileSync(paths[0]!, changed)
    const check = await checkerFor(sources, {settings: {}, isNamespaceGiven: false, isSuppressing: true, isForBaseline: false})
    const result = lintFiles(sources, check, {paths, isFixing: true, isDryRun: false})
    expect(result.notes).to.deep.equal([`not fixed: ${paths[0]} has changed meanwhile`, 'fixed: 1 place in 1 file'])
    expect(found(result)).to.deep.equal(['a.yaml "pod"'])
    expect(paths.map((path) => readFileSync(path, 'utf8'))).to.deep.equal([changed, limits('b', 'type: Pod')])
    expect(result.report.diagnostics[0]).not.to.have.property('fix')
    expect(result.fixed.map(({before: {path}}) => path)).to.deep.equal([paths[1]])
  })
})
