import {expect} from 'chai'

import {effectsIn, hasChanges, hasNewDenials} from '../../src/diff/diff.js'
import type {Diff, Effect} from '../../src/diff/types.js'
import type {SimulateOptions} from '../../src/simulate/simulate.js'
import type {Body} from '../helpers/builders.js'
import {compared, limits, pod, quota, type Side, texts, types} from '../helpers/diffed.js'
import {autoscaler, deployment, job} from '../helpers/workload-manifests.js'

describe('the diff of two runs', () => {
  it('is empty for equal inputs', () => {
    const side = {trees: [limits({max: {memory: '1Gi'}}), quota({pods: '1'}), deployment('web', 3)], files: [pod('a')]}
    const result = compared(side, side)
    expect([result.namespaces, result.policies, hasChanges(result), hasNewDenials(result)]).to.deep.equal([[], [], false, false])
  })

  it('reports a pod that is newly denied, with the change of the policy', () => {
    const files = [pod('a', {limits: {memory: '2Gi'}})]
    const result = compared({trees: [limits({max: {memory: '2Gi'}})], files}, {trees: [limits({max: {memory: '1Gi'}})], files})
    expect(texts(result)).to.deep.equal([
      'LimitRange defaults: max.memory 2Gi → 1Gi (tree.yaml:1) | Pod/a: denied: pods "a" is forbidden: maximum memory usage per Container is 1Gi, but limit is 2Gi',
    ])
    expect([hasNewDenials(result), hasChanges(result)]).to.deep.equal([true, true])
  })

  it('reports a pod that is newly admitted, and one that is denied otherwise', () => {
    const files = [pod('a', {limits: {memory: '2Gi'}}), pod('b', {limits: {memory: '9Gi'}})]
    const result = compared({trees: [limits({max: {memory: '1Gi'}})], files}, {trees: [limits({max: {memory: '3Gi'}})], files})
    expect(texts(result)).to.deep.equal([
      'LimitRange defaults: max.memory 1Gi → 3Gi (tree.yaml:1) | Pod/a: admitted',
      'LimitRange defaults: max.memory 1Gi → 3Gi (tree.yaml:1) | Pod/b: still denied: pods "b" is forbidden: maximum memory usage per Container is 3Gi, but limit is 9Gi',
    ])
    expect(hasNewDenials(result)).to.equal(false)
  })

  it('reports the defaults that change, by the policy that sets them, and what follows from them', () => {
    const files = [pod('a', {requests: {memory: '1Gi'}})]
    const result = compared({trees: [limits({default: {memory: '2Gi', cpu: '1'}})], files}, {trees: [limits({default: {memory: '1Gi', cpu: '1'}, defaultRequest: {cpu: '1'}})], files})
    expect(texts(result)).to.deep.equal([
      'LimitRange defaults: default.memory 2Gi → 1Gi (tree.yaml:1) | Pod/a: spec.containers[name=app].resources.limits[memory]: 2Gi → 1Gi',
      'LimitRange defaults: default.memory 2Gi → 1Gi (tree.yaml:1) | Pod/a: status.qosClass: Burstable → Guaranteed',
    ])
  })

  it('reports a policy that is new, and one that is removed', () => {
    const files = [pod('a')]
    const added = compared({files}, {trees: [limits({default: {cpu: '1'}})], files})
    expect(texts(added)[0]).to.equal('LimitRange defaults is new: default.cpu 1 (tree.yaml:1) | Pod/a: spec.containers[name=app].resources.limits[cpu]: none → 1')
    const removed = compared({trees: [limits({default: {cpu: '1'}})], files}, {files})
    expect(texts(removed)[0]).to.equal('LimitRange defaults is removed: default.cpu 1 (tree.yaml:1) | Pod/a: spec.containers[name=app].resources.limits[cpu]: 1 → none')
  })

  it('reports the pods of a workload that no longer start, and that start again', () => {
    const files = [deployment('web', 3)]
    const [few, many] = [{trees: [quota({pods: '1'})], files}, {trees: [quota({pods: '9'})], files}]
    const worse = compared(many, few)
    expect(texts(worse)[0]).to.match(/^ResourceQuota compute: pods 9 → 1 \(tree\.yaml:1\) \| Deployment\/web: 1 of 3 pods starts, 3 before: Error creating: .* exceeded quota/)
    expect([hasNewDenials(worse), hasNewDenials(compared(few, many))]).to.deep.equal([true, false])
    expect(texts(compared(few, many))[0]).to.equal('ResourceQuota compute: pods 9 → 9 (tree.yaml:1) | Deployment/web: 3 of 3 pods start, 1 before'.replace('9 → 9', '1 → 9'))
  })

  it('reports a rollout that no longer fits', () => {
    const files = [deployment('web', 2)]
    const result = compared({trees: [quota({pods: '4'})], files}, {trees: [quota({pods: '2'})], files})
    expect(texts(result).join()).to.match(/^ResourceQuota compute: pods 4 → 2 \(tree\.yaml:1\) \| Deployment\/web: rollout: fits → blocked: /)
    expect(hasNewDenials(result)).to.equal(true)
  })

  it('reports the defaults that change in the pods of a workload', () => {
    const files = [deployment('web', 2, {requests: {memory: '1Gi'}})]
    const result = compared({trees: [limits({default: {memory: '2Gi'}})], files}, {trees: [limits({default: {memory: '3Gi'}})], files})
    expect(texts(result)).to.deep.equal([
      'LimitRange defaults: default.memory 2Gi → 3Gi (tree.yaml:1) | Deployment/web: pod spec.containers[name=app].resources.limits[memory]: 2Gi → 3Gi',
    ])
  })

  it('reports an autoscaler that no longer reaches its maximum, and one that does again', () => {
    const files = [deployment('web', 2), autoscaler('web', 2, 6)]
    const [wide, narrow] = [{trees: [quota({pods: '9'})], files}, {trees: [quota({pods: '4'})], files}]
    const stops = (result: Diff): Effect['difference'][] => effectsIn(result).map(({difference}) => difference).filter(({type}) => type === 'autoscaler')
    const worse = compared(wide, narrow)
    expect(texts(worse).join()).to.match(/ResourceQuota compute: pods 9 → 4 \(tree\.yaml:1\) \| Deployment\/web: autoscaler: reaches its maximum → stops at 4 pods: .*exceeded quota/)
    expect(stops(worse)).to.have.lengthOf(1)
    expect(effectsIn(worse).filter(({difference}) => difference.type === 'autoscaler').map(({isNewlyDenied}) => isNewlyDenied)).to.deep.equal([true])
    expect(stops(compared(narrow, wide))).to.deep.equal([{type: 'autoscaler', from: 4}])
    expect(hasNewDenials(compared(narrow, wide))).to.equal(false)
  })

  it('reports a Job that no longer completes', () => {
    const files = [job('batch', {completions: 2, parallelism: 1}), job('other', {completions: 1})]
    const side = (pods: string): Side => ({trees: [quota({pods})], files})
    const worse = compared(side('4'), side('0'))
    expect(texts(worse)).to.satisfy((all: string[]) => all.some((text) => text.startsWith("ResourceQuota compute: pods 4 → 0 (tree.yaml:1) | Job/batch: Job: completes → does not complete")))
    expect(effectsIn(worse).filter(({difference}) => difference.type === 'job').map(({isNewlyDenied}) => isNewlyDenied)).to.deep.equal([true, true])
    expect(effectsIn(compared(side('0'), side('4'))).filter(({difference}) => difference.type === 'job').map(({isNewlyDenied}) => isNewlyDenied)).to.deep.equal([false, false])
  })

  it('reports the warnings about pods of a workload that come and go', () => {
    const files = (key: string): Body[] => [deployment('web', 1, undefined, {template: {
      metadata: {labels: {app: 'web'}}, spec: {priorityClassName: 'high', containers: [{name: 'app', image: 'i', env: [{name: key, value: '1'}, {name: 'A', value: '2'}]}]},
    }})]
    const [priority, other] = [{apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: {name: 'high'}, value: 0}, files('B')]
    const warned = compared({trees: [priority], files: other}, {files: other})
    expect(texts(warned)).to.deep.equal([
      'PriorityClass high is removed (tree.yaml:1) | Deployment/web: new warning: kadm: no PriorityClass is declared, so high is taken to exist, with priority 0',
    ])
    expect(types(compared({files: other}, {trees: [priority], files: other}))).to.include('warnings')
  })

  it('names the class whose removal or change denies a pod, or changes its fields', () => {
    const priorityOf = (name: string, value: number, more: Body = {}): Body => ({apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: {name}, value, ...more})
    const runtimeOf = (name: string, cpu: string): Body => ({apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: {name}, handler: 'h', overhead: {podFixed: {cpu}}})
    const withSpec = (spec: Body): Body => ({...pod('a'), spec: {...pod('a')['spec'] as Body, ...spec}})
    const high = [withSpec({priorityClassName: 'high'})]
    expect(texts(compared({trees: [priorityOf('high', 1), priorityOf('low', 0)], files: high}, {trees: [priorityOf('low', 0)], files: high}))).to.deep.equal([
      'PriorityClass high is removed (tree.yaml:1) | Pod/a: denied: pods "a" is forbidden: no PriorityClass with name high was found',
    ])
    expect(texts(compared({trees: [priorityOf('high', 1)], files: high}, {trees: [priorityOf('high', 2)], files: high}))).to.deep.equal([
      'PriorityClass high: value 1 → 2 (tree.yaml:1) | Pod/a: spec.priority: 1 → 2',
    ])
    const added = compared({files: [pod('a')]}, {trees: [priorityOf('usual', 7, {globalDefault: true})], files: [pod('a')]})
    expect(texts(added)).to.include('PriorityClass usual is new (tree.yaml:1) | Pod/a: spec.priority: 0 → 7')
    const kata = [withSpec({runtimeClassName: 'kata', overhead: {cpu: '1'}})]
    expect(texts(compared({trees: [runtimeOf('kata', '1')], files: kata}, {trees: [runtimeOf('kata', '2')], files: kata}))).to.deep.equal([
      "RuntimeClass kata: overhead.podFixed.cpu 1 → 2 (tree.yaml:1) | Pod/a: denied: pods \"a\" is forbidden: pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead",
    ])
    const claim = {apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: {name: 'c'}, spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}}}
    const storage = {apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', provisioner: 'p', metadata: {name: 'fast', annotations: {'storageclass.kubernetes.io/is-default-class': 'true'}}}
    expect(texts(compared({files: [claim]}, {trees: [storage], files: [claim]}))).to.deep.equal([
      'StorageClass fast is new (tree.yaml:1) | PersistentVolumeClaim/c: spec.storageClassName: none → fast',
    ])
  })

  it('does not name a class that is the same on both sides', () => {
    const priority = {apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: {name: 'low'}, value: 1}
    const result = compared({trees: [priority], files: [pod('a')]}, {trees: [priority], files: [{...pod('a'), spec: {...pod('a')['spec'] as Body, priorityClassName: 'high'}}]})
    expect(texts(result)).to.deep.equal(['Manifests that changed | Pod/a: denied: pods "a" is forbidden: no PriorityClass with name high was found'])
  })

  it('reports new and removed objects, and what their authors changed', () => {
    const before = {trees: [deployment('web', 1), pod('old')]}
    const after = {trees: [deployment('web', 2), pod('new'), pod('Bad')]}
    const result = compared(before, after)
    expect(texts(result)).to.deep.equal([
      `Manifests that changed | Pod/Bad: new, denied: ${result.after.simulation.reviews.find(({allowed}) => !allowed)?.status.message}`,
      'Manifests that changed | Pod/new: new, admitted',
      'Manifests that changed | Deployment/web: spec.replicas: 1 → 2',
      'Manifests that changed | Pod/old: removed',
    ])
    expect(hasNewDenials(result)).to.equal(true)
  })

  it('names a quota that did not change if other objects use it up', () => {
    const trees = [quota({pods: '1'})]
    const result = compared({trees: [...trees, pod('b')]}, {trees: [...trees, pod('a'), pod('b')]})
    expect(texts(result)).to.include('ResourceQuota compute: pods 1, unchanged (tree.yaml:1) | Pod/b: denied: pods "b" is forbidden: exceeded quota: compute, requested: pods=1, used: pods=1, limited: pods=1')
  })

  it('names the default that makes a quota too small', () => {
    const files = [pod('a'), pod('b')]
    const side = (memory: string): Side => ({trees: [limits({defaultRequest: {memory}}), quota({'requests.memory': '1Gi'})], files})
    expect(texts(compared(side('512Mi'), side('600Mi')))).to.satisfy((all: string[]) => all.some((text) =>
      /^LimitRange defaults: defaultRequest\.memory 512Mi → 600Mi \(tree\.yaml:1\) \| Pod\/b: denied: .*exceeded quota/.test(text)))
  })

  it('names the default without which an object lacks what a quota or a LimitRange requires', () => {
    const filled = limits({default: {memory: '512Mi'}})
    const invalid = limits({default: {memory: '512Mi'}, max: {memory: '256Mi'}})
    const causeOf = (policy: Body, file: Body, before: readonly Body[], after: readonly Body[]): string | undefined =>
      texts(compared({trees: [policy, ...before], files: [file]}, {trees: [policy, ...after], files: [file]}))
        .find((text) => / \| (Pod|Deployment)\/a: (denied|admitted|\d)/.test(text))?.replace(/ \| .*/, '')
    for (const policy of [quota({'limits.memory': '1Gi'}), limits({maxLimitRequestRatio: {memory: '2'}}, 'bounds')]) {
      for (const file of [pod('a'), deployment('a', 1)]) {
        expect(causeOf(policy, file, [filled], [])).to.equal('LimitRange defaults is removed: default.memory 512Mi (tree.yaml:3)')
        expect(causeOf(policy, file, [], [filled])).to.equal('LimitRange defaults is new: default.memory 512Mi (tree.yaml:3)')
        expect(causeOf(policy, file, [filled], [limits({default: {cpu: '1'}})])).to.equal('LimitRange defaults: default.memory 512Mi → none (tree.yaml:3)')
        expect(causeOf(policy, file, [filled], [invalid])).to.equal('LimitRange defaults is rejected: default.memory 512Mi (tree.yaml:3)')
      }
    }
  })

  it('attributes each warning to the policy that causes it', () => {
    const classOf = (name: string): Body => ({apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: {name}, value: 0})
    const files = [{...pod('a'), spec: {...pod('a')['spec'] as Body, priorityClassName: 'high'}}]
    const withMemory = (memory: string): Body => limits({default: {memory}})
    const result = compared({trees: [classOf('high'), withMemory('1Gi')], files}, {trees: [withMemory('1500m')], files})
    expect(texts(result).filter((text) => text.includes('warn'))).to.deep.equal([
      'LimitRange defaults: default.memory 1Gi → 1500m (tree.yaml:1) | Pod/a: new warning: spec.containers[0].resources.limits[memory]: fractional byte value "1500m" is invalid, must be an integer',
      'LimitRange defaults: default.memory 1Gi → 1500m (tree.yaml:1) | Pod/a: new warning: spec.containers[0].resources.requests[memory]: fractional byte value "1500m" is invalid, must be an integer',
      'PriorityClass high is removed (tree.yaml:1) | Pod/a: new warning: kadm: no PriorityClass is declared, so high is taken to exist, with priority 0',
    ])
  })

  it('names the other changes that bear on a difference, which are then not without effect', () => {
    const files = [pod('a', {limits: {memory: '2Gi', cpu: '2'}})]
    const result = compared({trees: [limits({max: {memory: '2Gi', cpu: '2'}})], files}, {trees: [limits({max: {memory: '1Gi', cpu: '1', 'ephemeral-storage': '1Gi'}})], files})
    const [effect] = effectsIn(result)
    expect(effect?.otherChanges.map(({field, from, to}) => [field, from, to])).to.deep.equal([['max.memory', '2Gi', '1Gi']])
    expect(result.withoutEffect.map(({field}) => field)).to.deep.equal(['max.ephemeral-storage'])
  })

  const priorityClass = (more: Body = {}): Body => ({apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: {name: 'high'}, value: 1, ...more})
  const otherLabels = (labels: Body): Body => ({...limits({max: {memory: '9Gi'}}), metadata: {name: 'defaults', labels}})
  const elsewhere = (memory: string): Body => ({...limits({max: {memory}}), metadata: {name: 'defaults', namespace: 'elsewhere'}})
  const limitOf = (type: string, storage: string): Body =>
    ({apiVersion: 'v1', kind: 'LimitRange', metadata: {name: 'defaults'}, spec: {limits: [{type, max: {'requests.storage': storage}}]}})
  const storageClass = (provisioner: string, note: string): Body =>
    ({apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: {name: 's', annotations: {note}}, provisioner})
  const reasons: Readonly<Record<string, readonly [before: Body, after: Body, expected: readonly string[], options?: SimulateOptions]>> = {
    'a plugin that is off': [limits({max: {memory: '2Gi'}}), limits({max: {memory: '1Gi'}}), ['max.memory plugin-off'], {disableAdmissionPlugins: ['LimitRanger']}],
    'the description of a class': [priorityClass(), priorityClass({description: 'a'}), ['description not-read']],
    'the value of a class that no pod names': [priorityClass(), priorityClass({value: 2}), ['value same-results']],
    'the provisioner and an annotation of a class': [storageClass('a', 'x'), storageClass('b', 'y'), ['provisioner not-read', 'metadata.annotations[note] not-read']],
    'labels of a policy': [otherLabels({a: 'x'}), otherLabels({a: 'y'}), ['metadata.labels[a] not-read']],
    'an item of another type': [limitOf('example.com/Volume', '1Gi'), limitOf('example.com/Volume', '2Gi'), ['example.com/Volume max.requests.storage not-read']],
    'an item for pods': [limits({type: 'Pod', max: {memory: '8Gi'}}), limits({type: 'Pod', max: {memory: '9Gi'}}), ['Pod max.memory same-results']],
    'another notation of a quantity': [limits({max: {memory: '1Gi'}}), limits({max: {memory: '1073741824'}}), ['max.memory same-value']],
    'a namespace without objects': [elsewhere('1Gi'), elsewhere('2Gi'), ['max.memory no-objects']],
    'a bound that no object reaches': [limits({max: {memory: '8Gi'}}), limits({max: {memory: '9Gi'}}), ['max.memory same-results']],
    'a bound of a quota, which is among the quotas': [quota({pods: '8'}), quota({pods: '9'}), []],
    'the last applied configuration': [
      {...limits({max: {memory: '8Gi'}}), metadata: {name: 'defaults', annotations: {'kubectl.kubernetes.io/last-applied-configuration': 'a'}}}, limits({max: {memory: '8Gi'}}), [],
    ],
  }
  for (const [what, [before, after, expected, options]] of Object.entries(reasons)) {
    it(`gives the reason why a change has no effect: ${what}`, () => {
      const files = [pod('a', {limits: {memory: '1Gi'}})]
      const result = compared({trees: [before], files, ...options && {options}}, {trees: [after], files, ...options && {options}})
      expect(result.withoutEffect.map(({field, reason}) => `${field} ${reason}`)).to.deep.equal(expected)
      expect(result.namespaces.flatMap(({causes}) => causes)).to.deep.equal([])
    })
  }

  it('counts objects that are denied on both sides, unless their answers differ', () => {
    const files = [pod('a', {limits: {memory: '9Gi'}}), pod('b', {limits: {memory: '1Gi'}}), deployment('web', 2, {limits: {memory: '9Gi'}})]
    const of = (memory: string): Side => ({trees: [limits({max: {memory}})], files})
    expect(compared(of('2Gi'), of('2Gi')).stillDenied).to.equal(2)
    expect(compared(of('2Gi'), of('3Gi')).stillDenied).to.equal(0)
    expect(compared(of('9Gi'), of('9Gi')).stillDenied).to.equal(0)
  })

  it('names the quota, and not a default that is the same, if others leave more of it', () => {
    const trees = [limits({defaultRequest: {cpu: '1'}}), quota({'requests.cpu': '6'})]
    const result = compared({trees: [...trees, pod('a'), deployment('web', 3)]}, {trees: [...trees, deployment('web', 3)]})
    expect(texts(result)).to.include('ResourceQuota compute: requests.cpu 6, unchanged (tree.yaml:3) | Deployment/web: rollout: slow → fits')
  })

  it('reports a policy that is rejected on one side, and its consequences', () => {
    const files = [pod('a', {limits: {memory: '2Gi'}})]
    const [good, bad] = [limits({max: {memory: '1Gi'}}), limits({max: {memory: '1Gi'}, min: {memory: '2Gi'}})]
    const broken = compared({trees: [good], files}, {trees: [bad], files})
    expect(texts(broken)).to.include('LimitRange defaults is rejected: max.memory 1Gi (tree.yaml:1) | Pod/a: admitted')
    expect(broken.withoutEffect).to.deep.equal([])
    expect(compared({trees: [good]}, {trees: [bad]}).withoutEffect).to.deep.equal([])
    const moved = compared({trees: [good], files}, {trees: [{apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'dev'}}, bad], files})
    expect(texts(moved)).to.include('LimitRange defaults is rejected: max.memory 1Gi (tree.yaml:3) | Pod/a: admitted')
    const fixed = compared({trees: [bad], files}, {trees: [good], files})
    expect(texts(fixed).filter((text) => text.includes('Pod/a'))).to.deep.equal([
      'LimitRange defaults is no longer rejected: max.memory 1Gi (tree.yaml:1) | Pod/a: denied: pods "a" is forbidden: maximum memory usage per Container is 1Gi, but limit is 2Gi',
    ])
  })

  it('reports rejected policies as objects', () => {
    const bad = limits({max: {memory: '1Gi'}, min: {memory: '2Gi'}})
    const result = compared({trees: [limits({max: {memory: '1Gi'}})]}, {trees: [bad]})
    expect(types(result)).to.deep.equal(['denied'])
    expect(types(compared({trees: [bad]}, {trees: [limits({max: {memory: '1Gi'}})]}))).to.deep.equal(['admitted'])
  })

  it('names the server if neither policies nor manifests changed', () => {
    const files = [pod('a')]
    const result = compared({files}, {files, options: {enableAdmissionPlugins: ['PodQos']}}, ['enableAdmissionPlugins none → PodQos'])
    expect(texts(result).every((text) => text.startsWith('The API server: enableAdmissionPlugins none → PodQos | '))).to.equal(true)
  })

  it('lists the changes of policies, those of items by their type', () => {
    const before = {apiVersion: 'v1', kind: 'LimitRange', metadata: {name: 'a'}, spec: {limits: [{type: 'Pod', max: {cpu: '2'}}, {type: 'Container', max: {cpu: '1'}}]}}
    const after = {...before, spec: {limits: [{type: 'Container', max: {cpu: '1'}}, {type: 'Pod', max: {cpu: '3'}}]}}
    const result = compared({trees: [before]}, {trees: [after]})
    expect(result.policies.map(({field, from, to}) => [field, from, to])).to.deep.equal([['Pod max.cpu', '2', '3']])
  })

  it('reports the bound, the needs and the headroom of quotas, and the workloads that no longer fit in each phase', () => {
    const files = [deployment('web', 2), deployment('api', 2)]
    const [{quotas, totals} = {quotas: [], totals: []}] = compared({trees: [quota({pods: '9'})], files}, {trees: [quota({pods: '4'})], files}).namespaces
    const [pods] = quotas
    expect(quotas).to.have.lengthOf(1)
    expect([String(pods?.before?.hard), String(pods?.after?.hard), String(pods?.headroom?.steady), String(pods?.headroom?.peak)]).to.deep.equal(['9', '4', '0', '-2'])
    expect(pods?.unfit.find(({phase}) => phase === 'peak')?.objects).to.deep.equal([{kind: 'Deployment', name: 'api'}])
    expect(totals).to.deep.equal([])
  })

  it('reports the change of total requests and limits', () => {
    const files = [deployment('web', 2)]
    const [{totals} = {totals: []}] = compared({trees: [limits({default: {memory: '1Gi'}})], files}, {trees: [limits({default: {memory: '2Gi'}})], files}).namespaces
    expect(totals.map(({resource, before, after, change}) => `${resource} ${before} ${after} ${change}`)).to.deep.equal(['limits.memory 2Gi 4Gi 2Gi', 'requests.memory 2Gi 4Gi 2Gi'])
  })
})
