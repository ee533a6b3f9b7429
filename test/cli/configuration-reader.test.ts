import {expect} from 'chai'
import {mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import Lint from '../../commands/lint.js'
import {configurationReader} from '../../src/cli/read-inputs.js'
import {SourceFile} from '../../src/source/source-file.js'
import {runCommand} from '../helpers/run-command.js'

const outer = (path: string): string =>
  `apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nplugins:\n  - name: EventRateLimit\n    path: ${path}\n`

describe('files referenced by a configuration', () => {
  const before = process.cwd()
  let folder = ''

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'kadm-reader-')))
    for (const name of ['here', 'there']) mkdirSync(join(folder, name))
    writeFileSync(join(folder, 'there', 'secret.yaml'), 'the secret: {\n')
    writeFileSync(join(folder, 'here', 'limits.yaml'), 'kind: Nothing\n')
    process.chdir(join(folder, 'here'))
  })
  afterEach(() => {
    process.chdir(before)
    rmSync(folder, {recursive: true, force: true})
  })

  const isRead = (path: string, ...sources: string[]): boolean =>
    configurationReader(sources.map((source) => new SourceFile(source, '')))(path) instanceof SourceFile

  it('are read in the repository of a source: below a folder with .git, the working directory, or the folder of the source', () => {
    expect(isRead('limits.yaml', 'outer.yaml')).to.equal(true)
    expect(isRead('limits.yaml', 'inner/outer.yaml')).to.equal(true)
    expect(isRead(join(folder, 'here', 'limits.yaml'), 'STDIN')).to.equal(true)
    expect(isRead('../there/secret.yaml', '../there/outer.yaml')).to.equal(true)
    mkdirSync('inner/.git', {recursive: true})
    expect(isRead('limits.yaml', 'inner/outer.yaml')).to.equal(false)
    expect(isRead('inner/gone/limits.yaml', 'inner/outer.yaml'), 'a missing file').to.equal(false)
    mkdirSync('../.git')
    expect(isRead('../there/secret.yaml', 'outer.yaml')).to.equal(true)
  })

  it('are not read from other folders', () => {
    expect(isRead('../there/secret.yaml', 'outer.yaml')).to.equal(false)
    expect(isRead(join(folder, 'there', 'secret.yaml'), 'outer.yaml')).to.equal(false)
    expect(isRead('/etc/hosts', 'outer.yaml')).to.equal(false)
  })

  it('outside these folders are not quoted in the report of lint', async () => {
    writeFileSync('outer.yaml', outer(join(folder, 'there', 'secret.yaml')))
    const {status, stdout} = await runCommand(Lint, 'outer.yaml', '--no-color')
    expect(status).to.equal(0)
    expect(stdout).to.contain('outer.yaml:5:11  info  ').and.to.contain('is not read').and.not.to.contain('the secret')
  })

  it('are reported if they are missing', async () => {
    writeFileSync('outer.yaml', outer('gone.yaml'))
    expect((await runCommand(Lint, 'outer.yaml', '--no-color')).stdout).to.contain('outer.yaml:5:11  error  ').and.to.contain('Err:0x2')
  })

  it('are not read through a link to another folder', async () => {
    symlinkSync(join(folder, 'there', 'secret.yaml'), 'link.yaml')
    writeFileSync('outer.yaml', outer('link.yaml'))
    const {stdout} = await runCommand(Lint, 'outer.yaml', '--no-color')
    expect(stdout).to.contain('is not read').and.not.to.contain('the secret')
  })
})
