import {expect} from 'chai'

import Simulate from '../../commands/simulate.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const workload = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: dev}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: a, image: b, resources: {limits: {cpu: 2}}}]}
`
const limits = 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: limits, namespace: dev}\nspec: {limits: [{type: Container, max: {cpu: 1}}]}\n'
const eventLimits = `apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
- name: EventRateLimit
  configuration: {apiVersion: eventratelimit.admission.k8s.io/v1alpha1, kind: Configuration, limits: [{type: Server, qps: 1, burst: 1}]}
`
const event = (name: string): string => `apiVersion: v1
kind: Event
metadata: {name: ${name}, namespace: dev}
involvedObject: {namespace: dev}
firstTimestamp: 2026-01-01T00:00:00Z
lastTimestamp: 2026-01-01T00:00:00Z
`

interface Printed {
  readonly notes: readonly string[]
  readonly reviews: readonly {readonly allowed: boolean, readonly object: {readonly kind: string}}[]
}

describe('order in which kadm simulate sends files', () => {
  const write = inFolder()
  const verdicts = ({reviews}: Printed): string[] => reviews.map(({object: {kind}, allowed}) => `${kind} ${allowed ? 'admitted' : 'denied'}`)
  const json = async (...argv: string[]): Promise<Printed> => JSON.parse((await runCommand(Simulate, ...argv, '-o', 'json')).stdout) as Printed

  it('sends policies first, and notes objects that file order would admit', async () => {
    write({'app/a.yaml': workload, 'app/b.yaml': limits})
    const run = await runCommand(Simulate, 'app', '-n', 'dev', '--no-color')
    expect(run.status).to.equal(1)
    expect(run.stdout).to.match(/Name: +limits\n[^]*Name: +web\n/).and.to.match(
      /\n\nNote: Deployment web \(app\/a\.yaml:1\) is admitted with --order files: LimitRange limits \(app\/b\.yaml:1\) comes later in the files\n$/)
    expect(run.stderr).to.equal('')
  })

  it('sends in file order with --order files or order: files', async () => {
    write({'app/a.yaml': workload, 'app/b.yaml': limits})
    expect(await runCommand(Simulate, 'app', '-n', 'dev', '--order', 'files')).to.include({status: 0})
    write({'.kadm.yaml': 'order: files\n'})
    const {notes, ...printed} = await json('app', '-n', 'dev')
    expect([notes, verdicts(printed as Printed).slice(0, 1)]).to.deep.equal([[], ['Deployment admitted']])
    expect(await runCommand(Simulate, 'app', '-n', 'dev', '--order', 'install')).to.include({status: 1})
    expect((await runCommand(Simulate, 'app', '--order', 'instal')).error?.message).to.equal('Expected --order=instal to be one of: install, files\nSee more help with --help')
  })

  it('prints notes on standard error if the format has no place for them', async () => {
    write({'app/a.yaml': workload, 'app/b.yaml': limits})
    expect((await runCommand(Simulate, 'app', '-n', 'dev', '-o', 'yaml')).stderr).to.match(/^Note: Deployment web .* is admitted with --order files: /)
    expect((await json('app', '-n', 'dev')).notes).to.have.length(1)
  })

  it('applies an AdmissionConfiguration among the files, if it is sent first', async () => {
    write({'app/events.yaml': [event('a'), event('b')].join('---\n'), 'app/z.yaml': eventLimits})
    expect(verdicts(await json('app', '-n', 'dev'))).to.deep.equal(['Event admitted', 'Event denied'])
    expect(verdicts(await json('app', '-n', 'dev', '--order', 'files'))).to.deep.equal(['Event admitted', 'Event admitted', 'AdmissionConfiguration denied'])
  })

  it('notes that all policies are for other namespaces', async () => {
    write({'pod.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: a, image: b}]}\n', 'limits.yaml': limits})
    const note = 'no policy is in the namespace of the objects, "default": those that were read are in "dev". Choose one with --ns.'
    const {stdout, stderr, status} = await runCommand(Simulate, 'pod.yaml', '-p', 'limits.yaml')
    expect([status, stderr]).to.deep.equal([0, ''])
    expect(stdout).to.match(/^1 object: 1 admitted, 0 denied\n\nNote: /m).and.to.contain(`Note: ${note}\n`)
    expect((await json('pod.yaml', '-p', 'limits.yaml')).notes).to.deep.equal([note])
    expect((await json('pod.yaml', '-p', 'limits.yaml', '-n', 'dev')).notes).to.deep.equal([])
  })
})
