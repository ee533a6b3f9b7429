import {expect} from 'chai'

import {simulateReporters} from '../../src/report/simulate/index.js'
import type {Simulation} from '../../src/simulate/simulate.js'
import {type Amounts, app, type Body, pod, quota, service} from '../helpers/builders.js'
import {quotaNamed, requesting} from '../helpers/quotas.js'
import {type Bodies, simulated} from '../helpers/simulated.js'

const table = (simulation: Simulation, isColoured = false): Promise<string> => simulateReporters.table(simulation, {isColoured})

/** Output about quotas: all lines between the reviews and the summary. */
async function quotasIn(bodies: Bodies): Promise<string> {
  const text = await table(simulated(bodies))
  const from = text.indexOf('\nQuota:')
  return from === -1 ? '' : text.slice(from + 1, text.lastIndexOf('\n\n') + 1)
}

const recording = (hard: Amounts, used: Amounts): Body => quota(hard).having({status: {hard, used}})

describe('simulate reports on quotas', () => {
  it('print the usage of the run and the remaining room', async () => {
    const policies = [recording({'requests.cpu': '4', 'requests.memory': '8Gi', 'nvidia.com/gpu': '1', 'pods': '3'}, {'requests.cpu': '500m', 'requests.memory': '0', 'pods': '1'})]
    expect(await quotasIn({policies, files: [requesting({cpu: '1', memory: '1Gi'})]})).to.equal(`Quota:      q
Namespace:  dev
Usage:      taken from its status
Resource         Before  This run  After  Hard
--------         ------  --------  -----  ----
nvidia.com/gpu   -       -         -      1     not tracked
pods             1       1         2      3     66%
requests.cpu     500m    1         1500m  4     37%
requests.memory  0       1Gi       1Gi    8Gi   12%
1 more pod like p fits into what is left of pods.
`)
  })

  it('mark exhausted and exceeded quotas', async () => {
    const text = await quotasIn({policies: [recording({pods: '1', services: '2', secrets: '0', configmaps: '0'}, {pods: '0', services: '3', secrets: '0', configmaps: '1'})], files: [pod()]})
    expect(text).to.match(/^pods +0 +1 +1 +1 +100%$/m).and.to.match(/^services +3 +0 +3 +2 +150%$/m)
    expect(text).to.match(/^secrets +0 +0 +0 +0$/m).and.to.match(/^configmaps +1 +0 +1 +0 +over$/m)
    expect(text).to.contain('\nNo more pods like p fit into what is left of pods.\n')
  })

  it('show the room for the first 100 different pods @slow', async () => {
    const text = await quotasIn({policies: [quota({cpu: '9k'})], files: Array.from({length: 102}, (_, i) => requesting({cpu: String(1 + i % 101)}, `p${i}`))})
    expect(text.match(/^\d+ more pods like p\d+ fit into what is left of cpu\.$/gm)).to.have.length(100)
    expect(text).to.match(/ like p99 .*\nThe headroom for more different pods is not shown\.\n$/)
    const fewer = await quotasIn({policies: [quota({cpu: '9k'})], files: Array.from({length: 101}, (_, i) => requesting({cpu: String(1 + i % 100)}, `p${i}`))})
    expect(fewer).to.contain(' like p99 ').and.not.to.contain('not shown')
  })

  it('calculate with exact integers of any size', async () => {
    const text = await quotasIn({policies: [recording({memory: '100E'}, {memory: '90E'})], files: [requesting({memory: '1'})]})
    expect(text).to.match(/^memory .* 90%$/m).and.to.contain('\n9999999999999999999 more pods like p fit into what is left of memory.\n')
  })

  it('include only quotas of namespaces with sent objects, one table for each', async () => {
    const policies = [quotaNamed('a', {pods: '5'}), quotaNamed('b', {pods: '5'}), quota({pods: '5'}).marked({namespace: 'other'})]
    expect((await quotasIn({policies, files: [pod()]})).match(/^Quota: +(.*)$/gm)).to.have.length(2)
    expect(await quotasIn({policies, files: [pod().marked({namespace: 'third'})]})).to.equal('')
    expect(await quotasIn({policies, files: [pod().marked({namespace: 'other'})]})).to.match(/^Quota: +q\nNamespace: +other\n/)
    expect(await quotasIn({policies, files: [service('s')]})).to.contain('\n\nQuota:      b\n')
  })

  it('include quotas if the object was denied', async () => {
    expect(await quotasIn({policies: [quota({pods: '0'})], files: [pod()]})).to.match(/^pods +0 +0 +0 +0$/m)
  })

  it('include a quota created in the run', async () => {
    expect(await quotasIn({files: [pod('a'), quota({pods: '5'}), pod('b')]})).to.match(/^Usage: +recomputed .*$/m).and.to.match(/^pods +0 +2 +2 +5 +40%$/m)
  })

  it('mark exhausted quotas in red', async () => {
    const simulation = simulated({policies: [recording({pods: '1', services: '0'}, {pods: '0', services: '1'})], files: [pod()]})
    const text = await table(simulation, true)
    expect(text).to.contain('\u001b[31m100%\u001b[39m').and.to.contain('\u001b[31mover\u001b[39m')
    expect(await table(simulated({policies: [quota({pods: '9'})], files: [pod()]}), true)).not.to.contain('\u001b[31m11%')
  })

  it('print no trailing spaces', async () => {
    const text = await quotasIn({policies: [quota({'pods': '0', 'count/deployments.apps': '5'})], files: [pod().with(app())]})
    expect(text.split('\n').filter((line) => line.endsWith(' '))).to.deep.equal([])
  })

  it('contain all quotas and the source of their usage in JSON', async () => {
    const policies = [recording({pods: '5'}, {pods: '2'}), quota({pods: '5'}).marked({namespace: 'other'})]
    const {quotas} = JSON.parse(await simulateReporters.json(simulated({policies, files: [pod()]}))) as Body
    expect(quotas).to.deep.equal([
      {namespace: 'dev', name: 'q', usageFrom: 'status', hard: {pods: '5'}, used: {pods: '3'}}, {namespace: 'other', name: 'q', usageFrom: 'empty', hard: {pods: '5'}, used: {pods: '0'}},
    ])
  })

  it('contain the quota that denies an object in JSON', async () => {
    const {reviews: [review]} = JSON.parse(await simulateReporters.json(simulated({policies: [quota({pods: '0'})], files: [pod()]}))) as {reviews: [Body]}
    expect((review['steps'] as Body[]).slice(-1)).to.deep.equal([{
      plugin: 'ResourceQuota', phase: 'validate', policy: {apiVersion: 'v1', kind: 'ResourceQuota', namespace: 'dev', name: 'q'}, changes: [],
      denied: {code: 403, reason: 'Forbidden', message: 'pods "p" is forbidden: exceeded quota: q, requested: pods=1, used: pods=0, limited: pods=0'},
    }])
  })
})
