import {expect} from 'chai'

import type {Place} from '../../../src/lint/diagnostic.js'
import {explain} from '../../../src/simulate/explain.js'
import type {ManifestReview} from '../../../src/simulate/manifest-review.js'
import {simulate, type SimulateOptions, type WorkloadOutcome} from '../../../src/simulate/simulate.js'
import {SourceFile} from '../../../src/source/source-file.js'
import {type Body, limitRange, quota} from '../../helpers/builders.js'
import {type Bodies, fileOf, simulated} from '../../helpers/simulated.js'
import {claimTemplate, cronJob, deployment, job, statefulSet} from '../../helpers/workloads.js'

function outcome(bodies: Bodies, options: SimulateOptions = {}): WorkloadOutcome {
  const {workloads: [workload]} = simulated(bodies, options)
  if (workload === undefined) throw new Error('no workload')
  return workload
}

const short = ({manifest: {body}, allowed, count}: ManifestReview): unknown =>
  [body['kind'], (body['metadata'] as {name?: string}).name, allowed, count]

const shown = ({file, span}: Place): string => {
  const {line, column} = file.position(span.start)
  return `${file.path}:${line}:${column} ${file.slice(span)}`
}

describe('reviews of requests sent by controllers', () => {
  it('are grouped if they are alike, and name the workload', () => {
    const {owned} = outcome({policies: [quota({pods: '3'})], files: [deployment('web', {replicas: 5})]})
    expect(owned.map(({object, status: {code}, count}) => [object?.['kind'], code, count])).to.deep.equal([['ReplicaSet', 201, 1], ['Pod', 201, 3], [undefined, 403, 2]])
    expect(owned.map(({owner}) => owner)).to.deep.equal(Array.from({length: 3}, () => ({kind: 'Deployment', name: 'web'})))
  })

  it('are listed one by one with --pods', () => {
    const {owned} = outcome({policies: [quota({pods: '3'})], files: [statefulSet('db', {replicas: 3, volumeClaimTemplates: [claimTemplate('data')]})]}, {pods: true})
    expect(owned.map(({object}) => (object?.['metadata'] as {name: string}).name)).to.deep.equal(['data-db-0', 'db-0', 'data-db-1', 'db-1', 'data-db-2', 'db-2'])
    expect(owned.every(({count}) => count === 1)).to.equal(true)
  })

  it('name denied objects like the server', () => {
    const {owned} = outcome({policies: [quota({pods: '0'})], files: [cronJob('nightly', {}, {completionMode: 'Indexed', completions: 2, parallelism: 2})]})
    expect(owned.map(short)).to.deep.equal([['Job', undefined, true, 1], ['Pod', 'nightly-XXXXX-0-XXXXX', false, 2]])
  })

  it('count a pod once that is denied repeatedly', () => {
    const running = deployment('web', {replicas: 4})
    const {owned, refused} = outcome({policies: [quota({pods: '5'})], existing: [running], files: [running.at('2')]})
    expect(refused).to.equal(0)
    expect(owned.filter(({allowed}) => !allowed).map(({count}) => count)).to.deep.equal([1])
  })

  it('count pods with fixed names once, and add pods that are not attempted', () => {
    const {owned} = outcome({policies: [quota({pods: '1'})], files: [statefulSet('db', {replicas: 5, podManagementPolicy: 'Parallel'})]})
    expect(owned.map(short)).to.deep.equal([['Pod', 'db-0', true, 1], ['Pod', 'db-1', false, 3], ['Pod', 'db-2', false, 1]])
  })

  it('add up to the number of wanted pods', () => {
    for (const pods of [0, 1, 4, 9]) {
      const {owned, wanted} = outcome({policies: [quota({pods: String(pods)})], files: [job('j', {parallelism: 5})]})
      expect(owned.reduce((sum, {count = 1}) => sum + count, 0)).to.equal(wanted)
    }
  })
})

describe('positions in reviews of controllers', () => {
  /** Fields and positions for which pods and claims of the only file are denied. */
  const places = (file: Body, ...policies: Body[]): string[] => {
    const {workloads, policies: {manifests}} = simulated({policies, files: [file]})
    return workloads.flatMap(({owned}) => owned).flatMap((review) => explain(review, manifests))
      .flatMap(({subject, field, place, policy}) => [`${subject}, ${field} at ${shown(place)}`, ...policy?.place ? [`${policy.name} at ${shown(policy.place)}`] : []])
  }

  it('are in the pod template', () => {
    const [where, forbidden] = places(deployment().requesting({}, {limits: {cpu: '2'}}), limitRange('l', {type: 'Container', max: {cpu: '1'}}))
    expect(where).to.match(/^container app, spec\.containers\[0\]\.resources\.limits\[cpu\] at files\.yaml:1:\d+ "2"$/)
    expect(forbidden).to.match(/^l at policies\.yaml:1:\d+ "1"$/)
  })

  it('are in the pod template within the jobTemplate of a CronJob', () => {
    expect(places(cronJob().requesting({}, {limits: {cpu: '2'}}), limitRange('l', {type: 'Container', max: {cpu: '1'}}))[0]).to.match(/ at files\.yaml:1:\d+ "2"$/)
  })

  it('are exact in YAML, with line and column', () => {
    const text = `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db-main}
spec:
  replicas: 1
  selector: {matchLabels: {app: x}}
  template:
    metadata: {labels: {app: x}}
    spec:
      containers:
      - name: db
        image: db:1
        resources:
          limits:
            cpu: 3
  volumeClaimTemplates:
  - metadata: {name: log}
    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
  - metadata: {name: data}
    spec:
      accessModes: [ReadWriteOnce]
      resources:
        requests:
          storage: 9Gi
`
    const at = (...policies: Body[]): string[] => {
      const simulation = simulate({files: [new SourceFile('db.yaml', text)], policies: [fileOf('policies.yaml', policies)]}, {namespace: 'dev'})
      return simulation.workloads.flatMap(({owned}) => owned).flatMap((review) => explain(review, simulation.policies.manifests)).map(({place}) => shown(place))
    }
    expect(at(limitRange('l', {type: 'Container', max: {cpu: '1'}}))).to.deep.equal(['db.yaml:15:18 3'])
    expect(at(limitRange('l', {type: 'PersistentVolumeClaim', max: {storage: '5Gi'}}))).to.deep.equal(['db.yaml:24:20 9Gi'])
  })

  it('are those of the workload for objects without a template', () => {
    expect(places(deployment(), quota({'count/replicasets.apps': '0'}))[0]).to.contain(' at files.yaml:1:1 {"apiVersion"')
  })
})
