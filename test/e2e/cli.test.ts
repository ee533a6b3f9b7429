import {expect} from 'chai'
import {chmodSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {ended, runKadm, startKadm} from '../helpers/run-kadm.js'

const good = 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: a}\nspec: {limits: [{type: Container, max: {cpu: "1"}}]}\n'
const bad = 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: a}\nspec:\n  limits:\n    - type: Pod\n      min: {cpu: "2"}\n      max: {cpu: "1"}\n'
const podOf = (name: string, cpu: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: a, image: b, resources: {limits: {cpu: "${cpu}"}}}]}\n`

describe('kadm', function () {
  let folder = ''
  const write = (name: string, text: string | Buffer): string => {
    writeFileSync(join(folder, name), text)
    return name
  }
  const kadm = (...args: string[]): ReturnType<typeof runKadm> => runKadm(args, {cwd: folder})

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kadm-cli-'))
  })
  afterEach(() => rmSync(folder, {recursive: true, force: true}))

  describe('exit status', () => {
    it('is 0 without findings', async () => {
      expect(await kadm('lint', write('good.yaml', good))).to.include({status: 0, stdout: '1 object in 1 file: nothing wrong\n', stderr: ''})
    })

    it('is 1 with findings', async () => {
      const {status, stdout, stderr} = await kadm('lint', write('bad.yaml', bad))
      expect({status, stderr}).to.deep.equal({status: 1, stderr: ''})
      expect(stdout).to.match(/^bad\.yaml:7:18 {2}error {2}/)
    })

    it('is 1 if an object is denied', async () => {
      write('limits.yaml', good)
      const {status, stdout} = await kadm('simulate', write('pod.yaml', podOf('a', '2')), '-p', 'limits.yaml')
      expect(status).to.equal(1)
      expect(stdout).to.contain('pods "a" is forbidden: maximum cpu usage per Container is 1, but limit is 2')
    })

    it('is 2 if a policy is rejected, even if all objects are admitted', async () => {
      write('limits.yaml', bad)
      const {status, stdout} = await kadm('simulate', write('pod.yaml', podOf('a', '1')), '-p', 'limits.yaml')
      expect(status).to.equal(2)
      expect(stdout).to.contain('is not in force')
    })

    it('is 2 for a missing path', async () => {
      const {status, stdout, stderr} = await kadm('lint', 'missing.yaml')
      expect({status, stdout}).to.deep.equal({status: 2, stdout: ''})
      expect(stderr).to.contain('the path "missing.yaml" does not exist')
    })

    it('is 2 for a file that cannot be read', async function () {
      if (process.platform === 'win32' || process.getuid?.() === 0) return this.skip()
      write('secret.yaml', good)
      chmodSync(join(folder, 'secret.yaml'), 0)
      const {status, stdout} = await kadm('lint', 'secret.yaml')
      expect(status).to.equal(2)
      expect(stdout).to.contain('secret.yaml:1:1  error  the file cannot be read: permission denied')
    })

    it('is 2 for a circular symbolic link', async function () {
      if (process.platform === 'win32') return this.skip()
      symlinkSync('loop.yaml', join(folder, 'loop.yaml'))
      const {status, stdout} = await kadm('lint', 'loop.yaml')
      expect(status).to.equal(2)
      expect(stdout).to.contain('loop.yaml:1:1  error  the file cannot be read: too many symbolic links encountered')
    })

    it('is 2 for an empty or missing argument', async () => {
      expect(await kadm('lint', '')).to.include({status: 2, stdout: ''})
      expect(await kadm('simulate')).to.include({status: 2, stdout: ''})
    })

    it('is 3 for a defect of kadm, which asks for a report', async () => {
      const preload = join(folder, 'defect.cjs')
      writeFileSync(preload, 'process.stdout.write = () => { throw new TypeError("planted") }\n')
      const {status, stderr} = await runKadm(['lint', write('good.yaml', good)], {cwd: folder, env: {NODE_OPTIONS: `--require ${JSON.stringify(preload)}`}})
      expect(status).to.equal(3)
      expect(stderr).to.match(/planted/).and.to.match(/defect of kadm\. Please report it to its maintainers, with the\s+input that caused it/s)
    })
  })

  describe('usage errors', () => {
    const cases = {
      'an unknown flag': [['lint', '--outptu', 'json'], /Nonexistent flag: --outptu.*--output/s],
      'an unknown value': [['lint', '-o', 'jsn'], /Expected --output=jsn to be one of: table, compact, json.*did you mean json/s],
      'an unknown command': [['lnit', '.'], /there is no command "lnit".*did you mean "kadm lint"/s],
      'an unknown subcommand': [['describe', 'limtis'], /there is no command "describe limtis".*did you mean "kadm describe limits"/s],
      'a command without similar ones': [['frobnicate'], /there is no command "frobnicate".*"kadm --help" lists the commands/s],
      'standard input twice': [['simulate', '-', '-p', '-'], /standard input can be read only once/],
    } as const
    for (const [what, [args, message]] of Object.entries(cases)) {
      it(`exits with 2 and a suggestion for ${what}`, async () => {
        const {status, stdout, stderr} = await kadm(...args)
        expect({status, stdout}).to.deep.equal({status: 2, stdout: ''})
        expect(stderr).to.match(message)
      })
    }
  })

  describe('output', () => {
    it('is complete if it is larger than a pipe buffer', async () => {
      write('many.yaml', Array.from({length: 400}, (_, i) => bad.replace('name: a', `name: a${i}`)).join('---\n'))
      const {status, stdout} = await kadm('lint', 'many.yaml', '-o', 'json')
      expect(status).to.equal(1)
      expect(stdout.length).to.be.greaterThan(3 * 65_536)
      expect((JSON.parse(stdout) as {diagnostics: unknown[]}).diagnostics).to.have.length(400)
    })

    it('stops without an error if the reader closes the pipe', async () => {
      write('many.yaml', Array.from({length: 2000}, () => bad).join('---\n'))
      const child = startKadm(['lint', 'many.yaml', '-o', 'json'], {cwd: folder})
      child.stdout?.once('data', () => child.stdout?.destroy())
      const {stderr, signal} = await ended(child)
      expect({stderr, signal}).to.deep.equal({stderr: '', signal: null})
    })

    // test/e2e/full-disk.test.ts has other commands.
    for (const words of ['simulate good.yaml', 'rules', '--help', 'lint --help', 'describe', '--version']) {
      it(`exits with 2 and a message if it cannot be written: kadm ${words}`, async function () {
        if (!existsSync('/dev/full')) return this.skip()
        write('good.yaml', good)
        const full = openSync('/dev/full', 'w')
        try {
          const {status, stderr} = await ended(startKadm(words.split(' '), {cwd: folder, stdio: ['ignore', full, 'pipe']}))
          expect({status, stderr}).to.deep.equal({status: 2, stderr: 'cannot write the result: no space left on device\n'})
        } finally {
          closeSync(full)
        }
      })
    }

    // The unit tests of isColoured have all combinations.
    it('has colours only if they are enabled', async () => {
      const file = write('bad.yaml', bad)
      const isColoured = async (env: Record<string, string>, ...flags: string[]): Promise<boolean> =>
        (await runKadm(['lint', file, ...flags], {cwd: folder, env})).stdout.includes('\u001b[')
      expect(await isColoured({})).to.equal(false)
      expect(await isColoured({FORCE_COLOR: '1'})).to.equal(true)
      expect(await isColoured({NO_COLOR: '1'}, '--color')).to.equal(true)
    })

    it('contains no control characters from manifests', async () => {
      write('evil.yaml', `apiVersion: v1\nkind: Pod\nmetadata: {name: "\\e[31m\\nx"}\nspec: {containers: []}\n`)
      // test/commands/hostile-input.test.ts runs all commands.
      for (const args of [['lint', 'evil.yaml'], ['simulate', 'evil.yaml', '-o', 'json']]) {
        const {stdout, stderr} = await kadm(...args)
        expect(stdout + stderr, args.join(' ')).not.to.contain('\u001b')
      }
    })
  })

  describe('input', () => {
    it('is standard input for "-"', async () => {
      const {status, stdout} = await runKadm(['lint', '-'], {cwd: folder, input: bad})
      expect(status).to.equal(1)
      expect(stdout).to.match(/^STDIN:7:18 /)
    })

    it('can be standard input for policies', async () => {
      write('pod.yaml', podOf('a', '2'))
      expect(await runKadm(['simulate', 'pod.yaml', '-p', '-'], {cwd: folder, input: good})).to.include({status: 1})
    })

    it('defaults to the working directory, with a warning if it has no manifests', async () => {
      const {status, stdout, stderr} = await kadm('lint')
      expect(status).to.equal(0)
      expect(stdout).to.equal('0 objects in 0 files: nothing wrong\n')
      expect(stderr).to.contain('Warning: there are no .yaml, .yml or .json files in .')
    })

    it('excludes hidden folders and node_modules', async () => {
      for (const name of ['.git', 'node_modules', 'app']) {
        mkdirSync(join(folder, name))
        write(`${name}/bad.yaml`, bad)
      }
      const {stdout} = await kadm('lint')
      expect(stdout).to.contain('1 object in 1 file').and.to.contain(join('app', 'bad.yaml'))
    })

    it('can have Windows line endings and a byte order mark', async () => {
      const {status, stdout} = await kadm('lint', write('windows.yaml', `\ufeff${bad.replaceAll('\n', '\r\n')}`))
      expect(status).to.equal(1)
      expect(stdout).to.match(/^windows\.yaml:7:18 /)
    })

    it('can be interrupted while kadm waits for it, without a message', async function () {
      if (process.platform === 'win32') return this.skip()
      const child = startKadm(['lint', '-'], {cwd: folder})
      setTimeout(() => child.kill('SIGINT'), 1500)
      const {status, signal, stdout, stderr} = await ended(child)
      // A shell reports SIGINT as status 130.
      expect({status: signal === 'SIGINT' ? 130 : status, stdout, stderr}).to.deep.equal({status: 130, stdout: '', stderr: ''})
    })
  })

  it('prints its version and commands', async () => {
    expect((await kadm('--version')).stdout).to.match(/^kadm\/\d+\.\d+\.\d+ /)
    const {stdout} = await kadm('--help')
    for (const command of ['describe', 'lint', 'simulate']) expect(stdout).to.contain(`  ${command} `)
  })
})
