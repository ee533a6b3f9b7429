import {expect} from 'chai'
import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'

import Capacity from '../../commands/capacity.js'
import Simulate from '../../commands/simulate.js'
import {maxNamespaces} from '../../src/report/charts/files.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'
import {root} from '../helpers/run-kadm.js'
import {xmlErrors} from '../helpers/xml-errors.js'

const quotaIn = (namespace: string, pods = 5): object => ({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'q', namespace}, spec: {hard: {pods: String(pods)}}})

const limitsIn = (namespace: string): object =>
  ({apiVersion: 'v1', kind: 'LimitRange', metadata: {name: 'l', namespace}, spec: {limits: [{type: 'Container', max: {cpu: '2'}}]}})

const podIn = (namespace: string, name = 'p'): object => ({apiVersion: 'v1', kind: 'Pod', metadata: {name, namespace}, spec: {containers: [{name: 'a', image: 'b'}]}})

const yaml = (...objects: readonly object[]): string => objects.map((object) => JSON.stringify(object)).join('\n---\n')

/** Returns the files of a folder with their texts, by name. */
const filesIn = (folder: string): Record<string, string> => Object.fromEntries(readdirSync(folder).sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]))

describe('--plots', () => {
  const write = inFolder()

  it('writes the charts of simulate and capacity as files of XML, and prints the report as usual', async () => {
    write({'policies.yaml': yaml(quotaIn('dev'), limitsIn('dev')), 'pod.yaml': yaml(podIn('dev'))})
    const [plain, simulated, planned] = [
      await runCommand(Simulate, 'pod.yaml', '-p', 'policies.yaml'), await runCommand(Simulate, 'pod.yaml', '-p', 'policies.yaml', '--plots', 'out/charts'),
      await runCommand(Capacity, 'pod.yaml', '-p', 'policies.yaml', '--plots', 'out/charts'),
    ]
    expect(simulated).to.deep.equal(plain)
    expect(planned).to.include({status: 0, stderr: ''})
    const files = filesIn('out/charts')
    expect(Object.keys(files)).to.deep.equal(['capacity-limits-dev.svg', 'capacity-quotas-dev.svg', 'simulate-limits-dev.svg', 'simulate-quotas-dev.svg'])
    expect(files['simulate-quotas-dev.svg']).to.contain('>1 of 5</text>')
    // xmllint-wasm starts a thread, which finds its modules from this folder.
    process.chdir(root)
    expect(await xmlErrors(...Object.values(files))).to.deep.equal([])
  })

  it('writes the same bytes again, and does not touch other files in the folder', async () => {
    write({'policies.yaml': yaml(quotaIn('dev')), 'pod.yaml': yaml(podIn('dev')), 'out/notes.txt': 'mine'})
    await runCommand(Simulate, 'pod.yaml', '-p', 'policies.yaml', '--plots', 'out')
    const first = filesIn('out')
    await runCommand(Simulate, 'pod.yaml', '-p', 'policies.yaml', '--plots', 'out')
    expect(filesIn('out')).to.deep.equal(first)
    expect(first['notes.txt']).to.equal('mine')
  })

  it('does not replace a file that it has not made', async () => {
    write({'policies.yaml': yaml(quotaIn('dev')), 'pod.yaml': yaml(podIn('dev')), 'out/simulate-quotas-dev.svg': '<svg>mine</svg>'})
    const {status, error} = await runCommand(Simulate, 'pod.yaml', '-p', 'policies.yaml', '--plots', 'out')
    expect(status).to.equal(2)
    expect(error?.message).to.equal('"out/simulate-quotas-dev.svg" exists and was not made by kadm: kadm does not overwrite it')
    expect(filesIn('out')).to.deep.equal({'simulate-quotas-dev.svg': '<svg>mine</svg>'})
  })

  it('states that there is nothing to draw', async () => {
    write({'pod.yaml': yaml(podIn('dev'))})
    expect((await runCommand(Simulate, 'pod.yaml', '--plots', 'out')).stderr).to.contain('--plots: there is nothing to draw')
  })

  it('draws a limited number of namespaces, first those with problems, and reports the others @slow', async () => {
    const names = Array.from({length: maxNamespaces + 5}, (_, i) => `ns-${String(i).padStart(3, '0')}`)
    write({'all.yaml': yaml(...names.map((name) => quotaIn(name)), ...names.map((name) => podIn(name)))})
    write({'existing.yaml': yaml(...['p1', 'p2', 'p3', 'p4', 'p5', 'p6'].map((name) => podIn(names.at(-1)!, name)))})
    const {stderr} = await runCommand(Simulate, 'all.yaml', '--existing', 'existing.yaml', '--plots', 'out')
    expect(stderr).to.contain('--plots: no charts of 5 more namespaces: first come those with problems')
    expect(readdirSync('out')).to.have.length(maxNamespaces).and.to.include(`simulate-quotas-${names.at(-1)}.svg`)
  })

  it('rejects several environments, which would replace the files of each other', async () => {
    write({'.kadm.yaml': 'environments: {a: {files: [pod.yaml]}, b: {files: [pod.yaml]}}', 'pod.yaml': yaml(podIn('dev'))})
    expect((await runCommand(Simulate, '--env', 'all', '--plots', 'out')).error?.message).to.equal('--plots writes files for one environment')
  })

  it('draws the samples as they are in samples/', async () => {
    const [limits, autoscaler] = ['limit-range', 'workloads/autoscaler'].map((name) => join(root, 'samples', name))
    await runCommand(Simulate, join(limits!, 'pods.yaml'), '--plots', 'limits')
    expect(filesIn('limits')).to.deep.equal(filesIn(join(limits!, 'plots')))
    await runCommand(Capacity, autoscaler!, '--plots', 'autoscaler')
    expect(filesIn('autoscaler')).to.deep.equal(filesIn(join(autoscaler!, 'plots')))
  })
})
