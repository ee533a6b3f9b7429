import {expect} from 'chai'
import {mkdirSync, rmSync, writeFileSync} from 'node:fs'

import Simulate from '../../commands/simulate.js'
import {type Body, container, limitRange, pod, quota} from '../helpers/builders.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'
import {cronJob, daemonSet, deployment, rolling, statefulSet} from '../helpers/workloads.js'

describe('kadm simulate with workloads', () => {
  inFolder()

  beforeEach(() => {
    mkdirSync('policies')
    mkdirSync('app')
  })

  const write = (path: string, ...objects: Body[]): void => writeFileSync(path, objects.map((object) => JSON.stringify(object)).join('\n---\n'))

  const simulate = (...argv: string[]): ReturnType<typeof runCommand> => runCommand(Simulate, ...argv, '-p', 'policies', '-n', 'dev')

  const workloadsOf = async (...argv: string[]): Promise<Body[]> => (JSON.parse((await simulate(...argv, '-o', 'json')).stdout) as {workloads: Body[]}).workloads

  it('exits with 1 only if pods are denied', async () => {
    write('app/web.yaml', deployment('web', {replicas: 3}))
    for (const [pods, status] of [['3', 0], ['2', 1]] as const) {
      write('policies/quota.yaml', quota({pods}))
      expect(await simulate('app')).to.include({status, stderr: ''})
    }
  })

  it('simulates rollouts of existing workloads, and exits with 1 unless they fit', async () => {
    write('running.yaml', rolling(4, 1, 1))
    write('new.yaml', rolling(4, 1, 1).at('2'))
    for (const [pods, verdict, status] of [['8', 'fits', 0], ['5', 'slow', 1]] as const) {
      write('policies/quota.yaml', quota({pods}))
      expect((await workloadsOf('new.yaml', '--existing', 'running.yaml'))[0]).to.have.nested.property('rollout.verdict', verdict)
      expect(await simulate('new.yaml', '--existing', 'running.yaml')).to.include({status})
    }
  })

  it('simulates rollouts of new workloads with --rollout', async () => {
    write('policies/quota.yaml', quota({pods: '3'}))
    write('app/web.yaml', deployment('web', {replicas: 3}))
    expect((await workloadsOf('app'))[0]).to.include({rollout: null})
    expect((await workloadsOf('app', '--rollout'))[0]).to.have.nested.property('rollout.verdict', 'blocked')
    expect(await simulate('app', '--rollout')).to.include({status: 1})
  })

  it('prints only denials and the summary with --quiet', async () => {
    write('policies/quota.yaml', quota({pods: '3'}))
    write('policies/limits.yaml', limitRange('l', {type: 'Pod', max: {cpu: '1'}, min: {cpu: '2'}}))
    write('app/all.yaml', deployment('fine', {replicas: 2}), deployment('short', {replicas: 2}), pod('Not_A_Name').with(container('a')))
    writeFileSync('app/broken.yaml', 'kind: Pod\nmetadata: [')
    const {stdout, status} = await simulate('app', '--quiet', '--no-color')
    expect(status).to.equal(2)
    expect(stdout.match(/^(Name: .*|LimitRange l is not in force.*|Quota: .*|\d.*)$/gm)).to.deep.equal([
      'LimitRange l is not in force: the API server would reject it', 'Name:       Not_A_Name', 'Name:       short',
      '3 objects: 2 admitted, 1 denied, 1 unreadable, 1 policy not in force; 1 pod of workloads denied',
      '2 workloads: 1 gets everything that it requests, 1 does not get everything',
    ])
    expect(stdout).to.contain('Event:      FailedCreate on ReplicaSet short-XXXXX').and.to.contain('app/broken.yaml:2')
  })

  it('prints only the summary with -q if nothing is denied', async () => {
    write('policies/quota.yaml', quota({pods: '3'}))
    write('app/web.yaml', deployment('web', {replicas: 3}))
    expect(await simulate('app', '-q')).to.include({
      status: 0, stdout: '1 object: 1 admitted, 0 denied\n1 workload: 1 gets everything that it requests\n', stderr: '',
    })
  })

  it('rejects --quiet for formats other than table', async () => {
    write('app/web.yaml', deployment('web', {replicas: 3}))
    const {status, stdout, error} = await simulate('app', '--quiet', '-o', 'json')
    expect([status, stdout, error?.message]).to.deep.equal([2, '', '--quiet works with -o table: other formats are always whole'])
    expect((await simulate('app', '--quiet', '-o', 'table', '-o', 'json=all.json')).status).to.equal(0)
  })

  it('reports why a rollout at the size of an autoscaler is blocked', async () => {
    write('policies/quota.yaml', quota({pods: '5'}))
    write('app/web.yaml', rolling(2, 1, 0), {
      apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: {name: 'scaler'},
      spec: {maxReplicas: 5, scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'web'}},
    })
    const {stdout} = await simulate('app', '--no-color')
    expect(stdout.split('\n').filter((line) => /^(Autoscaler| {2}(min|own|max)| +Reason)/.test(line))).to.deep.equal([
      'Autoscaler:  scaler',
      '  min:       1 pod; rollout fits: peak 2 pods, 2 with those that terminate, at least 1 ready',
      '  own:       2 pods; rollout fits: peak 3 pods, 4 with those that terminate, at least 2 ready',
      '  max:       5 pods; rollout blocked: peak 5 pods, 5 with those that terminate, at least 5 ready',
      '    Reason:  in the rollout at 5 replicas: Error creating: pods "web-XXXXX-XXXXX" is forbidden: exceeded quota: q, requested: pods=1, used: pods=5, limited: pods=5',
    ])
  })

  it('sets the number of nodes with --nodes, and rejects invalid numbers', async () => {
    write('app/agent.yaml', daemonSet('agent'))
    expect((await workloadsOf('app', '--nodes', '7'))[0]).to.include({wanted: 7, created: 7})
    for (const nodes of ['-1', '5001', 'x']) expect(await simulate('app', `--nodes=${nodes}`)).to.include({status: 2, stdout: ''})
  })

  it('simulates pods that never become ready with --never-ready', async () => {
    write('app/db.yaml', statefulSet('db', {replicas: 3}))
    expect((await workloadsOf('app', '--never-ready'))[0]).to.include({wanted: 3, created: 1})
    expect(await simulate('app', '--never-ready')).to.include({status: 0})
  })

  it('lists each pod with --pods', async () => {
    write('app/db.yaml', statefulSet('db', {replicas: 2}))
    expect((await simulate('app')).stdout).to.match(/^ {2}2 +Pod +db-0 and 1 more +admitted$/m)
    expect((await simulate('app', '--pods')).stdout).to.match(/^ {2}1 +Pod +db-0 +admitted$\n^ {2}1 +Pod +db-1 +admitted$/m)
  })

  it('injects sidecars from a file in any folder', async () => {
    write('policies/limits.yaml', limitRange('l', {type: 'Container', max: {cpu: '1'}}))
    write('app/web.yaml', deployment('web', {replicas: 2}), cronJob('nightly'))
    const mesh = {spec: {containers: [container('proxy', {limits: {cpu: '2'}})]}}
    for (const path of ['mesh.yaml', 'app/mesh.yaml', 'policies/mesh.yaml']) {
      write(path, mesh)
      const {status, stdout, stderr} = await simulate('app', '--inject', path)
      expect({status, stderr}).to.deep.equal({status: 1, stderr: ''})
      expect(stdout).to.contain('container proxy, spec.containers[1].resources.limits[cpu]').and.to.match(/\n2 workloads: 2 do not get everything\n$/)
      rmSync(path)
    }
    expect(await simulate('app')).to.include({status: 0})
  })

  it('rejects an invalid sidecar fragment', async () => {
    write('app/web.yaml', deployment())
    write('mesh.yaml', {spec: {hostNetwork: true}})
    const {status, error} = await simulate('app', '--inject', 'mesh.yaml')
    expect(status).to.equal(2)
    expect(error?.message).to.equal('mesh.yaml:1:24: hostNetwork cannot be injected, only initContainers, containers, volumes')
    expect((await simulate('app', '--inject', 'none.yaml')).status).to.equal(2)
  })

  it('prints the stored workload without its pods as YAML', async () => {
    write('app/web.yaml', deployment())
    const {stdout} = await simulate('app', '-o', 'yaml')
    expect(stdout).to.match(/^apiVersion: apps\/v1\nkind: Deployment\n/).and.to.contain('revisionHistoryLimit: 10').and.not.to.contain('kind: Pod')
  })

  it('reports denied workloads without simulating them', async () => {
    write('policies/quota.yaml', quota({'count/deployments.apps': '0'}))
    write('app/web.yaml', deployment('web', {template: {metadata: {labels: {app: 'x'}}, spec: {containers: [{name: 'A', image: 'x'}]}}}), deployment('b'))
    const {status, stdout} = await simulate('app')
    expect(status).to.equal(1)
    expect(stdout).to.contain('denied (422 Invalid)').and.to.contain('spec.template.spec.containers[0].name').and.to.match(/denied \(403 Forbidden\)/)
    expect(stdout).not.to.contain('Pods:').and.not.to.contain('workload:')
  })

  it('handles billions of replicas @slow', async () => {
    write('app/all.yaml', deployment('web', {replicas: 2_000_000_000}), cronJob('c', {}, {parallelism: 2_000_000_000}), statefulSet('db', {replicas: 2_000_000_000}))
    const {status, stdout} = await simulate('app')
    expect(status).to.equal(0)
    expect(stdout.match(/^Pods: +2000000000 wanted, 2000000000 created$/gm)).to.have.length(3)
    expect(stdout).not.to.contain('not simulated to its end')
  })

  it('describes its flags in sentences', () => {
    for (const flag of ['nodes', 'rollout', 'never-ready', 'inject', 'pods'] as const) expect(Simulate.flags[flag].description).to.match(/^[A-Z].*\.$/)
  })
})
