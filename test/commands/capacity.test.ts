import {expect} from 'chai'
import {mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import Capacity from '../../commands/capacity.js'
import {runCommand} from '../helpers/run-command.js'
import {deployment} from '../helpers/workload-manifests.js'

const quota = (pods: number): string => `apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q}\nspec: {hard: {pods: "${pods}"}}\n`

describe('kadm capacity', () => {
  const before = process.cwd()
  let folder = ''
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
  const run = (...args: string[]): ReturnType<typeof runCommand> => runCommand(Capacity, ...args, '--no-color')

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'kadm-capacity-')))
    process.chdir(folder)
    write('app.yaml', JSON.stringify(deployment('web', 2)))
  })
  afterEach(() => {
    process.chdir(before)
    rmSync(folder, {recursive: true, force: true})
  })

  it('reads the working directory, policies and all, and ends with 0 when there is room', async () => {
    write('quota.yaml', quota(4))
    const {status, stdout, stderr} = await run('-n', 'dev')
    expect([status, stderr]).to.deep.equal([0, ''])
    expect(stdout).to.match(/^ {2}quota q +pods +2 +3 +4 +2 +4 +0 +4$/m).and.to.match(/dev: there is room for everything/)
  })

  it('ends with 1 when something breaks at any time', async () => {
    write('quota.yaml', quota(3))
    const {status, stdout} = await run('app.yaml', '-p', 'quota.yaml')
    expect(status).to.equal(1)
    expect(stdout).to.match(/breaks first: pods of quota q in a rollout, with terminating pods: 4 needed, 3 allowed\n {2}Deployment\/web adds 2\n/)
  })

  it('ends with 1 when an object is refused, and with 2 for bad usage', async () => {
    write('bad.yaml', JSON.stringify(deployment('web', -1)))
    expect((await run('bad.yaml')).status).to.equal(1)
    expect((await run('app.yaml', '--nodes', 'many')).status).to.equal(2)
    expect((await run('missing.yaml')).status).to.equal(2)
  })

  it('counts sidecars', async () => {
    write('mesh.yaml', 'containers: [{name: proxy, image: proxy:1, resources: {requests: {cpu: 100m}}}]\n')
    expect((await run('app.yaml', '--inject', 'mesh.yaml')).stdout).to.match(/^ +requests\.cpu +200m +300m +400m/m)
  })

  it('prints whole names into a pipe, and keeps to the width of a terminal', async () => {
    const name = 'the-gateway-that-all-requests-of-customers-pass'
    write('app.yaml', JSON.stringify(deployment(name, 1)))
    write('quota.yaml', quota(9).replace('pods: "9"', '"count/deployments.apps": "3"'))
    expect((await run('-n', 'dev')).stdout).to.match(new RegExp(`^  Deployment/${name} +pods +1 .*\\n +count/deployments\\.apps +1 `, 'm'))
    const {isTTY, columns} = process.stdout
    Object.assign(process.stdout, {isTTY: true, columns: 80})
    try {
      const {stdout} = await run('-n', 'dev')
      expect(stdout).to.match(new RegExp(`^ Deployment/${name}\\n  pods +1 .*\\n  count/deployments\\.apps +1 `, 'm'))
      expect(stdout.split('\n').filter((line) => line.length > 80)).to.deep.equal([])
    } finally {
      Object.assign(process.stdout, {isTTY, columns})
    }
  })

  it('prints the other formats', async () => {
    expect(JSON.parse((await run('app.yaml', '-o', 'json')).stdout)).to.include({version: 1})
    expect((await run('app.yaml', '-o', 'csv')).stdout).to.match(/^Namespace,Object,Resource,/)
    expect((await run('app.yaml', '-o', 'markdown')).stdout).to.match(/^\| Namespace \|/)
  })
})
