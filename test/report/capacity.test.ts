import {Ajv2020} from 'ajv/dist/2020.js'
import {expect} from 'chai'
import {readFileSync} from 'node:fs'

import {capacityReporters} from '../../src/report/capacity/index.js'
import {capacity} from '../../src/simulate/capacity/capacity.js'
import type {Capacity} from '../../src/simulate/capacity/types.js'
import {type Body, quota} from '../helpers/builders.js'
import {fileOf} from '../helpers/simulated.js'
import {autoscaler, deployment, statefulSet} from '../helpers/workload-manifests.js'

const found = (files: readonly Body[], policies: readonly Body[] = []): Capacity =>
  capacity({files: [fileOf('files.yaml', files)], policies: [fileOf('policies.yaml', policies)]}, {namespace: 'dev'})

const plain = {isColoured: false}

const short = found(
  [deployment('web', 4, {requests: {cpu: '250m'}}), autoscaler('web', 2, 6), statefulSet('db', 2, '1Gi')],
  [quota({'pods': '6', 'requests.storage': '2Gi'})],
)

describe('the report on capacity', () => {
  it('is one table, with the first thing that breaks', async () => {
    const text = await capacityReporters.table(short, plain)
    expect(text).to.match(/^dev\n {2}Deployment\/web +pods +4 +5 +8 +6 +12 +!?$/m)
    expect(text).to.match(/^ +requests\.cpu +1 +1250m +2 +1500m +3$/m)
    expect(text).to.match(/^ {2}StatefulSet\/db +pods +2 +2 +2 +2 +2$/m)
    expect(text).to.match(/^ {2}quota q +pods +6 +7 +10 +8 +14 +0 +6 +!$/m)
    expect(text).to.match(/^ +requests\.storage +2Gi +2Gi +2Gi +2Gi +2Gi +0 +2Gi$/m)
    expect(text).to.match(/^ {2}all +requests\.cpu +1 +1250m +2 +1500m +3$/m)
    expect(text).to.match(/\ndev: breaks first: pods of quota q, rollout: 7 needed, 6 allowed; StatefulSet\/db goes beyond\n$/)
  })

  it('fits 100 columns, whatever the names', async () => {
    const long = 'a-very-long-name-of-a-workload-in-a-namespace'
    const text = await capacityReporters.table(found([deployment(long, 4, {requests: {cpu: '250m', memory: '1500Mi'}})], [quota({'requests.ephemeral-storage': '1Gi'}).marked({name: long})]), plain)
    expect(text.split('\n').slice(0, -3).filter((line) => line.length > 100 || line.endsWith(' '))).to.deep.equal([])
    expect(text).to.match(/^ {2}Deployment\/a-very.*…/m)
  })

  it('says when there is room, and when there is nothing', async () => {
    expect(await capacityReporters.table(found([deployment('web', 1)]), plain)).to.match(/\n\ndev: there is room for everything\n$/)
    expect(await capacityReporters.table(found([]), plain)).to.equal('nothing needs anything\n')
  })

  it('tells what is refused under quotas that have room', async () => {
    const text = await capacityReporters.table(found([deployment('web', 1)], [quota({'limits.cpu': '1'})]), plain)
    expect(text).to.match(/\ndev: refused now:\n {2}Deployment\/web: Error creating: pods "web-XXXXX-XXXXX" is forbidden: failed quota: q: must specify limits\.cpu for: app\n$/)
  })

  it('is coloured when it is asked to be', async () => {
    expect(await capacityReporters.table(short, {isColoured: true})).to.contain('\u001b[31m!\u001b[39m')
    expect(await capacityReporters.table(short, plain)).not.to.contain('\u001b')
  })

  it('is a line for each row as CSV, quoted where it must be', async () => {
    const lines = (await capacityReporters.csv(short)).split('\n')
    expect(lines[0]).to.equal('namespace,object,resource,steady,peak,worst,max,maxWorst,quota,used,hard,problem')
    expect(lines).to.include('dev,Deployment/web,requests.cpu,1,1250m,2,1500m,3,,,,')
    expect(lines).to.include('dev,,pods,6,7,10,8,14,q,0,6,too small: rollout')
    expect(lines.at(-1)).to.equal('')
    expect(await capacityReporters.csv(found([deployment('web', 1)], [quota({'limits.cpu': '1'})]))).to.contain(
      ',"Error creating: pods ""web-XXXXX-XXXXX"" is forbidden: failed quota: q: must specify limits.cpu for: app"\n')
  })

  it('is a table as Markdown, in which names mark nothing up', async () => {
    const text = await capacityReporters.markdown(short)
    expect(text).to.match(/^\| namespace \| object \| .* \|\n\| --- \| /)
    expect(text).to.contain('| dev |  | pods | 6 | 7 | 10 | 8 | 14 | q | 0 | 6 | too small: rollout |\n')
  })

  describe('as JSON', () => {
    const schema = JSON.parse(readFileSync(new URL('../../schemas/capacity.schema.json', import.meta.url), 'utf8')) as object
    const validate = new Ajv2020({strict: true, strictRequired: false, strictTypes: false, allowUnionTypes: true}).compile(schema)

    it('keeps to its schema', async () => {
      for (const result of [short, found([]), found([deployment('web', 1)], [quota({'limits.cpu': '1'})])]) {
        expect(validate(JSON.parse(await capacityReporters.json(result))), JSON.stringify(validate.errors)).to.equal(true)
      }
    })

    it('has everything of the table', async () => {
      interface Printed {
      readonly namespaces: readonly {readonly quotas: readonly unknown[], readonly objects: readonly {readonly rollout: unknown}[]}[]
      readonly summary: unknown
    }
    const {namespaces: [first], summary} = JSON.parse(await capacityReporters.json(short)) as Printed
      expect(first?.quotas[0]).to.deep.equal({
        quota: 'q', resource: 'pods', hard: '6', used: '0', needed: {steady: '6', peak: '7', worst: '10', max: '8', maxWorst: '14'},
        breaks: {phase: 'peak', object: {kind: 'StatefulSet', name: 'db'}},
      })
      expect(first?.objects.map(({rollout}) => rollout)).to.deep.equal(['slow', null, 'fits'])
      expect(summary).to.deep.equal({enough: false})
    })
  })
})
