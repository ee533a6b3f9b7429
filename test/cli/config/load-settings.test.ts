import {expect} from 'chai'
import {execFileSync} from 'node:child_process'
import {mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {environmentNames, formatOf, loadSettings} from '../../../src/cli/config/load-settings.js'
import {UsageError} from '../../../src/usage-error.js'

describe('loadSettings', () => {
  const before = process.cwd()
  const environment = {...process.env}
  let folder = ''

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'kadm-config-')))
    mkdirSync(join(folder, 'a', 'b'), {recursive: true})
    process.chdir(join(folder, 'a', 'b'))
    clearEnvironment()
  })
  afterEach(() => {
    process.chdir(before)
    clearEnvironment()
    Object.assign(process.env, environment)
    rmSync(folder, {recursive: true, force: true})
  })

  function clearEnvironment(): void {
    for (const name of Object.keys(process.env)) if (name.startsWith('KADM_')) Reflect.deleteProperty(process.env, name)
  }

  const write = (path: string, text: string): void => writeFileSync(join(folder, path), text)

  it('reads the nearest file in the working directory or above', () => {
    write('.kadm.yaml', 'namespace: far')
    expect(loadSettings({}).settings).to.deep.equal({namespace: 'far'})
    write('a/.kadm.yaml', 'output: json')
    expect(loadSettings({}).settings, 'and none above it').to.deep.equal({output: 'json'})
    write('a/b/.kadm.yaml', 'namespace: near')
    expect(loadSettings({}).settings).to.deep.equal({namespace: 'near'})
  })

  it('resolves paths relative to the file', () => {
    write('.kadm.yaml', 'policies: [policies]')
    expect(loadSettings({}).settings.policies).to.deep.equal([join('..', '..', 'policies')])
  })

  it('ignores directories of that name, and files of other names', () => {
    mkdirSync(join(folder, 'a', '.kadm.yaml'))
    for (const name of ['.kadm.yml', 'kadm.yaml', '.kadm.json']) write(`a/b/${name}`, 'namespace: wrong')
    write('.kadm.yaml', 'namespace: far')
    expect(loadSettings({}).settings).to.deep.equal({namespace: 'far'})
  })

  it('prefers flags to environment variables, and both to the file', () => {
    write('.kadm.yaml', 'namespace: file')
    process.env['KADM_NAMESPACE'] = 'environment'
    expect(loadSettings({})).to.deep.include({settings: {namespace: 'environment'}, sources: {namespace: 'environment'}})
    expect(loadSettings({namespace: 'flag'})).to.deep.include({settings: {namespace: 'flag'}, sources: {namespace: 'flag'}})
  })

  it('rejects an invalid file, with its relative path', () => {
    write('.kadm.yaml', 'policies: all')
    expect(() => loadSettings({policies: ['a']})).to.throw(UsageError, `${join('..', '..', '.kadm.yaml')}:1:11: policies must be a list of files, directories and globs`)
  })

  describe('invalid path in the file', () => {
    const message = `${join('..', '.kadm.yaml')}:1:11: baseline: "../x" leads out of the folder of this file`
    beforeEach(() => write('a/.kadm.yaml', 'baseline: ../x\nenvironments: {prod: {namespace: prod}}'))

    it('rejects a path outside the folder of the file', () => {
      expect(() => loadSettings({})).to.throw(UsageError, message)
      expect(() => loadSettings({env: ['prod']})).to.throw(UsageError, message)
    })

    it('accepts such a path if a flag, a variable or --env overrides it', () => {
      expect(loadSettings({baseline: '../../x'}).settings.baseline).to.equal('../../x')
      process.env['KADM_BASELINE'] = '../../y'
      expect(loadSettings({}).settings.baseline).to.equal('../../y')
      expect(environmentNames(['all'])).to.deep.equal(['prod'])
      write('a/.kadm.yaml', 'policies: [../x]\nenvironments: {prod: {policies: [b]}}')
      expect(loadSettings({env: ['prod']}).settings.policies).to.deep.equal([join('..', 'b')])
    })

    it('rejects a symbolic link that leads outside, even to a missing file', function () {
      if (process.platform === 'win32') return this.skip()
      symlinkSync(join('..', 'x'), join(folder, 'a', 'known.json'))
      write('a/.kadm.yaml', 'baseline: known.json')
      expect(() => loadSettings({})).to.throw(UsageError, 'baseline: "known.json" leads out of the folder of this file')
    })

    it('rejects a pipe', function () {
      if (process.platform === 'win32') return this.skip()
      execFileSync('mkfifo', [join(folder, 'a', 'fifo')])
      write('a/.kadm.yaml', 'policies: [fifo]')
      expect(() => loadSettings({})).to.throw(UsageError, `${join('..', '.kadm.yaml')}:1:12: policies: "fifo" is neither a file nor a directory`)
    })
  })

  it('rejects a file that cannot be read', function () {
    if (process.platform === 'win32') this.skip()
    symlinkSync('.kadm.yaml', join(folder, 'a', '.kadm.yaml'))
    expect(() => loadSettings({})).to.throw(UsageError, /^cannot read ".*\.kadm\.yaml": /)
  })
})

describe('formatOf', () => {
  const formats = {table: 0, json: 0}

  it('returns the configured format, or else the first one', () => {
    expect([formatOf({output: 'json'}, formats), formatOf({}, formats)]).to.deep.equal(['json', 'table'])
  })

  it('returns the first format if the command does not support the configured one', () => {
    expect([formatOf({output: 'yaml'}, formats), formatOf({output: 'toString'}, formats)]).to.deep.equal(['table', 'table'])
  })
})
