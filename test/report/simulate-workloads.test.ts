import {expect} from 'chai'

import {simulateReporters} from '../../src/report/simulate/index.js'
import type {SimulateOptions} from '../../src/simulate/simulate.js'
import {type Body, limitRange, Manifest, quota} from '../helpers/builders.js'
import {type Bodies, simulated} from '../helpers/simulated.js'
import {claimTemplate, cronJob, daemonSet, deployment, job, statefulSet} from '../helpers/workloads.js'

const table = (bodies: Bodies, options: SimulateOptions = {}, isColoured = false): Promise<string> =>
  simulateReporters.table(simulated(bodies, options), {isColoured})

/** The lines of the first workload, from its pods to the table of created objects. */
async function lines(bodies: Bodies, options: SimulateOptions = {}): Promise<string[]> {
  const all = (await table(bodies, options)).split('\n')
  return all.slice(all.findIndex((line) => line.startsWith('Pods:')), all.findIndex((line) => line === '' || line.startsWith('Made by'))).map((line) => line.replace(/  +/g, '  '))
}

const workloadsIn = async (bodies: Bodies, options: SimulateOptions = {}): Promise<Body[]> =>
  (JSON.parse(await simulateReporters.json(simulated(bodies, options))) as {workloads: Body[]}).workloads

const autoscaler = (maxReplicas: number): Manifest => new Manifest({
  apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: {name: 'scaler'},
  spec: {maxReplicas, scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'web'}},
})

const rejected = 'pods "web-XXXXX-XXXXX" is forbidden: exceeded quota: q, requested: pods=1, used: pods=3, limited: pods=3'

describe('simulate reports on workloads', () => {
  const running = deployment('web', {replicas: 3})

  it('print created and denied objects with reasons and positions', async () => {
    expect(await table({policies: [quota({pods: '3'})], files: [deployment('web', {replicas: 5})]})).to.equal(`Name:       web
Namespace:  dev
Kind:       Deployment
Source:     files.yaml:1
Verdict:    admitted
Pods:       5 wanted, 3 created, 2 denied
Event:      FailedCreate on ReplicaSet web-XXXXX: Error creating: ${rejected}
Made by its controller:
  Count  Kind        Name             Verdict
  -----  ----        ----             -------
  1      ReplicaSet  web-XXXXX        admitted
  3      Pod         web-XXXXX-XXXXX  admitted
  2      Pod         web-XXXXX-XXXXX  denied (403 Forbidden)
Reasons:
  pods: requested 1, used 3 of 3: 1 too much
    forbidden by ResourceQuota q, spec.hard[pods]
      at policies.yaml:1:90

Quota:      q
Namespace:  dev
Usage:      counted without existing objects: none were given, and its status records no usage
Resource  Before  This run  After  Hard
--------  ------  --------  -----  ----
pods      0       3         3      3     100%

1 object: 1 admitted, 0 denied; 2 pods of workloads denied
1 workload: 1 does not get everything
`)
  })

  it('print claims, with similar ones as one row', async () => {
    const files = [statefulSet('db', {replicas: 4, volumeClaimTemplates: [claimTemplate('data', '10Gi')]})]
    const text = await table({policies: [quota({'requests.storage': '35Gi'})], files})
    expect(text).to.match(/^Pods: +4 wanted, 3 created, 1 denied$/m).and.to.match(/^Claims: +4 wanted, 3 created, 1 not made$/m)
    expect(text).to.match(/^ {2}3 +PersistentVolumeClaim +data-db-0 and 2 more +admitted$/m).and.to.match(/^ {2}1 +PersistentVolumeClaim +data-db-3 +denied \(403 Forbidden\)$/m)
  })

  it('print a denial once although its amounts change on retries', async () => {
    const [small, large] = [running.requesting({cpu: '300m', memory: '1Gi'}), running.at('2').requesting({cpu: '700m', memory: '1Gi'})]
    const old = small.asking({replicas: 20})
    const text = await table({policies: [quota({'requests.cpu': '9', 'pods': '24'})], existing: [old], files: [large.asking({replicas: 20})]})
    expect(text.match(/ denied \(403 Forbidden\)$/gm)).to.have.length(1)
    expect(text.match(/^Reasons:$/gm)).to.have.length(1)
    expect(text.match(/^ {4}forbidden by .*$/gm)).to.deep.equal(['    forbidden by ResourceQuota q, spec.hard[pods]', '    forbidden by ResourceQuota q, spec.hard[requests.cpu]'])
  })

  it('print a blocked rollout with remedies, and its message once', async () => {
    expect(await lines({policies: [quota({pods: '3'})], existing: [running], files: [running.at('2')]})).to.deep.equal([
      'Pods:  3 wanted, 3 created',
      `Event:  FailedCreate on ReplicaSet web-XXXXX: Error creating: ${rejected}`,
      'Rollout:  blocked: peak 3 pods, 3 with those that terminate, at least 3 ready',
      '  Reason:  pods are denied, see the event',
      '  Needs:  pods: at most 6, of 3 in quota q',
      '  Helps:  maxUnavailable: 1, with which it completes, slowly',
      '  Helps:  pods: 6 in quota q, with which it fits',
      '  Helps:  pods: 4 in quota q, with which it completes, slowly',
      'Changed:',
      '  Field  From  To  By',
      '  -----  ----  --  --',
      '  spec.template.metadata.annotations  -  {"version":"2"}  user',
    ])
  })

  it('print a rollout requested by --rollout, with its message', async () => {
    expect(await lines({policies: [quota({pods: '3'})], files: [running]}, {rollout: true})).to.include(`  Reason:  Error creating: ${rejected}`)
    expect(await lines({policies: [quota({pods: '9'})], files: [running]}, {rollout: true})).to.deep.equal([
      'Pods:  3 wanted, 3 created', 'Rollout:  fits: peak 4 pods, 6 with those that terminate, at least 3 ready', '  Needs:  pods: at most 6, of 9 in quota q',
    ])
  })

  it('print a slow rollout, and a maxSurge that fits', async () => {
    const large = deployment('web', {replicas: 10})
    const printed = await lines({policies: [quota({pods: '12'})], existing: [large], files: [large.at('2')]})
    expect(printed).to.include('  Reason:  pods are denied until old ones are deleted; the controller retries with growing delays, see the event')
    expect(printed).to.include('  Helps:  maxSurge: 2, for which there is room when old pods stop at once')
  })

  it('print pods that never become ready', async () => {
    expect(await lines({existing: [running], files: [running.at('2')]}, {neverReady: true})).to.include('  Reason:  the new pods do not become ready')
    expect(await lines({files: [statefulSet('db', {replicas: 3})]}, {neverReady: true})).to.deep.equal(['Pods:  3 wanted, 1 created, 2 not made'])
  })

  it('print an autoscaler and the replicas at which it stops', async () => {
    expect(await lines({policies: [quota({pods: '4'})], files: [deployment('web', {replicas: 2}), autoscaler(6)]})).to.deep.equal([
      'Pods:  2 wanted, 2 created',
      'Autoscaler:  scaler: stops at 4 pods',
      '  min:  1 pod; rollout fits: peak 2 pods, 2 with those that terminate, at least 1 ready',
      '  own:  2 pods; rollout fits: peak 3 pods, 4 with those that terminate, at least 2 ready',
      '  max:  6 wanted, 4 created, 2 denied: Error creating: pods "web-XXXXX-XXXXX" is forbidden: exceeded quota: q, requested: pods=1, used: pods=4, limited: pods=4',
    ])
    expect(await lines({files: [deployment('web', {replicas: 2}), autoscaler(6)]})).to.include('Autoscaler:  scaler')
  })

  it('print an autoscaler sent without its workload, with the existing workload', async () => {
    expect(await table({existing: [running], files: [autoscaler(6)]})).to.match(/^Name: +scaler\n.*\nKind: +HorizontalPodAutoscaler\n.*\n.*\nScales: +Deployment web\nPods: +3 wanted, 3 created\nAutoscaler: +scaler\n/)
  })

  it('print the completion of a Job', async () => {
    const six = job('j', {completions: 6, parallelism: 2})
    expect(await lines({files: [six]})).to.include('Completion:  ends after 6 pods; up to 12 pods when some fail')
    expect(await lines({files: [six.withPods({restartPolicy: 'OnFailure'})]})).to.include('Completion:  ends after 6 pods')
    const stopped = await lines({policies: [quota({'count/pods': '4'})], files: [six]})
    expect(stopped[1]).to.match(/^Completion: {2}stops after 4 of 6 pods: Error creating: pods "j-XXXXX" is forbidden: exceeded quota/)
    expect(stopped[2]).to.equal('Note:  pods that have ended count for count/pods (quota q) until they are deleted; they use nothing else')
    expect((await lines({policies: [quota({pods: '0'})], files: [six]}))[2]).to.equal('Completion:  never begins, see the event')
    expect((await lines({policies: [quota({pods: '1'})], files: [six]}))[2])
      .to.equal('Completion:  ends after 6 pods, some of them denied until others end, see the event; up to 12 pods when some fail')
  })

  it('print the second run of a CronJob', async () => {
    const second = async (concurrencyPolicy: string, pods: string): Promise<string | undefined> =>
      (await lines({policies: [quota({pods})], files: [cronJob('c', {concurrencyPolicy}, {parallelism: 2})]})).find((line) => line.startsWith('Second run:'))
    expect(await second('Allow', '4')).to.equal('Second run:  Allow: runs that overlap add up, two of them to 4 wanted, 4 created')
    expect(await second('Allow', '3')).to.match(/^Second run: {2}Allow: runs that overlap add up, two of them to 4 wanted, 3 created, 1 denied: Error creating: pods "c-XXXXX-XXXXX" is forbidden/)
    expect(await second('Forbid', '3')).to.equal('Second run:  Forbid: it is left out while the first one runs')
    expect(await second('Replace', '4')).to.equal('Second run:  Replace: it takes the place of the first one; up to 4 pods with those that terminate')
    expect(await second('Replace', '3')).to.match(/; up to 3 pods with those that terminate: Error creating: /)
  })

  it('print notes and the number of workloads', async () => {
    expect(await lines({files: [daemonSet('agent')]})).to.deep.equal(['Pods:  1 wanted, 1 created', 'Note:  no Node objects are among the existing objects and policies: one node is assumed (--nodes)'])
    const bodies = {policies: [quota({pods: '1'})], files: [deployment('a'), deployment('b')]}
    expect(await table(bodies)).to.match(/\n2 objects: 2 admitted, 0 denied; 1 pod of workloads denied\n2 workloads: 1 gets everything that it requests, 1 does not get everything\n$/)
    expect(await table({files: [deployment('a')]})).to.match(/\n1 workload: 1 gets everything that it requests\n$/)
    expect(await table({files: [quota({pods: '1'})]})).not.to.contain('workload')
  })

  it('colour denials red and fitting rollouts green', async () => {
    expect(await table({policies: [quota({pods: '3'})], existing: [running], files: [running.at('2')]}, {}, true)).to.contain('\u001b[31mblocked\u001b[39m')
    expect(await table({files: [running]}, {rollout: true}, true)).to.contain('\u001b[32mfits\u001b[39m')
    expect(await table({policies: [quota({pods: '0'})], files: [running]}, {}, true)).to.contain('\u001b[31m3 denied\u001b[39m')
  })

  it('print the defaults of pods with injected containers, and escape control characters', async () => {
    const injector = (object: object): Record<string, unknown> => {
      const {spec, ...pod} = object as {spec: {containers: Body[]}}
      return {...pod, spec: {...spec, containers: [...spec.containers, {name: 'proxy\u001b[31m', image: 'x'}]}}
    }
    const text = await table({policies: [limitRange('l', {type: 'Container', default: {cpu: '1'}})], files: [running]}, {injector})
    expect(text).to.contain('proxy\\u001b[31m').and.not.to.contain('\u001b')
    expect(text).to.match(/^ {2}app +cpu +1 +1$/m)
  })

  it('print no trailing spaces', async () => {
    const text = await table({policies: [quota({pods: '3'})], files: [running, autoscaler(9), cronJob('c')]}, {rollout: true})
    expect(text.split('\n').filter((line) => line.endsWith(' '))).to.deep.equal([])
  })
})

describe('workloads in JSON', () => {
  const running = deployment('web', {replicas: 3})

  it('contain event, rollout, needs and remedies', async () => {
    const [web] = await workloadsIn({policies: [quota({pods: '3'})], existing: [running], files: [running.at('2')]})
    expect(web).to.deep.equal({
      kind: 'Deployment', namespace: 'dev', name: 'web', wanted: 3, created: 3, refused: 0, claims: {wanted: 0, created: 0},
      event: {reason: 'FailedCreate', message: `Error creating: ${rejected}`, object: {kind: 'ReplicaSet', name: 'web-XXXXX'}},
      rollout: {
        verdict: 'blocked', peak: 3, peakWithTerminating: 3, available: 3, reason: `Error creating: ${rejected}`,
        needs: [{quota: 'q', resource: 'pods', hard: '3', needed: '6'}],
        remedies: [
          {field: 'maxUnavailable', value: 1, verdict: 'slow'}, {quotas: [{quota: 'q', resource: 'pods', hard: '3', needed: '6'}], verdict: 'fits'},
          {quotas: [{quota: 'q', resource: 'pods', hard: '3', needed: '4'}], verdict: 'slow'},
        ],
      },
      autoscaler: null, completion: null, secondRun: null, notes: [],
    })
  })

  it('contain the completion of Jobs and second runs', async () => {
    const [nightly] = await workloadsIn({policies: [quota({pods: '3'})], files: [cronJob('c', {}, {parallelism: 2})]})
    expect(nightly).to.deep.include({completion: {pods: 2, mostPods: 8, created: 2, completes: true, event: null}})
    expect(nightly).to.have.nested.property('secondRun.event.reason', 'FailedCreate')
    expect(nightly).to.deep.include({event: null, rollout: null})
  })

  it('contain the levels of autoscalers, without rollout events', async () => {
    const [web] = await workloadsIn({policies: [quota({pods: '3'})], files: [running, autoscaler(4)]})
    const {levels, stopsAt} = web?.['autoscaler'] as {levels: Body[], stopsAt: number}
    expect(stopsAt).to.equal(3)
    expect(levels.map(({rollout}) => rollout === null ? [] : Object.keys(rollout as object))).to.deep.equal([
      ['verdict', 'peak', 'peakWithTerminating', 'available'], ['verdict', 'peak', 'peakWithTerminating', 'available', 'reason'], [],
    ])
  })

  it('have reviews with counts of the objects they create', async () => {
    const {reviews, summary} = JSON.parse(await simulateReporters.json(simulated({policies: [quota({pods: '3'})], files: [deployment('web', {replicas: 5})]}))) as {reviews: Body[], summary: Body}
    expect(reviews.map(({owner, count}) => [owner, count])).to.deep.equal([
      [undefined, undefined], [{kind: 'Deployment', name: 'web'}, undefined], [{kind: 'Deployment', name: 'web'}, 3], [{kind: 'Deployment', name: 'web'}, 2],
    ])
    expect(summary).to.deep.equal({allowed: 5, denied: 2, unreadable: 0, refusedPods: 2})
  })
})
