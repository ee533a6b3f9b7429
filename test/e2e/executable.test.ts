import {expect} from 'chai'
import {spawn, spawnSync} from 'node:child_process'
import {existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {auditEvent} from '../helpers/event-log.js'
import {ended, plainEnv, root, type Run, runKadm} from '../helpers/run-kadm.js'

const variables: Readonly<Record<string, unknown>> = {...process.config.variables}

/** True if this Node.js supports single executables. */
const isPossible = process.platform === 'linux' && String(variables['single_executable_application']) === 'true' && String(variables['node_shared']) === 'false'

describe('single executable', function () {
  let folder = ''
  let executable = ''
  before(function () {
    folder = mkdtempSync(join(tmpdir(), 'kadm-executable-'))
    const {status, stderr} = spawnSync(process.execPath, [join(root, 'scripts/executable.js'), join(folder, 'built')], {env: plainEnv, encoding: 'utf8'})
    if (!isPossible || stderr.includes('use an official build of Node.js')) {
      process.stderr.write('    this Node.js cannot be made into an executable: it is not tested\n')
      this.skip()
    }
    expect(status, stderr).to.equal(0)
    executable = join(folder, 'built/kadm')
  })
  after(() => rmSync(folder, {recursive: true, force: true}))

  /** Runs the executable without Node.js on the PATH. */
  const run = (args: readonly string[], {cwd = root, input = '', env = {}} = {}): Promise<Run> => {
    const child = spawn(executable, args, {cwd, env: {...plainEnv, PATH: folder, ...env}})
    child.stdin.end(input)
    return ended(child)
  }

  it('is one file, next to the licenses', () => {
    expect(readdirSync(join(folder, 'built')).sort()).to.deep.equal(['LICENSE', 'NODE-LICENSE.txt', 'THIRD-PARTY-NOTICES.txt', 'kadm'])
  })

  const quickstart = ['samples/quickstart/pod.yaml', '--ns', 'dev']
  // All commands are in the same script: these run what the executable finds as an asset, such as tables and other scripts, and what depends on how it was started.
  const commands = {
    'no arguments': [],
    '--help': ['--help'],
    '--version': ['--version'],
    'completion': ['completion', 'bash'],
    'config print': ['config', 'print'],
    'describe --help': ['describe', '--help'],
    'help lint': ['help', 'lint'],
    'lint': ['lint', 'samples/quickstart', '--kubernetes-version', '1.34'],
    'lint of a glob': ['lint', 'samples/quickstart/**/*.yaml', '-o', 'sarif'],
    'replay': ['replay', 'samples/event-rate-limit/events.jsonl', '--admission-config', 'samples/event-rate-limit/limits.yaml'],
    'simulate': ['simulate', ...quickstart, '-o', 'json'],
    // With a regular expression, for which the executable contains a package that npm installs beside the package of kadm.
    'test': ['test', 'samples/policy-tests', '--no-times'],
    'version': ['version', '-o', 'json'],
    'an unknown command': ['lnit'],
  }
  for (const [what, args] of Object.entries(commands)) {
    it(`equals the package: ${what}`, async () => {
      const {status, stdout, stderr} = await run(args)
      const expected = await runKadm(args)
      expect({status, stdout, stderr}).to.deep.equal({status: expected.status, stdout: expected.stdout, stderr: expected.stderr})
      expect(stdout + stderr).not.to.equal('')
    })
  }

  it('reads standard input and writes no files', async () => {
    const empty = mkdtempSync(join(folder, 'empty-'))
    const {status, stdout, stderr} = await run(['lint', '-', '-o', 'compact'], {cwd: empty, input: 'apiVersion: v1\nkind: Pod\nmetadata: {name: A}\n'})
    expect({status, stderr}).to.deep.equal({status: 1, stderr: ''})
    expect(stdout).to.match(/^STDIN:1:1: error: spec\.containers: Required value/)
    expect(readdirSync(empty)).to.deep.equal([])
    expect(existsSync(join(folder, 'built/cache'))).to.equal(false)
  })

  it('reads logs with several threads', async () => {
    const lines = Array.from({length: 2000}, (_, i) => auditEvent({auditID: `id-${i}`, requestReceivedTimestamp: new Date(Date.UTC(2026, 0, 1, 10) + i * 50).toISOString()}))
    writeFileSync(join(folder, 'a.log'), lines.join('\n'))
    const args = ['replay', join(folder, 'a.log'), '--admission-config', 'samples/event-rate-limit/limits.yaml']
    const {status, stdout, stderr} = await run([...args, '--jobs', '2'])
    const expected = await runKadm([...args, '--jobs', '1'])
    expect({status, stdout, stderr}).to.deep.equal({status: expected.status, stdout: expected.stdout, stderr: expected.stderr})
    expect(stdout).to.contain('2000 requests')
  })

  it('starts with compiled code that V8 accepts', () => {
    const preload = join(folder, 'scripts.cjs')
    writeFileSync(preload, `const vm = require('node:vm')
      vm.Script = class extends vm.Script {
        constructor(text, options) {
          super(text, options)
          console.error(options.filename, this.cachedDataRejected)
        }
      }`)
    const {stderr} = spawnSync(executable, ['lint', 'samples/quickstart'], {cwd: root, env: {...plainEnv, NODE_OPTIONS: `--require ${JSON.stringify(preload)}`}, encoding: 'utf8'})
    expect(stderr.split('\n')).to.deep.equal(['kadm/main.cjs false', 'kadm/kadm.cjs false', 'kadm/engine.js false', 'kadm/views.js false', ''])
  })
})
