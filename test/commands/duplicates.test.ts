import {expect} from 'chai'
import {symlinkSync} from 'node:fs'

import Capacity from '../../commands/capacity.js'
import DescribeLimits from '../../commands/describe/limits.js'
import Drift from '../../commands/drift.js'
import Export from '../../commands/export.js'
import Lint from '../../commands/lint.js'
import Simulate from '../../commands/simulate.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const limits = (fields = ''): string => `apiVersion: v1\nkind: LimitRange\nmetadata: {name: limits${fields}}\nspec: {limits: [{type: Container, max: {cpu: 4}}]}\n`
const settings = (name: string, fields = ''): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}${fields}}\n`
const scaler = (version: string, spec: string): string =>
  `apiVersion: autoscaling/${version}\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec: {maxReplicas: 3, ${spec}scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}\n`
const policy = 'apiVersion: kadm.dev/v1\nkind: MetadataPolicy\nmetadata: {name: p}\nspec: {rules: [{policyAction: {updatedLabels: {a: b}}}]}\n'

describe('duplicate objects', () => {
  const write = inFolder()

  it('are a lint finding with both places, and make the report incomplete', async () => {
    write({'a.yaml': settings('s'), 'b.yaml': `${settings('x')}---\n${settings('s')}`})
    const {stdout, status} = await runCommand(Lint, '.', '--no-color')
    expect(status).to.equal(2)
    expect(stdout).to.equal(`b.yaml:5:1  error  ConfigMap s is declared in a.yaml:1 too  manifest/duplicate-object
  see: a.yaml:1:1: the other ConfigMap s
  hint: keep one of them, give it another name or namespace, or leave a file out with --exclude

3 objects in 2 files: 1 error, 0 warnings
The report is incomplete: objects are declared twice.
`)
  })

  it('in two folders are one finding, which suggests environments', async () => {
    write({'dev/a.yaml': `${settings('s')}---\n${settings('t')}`, 'prod/a.yaml': `${settings('s')}---\n${settings('t')}`})
    const {stdout} = await runCommand(Lint, '.', '--no-color')
    expect(stdout).to.contain('prod/a.yaml:1:1  error  ConfigMap s and 1 more object of prod/ are declared in dev/ too')
      .and.to.contain('hint: check one folder at a time, or write "environments: {dev: {files: [dev]}, prod: {files: [prod]}}" in .kadm.yaml and use --env all')
  })

  it('in many folders are one finding, which lists the first places', async () => {
    const folders = Array.from({length: 14}, (_, i) => `c${String(i).padStart(2, '0')}`)
    write(Object.fromEntries(folders.map((folder) => [`${folder}/a.yaml`, settings('s')])))
    const {stdout} = await runCommand(Lint, '.', '--no-color')
    expect(stdout).to.contain('c01/a.yaml:1:1  error  ConfigMap s is declared in c00/a.yaml:1 too, and so are objects of 12 more places  manifest/duplicate-object\n')
    expect(stdout.match(/ {2}see: .*/g)).to.have.length(11)
    expect(stdout).to.contain('14 objects in 14 files: 1 error, 0 warnings\n')
    expect((/environments: [^\n]*/.exec(stdout))?.[0].length).to.be.below(200)
  })

  it('in a bundle of files from another folder are accepted by lint only', async () => {
    const bundle = `# All of it\n${settings('s')}---\n${settings('t')}---\n${settings('u')}`
    write({'app/a.yaml': settings('s'), 'app/b.yaml': settings('t'), 'release/all.yaml': bundle})
    expect(await runCommand(Lint, '.')).to.include({status: 0})
    expect(await runCommand(Simulate, '.')).to.include({status: 2, stdout: ''})
    write({'app/b.yaml': settings('t', ', labels: {a: b}')})
    expect(await runCommand(Lint, '.'), 'that says something else').to.include({status: 2})
    write({'app/b.yaml': settings('x')})
    expect(await runCommand(Lint, '.'), 'of one file alone').to.include({status: 2})
  })

  it('stop every other command before it prints a result', async () => {
    write({'envs/dev/a.yaml': limits(), 'envs/live/a.yaml': limits(), 'twice.yaml': `${policy}---\n${policy}`})
    for (const run of [
      await runCommand(Simulate, 'envs'), await runCommand(Capacity, 'envs'), await runCommand(Drift, '-p', 'envs'),
      await runCommand(DescribeLimits, '-p', 'envs'), await runCommand(Simulate, 'twice.yaml', '-e', 'envs'),
    ]) {
      expect([run.status, run.stdout]).to.deep.equal([2, ''])
    }
    const {stderr} = await runCommand(Simulate, 'envs')
    expect(stderr).to.equal(`Error: envs/live/a.yaml:1: LimitRange limits is declared in envs/dev/a.yaml:1 too
Nothing is reported: each object of a run must be declared only once.
Name one of the folders, render kustomizations with --kustomize DIR, or make environments of them in .kadm.yaml and choose with --env dev or --env all:

environments:
  dev:
    files: [envs/dev]
  live:
    files: [envs/live]
`)
    expect(await runCommand(Export, 'twice.yaml')).to.include({status: 2, stdout: ''})
  })

  it('are reported across versions of one API group', async () => {
    write({'a.yaml': scaler('v1', ''), 'b.yaml': scaler('v2', '')})
    expect(await runCommand(Lint, '.')).to.include({status: 2})
    expect(await runCommand(Simulate, 'a.yaml', 'b.yaml')).to.include({status: 2, stdout: ''})
  })

  it('exclude other namespaces or kinds, generated names, Events, and files named twice', async () => {
    const event = 'apiVersion: v1\nkind: Event\nmetadata: {name: e, namespace: dev}\ninvolvedObject: {namespace: dev}\n'
    const generated = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: s-}\n'
    write({
      'a.yaml': [settings('s'), settings('s', ', namespace: dev'), 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n', generated, generated, event, event].join('---\n'),
    })
    if (process.platform !== 'win32') symlinkSync('a.yaml', 'link.yaml')
    for (const paths of [['.'], ['a.yaml', './a.yaml']]) {
      expect((await runCommand(Lint, ...paths)).stdout, paths.join()).not.to.contain('declared')
      expect((await runCommand(Simulate, ...paths, '-n', '')).stderr, paths.join()).not.to.contain('declared')
    }
    write({'b.yaml': settings('s', ', namespace: default')})
    expect(await runCommand(Lint, 'a.yaml', 'b.yaml')).to.include({status: 2})
  })

  it('are accepted by lint if different kustomizations deploy them', async () => {
    const kustomization = 'resources: [a.yaml]\n'
    write({'base/a.yaml': settings('s'), 'base/kustomization.yaml': kustomization, 'other/a.yaml': settings('s'), 'other/kustomization.yaml': kustomization, 'plain.yaml': settings('s')})
    expect((await runCommand(Lint, 'base', 'other', 'plain.yaml')).stdout).not.to.contain('declared')
    expect(await runCommand(Simulate, 'base/a.yaml', 'other/a.yaml')).to.include({status: 2})
  })

  it('are accepted if one is a policy and the other an existing object', async () => {
    write({'policies/a.yaml': limits(), 'existing/a.yaml': `${limits()}---\n${settings('s')}`, 'files/a.yaml': settings('t')})
    expect(await runCommand(Simulate, 'files', '-p', 'policies', '-e', 'existing')).to.include({status: 0})
  })

  it('in folders read by default are reported only for policies', async () => {
    write({'pod.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: a, image: b}]}\n', 'a.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: default}\n'})
    write({'b.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: default}\n'})
    expect(await runCommand(Simulate, 'pod.yaml')).to.include({status: 0})
    write({'c.yaml': limits(), 'd.yaml': limits()})
    expect(await runCommand(Simulate, 'pod.yaml')).to.include({status: 2, stdout: ''})
  })
})
