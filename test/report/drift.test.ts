import {Ajv2020} from 'ajv/dist/2020.js'
import {expect} from 'chai'
import {load} from 'js-yaml'
import {readFileSync} from 'node:fs'

import {driftReporters} from '../../src/report/drift/index.js'
import {type DriftReport, findDrift} from '../../src/simulate/drift.js'
import {type Amounts, type Body, type Manifest, pod, quota} from '../helpers/builders.js'
import {requesting} from '../helpers/quotas.js'
import {simulated} from '../helpers/simulated.js'

const recording = (hard: Amounts, used: Amounts): Manifest => quota(hard).having({status: {hard, used}})

const find = (policies: readonly Body[], ...existing: Body[]): DriftReport => findDrift(simulated({policies, existing}, {recountsAll: true}))

const plain = {isColoured: false}

const drifted = find(
  [recording({pods: '9', cpu: '4', services: '1'}, {pods: '3', cpu: '1', secrets: '4'}), recording({pods: '1'}, {pods: '1'}).marked({name: 'right'})], requesting({cpu: '1500m'}),
)

describe('drift reporters', () => {
  it('print a table for each quota with drift', async () => {
    expect(await driftReporters.table(drifted, plain)).to.equal(`Quota:      q
Namespace:  dev
Source:     policies.yaml:1
Resource  Recorded  Counted  Difference
--------  --------  -------  ----------
cpu       1         1500m    500m
pods      3         1        -2
secrets   4         -        not in spec.hard
services  -         0        not recorded

1 of 2 quotas drifted
`)
  })

  it('print one line if there is no drift', async () => {
    expect(await driftReporters.table({quotas: 1, drifts: [], notRecorded: []}, plain)).to.equal('1 quota: no drift\n')
    expect(await driftReporters.table({quotas: 0, drifts: [], notRecorded: []}, plain)).to.equal('0 quotas: no drift\n')
  })

  it('list quotas without recorded usage, which do not count as drift', async () => {
    expect(await driftReporters.table(find([quota({pods: '9'}), recording({pods: '1'}, {pods: '0'}).marked({name: 'right'})]), plain)).to.equal(`Quota:      q
Namespace:  dev
Source:     policies.yaml:1
Usage:      not recorded: the manifest has no status.used

2 quotas: no drift, 1 not recorded
`)
  })

  it('print a stale status.hard, with and without drift', async () => {
    const stale = (name: string, used: string): Manifest => quota({pods: '9', secrets: '3'}).having({status: {hard: {pods: '5', services: '1'}, used: {pods: used, secrets: '0'}}}).marked({name})
    expect(await driftReporters.table(find([stale('a', '0'), stale('b', '2')]), plain)).to.equal(`Quota:      a
Namespace:  dev
Source:     policies.yaml:1
status.hard is stale: pods is 5, and 9 in spec.hard; secrets is missing, and 3 in spec.hard; services is 1, and missing in spec.hard.

Quota:      b
Namespace:  dev
Source:     policies.yaml:3
Resource  Recorded  Counted  Difference
--------  --------  -------  ----------
pods      2         0        -2
status.hard is stale: pods is 5, and 9 in spec.hard; secrets is missing, and 3 in spec.hard; services is 1, and missing in spec.hard.

1 of 2 quotas drifted, 2 with a stale status.hard
`)
  })

  it('separate tables by an empty line, within 80 columns', async () => {
    const policies = ['a', 'b'].map((name) => recording({'count/horizontalpodautoscalers.autoscaling': '9'}, {'requests.ephemeral-storage': '1Gi'}).marked({name}))
    const text = await driftReporters.table(find(policies), plain)
    expect(text).to.match(/not in spec\.hard\n\nQuota: +b\n/).and.to.match(/\n2 of 2 quotas drifted\n$/)
    expect(text.split('\n').filter((line) => line.length > 80 || line.endsWith(' '))).to.deep.equal([])
  })

  it('print colours only if they are enabled', async () => {
    expect(await driftReporters.table(drifted, {isColoured: true})).to.contain('\u001b[31m-2\u001b[39m')
    expect(await driftReporters.table(drifted, plain)).not.to.contain('\u001b')
  })

  describe('JSON', () => {
    const schema = JSON.parse(readFileSync(new URL('../../schemas/drift.schema.json', import.meta.url), 'utf8')) as object
    const validate = new Ajv2020({strict: true, strictRequired: false, allowUnionTypes: true}).compile(schema)
    const parse = async (report: DriftReport): Promise<Body> => JSON.parse(await driftReporters.json(report)) as Body

    const stale = quota({pods: '9'}).having({status: {hard: {pods: '5', secrets: '1'}, used: {pods: '0'}}})

    it('matches its schema', async () => {
      for (const report of [drifted, find([]), find([quota({pods: '1'})]), find([stale])]) expect(validate(await parse(report)), JSON.stringify(validate.errors)).to.equal(true)
      expect(validate({...await parse(drifted), version: 2})).to.equal(false)
    })

    it('lists quotas with a stale status.hard or without recorded usage separately', async () => {
      expect(await parse(find([stale, quota({pods: '1'}).marked({name: 'new'})]))).to.deep.equal({
        version: 1,
        quotas: [],
        stale: [{
          source: {path: 'policies.yaml', line: 1, column: 1}, namespace: 'dev', name: 'q',
          staleHard: [{resource: 'pods', status: '5', spec: '9'}, {resource: 'secrets', status: '1', spec: null}],
        }],
        notRecorded: [{source: {path: 'policies.yaml', line: 3, column: 1}, namespace: 'dev', name: 'new'}],
        summary: {quotas: 2, drifted: 0, stale: 1, notRecorded: 1},
      })
    })

    it('contains every difference, with null for missing amounts', async () => {
      expect(await parse(drifted)).to.deep.equal({
        version: 1,
        quotas: [{
          source: {path: 'policies.yaml', line: 1, column: 1}, namespace: 'dev', name: 'q',
          differences: [
            {resource: 'cpu', recorded: '1', counted: '1500m'}, {resource: 'pods', recorded: '3', counted: '1'},
            {resource: 'secrets', recorded: '4', counted: null}, {resource: 'services', recorded: null, counted: '0'},
          ],
        }],
        stale: [],
        notRecorded: [],
        summary: {quotas: 2, drifted: 1, stale: 0, notRecorded: 0},
      })
    })
  })

  describe('YAML', () => {
    it('is the ResourceQuotaUsage document that corrects the drift', async () => {
      expect(load(await driftReporters.yaml(drifted))).to.deep.equal({
        apiVersion: 'v1', kind: 'ResourceQuotaUsage', metadata: {name: 'q', namespace: 'dev'},
        status: {hard: {pods: '9', cpu: '4', services: '1'}, used: {pods: '1', cpu: '1500m', services: '0'}},
      })
    })

    it('contains the resourceVersion of the quota', async () => {
      const body = recording({pods: '9'}, {pods: '3'}).marked({resourceVersion: '42', uid: 'u'})
      expect(load(await driftReporters.yaml(find([body])))).to.have.nested.property('metadata.resourceVersion', '42')
    })

    it('is empty without drift', async () => expect(await driftReporters.yaml({quotas: 1, drifts: [], notRecorded: []})).to.equal(''))

    it('removes the drift if it is used as input', async () => {
      const body = recording({'pods': '9', 'nvidia.com/gpu': '2'}, {'pods': '3', 'nvidia.com/gpu': '1'})
      const document = load(await driftReporters.yaml(find([body], pod()))) as Body
      expect(find([body, document], pod())).to.deep.equal({quotas: 1, drifts: [], notRecorded: []})
    })
  })
})
