import {expect} from 'chai'

import Capacity from '../../commands/capacity.js'
import Lint from '../../commands/lint.js'
import Simulate from '../../commands/simulate.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: dev}\nspec: {containers: [{name: a, image: b, resources: {limits: {cpu: 2}}}]}\n'
const limits = (cpu: string, namespace = 'dev', min = 0): string =>
  `apiVersion: v1\nkind: LimitRange\nmetadata: {name: limits, namespace: ${namespace}}\nspec: {limits: [{type: Container, min: {cpu: ${min}}, max: {cpu: ${cpu}}}]}\n`

describe('policies found by default', () => {
  const write = inFolder()

  it('omits problems of files without policies', async () => {
    write({'app/pod.yaml': pod, 'app/torn.yaml': 'kind: Pod\na: [', 'app/values.yaml': 'image: {}\n', 'app/odd.yaml': 'apiVersion: v1\nkind: Pot\nmetadata: {name: a}\n', 'app/limits.yaml': limits('4')})
    const run = await runCommand(Simulate, 'app/pod.yaml')
    expect(run.status).to.equal(0)
    expect(run.stdout).to.not.match(/torn|values|odd/)
    expect(run.stderr).to.equal('Hint: 2 files beside the policies are not valid: "kadm lint" reports them. Name the policies with --policies.\n')
    expect((await runCommand(Capacity, 'app/pod.yaml')).stdout).to.not.match(/torn|values|odd/)
    const named = await runCommand(Simulate, 'app/pod.yaml', '-p', 'app')
    expect(named.status).to.equal(2)
    expect(named.stdout).to.contain('app/torn.yaml:2:')
  })

  it('reports a rejected or unreadable policy for the namespace of the objects', async () => {
    write({'app/pod.yaml': pod, 'app/limits.yaml': limits('1', 'dev', 3)})
    const run = await runCommand(Simulate, 'app/pod.yaml')
    expect(run.status).to.equal(2)
    expect(run.stdout).to.match(/^LimitRange limits is not in force/)
    write({'app/limits.yaml': limits('1', 'prod', 3)})
    expect(await runCommand(Simulate, 'app/pod.yaml')).to.include({status: 0})
    write({'app/limits.yaml': `${limits('1')}  limits: [\n`})
    expect(await runCommand(Simulate, 'app/pod.yaml')).to.include({status: 2})
  })

  it('reads the policies beside the files that a glob matches', async () => {
    write({'exa/pod.yaml': pod, 'exa/limits.yaml': limits('1'), 'other/limits.yaml': limits('1', 'dev', 3)})
    const run = await runCommand(Simulate, 'ex*/pod.yaml')
    expect(run.status).to.equal(1)
    expect(run.stdout).to.contain('maximum cpu usage per Container is 1, but limit is 2').and.not.to.contain('not in force')
    expect((await runCommand(Capacity, 'ex*/pod.yaml')).stdout).to.contain('maximum cpu usage per Container is 1, but limit is 2')
    expect(await runCommand(Lint, 'ex*/*.yaml')).to.include({status: 0})
    expect(await runCommand(Lint, '*/limits.yaml')).to.include({status: 2})
  })

  it('reads a folder whose name is like a glob', async () => {
    write({'[app]*/pod.yaml': pod, '[app]*/limits.yaml': limits('1'), 'apple/limits.yaml': limits('1', 'dev', 3)})
    const run = await runCommand(Simulate, '[app]*/pod.yaml')
    expect(run.status, run.stdout).to.equal(1)
    expect(run.stdout).to.contain('maximum cpu usage per Container is 1, but limit is 2')
    expect((await runCommand(Lint, '[app]*')).stdout).to.not.contain('apple')
  })
})
