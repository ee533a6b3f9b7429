import {expect} from 'chai'
import {writeFileSync} from 'node:fs'

import Simulate from '../../commands/simulate.js'
import {configMap, pod} from '../helpers/builders.js'
import {inFolder} from '../helpers/in-folder.js'
import {labels, metadataPolicy, setting, term} from '../helpers/metadata-policies.js'
import {runCommand} from '../helpers/run-command.js'

describe('simulate flags for MetadataPolicies', () => {
  inFolder()

  beforeEach(() => {
    const rivals = ['1', '2'].map((value) => metadataPolicy(`p${value}`, setting(labels(term('a', 'Exists')), {x: value})))
    writeFileSync('policies.json', JSON.stringify({apiVersion: 'v1', kind: 'List', items: rivals}))
    writeFileSync('a.json', JSON.stringify(configMap('a').labelled({a: ''})))
    writeFileSync('pod.json', JSON.stringify(pod()))
  })

  it('--on-conflict resolves conflicting rules', async () => {
    const rejected = await runCommand(Simulate, 'a.json', '-p', 'policies.json', '--no-color')
    expect(rejected).to.include({status: 1, stderr: 'Hint: with --on-conflict by-name, the last rule by policy name wins if several set one key.\n'})
    expect(rejected.stdout).to.contain('label "x" is undecided')
    const decided = await runCommand(Simulate, 'a.json', '-p', 'policies.json', '--on-conflict', 'by-name', '--no-color')
    expect(decided).to.include({status: 0, stderr: ''})
    expect(decided.stdout).to.contain('Metadata set by MetadataPolicy p2 (policies.json:1)')
    expect(await runCommand(Simulate, 'a.json', '--on-conflict', 'by-order')).to.include({status: 2, stdout: ''})
  })

  it('a conflict shows the places of the rules that its message names', async () => {
    const rivals = Array.from({length: 12}, (_, i) => metadataPolicy(`p${10 + i}`, setting(undefined, {x: String(i)})))
    writeFileSync('rivals.json', rivals.map((rival) => JSON.stringify(rival)).join('\n'))
    const {stdout} = await runCommand(Simulate, 'a.json', '-p', 'rivals.json', '--no-color')
    expect(stdout).to.contain('rule 0 to "9" and 2 more, which are in no order')
    expect(stdout.match(/set by MetadataPolicy p\d+, .*\n +at rivals\.json:\d+:\d+/g)).to.have.length(10)
  })

  it('--enable-admission-plugins accepts repeated flags and lists', async () => {
    const off = await runCommand(Simulate, 'pod.json', '-p', 'a.json')
    expect(off.stdout).not.to.contain('PodQos')
    for (const names of [['PodQos'], ['NodeRestriction,PodQos'], ['NodeRestriction', '--enable-admission-plugins', 'PodQos']]) {
      const on = await runCommand(Simulate, '--enable-admission-plugins', ...names, 'pod.json', '-p', 'a.json', '--no-color')
      expect(on.status).to.equal(0)
      expect(on.stdout).to.contain('Metadata set by PodQos:')
    }
  })

  it('--enable-admission-plugins rejects values with which no server starts', async () => {
    const unknown = await runCommand(Simulate, 'pod.json', '--enable-admission-plugins', 'PodQoS')
    expect(unknown).to.include({status: 2, stdout: ''})
    expect(unknown.error?.message).to.equal('the API server does not start with this configuration: enable-admission-plugins plugin "PodQoS" is unknown')
    const unconfigured = await runCommand(Simulate, 'pod.json', '--enable-admission-plugins', 'EventRateLimit')
    expect(unconfigured.status).to.equal(2)
    expect(unconfigured.error?.message).to.match(/^the API server does not start with this configuration: failed to apply admission: couldn't init admission plugin "EventRateLimit": /)
  })
})
