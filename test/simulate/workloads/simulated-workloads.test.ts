import {expect} from 'chai'

import {DuplicateObjectsError} from '../../../src/manifests/duplicates.js'
import {type Ending, hasDenials, type SimulateOptions, type Simulation, type WorkloadOutcome} from '../../../src/simulate/simulate.js'
import {type Body, limitRange, Manifest, pod, quota} from '../../helpers/builders.js'
import {type Bodies, simulated} from '../../helpers/simulated.js'
import {cronJob, daemonSet, deployment, job, replicaSet, replicationController, rolling, statefulSet} from '../../helpers/workloads.js'

/** Result for the only workload of the run. */
function outcome(bodies: Bodies, options: SimulateOptions = {}): WorkloadOutcome {
  const {workloads: [workload]} = simulated(bodies, options)
  if (workload === undefined) throw new Error('no workload')
  return workload
}

const counts = ({wanted, created, refused}: WorkloadOutcome): readonly number[] => [wanted, created, refused]

const node = (name: string, labels: Body = {}, spec: Body = {}): Manifest => new Manifest({apiVersion: 'v1', kind: 'Node', metadata: {name, labels}, spec})

const autoscaler = (maxReplicas: number, kind = 'Deployment'): Manifest => new Manifest({
  apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: {name: 'scaler'},
  spec: {minReplicas: 2, maxReplicas, scaleTargetRef: {apiVersion: 'apps/v1', kind, name: 'web'}},
})

/** An object read from a cluster, owned by another one. */
const owned = (object: Manifest, kind: string, name: string): Manifest => object.marked({
  uid: `${kind}-${name}`, ownerReferences: [{apiVersion: 'apps/v1', kind, name, uid: 'x', controller: true}],
})

describe('workloads in a simulation', () => {
  for (const file of [deployment('web', {replicas: 3}), replicaSet('web', {replicas: 3}), statefulSet('web', {replicas: 3}), replicationController('web', {replicas: 3})]) {
    it(`create as many pods as fit: ${String(file['kind'])}`, () => {
      expect(counts(outcome({policies: [quota({pods: '2'})], files: [file]}))).to.deep.equal([3, 2, 1])
      expect(outcome({policies: [quota({pods: '2'})], files: [file]})).to.have.nested.property('event.reason', 'FailedCreate')
      expect(outcome({policies: [quota({pods: '3'})], files: [file]})).to.include({isRefused: false}).and.not.to.have.property('event')
    })
  }

  it('have the rollouts that are asked for', () => {
    const asked: unknown[] = []
    let workloads: Ending['workloads'] = []
    simulated({files: [deployment('a'), deployment('b')]}, {rollout: true, onSent(_, next, end) {
      if (next === undefined) {
        workloads = end(({kind, name}, sent) => {
          asked.push([kind, name, sent])
          return name === 'b'
        }).workloads
      }
    }})
    expect(workloads.map(({rollout}) => rollout?.verdict)).to.deep.equal([undefined, 'fits'])
    expect(asked).to.deep.equal([['Deployment', 'a', 2], ['Deployment', 'b', 2]])
  })

  it('have the state after each object as if it were the last', () => {
    const policies = [quota({pods: '5'})]
    const files = [deployment('a', {replicas: 2}), deployment('b', {replicas: 4}), quota({pods: '9'}), deployment('a', {replicas: 4}), autoscaler(3)]
    const seen: unknown[] = []
    const shown = ({workloads, quotas, incomplete}: Ending): unknown => [
      workloads.map(({name, rollout, autoscaler: scaler, answers, owned: made, ...workload}) =>
        [name, counts({...workload, name, answers, owned: made}), rollout, scaler, answers.map(({count}) => count), made.map(({count}) => count)]),
      quotas.map(({quota: {status}, ...others}) => [status, Object.keys(others)]), incomplete,
    ]
    const sendingOf = (): object => ({})
    const endings: Ending[] = []
    simulated({policies, files}, {rollout: true, remedies: false, sendingOf, onSent(_, next, end) {
      seen.push(next?.body['metadata'])
      endings.push(end(() => true))
    }})
    expect(seen.map((metadata) => (metadata as Body | undefined)?.['name'])).to.deep.equal(['b', 'q', 'a', 'scaler', undefined])
    const whole = files.map((_, i) => simulated({policies, files: files.slice(0, i + 1)}, {rollout: true, remedies: false, sendingOf}))
    expect(endings.map(shown)).to.deep.equal(whole.map(shown))
  })

  it('are simulated one after another', () => {
    const {workloads} = simulated({policies: [quota({pods: '3'})], files: [deployment('a', {replicas: 2}), deployment('b', {replicas: 2})]})
    expect(workloads.map(counts)).to.deep.equal([[2, 2, 0], [2, 1, 1]])
  })

  it('are reported only if they are admitted', () => {
    const {workloads, reviews} = simulated({policies: [quota({'count/deployments.apps': '1'})], files: [deployment('a'), deployment('b')]})
    expect(workloads.map(({name, review}) => [name, review === reviews[0]])).to.deep.equal([['a', true]])
  })

  it('are simulated in their own namespaces', () => {
    const {workloads} = simulated({policies: [quota({pods: '0'})], files: [deployment('a'), deployment('a').marked({namespace: 'other'})]})
    expect(workloads.map(({namespace, created}) => [namespace, created])).to.deep.equal([['dev', 0], ['other', 1]])
  })

  it('can have any number of pods', () => {
    const maximum = 2_147_483_647
    const simulation = simulated({policies: [quota({pods: '2G'})], files: [deployment('web', {replicas: maximum})]})
    const [workload] = simulation.workloads
    expect(workload).to.include({wanted: maximum, created: 2_000_000_000, refused: maximum - 2_000_000_000, isRefused: true})
    expect(workload?.owned.map(({count, allowed, status: {message}}) => [count, allowed || message])).to.deep.equal([
      [1, true], [2_000_000_000, true],
      [maximum - 2_000_000_000, 'pods "web-XXXXX-XXXXX" is forbidden: exceeded quota: q, requested: pods=1, used: pods=2G, limited: pods=2G'],
    ])
    expect([hasDenials(simulation), String(simulation.quotas[0]?.quota.status?.used?.['pods'])]).to.deep.equal([true, '2G'])
  })

  it('name pods like the server, also if denied before they get a name', () => {
    const files = [deployment().withPods({priorityClassName: 'nope'})]
    const policies = [new Manifest({apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: {name: 'high'}, value: 1})]
    expect(outcome({policies, files}).event?.message).to.equal('Error creating: pods "web-XXXXX-" is forbidden: no PriorityClass with name nope was found')
  })
})

describe('existing workloads', () => {
  const running = deployment('web', {replicas: 3})

  it('are updated and rolled out', () => {
    const simulation = simulated({policies: [quota({pods: '6'})], existing: [running], files: [running.at('2')]})
    expect(simulation.reviews.map(({operation}) => operation)).to.deep.equal(['UPDATE'])
    expect(simulation.workloads[0]?.rollout).to.include({verdict: 'fits', peak: 4, peakWithTerminating: 6, available: 3})
    expect(hasDenials(simulation)).to.equal(false)
  })

  it('report only objects created in this run', () => {
    const {owned: made} = outcome({policies: [quota({pods: '6'})], existing: [running], files: [running.at('2')]})
    expect(made.map(({object, count = 1}) => [object?.['kind'], count])).to.deep.equal([['ReplicaSet', 1], ['Pod', 3]])
  })

  it('count blocked and slow rollouts as denials', () => {
    for (const [pods, verdict] of [['3', 'blocked'], ['4', 'slow']]) {
      const simulation = simulated({policies: [quota({pods: pods ?? ''})], existing: [running], files: [running.at('2')]})
      expect(simulation.workloads[0]?.rollout).to.include({verdict})
      expect(hasDenials(simulation)).to.equal(true)
    }
  })

  it('suggest remedies that were simulated', () => {
    const {rollout} = outcome({policies: [quota({pods: '3'})], existing: [running], files: [running.at('2')]})
    expect(rollout?.remedies.map(({change, verdict}) => ['field' in change ? [change.field, change.value] : change.quotas.map(({needed}) => String(needed)), verdict]))
      .to.deep.equal([[['maxUnavailable', 1], 'slow'], [['6'], 'fits'], [['4'], 'slow']])
  })

  it('include existing ReplicaSets and pods', () => {
    const set = owned(replicaSet('web-abc', {replicas: 3}), 'Deployment', 'web')
    const pods = ['a', 'b', 'c'].map((name) => owned(pod(`web-abc-${name}`), 'ReplicaSet', 'web-abc'))
    const policies = [quota({pods: '3', 'count/replicasets.apps': '2'}), running.marked({uid: 'd'}), set, ...pods]
    const {workloads: [workload], quotas: [change]} = simulated({policies, files: [running.at('2')]})
    expect(workload?.rollout).to.include({verdict: 'blocked', peak: 3, available: 3})
    expect(String(change?.usedBefore['pods'])).to.equal('3')
  })

  it('do not roll out if the template is unchanged', () => {
    const {rollout, owned: made} = outcome({policies: [quota({pods: '3'})], existing: [running], files: [running]})
    expect(rollout).to.include({verdict: 'fits', peak: 3, peakWithTerminating: 3})
    expect(made).to.deep.equal([])
  })

  it('do not replace pods if the kind does not', () => {
    const set = replicaSet('web', {replicas: 2})
    expect(outcome({policies: [quota({pods: '2'})], existing: [set], files: [set.at('2')]}).rollout)
      .to.include({verdict: 'fits', peak: 2, reason: 'no pod is replaced: only new pods use another template'})
  })

  it('have no rollout if they are Jobs or CronJobs', () => {
    expect(outcome({existing: [job('web', {suspend: true})], files: [job('web', {suspend: false})]})).to.include({created: 1}).and.not.to.have.property('rollout')
    expect(outcome({existing: [cronJob()], files: [cronJob('web', {schedule: '1 * * * *'})]})).not.to.have.any.keys('rollout', 'completion')
  })

  it('can be sent earlier in the run only with an explicit operation', () => {
    const files = [running, running.at('2')]
    const sent = (simulation: Simulation): unknown => simulation.reviews.map(({operation, status: {code}}) => [operation, code])
    expect(sent(simulated({files}, {sending: {operation: 'apply'}}))).to.deep.equal([['CREATE', 201], ['UPDATE', 200]])
    expect(sent(simulated({files}, {sending: {operation: 'create'}}))).to.deep.equal([['CREATE', 201], ['CREATE', 409]])
    expect(() => simulated({files})).to.throw(DuplicateObjectsError, 'files.yaml:3: Deployment web is declared in files.yaml:1 too')
  })
})

describe('--rollout', () => {
  it('simulates rollouts of new workloads, whose denials count', () => {
    const bodies = {policies: [quota({pods: '3'})], files: [deployment('web', {replicas: 3})]}
    const simulation = simulated(bodies, {rollout: true})
    expect(simulation.workloads[0]).to.deep.include({created: 3, refused: 0, isRefused: true}).and.not.to.have.property('event')
    expect(simulation.workloads[0]?.rollout).to.include({verdict: 'blocked'})
    expect(hasDenials(simulation)).to.equal(true)
    expect(hasDenials(simulated(bodies))).to.equal(false)
    expect(hasDenials(simulated({...bodies, files: [rolling(3, 0, 1)], policies: [quota({pods: '9'})]}, {rollout: true}))).to.equal(false)
  })

  it('does not apply to workloads without rollouts', () => {
    for (const file of [job(), cronJob(), replicaSet(), replicationController()]) expect(outcome({files: [file]}, {rollout: true}).rollout).to.equal(undefined)
  })
})

describe('--never-ready', () => {
  it('applies to pods created in this run, and causes no denial', () => {
    const running = deployment('web', {replicas: 3})
    const simulation = simulated({existing: [running], files: [running.at('2')]}, {neverReady: true})
    expect(simulation.workloads[0]?.rollout).to.include({verdict: 'blocked', peak: 4, available: 3, reason: 'the new pods do not become ready'})
    expect(hasDenials(simulation)).to.equal(false)
  })

  it('stops a StatefulSet at its first pod', () => {
    expect(outcome({files: [statefulSet('web', {replicas: 3})]}, {neverReady: true})).to.include({wanted: 3, created: 1, refused: 2, isRefused: false})
  })
})

describe('nodes of a DaemonSet', () => {
  const nodes = [node('a', {disk: 'ssd'}), node('b', {disk: 'hdd'}), node('c', {disk: 'ssd'}, {taints: [{key: 'only', effect: 'NoSchedule'}]})]

  it('are the given nodes that match the template', () => {
    expect(outcome({policies: nodes, files: [daemonSet()]})).to.deep.include({wanted: 2, notes: []})
    expect(outcome({policies: nodes, files: [daemonSet().withPods({nodeSelector: {disk: 'ssd'}})]}).wanted).to.equal(1)
    expect(outcome({policies: nodes, files: [daemonSet().withPods({tolerations: [{operator: 'Exists'}]})]}).wanted).to.equal(3)
    expect(outcome({existing: nodes, files: [daemonSet()]}).wanted).to.equal(2)
  })

  it('are as many as --nodes sets', () => {
    expect(outcome({policies: nodes, files: [daemonSet()]}, {nodes: 7}).wanted).to.equal(7)
    expect(outcome({files: [daemonSet()]}, {nodes: 0})).to.deep.include({wanted: 0, notes: []})
    expect(outcome({files: [daemonSet().withPods({nodeSelector: {disk: 'ssd'}})]}, {nodes: 2}).notes)
      .to.deep.equal(['nothing is known of the 2 nodes: the template is assumed to choose all of them'])
  })

  it('are one if no node is given', () => {
    const {wanted, notes} = outcome({files: [daemonSet().withPods({nodeName: 'a'})]})
    expect(wanted).to.equal(1)
    expect(notes).to.deep.equal(['no Node objects are among the existing objects and policies: one node is assumed (--nodes)', 'nothing is known of the node: the template is assumed to choose it'])
  })
})

describe('workload with an autoscaler', () => {
  const files = [deployment('web', {replicas: 3}), autoscaler(6)]

  it('is evaluated at each size, regardless of the order in the files', () => {
    for (const order of [files, [...files].reverse()]) {
      const simulation = simulated({policies: [quota({pods: '5'})], files: order})
      const {autoscaler: found} = simulation.workloads[0] ?? {}
      expect(found?.levels.map(({level, replicas, created, rollout}) => [level, replicas, created, rollout?.verdict]))
        .to.deep.equal([['min', 2, 2, 'fits'], ['own', 3, 3, 'slow'], ['max', 6, 5, undefined]])
      expect(found?.stopsAt).to.equal(5)
      expect(hasDenials(simulation)).to.equal(true)
    }
  })

  it('causes no denial if all sizes fit, even if a rollout is slow', () => {
    const simulation = simulated({policies: [quota({pods: '6'})], files})
    expect(simulation.workloads[0]?.autoscaler).not.to.have.property('stopsAt')
    expect(hasDenials(simulation)).to.equal(false)
  })

  it('is matched by kind and name', () => {
    expect(outcome({files: [deployment('web'), autoscaler(6, 'StatefulSet')]}).autoscaler).to.equal(undefined)
    expect(outcome({files: [deployment('other'), autoscaler(6)]}).autoscaler).to.equal(undefined)
  })
})

describe('objects other than workloads', () => {
  it('have no workload report', () => expect(simulated({policies: [limitRange('l')], files: [pod(), autoscaler(3)]}).workloads).to.deep.equal([]))

  it('use quota before later workloads', () => {
    expect(counts(outcome({policies: [quota({pods: '2'})], files: [pod(), deployment('web', {replicas: 2})]}))).to.deep.equal([2, 1, 1])
  })
})

describe('autoscaler', () => {
  it('sent without its workload is evaluated with the existing workload', () => {
    const {workloads: [workload], reviews, hints} = simulated({policies: [quota({pods: '3'})], existing: [deployment('web', {replicas: 3})], files: [autoscaler(6)]})
    expect(workload).to.include({kind: 'Deployment', name: 'web', wanted: 3, created: 3, isRefused: true, review: reviews[0]})
    expect(workload?.owned).to.deep.equal([])
    expect(hints).to.deep.equal([])
  })

  it('is evaluated only if it is the first by name that targets the existing workload, in any version of its group', () => {
    const named = (name: string, apiVersion: string): Manifest =>
      autoscaler(6).marked({name}).asking({scaleTargetRef: {apiVersion, kind: 'Deployment', name: 'web'}})
    const evaluated = (existing: Manifest, sent: Manifest): unknown =>
      simulated({existing: [deployment('web', {replicas: 3}), existing], files: [sent]}).workloads.map(({autoscaler: found}) => found?.name)
    expect(evaluated(named('b', 'apps/v1'), named('a', 'apps/v1beta1'))).to.deep.equal(['a'])
    expect(evaluated(named('a', 'apps/v1'), named('b', 'apps/v1'))).to.deep.equal([])
    expect(evaluated(named('a', 'example.com/v1'), named('b', 'apps/v1'))).to.deep.equal(['b'])
    expect(evaluated(named('b', 'apps/v1'), named('a', 'example.com/v1'))).to.deep.equal([])
  })

  it('whose target is unknown leads to a hint', () => {
    const {workloads, hints} = simulated({files: [autoscaler(6), deployment('other')]})
    expect(workloads.map(({name}) => name)).to.deep.equal(['other'])
    expect(hints).to.deep.equal(['Hint: Deployment web is unknown, which HorizontalPodAutoscaler scaler scales. Name existing objects with --existing.'])
  })

  it('whose workload follows or is sent as well leads to no hint', () => {
    expect(simulated({files: [autoscaler(6), deployment()]}).hints).to.deep.equal([])
    const {workloads, reviews} = simulated({existing: [deployment()], files: [autoscaler(6), deployment().at('2')]}, {order: 'files'})
    expect(workloads.map(({review}) => review === reviews[1])).to.deep.equal([true])
  })
})

describe('workload that creates no pods', () => {
  it('states the reason', () => {
    expect(outcome({files: [deployment('web', {paused: true})]})).to.deep.include({wanted: 0, notes: ['it is paused: no pods are created or replaced']})
    for (const file of [job('j', {suspend: true}), cronJob('c', {suspend: true})]) {
      expect(outcome({files: [file]})).to.deep.include({wanted: 0, notes: ['it is suspended: no pods are created']})
    }
  })
})
