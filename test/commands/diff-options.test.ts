import {expect} from 'chai'

import Diff from '../../commands/diff.js'
import {inFolder} from '../helpers/in-folder.js'
import {type CommandRun, runCommand} from '../helpers/run-command.js'
import {daemonSet, deployment} from '../helpers/workload-manifests.js'

const quota = (hard: Readonly<Record<string, string>>): string =>
  JSON.stringify({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'q', namespace: 'dev'}, spec: {hard}})

const limits = 'apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\nlimits: [{type: Server, qps: 1, burst: 1}]\n'

const admission = (path: string): string =>
  `apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nplugins: [{name: EventRateLimit, path: ${path}}]\n`

const apiServer = `apiVersion: v1
kind: Pod
metadata: {name: kube-apiserver, namespace: kube-system}
spec: {containers: [{name: a, image: i, command: [kube-apiserver, --etcd-servers=x, --authorization-mode=RBAC, --runtime-config=batch/v1=false]}]}
`

describe('options of kadm diff', () => {
  const write = inFolder()
  const run = (...args: string[]): Promise<CommandRun> => runCommand(Diff, ...args, '-n', 'dev', '--no-color')

  it('--nodes is the number of pods of DaemonSets', async () => {
    write({'app.yaml': JSON.stringify(daemonSet('agent')), 'old/q.yaml': quota({pods: '5'}), 'new/q.yaml': quota({pods: '2'})})
    expect((await run('--before', 'old', '--after', 'new', 'app.yaml', '--nodes', '3')).stdout).to.contain('DaemonSet/agent: 2 of 3 pods start, 3 before: ')
  })

  it('--inject adds the containers of a sidecar injector to pods', async () => {
    write({
      'app.yaml': JSON.stringify(deployment('web', 2, {requests: {cpu: '100m'}})), 'old/q.yaml': quota({'requests.cpu': '1'}), 'new/q.yaml': quota({'requests.cpu': '500m'}),
      'mesh.yaml': 'containers: [{name: proxy, image: i, resources: {requests: {cpu: 200m}}}]\n',
    })
    expect((await run('--before', 'old', '--after', 'new', 'app.yaml', '--inject', 'mesh.yaml')).stdout).to.match(/1 of 2 pods starts, 2 before: .*requested: requests\.cpu=300m/)
    expect((await run('--before', 'old', '--after', 'new', 'app.yaml')).stdout).not.to.contain('pods starts')
  })

  it('--allow-path-outside reads a configuration outside the folder of --admission-config', async () => {
    write({'app/web.yaml': JSON.stringify(deployment('web', 1)), 'config/admission.yaml': admission('../limits.yaml'), 'limits.yaml': limits})
    const args = ['app/web.yaml', '--after-admission-config', 'config/admission.yaml']
    const [rejected, read] = [await run(...args), await run(...args, '--allow-path-outside')]
    expect([rejected.status, read.status]).to.deep.equal([2, 0])
    expect(rejected.error?.message).to.contain('outside')
    expect(read.stdout).to.contain('The configuration of EventRateLimit')
    expect((await run('app/web.yaml', '--after-version', '1.35', '--allow-path-outside')).error?.message).to.contain('--before-admission-config')
  })

  it('takes policies beside the objects, unless --before and --after name policies', async () => {
    write({'app/web.yaml': JSON.stringify(deployment('web', 1)), 'app/q.yaml': quota({pods: '0'}), 'old/q.yaml': quota({pods: '2'}), 'new/q.yaml': quota({pods: '3'})})
    expect((await run('app/web.yaml', '--after-version', '1.35')).stdout).to.contain('no differences, 1 denied as before;')
    expect((await run('app/web.yaml', '--before', 'old', '--after', 'new')).stdout).to.contain('1 object compared: no differences;')
  })

  it('reads standard input once, for objects, for policies or for existing objects', async () => {
    write({'new/q.yaml': quota({pods: '0'})})
    const given = [['-', '-p', '-', '--after-version', '1.35'], ['-', '--existing', '-', '--after-version', '1.35'], ['-', '--before', 'new', '--after', '-'], ['--before', '-', '--after', '-']]
    for (const args of given) {
      const {status, error} = await run(...args)
      expect([status, error?.message]).to.deep.equal([2, 'standard input can be read only once: give one "-"'])
    }
  })

  it('rejects standard input as configuration and as objects', async () => {
    const {status, error} = await run('-', '--after-admission-config', '-')
    expect([status, error?.message]).to.deep.equal([2, 'standard input can be read only once: give one "-"'])
  })

  it('notes flags of the API server that kadm does not simulate', async () => {
    write({'app.yaml': JSON.stringify(deployment('web', 1)), 'server.yaml': apiServer})
    expect((await run('app.yaml', '-p', 'server.yaml', '--after-version', '1.35')).stdout).to.match(/^Note: .*runtime-config/m)
  })

  describe('notes', () => {
    const invalid = 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: l, namespace: dev}\nspec: {limits: [{type: Container, min: {cpu: 2}, max: {cpu: 1}}]}\n'
    const compare = (...args: string[]): Promise<CommandRun> => run('--before', 'old', '--after', 'new', 'app', ...args)

    beforeEach(() => write({
      'old/q.yaml': quota({configmaps: '3'}), 'new/q.yaml': quota({configmaps: '3'}), 'new/values.yaml': 'replicas: 1\n', 'new/l.yaml': invalid, 'new/odd.yaml': 'kind: Pod\na: [\n',
      'app/web.yaml': JSON.stringify(deployment('web', 1)),
    }))

    it('name rejected policies, broken documents and hints of the side after the change, each once', async () => {
      const {stderr} = await compare()
      expect(stderr).to.match(/^1 file skipped: 1 not Kubernetes\n/).and.to.match(/^Not in force: LimitRange "l" is invalid: /m).and.to.match(/^new\/odd\.yaml:2:/m)
      expect(stderr.match(/^Hint: .*kube-root-ca\.crt.*\(quota q in dev\)/gm)).to.have.lengthOf(1)
      const {stderr: reversed} = await run('--before', 'new', '--after', 'old', 'app')
      expect(reversed).not.to.contain('skipped').and.not.to.contain('Not in force').and.not.to.contain('odd.yaml')
    })

    it('list skipped files with --verbose, and in JSON', async () => {
      expect((await compare('--verbose')).stderr).to.contain('skipped new/values.yaml: not Kubernetes (no apiVersion and kind)\n')
      expect((JSON.parse((await compare('-o', 'json')).stdout) as {skipped: {path: string}[]}).skipped.map(({path}) => path)).to.deep.equal(['new/values.yaml'])
    })

    it('are part of the printed table, and otherwise on standard error', async () => {
      const reversed = (...args: string[]): Promise<CommandRun> => run('--before', 'new', '--after', 'old', 'app', ...args)
      const note = 'Note: before the change, 1 file has documents that cannot be used'
      const [table, json, file] = [await reversed(), await reversed('-o', 'json'), await reversed('-o', 'table=table.txt')]
      expect([table, json, file].map(({stdout}) => stdout.includes(note))).to.deep.equal([true, false, false])
      expect([table, json, file].map(({stderr}) => stderr.includes(note))).to.deep.equal([false, true, true])
    })
  })

  it('rejects a report over a file in a folder of objects', async () => {
    write({'app/web.yaml': JSON.stringify(deployment('web', 1))})
    const {status, error} = await run('app', '--after-version', '1.35', '-o', 'json=app/web.yaml')
    expect(status).to.equal(2)
    expect(error?.message).to.contain('app/web.yaml')
  })
})
