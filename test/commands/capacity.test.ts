import {expect} from 'chai'
import {mkdirSync} from 'node:fs'

import Capacity from '../../commands/capacity.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'
import {deployment} from '../helpers/workload-manifests.js'

const quota = (pods: number): string => `apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q}\nspec: {hard: {pods: "${pods}"}}\n`

describe('kadm capacity', () => {
  const writeFiles = inFolder()
  const write = (name: string, text: string): void => writeFiles({[name]: text})
  const run = (...args: string[]): ReturnType<typeof runCommand> => runCommand(Capacity, ...args, '--no-color')

  beforeEach(() => {
    write('app.yaml', JSON.stringify(deployment('web', 2)))
  })

  it('reads policies from the working directory and exits with 0 if everything fits', async () => {
    write('quota.yaml', quota(4))
    const {status, stdout, stderr} = await run('-n', 'dev')
    expect([status, stderr]).to.deep.equal([0, ''])
    expect(stdout).to.match(/^ {2}quota q +pods +2 +3 +4 +2 +4 +0 +4$/m).and.to.match(/dev: there is room for everything/)
  })

  it('exits with 1 if a quota is exceeded at any time', async () => {
    write('quota.yaml', quota(3))
    const {status, stdout} = await run('app.yaml', '-p', 'quota.yaml')
    expect(status).to.equal(1)
    expect(stdout).to.match(/breaks first: pods of quota q in a rollout, with terminating pods: 4 needed, 3 allowed\n {2}Deployment\/web adds 2\n/)
  })

  it('exits with 1 if an object is denied, and with 2 for wrong arguments', async () => {
    write('bad.yaml', JSON.stringify(deployment('web', -1)))
    expect((await run('bad.yaml')).status).to.equal(1)
    expect((await run('app.yaml', '--nodes', 'many')).status).to.equal(2)
    expect((await run('missing.yaml')).status).to.equal(2)
  })

  const negative = quota(4).replace('pods: "4"', 'cpu: "-1"')
  const troubles: Readonly<Record<string, readonly [files: Readonly<Record<string, string>>, argv: readonly string[], reason: string]>> = {
    'a document that cannot be decoded': [{'odd.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: []\n'}, ['.'], '1 file has documents that cannot be used'],
    'a syntax error': [{'odd.yaml': 'kind: Pod\na: [\n'}, ['.'], '1 file has documents that cannot be used'],
    'a syntax error among the policies': [{'p/odd.yaml': 'kind: ResourceQuota\na: [\n'}, ['app.yaml', '-p', 'p'], '1 file has documents that cannot be used'],
    'a quota that is rejected': [{'p/quota.yaml': negative}, ['app.yaml', '-p', 'p'], '1 policy is rejected'],
    'a quota among the objects that is rejected': [{'quota.yaml': negative}, ['.'], '1 policy is rejected'],
    'a file with only comments': [{'none.yaml': '# nothing\n---\n'}, ['none.yaml', '-p', 'none.yaml'], 'no objects passed to create'],
  }
  for (const [what, [files, argv, reason]] of Object.entries(troubles)) {
    it(`reports an incomplete result for ${what}`, async () => {
      mkdirSync('p')
      for (const [name, text] of Object.entries(files)) write(name, text)
      const {status, stdout, stderr} = await run(...argv)
      expect(status).to.equal(2)
      expect(stdout).to.contain(`The result is incomplete: ${reason}\n`).and.not.to.contain('there is room for everything')
      expect(stderr).to.contain(`Note: the result is incomplete: ${reason}\n`)
      expect(JSON.parse((await run(...argv, '-o', 'json')).stdout)).to.deep.include({exitStatus: 2, incomplete: [reason], summary: {enough: false}})
      expect((await run(...argv, '-o', 'markdown')).stdout).not.to.contain('there is room for everything')
    })
  }

  it('accepts files without objects with --allow-empty', async () => {
    write('none.yaml', '# nothing\n')
    expect((await run('none.yaml', '-p', 'none.yaml')).stderr).to.match(/^error: no objects passed to create\nHint: --allow-empty accepts files without any object\.\n/)
    expect(await run('none.yaml', '-p', 'none.yaml', '--allow-empty')).to.include({status: 0, stderr: ''})
  })

  it('lists denied objects that count, as only quotas deny them', async () => {
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'web'}, spec: {selector: {matchLabels: {app: 'x'}}, template: {metadata: {labels: {app: 'x'}}, spec: {containers: [{name: 'a', image: 'b'}]}}}}
    const invalid = {...web, metadata: {name: 'W'}}
    write('objects.yaml', [web, invalid].map((object) => JSON.stringify(object)).join('\n---\n'))
    write('quota.yaml', 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q}\nspec: {hard: {count/deployments.apps: 0}}\n')
    const {stdout} = await run('objects.yaml', '-p', 'quota.yaml')
    expect(stdout).to.match(/^denied by quotas, and counted above:\n {2}objects\.yaml:1: deployments\.apps "web" is forbidden: exceeded quota[^\n]*\ndenied, and so not counted:\n {2}objects\.yaml:3: Deployment\.apps "W" is invalid/m)
    const page = (await run('objects.yaml', '-p', 'quota.yaml', '-o', 'html')).stdout
    expect(page).to.match(/Not counted in the needs below[^]*objects\.yaml:3[^]*Denied by quotas, and counted in the needs below[^]*objects\.yaml:1/)
  })

  it('lists denied objects, which do not count', async () => {
    write('pod.yaml', 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: A_, image: b}]}\n')
    const {status, stdout} = await run('pod.yaml', '-p', 'pod.yaml')
    expect(status).to.equal(1)
    expect(stdout).to.match(/^denied, and so not counted:\n {2}pod\.yaml:1: Pod "a" is invalid: /m).and.not.to.contain('there is room for everything')
    expect(JSON.parse((await run('pod.yaml', '-o', 'json')).stdout)).to.deep.include({exitStatus: 1, incomplete: [], summary: {enough: false}})
  })

  it('counts injected sidecars', async () => {
    write('mesh.yaml', 'containers: [{name: proxy, image: proxy:1, resources: {requests: {cpu: 100m}}}]\n')
    expect((await run('app.yaml', '--inject', 'mesh.yaml')).stdout).to.match(/^ +requests\.cpu +200m +300m +400m/m)
  })

  it('prints whole names into a pipe, and wraps at the width of a terminal', async () => {
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

  it('prints JSON, CSV and Markdown', async () => {
    expect(JSON.parse((await run('app.yaml', '-o', 'json')).stdout)).to.include({version: 1})
    expect((await run('app.yaml', '-o', 'csv')).stdout).to.match(/^Namespace,Object,Resource,/)
    expect((await run('app.yaml', '-o', 'markdown')).stdout).to.match(/^\| Namespace \|/)
  })
})
