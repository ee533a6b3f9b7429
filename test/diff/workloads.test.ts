import {expect} from 'chai'

import {effectsIn, hasNewDenials} from '../../src/diff/diff.js'
import type {Body} from '../helpers/builders.js'
import {compared, limits, pod, quota, type Side, texts, types} from '../helpers/diffed.js'
import {within} from '../helpers/cpu-time.js'
import {autoscaler, deployment, job} from '../helpers/workload-manifests.js'

const denialsOf = (result: ReturnType<typeof compared>): string[] =>
  effectsIn(result).flatMap(({difference, isNewlyDenied}) => isNewlyDenied ? [difference.type] : [])

describe('the diff of workloads', () => {
  it('does not call a workload newly denied that was denied itself', () => {
    const files = [deployment('web', 2)]
    const result = compared({trees: [quota({'count/deployments.apps': '0'})], files}, {trees: [quota({'count/deployments.apps': '1', pods: '0'})], files})
    expect(types(result)).to.include.members(['admitted', 'replicas'])
    expect(hasNewDenials(result)).to.equal(false)
  })

  it('reports a new workload that fits as new, and nothing else', () => {
    expect(texts(compared({}, {files: [deployment('web', 2)]}))).to.deep.equal(['Manifests that changed | Deployment/web: new, admitted'])
  })

  it('calls a new workload newly denied whose pods do not start or whose rollout is blocked', () => {
    expect(denialsOf(compared({trees: [quota({pods: '1'})]}, {trees: [quota({pods: '1'})], files: [deployment('web', 2)]}))).to.include.members(['replicas', 'rollout'])
    expect(denialsOf(compared({trees: [quota({pods: '2'})]}, {trees: [quota({pods: '2'})], files: [deployment('web', 2)]}))).to.deep.equal(['rollout'])
  })

  it('names the policy that denies thousands of claims on both sides @slow', within(8, () => {
    const volumeClaimTemplates = Array.from({length: 2500}, (_, i) => ({metadata: {name: `d${i}`}, spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}}}))
    const set = {
      apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: {name: 'db'},
      spec: {
        replicas: 1, serviceName: 'db', selector: {matchLabels: {app: 'db'}}, volumeClaimTemplates,
        template: {metadata: {labels: {app: 'db'}}, spec: {containers: [{name: 'app', image: 'i'}]}},
      },
    }
    const side = (storage: string): Side => ({trees: [limits({type: 'PersistentVolumeClaim', max: {storage}})], files: [set]})
    const [text = '', ...others] = texts(compared(side('600Mi'), side('500Mi')))
    expect(others).to.deep.equal([])
    expect(text).to.match(/^LimitRange defaults: PersistentVolumeClaim max\.storage 600Mi → 500Mi \(tree\.yaml:1\) \| StatefulSet\/db: still 0 of 1 pod starts, 0 of 2500 claims created: /)
  }))

  it('reports a rollout that is blocked for another reason', () => {
    const files = [deployment('web', 2, {requests: {cpu: '1'}})]
    const result = compared({trees: [quota({pods: '2'})], files}, {trees: [quota({'requests.cpu': '2'})], files})
    expect(texts(result)).to.have.lengthOf(1)
    expect(texts(result)[0]).to.match(/^ResourceQuota compute: requests\.cpu none → 2 \(tree\.yaml:1\) \| Deployment\/web: rollout: still blocked: .*requests\.cpu/)
    expect(hasNewDenials(result)).to.equal(false)
  })

  it('reports no other rollout if fewer pods start', () => {
    const files = [deployment('web', 3)]
    const result = compared({trees: [quota({pods: '2'})], files}, {trees: [quota({pods: '1'})], files})
    expect(types(result)).to.deep.equal(['replicas'])
  })

  it('calls a rollout that becomes slow newly denied, and one that is no longer blocked not', () => {
    const files = [deployment('web', 3, {requests: {cpu: '1'}})]
    const of = (cpu: string): Side => ({trees: [quota({'requests.cpu': cpu})], files})
    expect(texts(compared(of('6'), of('4')))[0]).to.match(/rollout: fits → slow: /)
    expect(denialsOf(compared(of('6'), of('4')))).to.deep.equal(['rollout'])
    expect(texts(compared(of('3'), of('4')))[0]).to.match(/rollout: blocked → slow: /)
    expect(denialsOf(compared(of('3'), of('4')))).to.deep.equal([])
  })

  it('calls an autoscaler newly denied that stops earlier, and not one that stops later', () => {
    const files = [deployment('web', 2), autoscaler('web', 2, 9)]
    const of = (pods: string): Side => ({trees: [quota({pods})], files})
    expect(denialsOf(compared(of('6'), of('5')))).to.include('autoscaler')
    expect(types(compared(of('5'), of('6')))).to.include('autoscaler')
    expect(denialsOf(compared(of('5'), of('6')))).to.deep.equal([])
  })

  it('lists workloads whose pods do not start, then those of which only rollouts are blocked, then what follows from missing pods', () => {
    const files = [deployment('a', 1), deployment('b', 1), deployment('c', 1)]
    const result = compared({trees: [quota({pods: '9'})], files}, {trees: [quota({pods: '2'})], files})
    expect(effectsIn(result).map(({object: {name}, difference: {type}}) => `${name} ${type}`)).to.deep.equal(['c replicas', 'a rollout', 'b rollout', 'c rollout'])
    expect(texts(result)[0]).to.contain('Deployment/c: 0 of 1 pod starts, 1 before: ')
  })

  it('gives no reason for a Job that completes', () => {
    const files = [job('batch', {completions: 2, parallelism: 2})]
    const result = compared({trees: [quota({pods: '0'})], files}, {trees: [quota({pods: '1'})], files})
    expect(texts(result).filter((text) => text.includes('Job: '))).to.deep.equal(['ResourceQuota compute: pods 0 → 1 (tree.yaml:1) | Job/batch: Job: does not complete → completes'])
  })

  it('reports an autoscaler that stops, and a Job that does not complete, for another reason', () => {
    const files = [deployment('web', 2, {requests: {cpu: '1'}}), autoscaler('web', 2, 6), job('batch', {completions: 3, parallelism: 3}, {requests: {cpu: '9'}})]
    const of = (hard: Body): Side => ({trees: [quota(hard)], files})
    const result = compared(of({'requests.cpu': '4'}), of({'requests.cpu': '10', pods: '4'}))
    expect(texts(result).filter((text) => text.includes('autoscaler: '))).to.have.lengthOf(1)
    expect(texts(result).find((text) => text.includes('autoscaler: '))).to.match(/^ResourceQuota compute: pods none → 4 \(tree\.yaml:1\) \| Deployment\/web: autoscaler: still stops at 4 pods: .*pods=1/)
    const jobs = compared({trees: [quota({pods: '0'})], files: files.slice(2)}, {trees: [quota({'requests.cpu': '8'})], files: files.slice(2)})
    expect(texts(jobs).filter((text) => text.includes('Job: '))).to.deep.equal([])
    expect(types(jobs)).to.deep.equal(['replicas'])
    expect(hasNewDenials(jobs)).to.equal(false)
  })

  it('reports a Job that stops later for another reason, and is not newly denied', () => {
    const files = [job('batch', {completions: 3, parallelism: 1})]
    const of = (hard: Body): Side => ({trees: [quota(hard)], files})
    const result = compared(of({'count/pods': '1'}), of({'count/pods': '2'}))
    expect(texts(result)).to.have.lengthOf(1)
    expect(texts(result)[0]).to.match(/^ResourceQuota compute: count\/pods 1 → 2 \(tree\.yaml:1\) \| Job\/batch: Job: still does not complete: .*count\/pods=2, limited: count\/pods=2/)
    expect(denialsOf(result)).to.deep.equal([])
  })

  it('reports the rollout at the maximum of an autoscaler', () => {
    const files = [deployment('web', 2), autoscaler('web', 2, 6)]
    const of = (pods: string, objects = files): Side => ({trees: [quota({pods})], files: objects})
    const worse = compared(of('20'), of('6'))
    expect(texts(worse)).to.have.lengthOf(1)
    expect(texts(worse)[0]).to.match(/^ResourceQuota compute: pods 20 → 6 \(tree\.yaml:1\) \| Deployment\/web: rollout at the maximum of the autoscaler: fits → slow: .*exceeded quota/)
    expect(denialsOf(worse)).to.deep.equal(['rollout-at-maximum'])
    expect(texts(compared(of('6'), of('20')))).to.deep.equal(['ResourceQuota compute: pods 6 → 20 (tree.yaml:1) | Deployment/web: rollout at the maximum of the autoscaler: slow → fits'])
    expect(denialsOf(compared(of('6'), of('20')))).to.deep.equal([])
    // A maximum that one side does not reach is reported as such, and a new workload only if its rollout does not fit.
    expect(types(compared(of('5'), of('20')))).to.deep.equal(['autoscaler'])
    expect(types(compared(of('20', []), of('20')))).to.deep.equal(['added', 'added'])
    expect(denialsOf(compared(of('6', []), of('6')))).to.deep.equal(['rollout-at-maximum'])
  })

  it('reports the runs of a CronJob that overlap @slow', () => {
    const cronJob = {apiVersion: 'batch/v1', kind: 'CronJob', metadata: {name: 'tick'}, spec: {
      schedule: '* * * * *', jobTemplate: {spec: {parallelism: 2, completions: 2, template: {spec: {restartPolicy: 'Never', containers: [{name: 'app', image: 'i'}]}}}},
    }}
    const of = (hard: Body, files: Body[] = [cronJob]): Side => ({trees: [quota(hard)], files})
    const worse = compared(of({pods: '4'}), of({pods: '3'}))
    expect(texts(worse)).to.have.lengthOf(1)
    expect(texts(worse)[0]).to.match(/^ResourceQuota compute: pods 4 → 3 \(tree\.yaml:1\) \| CronJob\/tick: two runs at once: 4 of 4 pods → 3 of 4 pods: Error creating: .*exceeded quota/)
    expect(denialsOf(worse)).to.deep.equal(['second-run'])
    expect(texts(compared(of({pods: '3'}), of({pods: '4'})))).to.deep.equal(['ResourceQuota compute: pods 3 → 4 (tree.yaml:1) | CronJob/tick: two runs at once: 3 of 4 pods → 4 of 4 pods'])
    expect(denialsOf(compared(of({pods: '3'}), of({pods: '4'})))).to.deep.equal([])
    expect(texts(compared(of({pods: '3'}), of({'count/pods': '3'})))[0]).to.match(/two runs at once: still 3 of 4 pods: .*count\/pods=3/)
    expect(denialsOf(compared(of({pods: '3'}), of({'count/pods': '3'})))).to.deep.equal([])
    expect(denialsOf(compared(of({pods: '3'}, []), of({pods: '3'})))).to.deep.equal(['second-run'])
    expect(types(compared(of({pods: '9'}, []), of({pods: '9'})))).to.deep.equal(['added'])
  })

  it('names a changed default only if a quota counts what it sets', () => {
    const of = (memory: string, objects: readonly Body[]): Side => ({trees: [limits({default: {memory}}), quota({pods: '2'}), ...objects], files: [deployment('web', 2)]})
    const result = compared(of('1Gi', []), of('2Gi', [pod('a')]))
    expect(texts(result).find((text) => text.includes('pod starts') || text.includes('1 of 2'))).to.match(/^ResourceQuota compute: pods 2, unchanged .* \| Deployment\/web: 1 of 2 pods starts, 2 before: /)
    const counted = (memory: string): Side => ({trees: [limits({default: {memory}}), quota({'limits.memory': '4Gi'})], files: [deployment('web', 2)]})
    expect(texts(compared(counted('1Gi'), counted('2Gi'))).find((text) => text.includes('rollout')))
      .to.match(/^LimitRange defaults: default\.memory 1Gi → 2Gi \(tree\.yaml:1\) \| Deployment\/web: rollout: fits → blocked/)
  })

  it('compares the defaults of admitted pods if others are denied on both sides', () => {
    const of = (memory: string): Side => ({trees: [limits({default: {memory}}), quota({pods: '1'})], files: [deployment('web', 2)]})
    expect(texts(compared(of('1Gi'), of('2Gi')))).to.include(
      'LimitRange defaults: default.memory 1Gi → 2Gi (tree.yaml:1) | Deployment/web: pod spec.containers[name=app].resources.limits[memory]: 1Gi → 2Gi',
    )
  })
})

describe('the objects of a diff', () => {
  it('pairs objects whose API versions differ', () => {
    const old = {apiVersion: 'autoscaling/v1', kind: 'HorizontalPodAutoscaler', metadata: {name: 'web'}, spec: {maxReplicas: 3, scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'web'}}}
    expect(types(compared({files: [old]}, {files: [{...old, apiVersion: 'autoscaling/v2'}]}))).not.to.include.members(['added']).and.not.to.include.members(['removed'])
  })

  it('keeps objects apart that have one generated name', () => {
    const generated = {...pod('a'), metadata: {generateName: 'a-'}}
    expect(compared({files: [generated]}, {files: [generated, generated]})).to.deep.include({objects: 2})
    expect(types(compared({files: [generated]}, {files: [generated, generated]}))).to.deep.equal(['added'])
  })

  it('counts a PodTemplate, which starts no pods, among the other objects', () => {
    const template = {apiVersion: 'v1', kind: 'PodTemplate', metadata: {name: 't'}, template: {metadata: {}, spec: {containers: [{name: 'app', image: 'i'}]}}}
    expect(compared({}, {files: [template, deployment('web', 1), pod('a')]}).namespaces.map(({counts}) => counts)).to.deep.equal([{workload: 1, pod: 1, object: 1}])
  })

  it('does not call removed objects newly denied', () => {
    const trees = [limits({max: {memory: '1Gi'}})]
    const result = compared({trees, files: [pod('a', {limits: {memory: '2Gi'}})]}, {trees})
    expect([types(result), hasNewDenials(result)]).to.deep.equal([['removed'], false])
  })
})

describe('the causes of a diff', () => {
  it('names only changed bounds as other changes', () => {
    const files = [pod('a', {limits: {memory: '2Gi', cpu: '2', 'ephemeral-storage': '2Gi'}})]
    const of = (memory: string): Side => ({trees: [limits({max: {memory, cpu: '1', 'ephemeral-storage': '1Gi'}})], files})
    expect(types(compared(of('3Gi'), of('1Gi')))).to.deep.equal(['denied-otherwise'])
    expect(effectsIn(compared(of('3Gi'), of('1Gi'))).flatMap(({otherChanges}) => otherChanges)).to.deep.equal([])
  })

  it('names the default that makes a pod invalid', () => {
    const files = [pod('a', {requests: {memory: '1Gi'}})]
    const of = (memory: string): Side => ({trees: [limits({default: {memory}})], files})
    expect(texts(compared(of('2Gi'), of('512Mi')))[0]).to.match(/^LimitRange defaults: default\.memory 2Gi → 512Mi \(tree\.yaml:1\) \| Pod\/a: denied: Pod "a" is invalid: /)
  })

  it('names the default that exceeds a maximum which is the same', () => {
    const of = (memory: string): Side => ({trees: [limits({type: 'Pod', max: {memory: '2Gi'}}, 'a-max'), limits({default: {memory}}, 'defaults')], files: [pod('a')]})
    expect(texts(compared(of('1Gi'), of('3Gi'))).join()).to.match(/^LimitRange defaults: default\.memory 1Gi → 3Gi \(tree\.yaml:3\) \| Pod\/a: denied: .*maximum memory usage per Pod is 2Gi/)
  })

  it('names the scope of a quota that now counts a pod', () => {
    const scoped = (scope: string): Body => ({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'q'}, spec: {hard: {pods: '0'}, scopes: [scope]}})
    const result = compared({trees: [scoped('Terminating')], files: [pod('a')]}, {trees: [scoped('NotTerminating')], files: [pod('a')]})
    expect(texts(result)[0]).to.match(/^ResourceQuota q: scopes\[0\] Terminating → NotTerminating \(tree\.yaml:1\) \| Pod\/a: denied: /)
    expect(result.withoutEffect).to.deep.equal([])
  })

  it('names the predicate of the rule that now applies to a pod, and not that of another rule', () => {
    const rule = (key: string): Body => ({policyPredicate: {labelSelector: {matchExpressions: [{key, operator: 'Exists'}]}}, policyAction: {reject: true}})
    const policy = (...keys: readonly string[]): Body =>
      ({apiVersion: 'kadm.dev/v1', kind: 'MetadataPolicy', metadata: {name: 'm'}, spec: {rules: keys.map(rule)}})
    const labelled = {...pod('a'), metadata: {name: 'a', labels: {app: 'x'}}}
    const of = (...keys: readonly string[]): Side => ({trees: [policy(...keys)], files: [labelled]})
    const result = compared(of('other', 'debug'), of('third', 'app'))
    expect(texts(result)).to.have.lengthOf(1)
    expect(texts(result)[0]).to.match(/^MetadataPolicy m: rules\[1\]\.policyPredicate\.labelSelector\.matchExpressions\[0\]\.key debug → app \(tree\.yaml:1\) \| Pod\/a: denied: /)
    expect(result.withoutEffect.map(({field}) => field)).to.deep.equal(['rules[0].policyPredicate.labelSelector.matchExpressions[0].key'])
  })

  it('names a default that is now the maximum, which is the same', () => {
    const result = compared({trees: [limits({default: {memory: '1Gi'}, max: {memory: '2Gi'}})], files: [pod('a')]}, {trees: [limits({max: {memory: '2Gi'}})], files: [pod('a')]})
    expect(texts(result)[0]).to.equal('LimitRange defaults: default.memory 1Gi → 2Gi (tree.yaml:1) | Pod/a: spec.containers[name=app].resources.limits[memory]: 1Gi → 2Gi')
  })

  it('does not report the annotation in which LimitRanger lists what it set', () => {
    expect(texts(compared({files: [pod('a')]}, {trees: [limits({defaultRequest: {cpu: '1'}})], files: [pod('a')]}))).to.deep.equal([
      'LimitRange defaults is new: defaultRequest.cpu 1 (tree.yaml:1) | Pod/a: spec.containers[name=app].resources.requests[cpu]: none → 1',
      'LimitRange defaults is new: defaultRequest.cpu 1 (tree.yaml:1) | Pod/a: status.qosClass: BestEffort → Burstable',
    ])
  })

  it('sorts causes with denials first, then those with most effects', () => {
    const files = [pod('a', {limits: {memory: '2Gi', cpu: '1'}}), pod('b', {limits: {memory: '1Gi'}}), pod('c', {limits: {memory: '1Gi'}})]
    const of = (max: string, cpu: string): Side => ({trees: [limits({max: {memory: max}}, 'z-max'), limits({default: {cpu}}, 'defaults')], files})
    expect(texts(compared(of('2Gi', '1'), of('1Gi', '2'))).map((text) => text.replace(/ \|.*\/(\w): .*/, ' $1'))).to.deep.equal([
      'LimitRange z-max: max.memory 2Gi → 1Gi (tree.yaml:1) a',
      ...['b', 'b', 'c', 'c'].map((name) => `LimitRange defaults: default.cpu 1 → 2 (tree.yaml:3) ${name}`),
    ])
  })
})
