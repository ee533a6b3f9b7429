import {expect} from 'chai'
import {existsSync, readFileSync} from 'node:fs'

import Capacity from '../../commands/capacity.js'
import DescribeLimits from '../../commands/describe/limits.js'
import Diff from '../../commands/diff.js'
import Drift from '../../commands/drift.js'
import Lint from '../../commands/lint.js'
import PodSecurity from '../../commands/pod-security.js'
import Simulate from '../../commands/simulate.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const limits = (cpu: string): string => `apiVersion: v1\nkind: LimitRange\nmetadata: {name: limits}\nspec: {limits: [{type: Container, max: {cpu: ${cpu}}}]}\n`
const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: a, image: b, resources: {limits: {cpu: 2}}}]}\n'
const config = `environments:
  dev: {files: [app], policies: [policies/dev], namespace: team-dev}
  live: {files: [app], policies: [policies/live], namespace: team-live}
`

interface Report {
  readonly environment: string
  readonly summary: {readonly denied: number}
}

describe('kadm --env', () => {
  const write = inFolder()
  beforeEach(() => write({'.kadm.yaml': config, 'app/pod.yaml': pod, 'policies/dev/a.yaml': limits('4'), 'policies/live/a.yaml': limits('1')}))

  it('sets the files, policies and namespace of a command', async () => {
    const dev = await runCommand(Simulate, '--env', 'dev', '--no-color')
    expect(dev.status).to.equal(0)
    expect(dev.stdout).to.match(/^Environment: dev\n\nName: +web\nNamespace: +team-dev\n/)
    const live = await runCommand(Simulate, '--env=live', '--no-color')
    expect(live.status).to.equal(1)
    expect(live.stdout).to.contain('Namespace:  team-live\n').and.to.contain('denied (403 Forbidden)')
    expect((await runCommand(Simulate, '--env', 'dev', '-n', 'mine')).stdout).to.contain('Namespace:  mine\n')
  })

  it('takes the files of an environment in place of the kustomizations and charts of the configuration file, in every command', async () => {
    for (const command of [Simulate, Capacity, Lint, PodSecurity, Diff]) {
      const args = ['--env', 'dev', '-o', 'json', ...command === Diff ? ['--after-version', '1.35'] : []]
      write({'.kadm.yaml': config})
      const expected = await runCommand(command, ...args)
      write({'.kadm.yaml': `kustomize: [nowhere]\nhelm: [{chart: nowhere}]\n${config}`})
      expect(await runCommand(command, ...args), command.name).to.deep.equal(expected)
      expect([expected.status, expected.error], command.name).to.deep.equal([0, undefined])
    }
  })

  it('runs environments one after another and exits with the highest status', async () => {
    for (const names of [['--env', 'all'], ['--env', 'dev', '--env', 'live'], ['--env', 'dev', '--env', 'all']]) {
      const run = await runCommand(Simulate, ...names, '--no-color')
      expect(run.status).to.equal(1)
      expect(run.stdout).to.match(/^Environment: dev\n[^]*\n1 object: 1 admitted, 0 denied\n[^]*Environment: live\n[^]*\n1 object: 0 admitted, 1 denied\n/)
    }
    expect((await runCommand(Simulate, '--env', 'live', '--env', 'dev')).status).to.equal(1)
  })

  it('names the environments in JSON', async () => {
    const one = JSON.parse((await runCommand(Simulate, '--env', 'live', '-o', 'json')).stdout) as Report
    expect([one.environment, one.summary.denied]).to.deep.equal(['live', 1])
    const {version, environments} = JSON.parse((await runCommand(Simulate, '--env', 'all', '-o', 'json')).stdout) as {version: number, environments: Report[]}
    expect(version).to.equal(1)
    expect(environments.map(({environment, summary: {denied}}) => [environment, denied])).to.deep.equal([['dev', 0], ['live', 1]])
  })

  it('names the environments in every other format', async () => {
    write({'app/pod.yaml': pod.replace('image: b', 'image: " "')})
    const lint = async (format: string): Promise<string> => (await runCommand(Lint, '--env', 'all', '-o', format)).stdout
    const sarif = JSON.parse(await lint('sarif')) as {runs: {automationDetails: {id: string}}[]}
    expect(sarif.runs.map(({automationDetails: {id}}) => id)).to.deep.equal(['kadm/dev/', 'kadm/live/'])
    expect(await lint('junit')).to.contain('<testsuite name="dev: app/pod.yaml"').and.to.contain('<testsuite name="live: app/pod.yaml"').and.to.match(/<testsuites [^>]*tests="2"/)
    expect((await lint('github')).match(/title=\w+: /g)).to.deep.equal(['title=dev: ', 'title=live: '])
    expect((JSON.parse(await lint('gitlab')) as {description: string}[]).map(({description}) => description.slice(0, 5))).to.deep.equal(['dev: ', 'live:'])
    expect(await lint('markdown')).to.match(/^## Environment: dev\n[^]*## Environment: live\n/)
    expect(await lint('compact')).to.match(/^dev: app\/pod\.yaml[^]*^live: app\/pod\.yaml/m)
    write({'app/pod.yaml': pod, 'policies/live/a.yaml': limits('3')})
    expect((await runCommand(Capacity, '--env', 'all', '-o', 'csv')).stdout).to.match(/^Environment,Namespace,[^]*\ndev,team-dev,[^]*\nlive,team-live,/)
    expect((await runCommand(Simulate, '--env', 'all', '-o', 'yaml')).stdout).to.match(/^# Environment: dev\n/)
  })

  it('writes the printed content of all environments to one file for each format @slow', async () => {
    for (const format of ['json', 'sarif', 'junit', 'markdown', 'table']) {
      const {stdout} = await runCommand(Simulate, '--env', 'all', '-o', format, '--no-color')
      const run = await runCommand(Simulate, '--env', 'all', '-o', `${format}=report.out`, '--no-color')
      expect([run.stdout, run.status], format).to.deep.equal(['', 1])
      expect(readFileSync('report.out', 'utf8'), format).to.equal(stdout)
    }
    const both = await runCommand(Lint, 'app', '--env', 'dev', '--env', 'live', '-o', 'compact', '-o', 'json=lint.json', '-o', 'junit=lint.xml')
    expect(both).to.include({status: 0, stdout: (await runCommand(Lint, 'app', '--env', 'all', '-o', 'compact')).stdout})
    const {environments} = JSON.parse(readFileSync('lint.json', 'utf8')) as {environments: Report[]}
    expect(environments.map(({environment}) => environment)).to.deep.equal(['dev', 'live'])
    expect(readFileSync('lint.xml', 'utf8')).to.match(/^<\?xml/)
    await runCommand(Simulate, '--env', 'live', '-o', 'json=one.json')
    expect((JSON.parse(readFileSync('one.json', 'utf8')) as Report).environment).to.equal('live')
  })

  it('rejects --usage-out and --write-baseline for several environments', async () => {
    const usage = await runCommand(Simulate, '--env', 'all', '--usage-out', 'usage.yaml')
    expect([usage.status, usage.error?.message, usage.error?.suggestions]).to.deep.equal([2, '--usage-out writes a file for one environment', ['name one of them: --env dev']])
    expect((await runCommand(Lint, '--env', 'all', '--write-baseline', '--baseline', 'b.json')).error?.message).to.equal('--write-baseline writes a file for one environment')
    expect(existsSync('usage.yaml') || existsSync('b.json')).to.equal(false)
    expect((await runCommand(Simulate, '--env', 'dev', '--usage-out', 'usage.yaml')).status).to.equal(0)
    expect(existsSync('usage.yaml')).to.equal(true)
  })

  it('works with drift and describe', async () => {
    expect((await runCommand(DescribeLimits, '--env', 'all')).stdout).to.match(/^Environment: dev\n\nName: +limits\nNamespace: +team-dev\n[^]*Environment: live\n\nName: +limits\n/)
    expect(await runCommand(Drift, '--env', 'dev')).to.include({status: 0})
    write({'.kadm.yaml': 'environments: {dev: {files: [policies/dev], namespace: x}}\n'})
    expect((await runCommand(DescribeLimits, '--env', 'dev')).stdout).to.contain('Namespace:  x\n')
  })

  it('allows the same object in the folders of two environments', async () => {
    write({'.kadm.yaml': 'environments: {dev: {files: [policies/dev]}, live: {files: [policies/live]}}\n'})
    expect(await runCommand(Lint, 'policies')).to.include({status: 2})
    expect(await runCommand(Lint, '--env', 'all')).to.include({status: 0})
  })

  it('reports duplicates within an environment and continues with the next one', async () => {
    write({'.kadm.yaml': 'environments: {both: {files: [policies]}, dev: {files: [policies/dev]}}\n'})
    const run = await runCommand(Simulate, '--env', 'all')
    expect(run.status).to.equal(2)
    expect(run.stdout).to.match(/^Environment: dev\n/)
    expect(run.stderr).to.match(/^Environment both:\nError: policies\/live\/a\.yaml:1: LimitRange limits is declared in policies\/dev\/a\.yaml:1 too\n/)
  })

  it('reports an environment that cannot run and continues with the next one', async () => {
    write({'.kadm.yaml': 'environments: {a: {files: [missing]}, dev: {files: [policies/dev]}, z: {policies: [policies/dev]}}\n'})
    const {status, stdout, stderr} = await runCommand(Simulate, '--env', 'all', '-o', 'json')
    const {exitStatus, failed, environments} = JSON.parse(stdout) as {exitStatus: number, failed: string[], environments: Report[]}
    expect([status, exitStatus, failed, environments.map(({environment}) => environment)]).to.deep.equal([2, 2, ['a', 'z'], ['dev']])
    expect(stderr).to.match(/^Environment a:\nError: .*missing.*\n[^]*Environment z:\nError: nothing to send: name a FILE/)
  })

  it('reports an environment with too much to simulate and continues with the next one', async () => {
    const many = (count: number, item: (i: number) => object): string => Array.from({length: count}, (_, i) => JSON.stringify(item(i))).join('\n---\n')
    const quotas = many(2000, (i) => ({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: `q${i}`}, spec: {hard: {[`count/a${i}.b`]: '1'}}}))
    const pods = many(300, (i) => ({apiVersion: 'v1', kind: 'Pod', metadata: {name: `p${i}`}, spec: {containers: [{name: 'a', image: 'b', resources: {limits: {cpu: '2'}}}]}}))
    write({'.kadm.yaml': `${config}  much: {files: [many.yaml], policies: [quotas.yaml]}\n`, 'quotas.yaml': quotas, 'many.yaml': pods})
    const {status, stdout, stderr} = await runCommand(Capacity, '--env', 'much', '--env', 'dev', '-o', 'json')
    const {exitStatus, failed, environments} = JSON.parse(stdout) as {exitStatus: number, failed: string[], environments: Report[]}
    expect([status, exitStatus, failed, environments.map(({environment}) => environment)]).to.deep.equal([2, 2, ['much'], ['dev']])
    expect(stderr).to.match(/^Environment much:\nError: namespace default has 2000 ResourceQuotas/)
  })

  it('makes invisible characters and commands in names of environments visible, in every format', async () => {
    const names = ['a\u200b##vso[x', 'd\u200b', 'gone\u200b']
    write({'.kadm.yaml': `environments: {${names.map((name) => `${JSON.stringify(name)}: {files: [${name.startsWith('gone') ? 'missing' : 'policies/dev'}]}`).join(', ')}}\n`})
    for (const [command, formats] of [[Lint, ['table', 'json', 'sarif', 'gitlab', 'junit', 'github', 'compact', 'csv', 'markdown', 'html']], [Capacity, ['table', 'json', 'csv', 'markdown', 'html']]] as const) {
      for (const format of formats) {
        const {stdout, stderr} = await runCommand(command, '--env', 'all', '-o', format)
        expect(stdout + stderr, `${command.name} ${format}`).not.to.match(/\u200b|##vso\[/)
      }
    }
    const {failed, environments} = JSON.parse((await runCommand(Capacity, '--env', 'all', '-o', 'json')).stdout) as {failed: string[], environments: Report[]}
    expect([...environments.map(({environment}) => environment), ...failed]).to.deep.equal(names)
  })

  it('reports the only environment that cannot run, and different errors of all', async () => {
    write({'.kadm.yaml': 'environments: {a: {policies: [policies/dev]}, dev: {files: [policies/dev]}}\n'})
    const one = await runCommand(Simulate, '--env', 'all')
    expect([one.status, one.error]).to.deep.equal([2, undefined])
    expect(one.stdout).to.match(/^Environment: dev\n/)
    write({'.kadm.yaml': 'environments: {a: {policies: [policies/dev]}, b: {files: [missing]}}\n'})
    const all = await runCommand(Simulate, '--env', 'all')
    expect([all.status, all.stdout, all.error]).to.deep.equal([2, '', undefined])
    expect(all.stderr).to.match(/^Environment a:\nError: nothing to send[^]*\nEnvironment b:\nError: .*missing/)
  })

  it('reports once what prevents every environment', async () => {
    write({'.kadm.yaml': 'environments: {a: {policies: [policies/dev]}, z: {policies: [policies/live]}}\n'})
    const {status, stdout, stderr, error} = await runCommand(Simulate, '--env', 'all', '-o', 'json')
    expect([status, stdout, stderr]).to.deep.equal([2, '', ''])
    expect(error?.message).to.match(/^nothing to send/)
  })

  it('names the environments without a report in JSON, whose exit status is that of the run', async () => {
    write({'.kadm.yaml': 'environments: {both: {files: [policies]}, dev: {files: [policies/dev]}}\n'})
    for (const command of [Simulate, Lint, Capacity]) {
      const {status, stdout} = await runCommand(command, '--env', 'all', '-o', 'json')
      const {exitStatus, failed, environments} = JSON.parse(stdout) as {exitStatus: number, failed: string[], environments: Report[]}
      expect([status, exitStatus, failed, environments.map(({environment}) => environment)], command.name).to.deep.equal(command === Lint ? [2, 2, [], ['both', 'dev']] : [2, 2, ['both'], ['dev']])
    }
    expect(JSON.parse((await runCommand(Simulate, '--env', 'dev', '-o', 'json')).stdout)).to.include({environment: 'dev', exitStatus: 0}).and.not.to.have.property('failed')
  })

  it('rejects more than 100 environments in one run @slow', async () => {
    const environments = (count: number): string => `environments:\n${Array.from({length: count}, (_, i) => `  e${i}: {files: [app]}\n`).join('')}`
    write({'.kadm.yaml': environments(101)})
    for (const command of [Lint, Simulate]) {
      const {status, error, stdout} = await runCommand(command, '--env', 'all')
      expect([status, error?.message, stdout]).to.deep.equal([2, '--env names 101 environments, and one run can have 100', ''])
    }
    expect((await runCommand(Lint, '--env', 'e0', '--env', 'e100')).status).to.equal(0)
    write({'.kadm.yaml': environments(100)})
    expect((await runCommand(Lint, '--env', 'all')).status).to.equal(0)
  })

  it('rejects undeclared environments and wrong declarations', async () => {
    const unknown = await runCommand(Simulate, '--env', 'liev')
    expect([unknown.status, unknown.error?.message, unknown.error?.suggestions]).to.deep.equal([2, 'there is no environment "liev"', ['did you mean live?']])
    write({'.kadm.yaml': ''})
    for (const name of ['dev', 'all']) expect((await runCommand(Simulate, '--env', name)).status).to.equal(2)
    const errors: Readonly<Record<string, string>> = {
      'environments: [dev]': '.kadm.yaml:1:1: environments must be a map from names to maps with files, policies, existing and namespace',
      'environments: {dev: {file: [a]}}': '.kadm.yaml:1:22: unknown field "file": did you mean files?',
      'environments: {all: {}}': '.kadm.yaml:1:16: "all" cannot be the name of an environment: --env all is all of them',
      'environments: {dev: {files: app}}': '.kadm.yaml:1:29: files must be a list of files, directories and globs',
    }
    for (const [text, message] of Object.entries(errors)) {
      write({'.kadm.yaml': text})
      expect((await runCommand(Simulate, '--env', 'dev')).error?.message).to.equal(message)
    }
  })
})
