import {expect} from 'chai'
import * as fc from 'fast-check'

import {TooMuchWorkError} from '../../../src/cluster/too-much-work-error.js'
import type {Diagnostic} from '../../../src/lint/diagnostic.js'
import type {LintOptions} from '../../../src/lint/lint.js'
import {lint} from '../../../src/lint/lint-all.js'
import {simulate} from '../../../src/simulate/simulate.js'
import {app, type Body, limitRange, quota} from '../../helpers/builders.js'
import {fileOf} from '../../helpers/simulated.js'
import {daemonSet, deployment, job, statefulSet} from '../../helpers/workload-manifests.js'

const found = (...objects: readonly Body[]): readonly Diagnostic[] =>
  lint([fileOf('all.yaml', objects)], {namespace: 'dev'}).diagnostics.filter(({ruleId}) => ruleId === 'workload/refused-pods')

const messages = (...objects: readonly Body[]): string[] => found(...objects).map(({message}) => message)

const asking = {requests: {cpu: '1', memory: '1Gi'}, limits: {cpu: '1', memory: '1Gi'}}

describe('workload/refused-pods @slow', () => {
  it('reports nothing if all pods are created', () => {
    expect(messages(quota({pods: '3'}), deployment('web', 3))).to.deep.equal([])
    expect(messages(deployment('web', 3))).to.deep.equal([])
    expect(messages(quota({pods: '0'}).marked({namespace: 'other'}), deployment('web', 3))).to.deep.equal([])
    expect(messages(quota({pods: '0'}), deployment('web', 3, {}, {paused: true}))).to.deep.equal([])
  })

  it('reports a workload once, with the number of denied pods and the event', () => {
    expect(messages(quota({pods: '2'}), deployment('web', 5))).to.deep.equal([
      '3 of 5 pods are denied: Error creating: pods "web-XXXXX-XXXXX" is forbidden: exceeded quota: q, requested: pods=1, used: pods=2, limited: pods=2',
    ])
    expect(messages(quota({'limits.cpu': '2'}), deployment('web', 2))).to.deep.equal([
      'all 2 pods are denied: Error creating: pods "web-XXXXX-XXXXX" is forbidden: failed quota: q: must specify limits.cpu for: app',
    ])
  })

  it('ends a run whose workloads take too many requests, and reports its progress', () => {
    const many = Object.fromEntries(Array.from({length: 1000}, (_, i) => [`example.com/r${i}`, '1']))
    const inNamespace = (name: string): Body[] => [
      limitRange('l', {type: 'Container', default: many}), quota({pods: '25'}),
      statefulSet('db', 90, '1Gi').asking({template: {metadata: {labels: {app: 'db'}, finalizers: ['example.com/f']}, spec: {containers: [{name: 'app', image: 'i'}]}}}),
    ].map((object) => object.marked({namespace: name}))
    expect(() => found(...inNamespace('a'), ...inNamespace('b'))).to.throw(TooMuchWorkError,
      /^too much to simulate: .* which were used up after the objects of 1 of 2 namespaces; there is no result\. Check fewer files at a time$/)
  })

  it('counts the pods of earlier workloads', () => {
    const [first, ...others] = messages(quota({pods: '3'}), deployment('a', 2), deployment('b', 2))
    expect(first).to.match(/^1 of 2 pods is denied: Error creating: pods "b-XXXXX-XXXXX"/)
    expect(others).to.deep.equal([])
  })

  it('reports denials by LimitRanges, once if there is also a quota', () => {
    const limits = limitRange('l', {type: 'Container', max: {cpu: '500m'}})
    const rejection = 'the only pod is denied: Error creating: pods "web-XXXXX-XXXXX" is forbidden: maximum cpu usage per Container is 500m, but limit is 1'
    expect(messages(limits, deployment('web', 1, asking))).to.deep.equal([rejection])
    expect(messages(limits, quota({pods: '9'}), deployment('web', 1, asking))).to.deep.equal([rejection])
  })

  it('covers claims, DaemonSets and parallel pods of Jobs', () => {
    expect(messages(quota({'requests.storage': '1Gi'}), statefulSet('db', 2, '1Gi'))[0]).to.match(/^1 of 2 pods is denied: Create Claim data-db-1 for Pod db-1 in StatefulSet db failed error: /)
    expect(messages(quota({pods: '0'}), daemonSet('agent'))[0]).to.match(/^the only pod is denied: /)
    expect(messages(quota({pods: '1'}), job('j', {completions: 6, parallelism: 2}))[0]).to.match(/^1 of 2 pods is denied: /)
  })

  it('handles billions of pods, and skips workloads that require too many requests', () => {
    expect(messages(quota({pods: '2147483646'}), deployment('web', 2_147_483_647))).to.deep.equal([
      '1 of 2147483647 pods is denied: Error creating: pods "web-XXXXX-XXXXX" is forbidden: exceeded quota: q, '
      + 'requested: pods=1, used: pods=2147483646, limited: pods=2147483646',
    ])
    expect(messages(quota({pods: '2147483646'}), statefulSet('db', 2_147_483_647, '1Gi'))[0]).to.match(/^1 of 2147483647 pods is denied: Create Pod db-2147483646 /)
    const set = statefulSet('db', 2_147_483_647, '1Gi')
    const {template} = set['spec'] as {readonly template: Body}
    const finalized = set.asking({template: {...template, metadata: {...template['metadata'] as Body, finalizers: ['example.com/f']}}})
    expect(messages(quota({pods: '2147483646'}), finalized)).to.deep.equal([])
  })

  it('reports the position of the workload and of the policy', () => {
    const [diagnostic] = found(quota({pods: '2'}), deployment('web', 5))
    expect(diagnostic).to.include({severity: 'warning', field: 'spec.replicas'})
    expect(diagnostic?.object).to.include({kind: 'Deployment', name: 'web'})
    expect(diagnostic?.related.map(({message, file, span}) => [message, file.position(span.start).line])).to.deep.equal([
      ['ResourceQuota q: pods: requested 1, used 2 of 2: 1 too much', 1],
    ])
    expect(found(quota({pods: '0'}), deployment('web', 5))[0]?.field).to.equal('spec')
  })

  it('names a policy once if it rejects several pods with names of their own', () => {
    const [diagnostic] = found(quota({pods: '4'}), job('j', {completions: 9, parallelism: 9, completionMode: 'Indexed'}))
    expect(diagnostic?.message).to.match(/^5 of 9 pods are denied: Error creating: pods "j-4-XXXXX" is forbidden: /)
    expect(diagnostic?.related.map(({message}) => message)).to.deep.equal(['ResourceQuota q: pods: requested 1, used 4 of 4: 1 too much'])
  })

  it('skips invalid workloads and invalid policies', () => {
    expect(messages(quota({pods: '0'}), deployment('web', -1))).to.deep.equal([])
    expect(messages(quota({pods: '-1'}), deployment('web', 1))).to.deep.equal([])
    expect(messages(quota({pods: '0'}), {...deployment('web', 1), spec: {template: {spec: {containers: [app()]}}}})).to.deep.equal([])
  })

  describe('beside Pod Security', () => {
    const labelled = (level: string): Body => ({apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'dev', labels: {'pod-security.kubernetes.io/enforce': level}}})
    const hostPid = (name: string): Body => JSON.parse(JSON.stringify(deployment(name, 3)), (_, value: unknown) =>
      typeof value === 'object' && value !== null && 'containers' in value ? {...value, hostPID: true} : value) as Body
    const rules = (objects: readonly Body[], options: LintOptions = {}): string[] =>
      lint([fileOf('all.yaml', objects)], {namespace: 'dev', ...options}).diagnostics.map(({ruleId, object}) => `${ruleId} ${object?.name ?? ''}`).filter((text) => !text.startsWith('manifest/'))

    it('leaves pods to the rules of Pod Security that it rejects, and does not count them', () => {
      const objects = [quota({pods: '4'}), hostPid('a'), deployment('b', 3), deployment('c', 2)]
      expect(rules(objects)).to.deep.equal(['workload/refused-pods b', 'workload/refused-pods c'])
      expect(rules([...objects, labelled('privileged')])).to.deep.equal(['workload/refused-pods b', 'workload/refused-pods c'])
      expect(rules([...objects, labelled('baseline')])).to.deep.equal(['pod-security/enforce a', 'workload/refused-pods c'])
      expect(rules([limitRange('l', {type: 'Container', max: {cpu: '1'}}), hostPid('a'), labelled('baseline')])).to.include('pod-security/enforce a')
    })

    it('follows the defaults and exemptions of the server', () => {
      const objects = [quota({pods: '4'}), hostPid('a'), deployment('b', 3)]
      const baseline = {defaults: {enforce: 'baseline'}}
      expect(rules(objects, {pluginConfigurations: {PodSecurity: baseline}})).to.deep.equal(['pod-security/enforce a'])
      expect(rules([...objects, labelled('baseline')], {pluginConfigurations: {PodSecurity: {exemptions: {namespaces: ['dev']}}}})).to.deep.equal(['workload/refused-pods b'])
      expect(rules([...objects, labelled('baseline')], {disableAdmissionPlugins: ['PodSecurity']})).to.deep.equal(['workload/refused-pods b'])
      expect(rules(objects, {disableAdmissionPlugins: ['ResourceQuota']})).to.deep.equal([])
    })

    it('reads the Namespace in the directory of the policies if several declare it', () => {
      const sources = (['privileged', 'baseline'] as const).flatMap((level) => [
        fileOf(`${level}/namespace.yaml`, [labelled(level)]), fileOf(`${level}/quota.yaml`, [quota({pods: '4'})]), fileOf(`${level}/app.yaml`, [hostPid('a'), deployment('b', 3)]),
      ])
      const {diagnostics} = lint(sources, {namespace: 'dev'})
      expect(diagnostics.filter(({ruleId}) => ruleId === 'workload/refused-pods').map(({file: {path}, object}) => `${path} ${object?.name ?? ''}`)).to.deep.equal(['privileged/app.yaml b'])
    })

    it('agrees with kadm simulate', () => {
      fc.assert(fc.property(
        fc.constantFrom('privileged', 'baseline', 'restricted', ''), fc.constantFrom('privileged', 'baseline'), fc.integer({min: 1, max: 6}),
        fc.array(fc.constantFrom<(name: string) => Body>(hostPid, (name) => deployment(name, 2)), {minLength: 1, maxLength: 3}),
        (level, enforce, pods, makers) => {
          const objects = [...level === '' ? [] : [labelled(level)], quota({pods: String(pods)}), ...makers.map((make, i) => make('abc'[i] ?? ''))]
          const options = {namespace: 'dev', pluginConfigurations: {PodSecurity: {defaults: {enforce}}}}
          const {workloads} = simulate({files: [fileOf('all.yaml', objects)], policies: []}, {...options, order: 'files'})
          const denied = workloads.filter(({event}) => event?.message.includes('PodSecurity') === false).map(({name}) => name)
          const found = lint([fileOf('all.yaml', objects)], options).diagnostics.filter(({ruleId}) => ruleId === 'workload/refused-pods').map(({object}) => object?.name)
          expect(found).to.deep.equal(denied)
        },
      ), {numRuns: 100, seed: 1})
    })
  })
})
