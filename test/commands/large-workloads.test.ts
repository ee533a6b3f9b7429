import {expect} from 'chai'
import {readFileSync, writeFileSync} from 'node:fs'

import Capacity from '../../commands/capacity.js'
import Simulate from '../../commands/simulate.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const quota = (pods: number | string): string => `---\napiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q}\nspec: {hard: {pods: "${pods}"}}\n`

const template = '{metadata: {labels: {app: x}}, spec: {containers: [{name: app, image: "example/app:1"}]}}'

const runTemplate = '{spec: {restartPolicy: Never, containers: [{name: app, image: "example/app:1"}]}}'

const deployment = (replicas: number, more = ''): string =>
  `---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: ${replicas}, ${more}selector: {matchLabels: {app: x}}, template: ${template}}\n`

const job = (completions: number, parallelism: number): string => '---\napiVersion: batch/v1\nkind: Job\nmetadata: {name: run}\n'
  + `spec: {completions: ${completions}, parallelism: ${parallelism}, template: ${runTemplate}}\n`

const cronJob = (completions: number, parallelism: number): string => '---\napiVersion: batch/v1\nkind: CronJob\nmetadata: {name: often}\n'
  + `spec: {schedule: "* * * * *", jobTemplate: {spec: {completions: ${completions}, parallelism: ${parallelism}, template: ${runTemplate}}}}\n`

const autoscaler = (min: number, max: number): string => '---\napiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\n'
  + `spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, minReplicas: ${min}, maxReplicas: ${max}}\n`

const maximum = 2_147_483_647

const claimTemplate = (name: string, storage: string): string =>
  `{metadata: {name: ${name}}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: ${storage}}}}}`

const database = (replicas: number, ...claimTemplates: readonly string[]): string => '---\napiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: db}\n'
  + `spec: {replicas: ${replicas}, serviceName: db, selector: {matchLabels: {app: x}}, template: ${template}, volumeClaimTemplates: [${claimTemplates.join(', ')}]}\n`

/** A StatefulSet whose pods have a finalizer, which is simulated one by one. */
const withFinalizers = (statefulSet: string): string => statefulSet.replace('labels: {app: x}}, spec', 'labels: {app: x}, finalizers: [example.com/keep]}, spec')

const claim = (name: string): string =>
  `---\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: ${name}}\nspec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}\n`

interface Report {
  readonly exitStatus: number
  readonly incomplete: readonly string[]
  readonly summary: {readonly enough?: boolean}
  readonly namespaces: readonly {
    readonly objects: readonly {
      readonly needs: {readonly steady: Readonly<Record<string, string>>}, readonly event: {readonly message: string} | null, readonly rolloutReason?: string
    }[]
    readonly quotas: readonly {readonly needed: unknown}[]
  }[]
  readonly workloads: readonly {
    readonly wanted: number, readonly created: number, readonly refused: number, readonly claims: object, readonly event: {readonly message: string} | null
    readonly rollout: {
      readonly verdict: string, readonly peak: number, readonly peakWithTerminating: number, readonly available: number, readonly remedies: readonly object[]
    } | null
    readonly autoscaler: {readonly levels: readonly {readonly level: string, readonly created: number}[], readonly stopsAt?: number} | null
    readonly completion: {readonly created: number, readonly completes: boolean, readonly event: {readonly message: string} | null} | null
  }[]
  readonly quotas: readonly {readonly used: Readonly<Record<string, string>>}[]
}

describe('workloads with thousands to billions of pods @slow', () => {
  inFolder()

  type Ran = {readonly status: number, readonly report: Report}

  const run = async (command: typeof Capacity | typeof Simulate, text: string, ...args: string[]): Promise<Ran> => {
    writeFileSync('app.yaml', text)
    const {status, stdout} = await runCommand(command, 'app.yaml', '-n', 'dev', '-o', 'json', ...args)
    return {status, report: JSON.parse(stdout) as Report}
  }

  const full = 'exceeded quota: q, requested: pods=1, used: pods=20, limited: pods=20'

  for (const [what, text, message] of [
    ['a Deployment', deployment(5001), `pods "web-XXXXX-XXXXX" is forbidden: ${full}`],
    ['a Job', job(1_000_000_000, maximum), `pods "run-XXXXX" is forbidden: ${full}`],
    ['a CronJob', cronJob(1_000_000_000, maximum), `pods "often-XXXXX-XXXXX" is forbidden: ${full}`],
  ] as const) {
    it(`kadm capacity reports missing room for ${what} with more pods than a quota allows`, async () => {
      const {status, report} = await run(Capacity, quota(20) + text)
      expect([status, report.exitStatus, report.incomplete, report.summary.enough]).to.deep.equal([1, 1, [], false])
      expect(report.namespaces[0]?.objects.map(({event}) => event?.message)).to.deep.equal([undefined, `Error creating: ${message}`])
    })
  }

  const parallel = `podManagementPolicy: Parallel, serviceName: x, volumeClaimTemplates: [${claimTemplate('data', '1Gi')}], `
  const kinds: Readonly<Record<string, string>> = {
    Deployment: deployment(maximum),
    ReplicaSet: deployment(maximum).replace('kind: Deployment', 'kind: ReplicaSet'),
    ReplicationController: deployment(maximum).replace('apps/v1\nkind: Deployment', 'v1\nkind: ReplicationController').replace('matchLabels: {app: x}', 'app: x'),
    StatefulSet: deployment(maximum, 'serviceName: x, ').replace('kind: Deployment', 'kind: StatefulSet'),
    'StatefulSet with claims': deployment(maximum, parallel).replace('kind: Deployment', 'kind: StatefulSet'),
    Job: job(maximum, maximum),
    'Job without completions': job(maximum, maximum).replace(`completions: ${maximum}, `, ''),
    CronJob: cronJob(maximum, maximum),
  }
  for (const [kind, text] of Object.entries(kinds)) {
    it(`counts ${maximum} pods of a ${kind} exactly, in kadm simulate and kadm capacity`, async () => {
      const {status, report} = await run(Simulate, quota('2147483646') + text)
      expect([status, report.incomplete]).to.deep.equal([1, []])
      expect(report.workloads[0]).to.deep.include({wanted: maximum, created: maximum - 1, refused: 1})
      const enough = await run(Capacity, quota(maximum) + text)
      expect(enough.report.incomplete).to.deep.equal([])
      expect(enough.report.namespaces[0]?.quotas[0]?.needed).to.include({steady: String(maximum)})
      const small = await run(Capacity, quota(20) + text)
      expect([small.status, small.report.summary.enough]).to.deep.equal([1, false])
    })
  }

  it('completes an Indexed Job of billions of pods under a quota of fewer pods than it runs at once', async () => {
    const {status, report} = await run(Simulate, quota(20) + job(maximum, 100_000).replace('{completions', '{completionMode: Indexed, completions'))
    expect([status, report.incomplete]).to.deep.equal([1, []])
    expect(report.workloads[0]).to.deep.include({wanted: 100_000, created: 20, refused: 99_980})
    const {created, completes, event} = report.workloads[0]?.completion ?? {}
    expect([created, completes, event?.message]).to.deep.equal([maximum, true, `Error creating: pods "run-20-XXXXX" is forbidden: ${full}`])
  })

  it('kadm capacity reports missing room for the maximum replicas of an autoscaler', async () => {
    const {status, report} = await run(Capacity, quota(20) + deployment(2) + autoscaler(2, 5001))
    expect([status, report.summary.enough, report.namespaces[0]?.quotas[0]?.needed])
      .to.deep.equal([1, false, {steady: '2', peak: '3', worst: '4', max: '5001', maxWorst: '10002'}])
    const simulated = await run(Simulate, quota(20) + deployment(2) + autoscaler(2, 5001))
    const {stopsAt, levels} = simulated.report.workloads[0]?.autoscaler ?? {}
    expect([simulated.status, stopsAt, levels?.map(({created}) => created)]).to.deep.equal([1, 20, [2, 2, 20]])
  })

  it('counts billions of pods exactly', async () => {
    const {status, report} = await run(Simulate, quota('2147483646') + deployment(maximum) + autoscaler(maximum, maximum))
    expect(status).to.equal(1)
    expect(report.workloads[0]).to.deep.include({wanted: maximum, created: maximum - 1, refused: 1})
    expect(report.workloads[0]?.event?.message).to.equal(
      'Error creating: pods "web-XXXXX-XXXXX" is forbidden: exceeded quota: q, requested: pods=1, used: pods=2147483646, limited: pods=2147483646')
    expect(report.quotas[0]?.used).to.deep.include({pods: '2147483646'})
    const whole = await run(Simulate, quota('2147483647') + deployment(maximum))
    expect([whole.status, whole.report.workloads[0]?.created]).to.deep.equal([0, maximum])
  })

  it('counts existing claims of a StatefulSet by their ordinals', async () => {
    const names = ['data-db-0', 'data-db-150000', 'data-db-2147483646', 'data-db-2147483647', 'data-db-07', 'data-db-x', 'data-dba-1', 'other']
    writeFileSync('existing.yaml', names.map((name) => claim(name)).join(''))
    const {status, report} = await run(Simulate, quota(1) + database(maximum, claimTemplate('data', '1Gi')), '--existing', 'existing.yaml')
    expect([status, report.incomplete]).to.deep.equal([1, []])
    expect(report.workloads[0], '0, 1, 150000 and the last').to.deep.include({wanted: maximum, created: 1, claims: {wanted: maximum, created: 4}})
  })

  for (const policy of ['OrderedReady', 'Parallel']) {
    for (const [replicas, whenDeleted, whenScaled, scaled, deleted] of [
      [5000, 'Retain', 'Retain', '5k', '5k'], [5000, 'Delete', 'Retain', '5k', '0'], [5000, 'Retain', 'Delete', '12', '5k'],
      [maximum, 'Delete', 'Delete', '12', '0'],
    ] as const) {
      it(`releases the quota of claims of ${replicas} pods (${policy}, whenDeleted: ${whenDeleted}, whenScaled: ${whenScaled})`, async () => {
        const set = (count: number): string => database(count, claimTemplate('data', '1Gi')).replace('serviceName', `podManagementPolicy: ${policy}, `
          + `persistentVolumeClaimRetentionPolicy: {whenDeleted: ${whenDeleted}, whenScaled: ${whenScaled}}, serviceName`)
        writeFileSync('live.yaml', quota(maximum).replace('{pods:', '{persistentvolumeclaims: "3000000000", pods:') + set(replicas))
        for (const [operation, used] of [['apply', scaled], ['delete', deleted]] as const) {
          const {status, report} = await run(Simulate, set(12), '--existing', 'live.yaml', '--operation', operation)
          expect([status, report.quotas[0]?.used['persistentvolumeclaims']], operation).to.deep.equal([0, used])
        }
      })
    }
  }

  it('adds up the storage requests of all volumeClaimTemplates', async () => {
    const {status, report} = await run(Capacity, quota(3) + database(3, claimTemplate('data', '1Gi'), claimTemplate('logs', '10Gi')))
    expect([status, report.namespaces[0]?.objects[1]?.needs.steady['requests.storage']]).to.deep.equal([0, '33Gi'])
  })

  it('counts claims for each replica, even if the simulation is incomplete', async () => {
    const text = withFinalizers(database(maximum, claimTemplate('data', '1Gi'), claimTemplate('logs', '10Gi'))).replace('spec: {', 'spec: {podManagementPolicy: Parallel, ')
    const bounds = quota(100_000).replace('}}', ', persistentvolumeclaims: "9G", requests.storage: 50Ei}}')
    const {status, report} = await run(Capacity, bounds + claim('other') + text)
    const [namespace] = report.namespaces
    expect([status, report.incomplete]).to.deep.equal([2, ['StatefulSet dev/db is not simulated to its end']])
    expect(namespace?.objects.at(-1)?.needs.steady).to.deep.include({'pods': '2147483647', 'persistentvolumeclaims': '4294967294', 'requests.storage': '23622320117Gi'})
    expect(namespace?.objects.at(-1)?.rolloutReason).to.match(/^it is not simulated to its end: /)
    expect(namespace?.quotas.map(({needed}) => (needed as {steady: string}).steady)).to.deep.equal(['4294967295', '2147483647', '23622320118Gi'])
  })

  it('simulates a rollout with limits in percent', async () => {
    const {status, report} = await run(Simulate, deployment(maximum, 'strategy: {rollingUpdate: {maxSurge: 25%, maxUnavailable: 10%}}, '), '--rollout')
    expect([status, report.incomplete]).to.deep.equal([0, []])
    expect(report.workloads[0]?.rollout).to.deep.include({verdict: 'fits', peak: 2_684_354_559, available: 1_932_735_283})
  })

  it('suggests fixes for rollouts that do not fit', async () => {
    const rollout = async (room: number, strategy: string): Promise<unknown> => {
      const {report: {incomplete, workloads: [web]}} = await run(Simulate, quota(maximum + room) + deployment(maximum, `strategy: {rollingUpdate: ${strategy}}, `), '--rollout')
      return [incomplete, web?.rollout?.verdict, web?.rollout?.remedies.filter((remedy) => 'field' in remedy)]
    }
    const strategy = '{maxSurge: 25%, maxUnavailable: 0}'
    expect(await rollout(30, strategy)).to.deep.equal([[], 'slow', [{field: 'maxSurge', value: 30, verdict: 'slow'}]])
    expect(await rollout(0, strategy)).to.deep.equal([[], 'blocked', [{field: 'maxUnavailable', value: 1, verdict: 'slow'}]])
    expect(await rollout(0, '{maxSurge: 25%, maxUnavailable: 1}'), 'as promised').to.deep.equal([[], 'slow', [{field: 'maxSurge', value: 0, verdict: 'slow'}]])
  })

  it('simulates a rollout with maxSurge 1', async () => {
    const {status, report} = await run(Simulate, deployment(maximum, 'strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}, '), '--rollout')
    expect([status, report.incomplete]).to.deep.equal([0, []])
    // A pod takes 200 ms to start and 30 s to stop.
    expect(report.workloads[0]?.rollout).to.deep.include({verdict: 'fits', peak: maximum + 1, peakWithTerminating: maximum + 151, available: maximum})
  })

  it('simulates a Job to completion under a small quota', async () => {
    const {status, report} = await run(Simulate, quota(20) + job(1_000_000_000, maximum))
    const {created, completes} = report.workloads[0]?.completion ?? {}
    expect([status, report.incomplete, created, completes]).to.deep.equal([1, [], 1_000_000_000, true])
    const denied = await run(Simulate, quota(20).replace('pods', 'count/pods') + job(1_000_000_000, maximum))
    expect([denied.status, denied.report.workloads[0]?.completion?.created, denied.report.workloads[0]?.completion?.completes]).to.deep.equal([1, 20, false])
  })

  it('simulates a DaemonSet on thousands of nodes', async () => {
    const text = deployment(1).replace('kind: Deployment', 'kind: DaemonSet').replace('replicas: 1, ', '')
    const {status, report} = await run(Simulate, quota(4990) + text, '--nodes', '5000')
    expect([status, report.workloads[0]?.created, report.workloads[0]?.refused]).to.deep.equal([1, 4990, 10])
    const rolled = await run(Simulate, text, '--nodes', '5000', '--rollout')
    expect([rolled.status, rolled.report.workloads[0]?.rollout?.verdict, rolled.report.workloads[0]?.rollout?.available]).to.deep.equal([0, 'fits', 4999])
  })

  it('simulates Jobs and CronJobs to completion', async () => {
    const {status, report} = await run(Simulate, job(1_000_000_000, 100_000_000) + cronJob(1_000_000_000, maximum))
    expect(status).to.equal(0)
    expect(report.workloads.map(({completion}) => completion)).to.deep.equal([
      {pods: 1_000_000_000, mostPods: 1_000_000_006, created: 1_000_000_000, completes: true, event: null},
      {pods: 1_000_000_000, mostPods: 1_000_000_006, created: 1_000_000_000, completes: true, event: null},
    ])
  })

  it('reports an incomplete result and exits with 2 beyond the request limit', async () => {
    const plain = deployment(maximum).replace('kind: Deployment', 'kind: StatefulSet').replace('spec: {replicas', 'spec: {podManagementPolicy: Parallel, replicas')
    const whole = await run(Simulate, plain)
    expect([whole.status, whole.report.incomplete, whole.report.workloads[0]?.created]).to.deep.equal([0, [], maximum])
    const text = withFinalizers(plain)
    const {status, report} = await run(Simulate, text, '-o', 'table=a.txt', '-o', 'github=findings.txt')
    expect([status, report.exitStatus, report.incomplete]).to.deep.equal([2, 2, ['StatefulSet dev/web is not simulated to its end']])
    expect(readFileSync('a.txt', 'utf8')).to.contain('1 object: 1 admitted, 0 denied\n1 workload: 1 not simulated to its end\n')
    expect(readFileSync('findings.txt', 'utf8')).to.match(/^::error file=app\.yaml,line=2,.*,title=kadm simulate\/not-simulated::\S/)
    const denied = await run(Simulate, quota(20) + text)
    expect([denied.status, denied.report.incomplete, denied.report.workloads[0]?.created]).to.deep.equal([1, [], 20])
  })
})
