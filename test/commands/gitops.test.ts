import {expect} from 'chai'

import Capacity from '../../commands/capacity.js'
import DescribeLimits from '../../commands/describe/limits.js'
import Lint from '../../commands/lint.js'
import Simulate from '../../commands/simulate.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const limits = (cpu: string): string => `apiVersion: v1\nkind: LimitRange\nmetadata: {name: limits}\nspec: {limits: [{type: Container, max: {cpu: ${cpu}}}]}\n`
const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: a, image: b, resources: {limits: {cpu: 2}}}]}\n'

/** A Flux cluster that deploys its own folder and one of plain manifests. */
const cluster = (name: string, fields = ''): Readonly<Record<string, string>> => ({
  [`clusters/${name}/flux-system/gotk-sync.yaml`]: `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: flux-system, namespace: flux-system}
spec: {interval: 1m, url: ssh://git@example.com/fleet}
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: flux-system, namespace: flux-system}
spec: {interval: 1m, path: ./clusters/${name}, prune: true, sourceRef: {kind: GitRepository, name: flux-system}}
`,
  [`clusters/${name}/apps.yaml`]: `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec: {interval: 1m, path: ./apps/${name}, prune: true, sourceRef: {kind: GitRepository, name: flux-system}${fields}}
`,
})
const apps = {'apps/live/a.yaml': `${limits('1')}---\n${pod}`, 'apps/test/a.yaml': `${limits('4')}---\n${pod}`}

const application = (name: string, path: string, namespace: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: ${name}, namespace: argocd}
spec: {project: default, source: {repoURL: https://example.com/apps, path: ${path}, targetRevision: HEAD}, destination: {name: in-cluster, namespace: ${namespace}}}
`

describe('GitOps repositories with plain folders', () => {
  const write = inFolder()

  it('Flux: lint accepts duplicates in different folders, and reports those within one', async () => {
    write({...apps, ...cluster('live'), ...cluster('test')})
    const {stdout, status} = await runCommand(Lint, '.', '--no-color')
    expect({stdout, status}).to.deep.equal({stdout: '10 objects in 6 files: nothing wrong\n', status: 0})
    write({'apps/live/b.yaml': pod})
    expect((await runCommand(Lint, '.', '--no-color')).stdout, 'but for those within a folder')
      .to.contain('apps/live/b.yaml:1:1  error  Pod web is declared in apps/live/a.yaml:6 too')
  })

  it('Flux: prints environments that can be pasted into .kadm.yaml', async () => {
    write({...apps, ...cluster('live'), ...cluster('test')})
    for (const command of [Simulate, Capacity]) {
      const {stdout, stderr, status} = await runCommand(command, '.')
      expect([stdout, status]).to.deep.equal(['', 2])
      const environments = /\n(environments:\n[^]*)$/.exec(stderr)?.[1] ?? ''
      expect(environments).to.equal('environments:\n  live:\n    files: [apps/live, clusters/live]\n  test:\n    files: [apps/test, clusters/test]\n')
      write({'.kadm.yaml': environments})
    }
    const {stdout, status} = await runCommand(Simulate, '--env', 'all', '--quiet', '--no-color')
    expect(status).to.equal(1)
    expect(stdout).to.match(/^Environment: live\n[^]*\n5 objects: 4 admitted, 1 denied\n[^]*Environment: test\n[^]*5 objects: 5 admitted, 0 denied\n/)
  })

  it('Flux: deploys into targetNamespace', async () => {
    write({...apps, ...cluster('live', ', targetNamespace: prod'), 'clusters/live/test.yaml': (cluster('test', ', targetNamespace: staging')['clusters/test/apps.yaml'] ?? '').replace('name: apps', 'name: test')})
    const {stdout, status} = await runCommand(Simulate, '.', '--no-color')
    expect(status).to.equal(1)
    expect(stdout).to.match(/Name: +web\nNamespace: +prod\n[^]*denied[^]*maximum cpu usage per Container is 1, but limit is 2/)
      .and.to.match(/Name: +web\nNamespace: +staging\n[^]*8 objects: 7 admitted, 1 denied/)
    expect((await runCommand(DescribeLimits, '-n', 'prod', '-p', '.')).stdout).to.match(/Namespace: +prod\n/).and.not.to.contain('staging')
    expect((await runCommand(Simulate, '.', '-n', 'mine')).status, 'unless a flag names one: then there are duplicates').to.equal(2)
  })

  it('Argo CD: defaults the namespace of objects to that of the Application', async () => {
    write({
      'bootstrap/live.yaml': application('live', 'apps/live', 'prod'), 'bootstrap/test.yaml': application('test', 'apps/test', 'staging'), ...apps,
      'apps/test/own.yaml': pod.replace('name: web', 'name: web, namespace: other'),
    })
    expect(await runCommand(Lint, '.')).to.include({status: 0})
    const {stdout} = await runCommand(Simulate, '.', '--no-color')
    for (const namespace of ['prod', 'staging', 'other']) expect(stdout).to.match(new RegExp(`Name: +web\\nNamespace: +${namespace}\\n`))
    expect(stdout).to.contain('7 objects: 6 admitted, 1 denied')
  })

  it('Argo CD: finds the folders of an ApplicationSet', async () => {
    const set = `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: apps}
spec:
  generators: [{git: {repoURL: https://example.com/apps, revision: HEAD, directories: [{path: apps/*}]}}]
  template:
    metadata: {name: '{{path.basename}}'}
    spec: {source: {repoURL: https://example.com/apps, path: '{{path}}'}, destination: {namespace: 'team-{{path.basename}}'}}
`
    write({'set.yaml': set, ...apps})
    expect(await runCommand(Lint, '.')).to.include({status: 0})
    expect((await runCommand(Simulate, '.')).stdout).to.match(/Namespace: +team-live\n/).and.to.match(/Namespace: +team-test\n/)
  })

  it('resolves paths from the repository root and reads only the given files', async () => {
    write({'fleet/.git/HEAD': 'ref: refs/heads/main\n', ...Object.fromEntries(Object.entries({...apps, ...cluster('live'), ...cluster('test')}).map(([path, text]) => [`fleet/${path}`, text]))})
    expect(await runCommand(Lint, 'fleet'), 'with .git').to.include({status: 0})
    expect(await runCommand(Lint, 'fleet/apps', 'fleet/clusters')).to.include({status: 0})
    expect((await runCommand(Lint, 'fleet/apps', '--no-color')).stdout, 'nobody has given the objects of Flux').to.contain('are declared in fleet/apps/live/ too')
  })

  it('ignores entry points that nothing deploys', async () => {
    write({...apps, 'clusters/live/apps.yaml': application('apps', 'apps/live', 'prod'), 'clusters/test/apps.yaml': application('apps', 'apps/test', 'prod')})
    expect(await runCommand(Lint, '.')).to.include({status: 0})
  })
})
