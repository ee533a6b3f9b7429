import {Ajv2020} from 'ajv/dist/2020.js'
import {expect} from 'chai'
import {readFileSync} from 'node:fs'

import {capacityCsv} from '../../src/report/capacity/csv.js'
import {capacityReporters} from '../../src/report/capacity/index.js'
import {capacityMarkdown} from '../../src/report/capacity/markdown.js'
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

describe('capacity reporters', () => {
  it('print one table that names the first exceeded limit', async () => {
    const text = await capacityReporters.table(short, plain)
    expect(text).to.match(/^dev\n {2}Deployment\/web +pods +4 +5 +8 +6 +12 +!?$/m)
    expect(text).to.match(/^ +requests\.cpu +1 +1250m +2 +1500m +3$/m)
    expect(text).to.match(/^ {2}StatefulSet\/db +pods +2 +2 +2 +2 +2$/m)
    expect(text).to.match(/^ {2}quota q +pods +6 +7 +10 +8 +14 +0 +6 +!$/m)
    expect(text).to.match(/^ +requests\.storage +2Gi +2Gi +2Gi +2Gi +2Gi +0 +2Gi$/m)
    expect(text).to.match(/^ {2}all +requests\.cpu +1 +1250m +2 +1500m +3$/m)
    expect(text).to.match(/\ndev: breaks first: pods of quota q in a rollout: 7 needed, 6 allowed\n {2}Deployment\/web adds 1\n/)
  })

  it('explain the columns, and list what adds to the first exceeded limit, largest first', async () => {
    const app = (name: string, replicas: number, cpu: string): Body => deployment(name, replicas, {requests: {cpu}})
    const text = await capacityReporters.table(found([app('a', 1, '100m'), app('b', 2, '500m'), app('c', 4, '250m')], [quota({'requests.cpu': '2500m', 'pods': '99'})]), plain)
    expect(text).to.equal(`Namespace       Resource      Steady  Rollout  +Term.  Max    Max+R.  Used  Hard
---------       --------      ------  -------  ------  ---    ------  ----  ----
dev
  Deployment/a  pods          1       2        2       1      2
                requests.cpu  100m    200m     200m    100m   200m
  Deployment/b  pods          2       3        4       2      4                    !
                requests.cpu  1       1500m    2       1      2
  Deployment/c  pods          4       5        8       4      8                    !
                requests.cpu  1       1250m    2       1      2
  quota q       pods          7       10       14      7      14      0     99
                requests.cpu  2100m   2950m    4200m   2100m  4200m   0     2500m  !

Steady   needed all the time
Rollout  needed at the peak of a rollout of all workloads at once
+Term.   at that peak, while replaced pods take their whole grace period to stop
Max      needed with every autoscaler at its maximum
Max+R.   needed in a rollout with every autoscaler at its maximum
Used     used before these objects were created or changed
Hard     allowed by the quota
!        more than the quota allows, or something is denied

dev: breaks first: requests.cpu of quota q in a rollout: 2950m needed, 2500m allowed
  Deployment/b adds 500m
  Deployment/c adds 250m
  Deployment/a adds 100m
dev: rollouts that do not fit:
  Deployment/b: rollout blocked: Error creating: pods "b-XXXXX-XXXXX" is forbidden: exceeded quota: q, requested: requests.cpu=500m, used: requests.cpu=2100m, limited: requests.cpu=2500m
  Deployment/c: rollout slow: pods are denied until old ones are deleted; the controller retries with growing delays: Error creating: pods "c-XXXXX-XXXXX" is forbidden: exceeded quota: q, requested: requests.cpu=250m, used: requests.cpu=2350m, limited: requests.cpu=2500m
`)
  })

  it('list five objects and count the others', async () => {
    const files = Array.from({length: 7}, (_, i) => deployment(`w${i}`, 1 + i % 3))
    const text = await capacityReporters.table(found(files, [quota({pods: '3'})]), plain)
    expect(text.slice(text.indexOf('dev: '))).to.equal(`dev: breaks first: pods of quota q all the time: 13 needed, 3 allowed
  Deployment/w2 adds 3
  Deployment/w5 adds 3
  Deployment/w1 adds 2
  Deployment/w4 adds 2
  Deployment/w0 adds 1
  and 2 more objects, which -o json lists
dev: denied now:
  Deployment/w2: Error creating: pods "w2-XXXXX-XXXXX" is forbidden: exceeded quota: q, requested: pods=1, used: pods=3, limited: pods=3
  Deployment/w3: Error creating: pods "w3-XXXXX-XXXXX" is forbidden: exceeded quota: q, requested: pods=1, used: pods=3, limited: pods=3
  Deployment/w4: Error creating: pods "w4-XXXXX-XXXXX" is forbidden: exceeded quota: q, requested: pods=1, used: pods=3, limited: pods=3
  Deployment/w5: Error creating: pods "w5-XXXXX-XXXXX" is forbidden: exceeded quota: q, requested: pods=1, used: pods=3, limited: pods=3
  Deployment/w6: Error creating: pods "w6-XXXXX-XXXXX" is forbidden: exceeded quota: q, requested: pods=1, used: pods=3, limited: pods=3
dev: rollouts that do not fit:
  Deployment/w0: rollout blocked: Error creating: pods "w0-XXXXX-XXXXX" is forbidden: exceeded quota: q, requested: pods=1, used: pods=3, limited: pods=3
  Deployment/w1: rollout blocked: Error creating: pods "w1-XXXXX-XXXXX" is forbidden: exceeded quota: q, requested: pods=1, used: pods=3, limited: pods=3
`)
  })

  describe('table with long names', () => {
    const long = 'a-very-long-name-of-a-workload-in-a-namespace'
    const resource = 'gold.storageclass.storage.k8s.io/requests.storage'
    const result = found([deployment(long, 4, {requests: {cpu: '250m', memory: '1500Mi'}})], [quota({[resource]: '1Gi', 'count/deployments.apps': '9'}).marked({name: 'team'})])
    const table = async (columns?: number): Promise<string> => {
      const text = await capacityReporters.table(result, {...plain, columns})
      return text.slice(0, text.indexOf('\n\n'))
    }

    it('truncates nothing in a pipe or a wide terminal', async () => {
      expect(await table()).to.contain(`  Deployment/${long}  pods `).and.to.match(new RegExp(`^  quota team +count/deployments.apps .*\n +${resource} +0 +0 +0 +0 +0 +0 +1Gi$`, 'm'))
      expect(await table(200)).to.equal(await table())
    })

    it('puts objects above their resources in a narrow terminal, and truncates only longer names', async () => {
      expect(await table(80)).to.equal(`Resource                   Steady  Rollout  +Term.   Max     Max+R.   Used  Hard
--------                   ------  -------  ------   ---     ------   ----  ----
dev
 Deployment/a-very-long-name-of-a-workload-in-a-namespace
  pods                     4       5        8        4       8
  requests.cpu             1       1250m    2        1       2
  requests.memory          6000Mi  7500Mi   12000Mi  6000Mi  12000Mi
  count/deployments.apps   1       1        1        1       1
 quota team
  count/deployments.apps   1       1        1        1       1        0     9
  gold.storageclass.stor…  0       0        0        0       0        0     1Gi
 all
  pods                     4       5        8        4       8
  requests.cpu             1       1250m    2        1       2
  requests.memory          6000Mi  7500Mi   12000Mi  6000Mi  12000Mi`)
      expect((await table(50)).split('\n')[3]).to.equal(' Deployment/a-very-long-name-of-a-workload-in-a-n…')
    })
  })

  it('state that everything fits, or that there is nothing to count', async () => {
    expect(await capacityReporters.table(found([deployment('web', 1)]), plain)).to.match(/\n\ndev: there is room for everything\n$/)
    expect(await capacityReporters.table(found([]), plain)).to.equal('No object was admitted, and there is no quota.\n')
  })

  it('report denied pods although the quotas have room', async () => {
    const text = await capacityReporters.table(found([deployment('web', 1)], [quota({'limits.cpu': '1'})]), plain)
    expect(text).to.match(/\ndev: denied now:\n {2}Deployment\/web: Error creating: pods "web-XXXXX-XXXXX" is forbidden: failed quota: q: must specify limits\.cpu for: app\n$/)
  })

  it('print colours only if they are enabled', async () => {
    expect(await capacityReporters.table(short, {isColoured: true})).to.contain('\u001b[31m!\u001b[39m')
    expect(await capacityReporters.table(short, plain)).not.to.contain('\u001b')
  })

  it('print one CSV line for each row, with quotes where required', () => {
    const lines = capacityCsv(short).split('\n')
    expect(lines[0]).to.equal('Namespace,Object,Resource,Steady,Rollout,+Term.,Max,Max+R.,Quota,Used,Hard,Problem')
    expect(lines).to.include('dev,Deployment/web,requests.cpu,1,1250m,2,1500m,3,,,,')
    expect(lines).to.include('dev,,pods,6,7,10,8,14,q,0,6,too small in a rollout')
    expect(lines.at(-1)).to.equal('')
    expect(capacityCsv(found([deployment('web', 1)], [quota({'limits.cpu': '1'})]))).to.contain(
      ',"Error creating: pods ""web-XXXXX-XXXXX"" is forbidden: failed quota: q: must specify limits.cpu for: app"\n')
  })

  it('print a Markdown table with escaped names', () => {
    const text = capacityMarkdown(short)
    expect(text).to.match(/^\| Namespace \| Object \| Resource \| Steady \| Rollout \| \+Term\. \| Max \| Max\+R\. \| Quota \| Used \| Hard \| Problem \|\n\| --- \| /)
    expect(text).to.match(/\|\n\n\*\*Steady\*\*: needed all the time; \*\*Rollout\*\*: .*; \*\*Hard\*\*: allowed by the quota\.\n$/)
    expect(text).to.contain('| dev |  | pods | 6 | 7 | 10 | 8 | 14 | q | 0 | 6 | too small in a rollout |\n')
  })

  describe('JSON', () => {
    const schema = JSON.parse(readFileSync(new URL('../../schemas/capacity.schema.json', import.meta.url), 'utf8')) as object
    const validate = new Ajv2020({strict: true, strictRequired: false, strictTypes: false, allowUnionTypes: true}).compile(schema)

    it('matches its schema', async () => {
      for (const result of [short, found([]), found([deployment('web', 1)], [quota({'limits.cpu': '1'})])]) {
        expect(validate(JSON.parse(await capacityReporters.json(result, {}))), JSON.stringify(validate.errors)).to.equal(true)
      }
    })

    it('contains all data of the table', async () => {
      interface Printed {
      readonly namespaces: readonly {
        readonly quotas: readonly unknown[]
        readonly objects: readonly {readonly rollout: unknown, readonly rolloutReason?: string}[]
      }[]
      readonly summary: unknown
    }
    const {namespaces: [first], summary} = JSON.parse(await capacityReporters.json(short, {})) as Printed
      expect(first?.quotas[0]).to.deep.equal({
        quota: 'q', resource: 'pods', hard: '6', used: '0', needed: {steady: '6', peak: '7', worst: '10', max: '8', maxWorst: '14'},
        breaks: {phase: 'peak', object: {kind: 'StatefulSet', name: 'db'}, objects: [{kind: 'Deployment', name: 'web', adds: '1'}]},
      })
      expect(first?.objects.map(({rollout}) => rollout)).to.deep.equal(['slow', null, 'fits'])
      const {rolloutReason} = first?.objects[0] ?? {}
      expect(rolloutReason).to.match(/^pods are denied until old ones are deleted; .* requested: pods=1, used: pods=6, limited: pods=6$/)
      expect(summary).to.deep.equal({enough: false})
    })

    it('lists the first objects of each quota, and the number of the others, if all quotas together have more than 100,000', async () => {
      interface Broken {
        readonly objects: readonly unknown[]
        readonly moreObjects?: number
      }
      const [namespace] = short.namespaces
      const [need] = namespace?.quotas ?? []
      const objects = Array.from({length: 1000}, (_, i) => ({kind: 'Pod', name: `p${i}`, adds: need?.hard}))
      const withQuotas = (length: number): Capacity => ({
        ...short, namespaces: [{...namespace, quotas: Array.from({length}, () => ({...need, breaks: {...need?.breaks, objects}}))}],
      } as unknown as Capacity)
      const listsOf = async (count: number): Promise<unknown[]> => {
        const result: unknown = JSON.parse(await capacityReporters.json(withQuotas(count), {}))
        expect(validate(result), JSON.stringify(validate.errors)).to.equal(true)
        const {namespaces: [{quotas}]} = result as {readonly namespaces: [{readonly quotas: readonly {readonly breaks: Broken}[]}]}
        return [...new Set(quotas.map(({breaks}) => [breaks.objects.length, breaks.moreObjects].join(' ')))]
      }
      expect([await listsOf(100), await listsOf(101)]).to.deep.equal([['1000 '], ['10 990']])
    })
  })
})
