import {expect} from 'chai'
import {load} from 'js-yaml'
import {spawnSync} from 'node:child_process'
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, join} from 'node:path'

import {plainEnv, root, type Run, runKadm} from '../helpers/run-kadm.js'

const recorded = (name: string): string => readFileSync(join(root, 'test/fixtures/pipelines', name), 'utf8')

const bad = 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: a}\nspec:\n  limits:\n    - type: Pod\n      min: {cpu: "2"}\n      max: {cpu: "1"}\n'

describe('pipelines', function () {
  let folder = ''
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'kadm-pipelines-')))
  })
  afterEach(() => rmSync(folder, {recursive: true, force: true}))

  describe('standard input from other programs', () => {
    it('kadm lint reads the output of helm', async () => {
      const {status, stdout, stderr} = await runKadm(['lint', '-', '-o', 'compact'], {cwd: folder, input: recorded('helm-template.yaml')})
      expect({status, stderr}).to.deep.equal({status: 1, stderr: ''})
      const found = stdout.split('\n').slice(0, -1).map((line) => line.replace(/: .*\[/, ' ['))
      expect(found).to.deep.equal(['STDIN:15:7 [decode/unknown-field]', 'STDIN:41:23 [decode/bad-value]'])
    })

    it('kadm replay reads the output of kadm tune', async () => {
      const log = join(root, 'samples/event-rate-limit/events.jsonl')
      const tuned = await runKadm(['tune', log, '--accept', '100'], {cwd: folder})
      const {status, stdout} = await runKadm(['replay', log, '--admission-config', '-'], {cwd: folder, input: tuned.stdout})
      expect(status).to.equal(0)
      expect(stdout).to.match(/\n2000 requests: 2000 accepted, 0 rejected\n$/)
    })

    it('kadm simulate reads policies from kubectl', async () => {
      writeFileSync(join(folder, 'pods.yaml'), recorded('pods.yaml'))
      const {status, stdout, stderr} = await runKadm(['simulate', 'pods.yaml', '-n', 'dev', '-p', '-', '-o', 'json'], {cwd: folder, input: recorded('kubectl-get.yaml')})
      expect({status, stderr}).to.deep.equal({status: 1, stderr: ''})
      const {reviews, quotas} = JSON.parse(stdout) as {reviews: {allowed: boolean, status: {message: string}}[], quotas: object[]}
      expect(reviews.map(({allowed}) => allowed)).to.deep.equal([true, false])
      expect(reviews[1]?.status.message)
        .to.equal('pods "second" is forbidden: exceeded quota: team-quota, requested: requests.cpu=250m, used: requests.cpu=500m, limited: requests.cpu=500m')
      expect(quotas).to.have.length(1)
      expect(quotas[0]).to.deep.include({name: 'team-quota', used: {pods: '2', 'requests.cpu': '500m'}})
    })
  })

  describe('report files', () => {
    const kadm = (...args: string[]): Promise<Run> => runKadm(args, {cwd: folder})

    it('are written together with the printed report, and no other files are', async () => {
      writeFileSync(join(folder, 'bad.yaml'), bad)
      mkdirSync(join(folder, 'out'))
      const {status, stdout, stderr} = await kadm('lint', '-o', 'compact', '-o', 'sarif=out/kadm.sarif', '--output=junit=out/junit.xml', '-o', 'json=report.json')
      expect({status, stderr}).to.deep.equal({status: 1, stderr: ''})
      expect(stdout).to.match(/^bad\.yaml:7:18: error: .* \[limit-range\/min-not-above-max\]\n$/)
      expect(readdirSync(join(folder, 'out')).sort()).to.deep.equal(['junit.xml', 'kadm.sarif'])
      expect(JSON.parse(readFileSync(join(folder, 'out/kadm.sarif'), 'utf8'))).to.have.nested.property('runs[0].results[0].ruleId', 'limit-range/min-not-above-max')
      // Output of the last run is not a manifest.
      expect(await kadm('lint', '-o', 'json=report.json')).to.deep.include({status: 1, stdout: '', stderr: ''})
      expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).to.deep.nested.include({'summary.files': 1, 'summary.errors': 1})
    })

    it('are rejected before anything is printed', async () => {
      writeFileSync(join(folder, 'bad.yaml'), bad)
      const cases = {
        'sarif=missing/kadm.sarif': 'there is no directory "missing"', 'sarif': 'only one report can be printed', 'sarif=bad.yaml': '"bad.yaml" is an input of this run: kadm does not overwrite it',
      }
      for (const [output, message] of Object.entries(cases)) {
        const {status, stdout, stderr} = await kadm('lint', 'bad.yaml', '-o', 'table', '-o', output)
        expect({status, stdout}, output).to.deep.equal({status: 2, stdout: ''})
        expect(stderr.replace(/\s+/g, ' ').replaceAll(' › ', ' ')).to.contain(message)
      }
      expect(readFileSync(join(folder, 'bad.yaml'), 'utf8')).to.equal(bad)
    })

    it('are supported by other commands', async () => {
      writeFileSync(join(folder, 'pods.yaml'), recorded('pods.yaml'))
      const {status, stdout} = await kadm('simulate', 'pods.yaml', '-o', 'json=review.json')
      expect({status, stdout}).to.deep.equal({status: 0, stdout: ''})
      expect(JSON.parse(readFileSync(join(folder, 'review.json'), 'utf8'))).to.have.nested.property('summary.allowed', 2)
      await kadm('capacity', 'pods.yaml', '-o', 'markdown=capacity.md', '-o', 'csv')
      expect(readFileSync(join(folder, 'capacity.md'), 'utf8')).to.match(/^\| /)
      await kadm('drift', '-p', 'pods.yaml', '-o', 'json=drift.json')
      expect(existsSync(join(folder, 'drift.json'))).to.equal(true)
    })

    it('do not change the exit status, which depends on --fail-on', async () => {
      writeFileSync(join(folder, 'bad.yaml'), bad)
      expect((await kadm('lint', '--fail-on', 'none')).status).to.equal(0)
      expect((await kadm('lint', '--fail-on', 'error')).status).to.equal(1)
      expect((await kadm('lint', '--fail-on', 'never')).status).to.equal(2)
    })
  })

  describe('GitHub action', () => {
    const {runs: {steps}} = load(readFileSync(join(root, 'action.yml'), 'utf8')) as {runs: {steps: {name: string, run?: string}[]}}

    before(function () {
      if (process.platform === 'win32' || spawnSync('jq', ['--version']).status !== 0) {
        process.stderr.write('      there is no jq: the action is not tested\n')
        this.skip()
      }
    })

    /** Runs a step as GitHub does, with a separate home and npm. */
    function step(name: string, given: Readonly<Record<string, string>>): Run & {readonly outputs: Readonly<Record<string, string>>} {
      const output = join(folder, '..', `${basename(folder)}.output`)
      writeFileSync(output, '')
      const env = {
        ...plainEnv, PATH: `${tools()}:${process.env['PATH'] ?? ''}`, GITHUB_ACTION_PATH: root, GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
        GITHUB_OUTPUT: output, RUNNER_TEMP: runner(), RUNNER_OS: 'Linux', RUNNER_ARCH: 'X64', ...given,
      }
      const script = steps.find((each) => each.name === name)?.run ?? 'exit 9'
      const run = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {cwd: folder, env, encoding: 'utf8'})
      const outputs = Object.fromEntries(readFileSync(output, 'utf8').split('\n').filter((line) => line !== '').map((line) => [line.replace(/=.*/, ''), line.replace(/^[^=]*=/, '')]))
      rmSync(output)
      return {...run, outputs}
    }

    const made = (name: string): string => {
      const path = join(folder, '..', `${basename(folder)}.${name}`)
      mkdirSync(path, {recursive: true})
      return path
    }
    const runner = (): string => made('runner')
    const log = (): string => join(made('log'), 'calls')

    /** A fake curl, which has this build as release 0.1.0 for Linux, and a fake npm, which builds nothing. They record their calls. */
    function tools(): string {
      const path = made('tools')
      writeFileSync(join(path, 'kadm'), `#!/bin/bash\nexec '${process.execPath}' '${root}/bin/run.js' "$@"\n`, {mode: 0o755})
      const released = 'https://git.example.com/owner/kadm/releases/download/v0.1.0/kadm-linux-x64.tar.gz'
      const curl = `#!/bin/bash\necho "curl $*" >> '${log()}'\n[[ "\${@: -1}" == ${released} ]] || exit 22\ntar -cz -C '${path}' kadm\n`
      writeFileSync(join(path, 'curl'), curl, {mode: 0o755})
      writeFileSync(join(path, 'npm'), `#!/bin/bash\necho "npm $*" >> '${log()}'\n`, {mode: 0o755})
      return path
    }
    afterEach(() => {
      for (const name of ['runner', 'log', 'tools']) rmSync(made(name), {recursive: true, force: true})
    })

    const chosen = (version = ''): ReturnType<typeof step> => step('Choose the version', {INPUT_VERSION: version})

    const installed = (version = '', VERSION = '0.1.0'): ReturnType<typeof step> =>
      step('Install kadm', {INPUT_VERSION: version, VERSION, REPOSITORY: 'https://git.example.com/owner/kadm', PLATFORM: 'linux-x64', FOLDER: join(runner(), `kadm-${VERSION}`)})

    const calls = (): string[] => existsSync(log()) ? readFileSync(log(), 'utf8').trim().split('\n').map((line) => line.replace(/ -.*/, '')) : []

    function ran(inputs: Readonly<Partial<Record<'COMMAND' | 'PATHS' | 'ARGS' | 'FAIL_ON' | 'SARIF_FILE', string>>>): ReturnType<typeof step> {
      installed()
      const all = {COMMAND: 'lint', PATHS: '.', ARGS: '', FAIL_ON: '', SARIF_FILE: '', ...inputs}
      return step('Run kadm', {...Object.fromEntries(Object.entries(all).map(([name, value]) => [`INPUT_${name}`, value])), FOLDER: join(runner(), 'kadm-0.1.0')})
    }

    it('installs its own version or the requested one, cached by version and system', () => {
      const {version} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {version: string}
      expect(chosen().outputs).to.deep.equal({
        version, platform: 'linux-x64', folder: join(runner(), `kadm-${version}`), key: `kadm-${version}-linux-x64-executable`,
      })
      expect(chosen('9.9.9').outputs).to.include({version: '9.9.9'})
      for (const bad of ['../x', 'a b', '$(id)', '-g', 'npm:evil@1', '0.1.0\nkey=x']) expect(chosen(bad), bad).to.deep.include({status: 2, outputs: {}})
    })

    it('installs once, and then uses the cache', () => {
      expect(installed()).to.include({status: 0})
      expect(installed()).to.include({status: 0})
      expect(calls()).to.deep.equal(['curl'])
    })

    it('builds an unreleased version, unless a version is requested', () => {
      expect(installed('9.9.9', '9.9.9')).to.include({status: 1})
      expect(calls()).to.deep.equal(['curl'])
      expect(installed('', '9.9.9')).to.include({status: 0})
      expect(calls().slice(1)).to.deep.equal(['curl', 'npm ci', 'npm run'])
      expect(readFileSync(log(), 'utf8').trim().split('\n').at(-1)).to.equal(`npm run --prefix ${root} executable -- ${join(runner(), 'kadm-9.9.9')}`)
    })

    it('prints annotations, and writes a summary, a SARIF file and counts', () => {
      mkdirSync(join(folder, 'some policies'))
      writeFileSync(join(folder, 'some policies/bad.yaml'), bad)
      const {status, stdout, stderr, outputs} = ran({PATHS: 'some policies\n\n', SARIF_FILE: 'kadm.sarif'})
      expect({status, stderr}).to.deep.equal({status: 1, stderr: ''})
      expect(stdout).to.match(/^::error file=some policies\/bad\.yaml,line=7,col=18,endLine=7,endColumn=21,title=kadm limit-range\/min-not-above-max::[^\n]*\n$/)
      expect(readFileSync(join(folder, 'summary.md'), 'utf8')).to.match(/^### kadm lint: 1 error, 0 warnings\n/)
      expect(outputs).to.deep.equal({errors: '1', warnings: '0', infos: '0', denied: '0', 'sarif-file': 'kadm.sarif'})
      expect(existsSync(join(folder, 'kadm.sarif'))).to.equal(true)
    })

    it('runs simulate and capacity with additional arguments', () => {
      writeFileSync(join(folder, 'pods.yaml'), recorded('pods.yaml'))
      mkdirSync(join(folder, 'policies'))
      writeFileSync(join(folder, 'policies/quota.yaml'), 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q}\nspec: {hard: {pods: 1}}\n')
      const {status, stdout, outputs} = ran({COMMAND: 'simulate', PATHS: 'pods.yaml', ARGS: '-p\npolicies\n--namespace=dev\n'})
      expect(status).to.equal(1)
      expect(stdout).to.match(/^::error file=pods\.yaml,line=\d+,[^\n]*title=kadm simulate\/denied::pods "second" is forbidden: exceeded quota: q, /)
      expect(outputs).to.deep.equal({errors: '1', warnings: '0', infos: '0', denied: '1', 'sarif-file': join(runner(), 'kadm-simulate.sarif')})
      expect(ran({COMMAND: 'capacity', PATHS: 'pods.yaml', ARGS: '-p\npolicies\n--namespace=dev\n'}).outputs).to.include({denied: '1'})
    })

    it('runs diff, and counts what is newly denied', () => {
      const limits = (cpu: number): string => `apiVersion: v1\nkind: LimitRange\nmetadata: {name: bounds}\nspec: {limits: [{type: Container, max: {cpu: ${cpu}}}]}\n`
      writeFileSync(join(folder, 'pod.yaml'), 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: app, image: i, resources: {limits: {cpu: 2}}}]}\n')
      for (const [side, cpu] of [['old', 2], ['new', 1]] as const) {
        mkdirSync(join(folder, side))
        writeFileSync(join(folder, side, 'limits.yaml'), limits(cpu))
      }
      const {status, stdout, outputs} = ran({COMMAND: 'diff', PATHS: 'pod.yaml', ARGS: '--before=old\n--after=new\n'})
      expect(status).to.equal(1)
      expect(stdout).to.match(/^::error file=new\/limits\.yaml,line=4,[^\n]*title=kadm diff\/denied::default: LimitRange bounds: max\.cpu 2 → 1 /)
      expect(outputs).to.include({errors: '1', denied: '1'})
      expect(ran({COMMAND: 'diff', PATHS: 'pod.yaml', ARGS: '--before=old\n--after=new\n', FAIL_ON: 'none'})).to.include({status: 0})
    })

    it('treats inputs only as paths, values and commands, not as shell code', () => {
      writeFileSync(join(folder, 'bad.yaml'), bad)
      expect(ran({PATHS: 'bad.yaml', FAIL_ON: 'none'})).to.include({status: 0})
      for (const PATHS of ['$(touch pwned)', '"; touch pwned; "', '--fix', '-o']) expect(ran({PATHS}), PATHS).to.deep.include({status: 2, stdout: '', outputs: {}})
      for (const COMMAND of ['$(touch pwned)', 'completion', 'lint; touch pwned']) expect(ran({COMMAND}), COMMAND).to.include({status: 2})
      expect(readdirSync(folder).sort()).to.deep.equal(['bad.yaml', 'summary.md'])
    })
  })
})
