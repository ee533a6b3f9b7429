import {expect} from 'chai'
import {readFileSync} from 'node:fs'

import Drift from '../../commands/drift.js'
import Lint from '../../commands/lint.js'
import Simulate from '../../commands/simulate.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const quota = (version = ''): string =>
  `apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q, namespace: dev${version && `, resourceVersion: "${version}"`}}\nspec: {hard: {pods: "3"}}\n`
const usage = (pods: number, version = ''): string =>
  `apiVersion: v1\nkind: ResourceQuotaUsage\nmetadata: {name: q, namespace: dev${version && `, resourceVersion: "${version}"`}}\nstatus: {used: {pods: "${pods}"}}\n`
const pod = (name: string): string => `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: dev}\nspec: {containers: [{name: a, image: b}]}\n`

describe('ResourceQuotaUsage documents', () => {
  const write = inFolder()
  const read = (name: string): string => readFileSync(name, 'utf8')
  const simulate = (...args: string[]): ReturnType<typeof runCommand> => runCommand(Simulate, ...args, '--no-color')

  it('save the usage at the end of a run for the next run', async () => {
    write({'quota.yaml': quota('7'), 'pods.yaml': [pod('a'), pod('b')].join('---\n'), 'more.yaml': [pod('c'), pod('d')].join('---\n')})
    expect(await simulate('pods.yaml', '-p', 'quota.yaml', '--usage-out', 'usage.yaml')).to.include({status: 0, stderr: ''})
    expect(read('usage.yaml')).to.equal(
      "apiVersion: v1\nkind: ResourceQuotaUsage\nmetadata:\n  name: q\n  namespace: dev\n  resourceVersion: '7'\nstatus:\n  hard:\n    pods: '3'\n  used:\n    pods: '2'\n")
    const second = await simulate('more.yaml', '-p', 'quota.yaml', '-p', 'usage.yaml', '--usage-out', 'usage.yaml')
    expect(second.status).to.equal(1)
    expect(second.stdout).to.contain('pods "d" is forbidden: exceeded quota: q, requested: pods=1, used: pods=3, limited: pods=3')
    expect(second.stdout).to.match(/^pods +2 +1 +3 +3/m)
    expect(read('usage.yaml')).to.contain("resourceVersion: '7'").and.to.contain("used:\n    pods: '3'\n")
  })

  it('are rejected with a different resourceVersion', async () => {
    write({'quota.yaml': quota('7'), 'usage.yaml': usage(2, '6'), 'pod.yaml': pod('a')})
    const {status, stdout} = await simulate('pod.yaml', '-p', 'quota.yaml', '-p', 'usage.yaml')
    expect(status).to.equal(2)
    expect(stdout).to.match(/^ResourceQuotaUsage q is not in force: the API server would reject it\n {2}Operation cannot be fulfilled on resourcequotas "q": the object has been modified; /)
    expect(stdout).to.match(/^pods +0 +1 +1 +3/m)
  })

  it('are rejected if a second one has the same resourceVersion', async () => {
    write({'quota.yaml': quota('7'), 'usage.yaml': `${usage(1, '7')}---\n${usage(2, '7')}`, 'pod.yaml': pod('a')})
    const {status, stdout} = await simulate('pod.yaml', '-p', 'quota.yaml', '-p', 'usage.yaml')
    expect(status).to.equal(2)
    expect(stdout.match(/is not in force/g)).to.have.length(1)
    expect(stdout).to.match(/^pods +1 +1 +2 +3/m)
  })

  it('override the count of existing objects', async () => {
    write({'quota.yaml': quota(), 'usage.yaml': usage(2), 'existing.yaml': pod('old'), 'pod.yaml': pod('a')})
    expect((await simulate('pod.yaml', '-p', 'quota.yaml', '-e', 'existing.yaml')).stdout).to.match(/^pods +1 +1 +2 +3/m)
    expect((await simulate('pod.yaml', '-p', 'quota.yaml', '-p', 'usage.yaml', '-e', 'existing.yaml')).stdout).to.match(/^pods +2 +1 +3 +3/m)
  })

  it('can be sent as objects', async () => {
    write({'quota.yaml': quota('7'), 'files.yaml': [usage(3, '7'), pod('a'), usage(0, '7')].join('---\n')})
    const {stdout} = await simulate('files.yaml', '-p', 'quota.yaml', '--order', 'files')
    expect(stdout.match(/^(?:Kind|Verdict): .*$/gm)).to.deep.equal([
      'Kind:       ResourceQuotaUsage', 'Verdict:    admitted', 'Kind:       Pod', 'Verdict:    denied (403 Forbidden)',
      'Kind:       ResourceQuotaUsage', 'Verdict:    denied (409 Conflict)',
    ])
  })

  it('serve as recorded usage for drift', async () => {
    write({'quota.yaml': quota('7'), 'usage.yaml': usage(2, '7'), 'existing.yaml': [pod('a'), pod('b')].join('---\n')})
    expect(await runCommand(Drift, '-p', 'quota.yaml', '-p', 'usage.yaml', '-e', 'existing.yaml')).to.include({status: 0})
    write({'usage.yaml': usage(1, '7')})
    const {status, stdout} = await runCommand(Drift, '-p', 'quota.yaml', '-p', 'usage.yaml', '-e', 'existing.yaml', '-o', 'yaml')
    expect(status).to.equal(1)
    expect(stdout).to.contain("resourceVersion: '7'").and.to.contain("used:\n    pods: '2'\n")
  })

  it('are checked by lint', async () => {
    write({'usage.yaml': usage(2)})
    expect(await runCommand(Lint, 'usage.yaml')).to.include({status: 0})
    write({'usage.yaml': usage(-2)})
    expect((await runCommand(Lint, 'usage.yaml', '--no-color')).stdout).to.match(/status\.used\[pods\]: Invalid value: "-2"/)
  })

  it('cannot be written to a missing folder', async () => {
    write({'quota.yaml': quota(), 'pod.yaml': pod('a')})
    const {status, error} = await simulate('pod.yaml', '-p', 'quota.yaml', '--usage-out', 'nowhere/usage.yaml')
    expect(status).to.equal(2)
    expect(error?.message).to.equal('cannot write "nowhere/usage.yaml": there is no directory "nowhere"')
  })
})
