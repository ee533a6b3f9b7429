import {expect} from 'chai'

import {reasonsText} from '../../src/report/suggest/texts.js'
import type {SourceFile} from '../../src/source/source-file.js'
import {suggestQuota} from '../../src/suggest/quota/quota.js'
import type {SuggestInput, Suggestion, SuggestOptions} from '../../src/suggest/types.js'
import {app, type Body, limitRange, pod, quota, service, serviceAccount} from '../helpers/builders.js'
import {fileOf} from '../helpers/simulated.js'
import {autoscaler, deployment, statefulSet} from '../helpers/workload-manifests.js'

const suggest = (bodies: readonly Body[], options: SuggestOptions = {}, others: Partial<SuggestInput> = {}): Suggestion =>
  suggestQuota({files: [fileOf('files.yaml', bodies)], ...others}, {namespace: 'dev', headroom: 0n, ...options})

const hard = ({objects}: Suggestion): object => Object.fromEntries(objects.map(({namespace, name, body}) =>
  [`${namespace}/${name}`, (body as unknown as {readonly spec: {readonly hard: object}}).spec.hard]))

const notes = ({objects}: Suggestion): readonly string[] => objects.flatMap((object) => object.notes)

const reason = ({objects}: Suggestion, key: string): string =>
  objects.flatMap(({amounts}) => amounts).filter(({field}) => field.step === key).map(({reasons}) => reasonsText(reasons)).join()

const one = {requests: {cpu: '100m', memory: '64Mi'}, limits: {memory: '128Mi'}}

describe('suggestQuota', () => {
  it('makes room for rollouts and autoscalers, and names the workloads that need it', () => {
    const suggestion = suggest([deployment('web', 2, one), autoscaler('web', 1, 4), statefulSet('db', 1, '10Gi', one), service('web', {type: 'LoadBalancer'})], {headroom: 2000n})
    expect(hard(suggestion)).to.deep.equal({'dev/quota': {
      'limits.memory': '1400Mi', 'persistentvolumeclaims': '2', 'pods': '11', 'requests.cpu': '1100m', 'requests.memory': '700Mi', 'requests.storage': '12Gi',
      'services.loadbalancers': '2', 'services.nodeports': '2',
    }})
    expect(reason(suggestion, 'pods')).to.equal('needed in a rollout with autoscalers at their maximum: 9 + 20 %; '
      + '3 all the time, 4 in a rollout of all workloads at once, 5 in a rollout while replaced pods stop; the most by Deployment web: 8 (files.yaml:1)')
    expect(suggestion.proof).to.deep.equal({admitted: 4, workloads: 2, regressions: [], findings: []})
  })

  it('bounds ephemeral storage if a LimitRange has a default for it, and limits only if they are not below requests', () => {
    const storage = (requests: string, limits?: string): Body => pod('a').with(app({requests: {'ephemeral-storage': requests}, ...limits && {limits: {'ephemeral-storage': limits}}}))
    const policies = (item: Parameters<typeof limitRange>[1]): SourceFile[] => [fileOf('policies.yaml', [limitRange('l', {type: 'Container', ...item})])]
    const evadable = suggest([storage('1Gi', '2Gi')], {}, {policies: policies({default: {cpu: '1'}})})
    expect(hard(evadable)).to.have.property('dev/quota').that.has.all.keys('pods', 'limits.cpu', 'requests.cpu')
    expect(notes(evadable)[0]).to.match(/^Left out: .*ephemeral-storage: a pod that states no ephemeral-storage is admitted without being counted/)
    const bounded = suggest([storage('1Gi', '2Gi')], {}, {policies: policies({default: {'ephemeral-storage': '4Gi'}})})
    expect(notes(bounded)).to.deep.equal([])
    expect(hard(bounded)).to.deep.equal({'dev/quota': {'limits.ephemeral-storage': '2Gi', 'pods': '1', 'requests.ephemeral-storage': '1Gi'}})
    const requested = suggest([storage('1Gi')], {}, {policies: policies({defaultRequest: {'ephemeral-storage': '1Gi'}})})
    expect(hard(requested)).to.deep.equal({'dev/quota': {'pods': '1', 'requests.ephemeral-storage': '1Gi'}})
    const below = suggest([storage('1Gi'), {...storage('1Mi', '1Mi'), metadata: {name: 'b'}}], {}, {policies: policies({defaultRequest: {'ephemeral-storage': '1Gi'}})})
    expect(hard(below)).to.deep.equal({'dev/quota': {'pods': '2', 'requests.ephemeral-storage': '1100Mi'}})
    for (const {proof} of [evadable, bounded, requested, below]) expect(proof).to.deep.include({regressions: [], findings: []})
  })

  it('bounds the devices and huge pages that pods request, as no other pod gets them', () => {
    const trained = {limits: {'cpu': '1', 'memory': '1Gi', 'nvidia.com/gpu': '2', 'hugepages-2Mi': '100Mi'}}
    const suggestion = suggest([deployment('train', 2, trained), pod('b').with(app(one))], {headroom: 2000n})
    expect(hard(suggestion)).to.deep.equal({'dev/quota': {
      'limits.memory': '5Gi', 'pods': '6', 'requests.cpu': '5', 'requests.hugepages-2Mi': '480Mi', 'requests.memory': '5Gi', 'requests.nvidia.com/gpu': '10',
    }})
    expect(suggestion.proof).to.deep.include({regressions: [], findings: []})
  })

  it('leaves out what a pod does not state, and names the pod', () => {
    const suggestion = suggest([deployment('web', 1, one), pod('b').with(app({requests: {cpu: '1', memory: '1Gi'}}))])
    expect(Object.keys(Object.values(hard(suggestion))[0] as object)).to.deep.equal(['pods', 'requests.cpu', 'requests.memory'])
    expect(notes(suggestion)).to.deep.equal([
      'Left out: limits.memory: a container of pod b (files.yaml:3) does not state it. State it, or give a LimitRange with defaults with -p ("kadm suggest limits" makes one).',
    ])
  })

  it('counts the defaults of LimitRanges', () => {
    const policies = [fileOf('policies.yaml', [limitRange('l', {type: 'Container', default: {cpu: '1', memory: '1Gi'}})])]
    expect(hard(suggest([pod('b')], {}, {policies}))).to.deep.equal({'dev/quota': {'limits.cpu': '1', 'limits.memory': '1Gi', 'pods': '1', 'requests.cpu': '1', 'requests.memory': '1Gi'}})
  })

  it('counts for each quota only the objects in its scopes', () => {
    const scoped = (scope: string): Body => quota({pods: '1'}, {scopes: [scope]}).marked({name: scope.toLowerCase()})
    const suggestion = suggest([deployment('web', 4, one), deployment('idle', 8)], {}, {policies: [fileOf('policies.yaml', [scoped('BestEffort'), scoped('NotBestEffort')])]})
    expect(hard(suggestion)).to.deep.equal({'dev/besteffort': {pods: '16'}, 'dev/notbesteffort': {pods: '8'}})
    expect(suggestion.objects.map(({amounts}) => amounts.map(({reasons}) => /most by (.*)/.exec(reasonsText(reasons))?.[1] ?? ''))).to.deep.equal([[''], ['']])
  })

  it('keeps the name, scopes and keys of quotas, and bounds that nothing needs', () => {
    const present = quota({'pods': '1', 'requests.cpu': '50m', 'limits.memory': '7Gi'}, {scopes: ['Terminating']}).marked({labels: {team: 'a'}})
    const suggestion = suggest([pod('a').with(app(one)), pod('b').with(app(one)).asking({activeDeadlineSeconds: 5}), pod('c').with(app({...one, limits: {}})).asking({activeDeadlineSeconds: 5})],
      {}, {policies: [fileOf('policies.yaml', [present])]})
    // The pod c states no limit, which the quota requires: it does not run now either.
    expect(suggestion.objects[0]?.body).to.deep.include({
      metadata: {name: 'q', namespace: 'dev', labels: {team: 'a'}},
      spec: {hard: {'limits.memory': '128Mi', 'pods': '1', 'requests.cpu': '100m'}, scopes: ['Terminating']},
    })
    expect(suggestion.objects[0]?.amounts.map(({present: now}) => String(now))).to.deep.equal(['7Gi', '1', '50m'])
    expect(hard(suggest([pod('a').with(app(one))], {}, {policies: [fileOf('policies.yaml', [present])]}))).to.deep.equal({'dev/q': {'limits.memory': '7Gi', 'pods': '1', 'requests.cpu': '50m'}})
  })

  it('adds the recorded usage of objects that are not given', () => {
    const present = {...quota({pods: '5'}), status: {hard: {pods: '5'}, used: {pods: '5'}}} as Body
    const suggestion = suggest([pod('a')], {}, {policies: [fileOf('policies.yaml', [present])]})
    expect(hard(suggestion)).to.deep.equal({'dev/q': {pods: '6'}})
    expect(reason(suggestion, 'pods')).to.equal('needed all the time: 6; other objects, by the status of the quota: 5')
  })

  it('adds existing objects, and rolls out existing workloads', () => {
    const existing = [fileOf('existing.yaml', [deployment('web', 2, one), pod('alone').with(app(one))])]
    expect(hard(suggest([pod('new').with(app(one))], {}, {existing}))).to.deep.equal({'dev/quota': {
      'limits.memory': '768Mi', 'pods': '6', 'requests.cpu': '600m', 'requests.memory': '384Mi',
    }})
  })

  it('counts existing workloads whose service accounts are not given, beside files that have accounts', () => {
    const robot = {template: {metadata: {labels: {app: 'web'}}, spec: {serviceAccountName: 'robot', containers: [app(one)]}}}
    const existing = [fileOf('existing.yaml', [deployment('web', 2, one, robot), deployment('usual', 1, one)])]
    const suggestion = suggest([serviceAccount('other'), pod('new').with(app(one))], {}, {existing, policies: [fileOf('policies.yaml', [quota({'requests.memory': '1Mi', 'count/serviceaccounts': '1'})])]})
    expect(hard(suggestion)).to.deep.equal({'dev/q': {'count/serviceaccounts': '2', 'requests.memory': '448Mi'}})
    const missing = suggest([serviceAccount('other'), deployment('web', 2, one, robot)], {}, {existing: [fileOf('existing.yaml', [serviceAccount('known'), deployment('db', 1, one, robot)])]})
    expect(missing.denied.map(({name}) => name)).to.have.members(['web', 'db'])
  })

  it('counts existing workloads whose classes are not given, beside other classes, and states what it assumes', () => {
    const classes = [
      {apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: {name: 'given'}, value: 1},
      {apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: {name: 'given'}, handler: 'given', overhead: {podFixed: {memory: '1Mi'}}},
    ]
    const naming = (name: string, fields: Body): Body =>
      deployment(name, 2, one, {template: {metadata: {labels: {app: name}}, spec: {...fields, containers: [app(one)]}}})
    const running = [
      naming('a', {priorityClassName: 'gone', runtimeClassName: 'lost'}), naming('b', {priorityClassName: 'gone', runtimeClassName: 'given'}),
      naming('c', {priorityClassName: 'system-node-critical'}),
    ]
    const suggestion = suggest([naming('new', {priorityClassName: 'given'})], {}, {existing: [fileOf('existing.yaml', running)], policies: [fileOf('policies.yaml', classes)]})
    expect(hard(suggestion)).to.have.nested.property('dev/quota.pods', '16')
    expect(suggestion.denied).to.deep.equal([])
    expect(suggestion.notes).to.deep.equal([
      'existing workloads name PriorityClass gone, which is not given: kadm assumes that it exists, with priority 0',
      'existing workloads name RuntimeClass lost, which is not given: kadm assumes that it exists, without overhead',
    ])
    const wrong = suggest([naming('new', {priorityClassName: 'unknown'})], {}, {policies: [fileOf('policies.yaml', classes)]})
    expect(wrong.denied.map(({name}) => name)).to.deep.equal(['new'])
  })

  it('counts other existing objects that a quota counts, and workloads that are sent again only once', () => {
    const recorded = {...quota({pods: '9'}), status: {hard: {pods: '9'}, used: {pods: '2'}}} as Body
    const existing = [fileOf('existing.yaml', [deployment('web', 2, one)])]
    expect(hard(suggest([], {}, {existing, policies: [fileOf('policies.yaml', [recorded])]}))).to.deep.equal({'dev/q': {pods: '4'}})
    const accounts = suggest([serviceAccount('new')], {}, {existing: [fileOf('existing.yaml', [serviceAccount('old')])], policies: [fileOf('policies.yaml', [quota({'count/serviceaccounts': '1'})])]})
    expect(hard(accounts)).to.deep.equal({'dev/q': {'count/serviceaccounts': '2'}})
    expect(reason(accounts, 'count/serviceaccounts')).to.equal('needed all the time: 2; policies, and objects that others refer to: 1')
  })

  it('raises limits to requests, and leaves out bounds that are never reached', () => {
    const storage = app({requests: {'ephemeral-storage': '1Gi'}})
    const policies = [fileOf('policies.yaml', [
      quota({'limits.ephemeral-storage': '1', 'requests.ephemeral-storage': '1', 'pods': '5'}), quota({pods: '1'}, {scopes: ['NotTerminating']}).marked({name: 'scoped'}),
    ])]
    const suggestion = suggest([pod('a').with(storage), pod('b').with(app({requests: {'ephemeral-storage': '1Gi'}, limits: {'ephemeral-storage': '1Gi'}}))], {}, {policies})
    expect(hard(suggestion)).to.deep.equal({'dev/q': {'limits.ephemeral-storage': '2Gi', 'requests.ephemeral-storage': '2Gi', 'pods': '2'}})
    expect(suggestion.notes).to.deep.equal([
      'there is nothing to suggest for ResourceQuota dev/scoped. '
        + 'Left out: pods: pods 2 is never reached: pods 2 of ResourceQuota q counts the same and stops it before.',
    ])
    expect(suggestion.proof.findings).to.deep.equal([])
  })
})
