import {expect} from 'chai'

import {TooMuchWorkError} from '../../src/cluster/too-much-work-error.js'
import {maxWork} from '../../src/cluster/work-limit.js'
import {reasonsText} from '../../src/report/suggest/texts.js'
import {simulate} from '../../src/simulate/simulate.js'
import {SourceFile} from '../../src/source/source-file.js'
import {suggestLimits} from '../../src/suggest/limits/limits.js'
import {suggestQuota} from '../../src/suggest/quota/quota.js'
import {suggestRequests} from '../../src/suggest/requests/requests.js'
import type {SuggestInput, Suggestion, SuggestOptions} from '../../src/suggest/types.js'
import {readUsage} from '../../src/suggest/usage/read-usage.js'
import {Usage} from '../../src/suggest/usage/usage.js'
import {app, type Body, claim, container, limitRange, pod, quota} from '../helpers/builders.js'
import {fileOf} from '../helpers/simulated.js'
import {deployment} from '../helpers/workload-manifests.js'
import {job} from '../helpers/workloads.js'

const suggest = (bodies: readonly Body[], options: SuggestOptions = {}, others: Partial<SuggestInput> = {}): Suggestion =>
  suggestLimits({files: [fileOf('files.yaml', bodies)], ...others}, {namespace: 'dev', headroom: 0n, ...options})

const usageOf = (text: string): Usage => new Usage(readUsage(new SourceFile('top', text), 'dev').samples)

/** The suggested amounts: `Container max cpu 1`. */
const amounts = ({objects}: Suggestion): string[] => objects.flatMap(({body, amounts: all}) => all.map(({field, value}) => {
  const [, , item, list, resource] = field.steps()
  const {limits} = (body as unknown as {readonly spec: {readonly limits: readonly {readonly type: string}[]}}).spec
  return [limits[Number(item)]?.type, list, resource, value].join(' ')
}))

const notes = ({objects}: Suggestion): readonly string[] => objects.flatMap((object) => object.notes)

const reasons = ({objects}: Suggestion): Record<string, string> =>
  Object.fromEntries(objects.flatMap(({amounts: all}) => all.map(({field, reasons: own}) => [String(field), reasonsText(own)])))

describe('suggestLimits', () => {
  const stated = app({requests: {cpu: '100m', memory: '100Mi'}, limits: {cpu: '200m', memory: '256Mi'}})

  it('bounds containers and pods by what they state, with the reason for each number', () => {
    const suggestion = suggest([pod('small').with(stated), pod('large').with(app({limits: {cpu: '2', memory: '1Gi'}}), container('log'))], {headroom: 2000n})
    expect(amounts(suggestion)).to.deep.equal([
      'Container default cpu 200m', 'Container defaultRequest cpu 100m', 'Container max cpu 2500m', 'Container maxLimitRequestRatio cpu 2500m', 'Container min cpu 100m',
      'Container default memory 256Mi', 'Container defaultRequest memory 100Mi', 'Container max memory 1280Mi', 'Container maxLimitRequestRatio memory 3500m',
      'Container min memory 100Mi', 'Pod max cpu 2750m', 'Pod max memory 1536Mi',
    ])
    expect(reasons(suggestion)).to.include({
      'spec.limits[0].default[cpu]': 'median limit: container app of Pod small 200m (files.yaml:1); it becomes the limit of container log of Pod large',
      'spec.limits[0].max[memory]': 'largest limit: container app of Pod large 1Gi (files.yaml:3) + 20 %',
      'spec.limits[0].min[memory]': 'smallest request: container app of Pod small 100Mi (files.yaml:1)',
      'spec.limits[1].max[cpu]': 'largest sum of limits: pod large 2200m (files.yaml:3) + 20 %',
    })
    expect(suggestion.proof).to.deep.equal({admitted: 2, workloads: 0, regressions: [], findings: []})
  })

  it('leaves out limits for what deliberately has none', () => {
    const suggestion = suggest([pod('a').with(stated), pod('b').with(app({requests: {cpu: '1', memory: '1Gi'}}))])
    expect(amounts(suggestion)).to.deep.equal(['Container defaultRequest cpu 100m', 'Container min cpu 100m', 'Container defaultRequest memory 100Mi', 'Container min memory 100Mi'])
    expect(notes(suggestion)).to.deep.equal([
      'No default limit and no max for cpu: container app of Pod b (files.yaml:3) requests it without a limit.',
      'No default limit and no max for memory: container app of Pod b (files.yaml:3) requests it without a limit. Give its measured usage (--usage) to have one suggested.',
    ])
  })

  it('sums pods with the suggested defaults, and not with the present ones', () => {
    const large = app({requests: {memory: '300Mi'}, limits: {memory: '300Mi'}})
    const policies = [fileOf('policies.yaml', [limitRange('l', {type: 'Container', default: {memory: '100Mi'}})])]
    const suggestion = suggest([pod('a').with(app(), container('log')), pod('b').with(large), pod('c').with(large), pod('d').with(large)], {}, {policies})
    expect(amounts(suggestion)).to.include.members(['Container default memory 300Mi', 'Pod max memory 600Mi'])
  })

  it('gives pods no min that is above the default request, as a pod with one default container would be denied', () => {
    const suggestion = suggest(['a', 'b'].map((name) => pod(name).with(container('one', {requests: {cpu: '100m'}}), container('two', {requests: {cpu: '100m'}}))))
    expect(amounts(suggestion)).to.deep.equal(['Container defaultRequest cpu 100m', 'Container min cpu 100m'])
    expect(notes(suggestion)).to.deep.equal([])
  })

  it('keeps present defaults if quotas have no room for others', () => {
    const policies = [fileOf('policies.yaml', [limitRange('l', {type: 'Container', default: {memory: '100Mi'}}), quota({'requests.memory': '700Mi'})])]
    const large = app({requests: {memory: '300Mi'}, limits: {memory: '300Mi'}})
    const suggestion = suggest([pod('a'), pod('b').with(large), pod('c').with(large)], {}, {policies})
    expect(amounts(suggestion)).to.include.members(['Container default memory 100Mi', 'Container defaultRequest memory 100Mi', 'Container max memory 300Mi'])
    expect(reasons(suggestion)['spec.limits[0].default[memory]']).to.match(/^the present default, as quotas have no room for another one: container app of Pod a 100Mi/)
    expect(suggestion.proof).to.deep.include({regressions: [], findings: []})
  })

  it('keeps numbers with which more runs than now, and states what then lacks room in a quota', () => {
    const policies = [fileOf('policies.yaml', [limitRange('l', {type: 'Container', default: {memory: '256Mi'}}), quota({'requests.memory': '600Mi'})])]
    const files = [pod('report').with(app({requests: {memory: '512Mi'}})), deployment('web', 1, {requests: {memory: '300Mi'}, limits: {memory: '1Gi'}})]
    const suggestion = suggest(files, {}, {policies})
    expect(amounts(suggestion)).to.include('Container default memory 1Gi')
    expect(suggestion.proof).to.deep.equal({admitted: 2, workloads: 0, regressions: [], findings: []})
    expect(suggestion.notes).to.have.lengthOf(1)
    expect(suggestion.notes[0]).to.match(/^with the suggestion, more of Pod report runs than now, and uses the quotas, too: Deployment web gets 0 of 1 pods: .*exceeded quota: q, /)
  })

  it('uses measured usage for what is not stated: CPU at the percentile, memory at its maximum', () => {
    const usage = usageOf('b app 10m 200Mi\nb app 20m 300Mi\nb app 900m 250Mi\n')
    expect(amounts(suggest([pod('b')], {headroom: 1000n, percentile: 60}, {usage}))).to.deep.equal([
      'Container defaultRequest cpu 20m', 'Container default memory 350Mi', 'Container defaultRequest memory 300Mi',
      'Container max memory 350Mi', 'Container maxLimitRequestRatio memory 1500m', 'Pod max memory 400Mi',
    ])
  })

  it('names the workload to which a pod belongs, of two that its name fits', () => {
    const jobs = ['migrate', 'migrate-2'].map((name) => job(name).withPods({containers: [app({requests: {memory: '1Gi'}})]}))
    const suggestion = suggest(jobs, {}, {usage: usageOf('migrate-zx2k4 app 1m 1Gi\nmigrate-2-zx2k4 app 1m 2Gi\n')})
    expect(reasons(suggestion)['spec.limits[0].max[memory]']).to.equal('largest usage: container app of Job migrate-2 2Gi (files.yaml:3)')
  })

  it('suggests a memory limit for containers without one if their usage is known', () => {
    const files = [pod('a').with(stated), pod('b').with(app({requests: {memory: '1Gi'}}))]
    expect(amounts(suggest(files)).filter((amount) => amount.includes('default memory'))).to.deep.equal([])
    expect(amounts(suggest(files, {}, {usage: usageOf('b app 1m 1500Mi\n')}))).to.include('Container default memory 1500Mi')
    expect(amounts(suggest(files, {}, {usage: usageOf('b app 1m 10Mi\n')}))).to.include('Container default memory 1Gi')
  })

  it('bounds claims by their storage', () => {
    expect(amounts(suggest([claim('a', '10Gi'), claim('b', '300Mi')], {headroom: 5000n})))
      .to.deep.equal(['PersistentVolumeClaim max storage 15Gi', 'PersistentVolumeClaim min storage 300Mi'])
  })

  it('replaces the LimitRanges of the namespace and keeps what they have given', () => {
    const present = limitRange('present', {type: 'Container', default: {memory: '512Mi'}, max: {memory: '1Gi'}}).marked({labels: {team: 'a'}})
    const policies = [fileOf('policies.yaml', [present, limitRange('other', {type: 'Pod', max: {memory: '2Gi'}})])]
    const suggestion = suggest([pod('a').with(stated), pod('b')], {}, {policies})
    expect(suggestion.objects[0]?.body['metadata']).to.deep.equal({name: 'present', namespace: 'dev', labels: {team: 'a'}})
    expect(notes(suggestion)).to.deep.equal(['It replaces LimitRange present (policies.yaml:1) and LimitRange other (policies.yaml:3): delete the latter.'])
    expect(amounts(suggestion)).to.include('Container default memory 512Mi').and.to.include('Container default cpu 200m')
  })

  it('leaves out numbers that would stop running objects, with the reason', () => {
    // The default limit would exceed the quota.
    const policies = [fileOf('policies.yaml', [quota({'limits.cpu': '200m'})])]
    const suggestion = suggest([pod('a').with(stated)], {}, {policies, existing: [fileOf('existing.yaml', [])]})
    expect(amounts(suggestion)).to.include('Container default cpu 200m')
    // A pod with pod-level resources below the default request of its container.
    const podLevel = pod('b').limitedTo({requests: {cpu: '10m'}, limits: {cpu: '20m'}})
    const repaired = suggest([pod('a').with(stated), podLevel])
    expect(amounts(repaired).filter((amount) => amount.includes('cpu'))).to.deep.equal([])
    expect(notes(repaired).join()).to.match(/^Left out: default cpu of type Container, .*: Pod b is denied: Pod "b" is invalid: /)
    expect(repaired.proof).to.deep.include({regressions: [], findings: []})
  })

  it('makes a LimitRange for each namespace, or only for one', () => {
    const both = [pod('a').with(stated).marked({namespace: 'x'}), deployment('b', 1, {limits: {cpu: '1'}})]
    expect(suggest(both).objects.map(({namespace}) => namespace)).to.deep.equal(['dev', 'x'])
    expect(suggest(both, {only: 'x'}).objects.map(({namespace}) => namespace)).to.deep.equal(['x'])
  })

  it('rounds a ratio up, so that the container with it still runs', () => {
    // 2000/1999 is above 1000 thousandths.
    const pods = [pod('a').with(app({requests: {cpu: '1999m'}, limits: {cpu: '2'}})), pod('b').with(app({requests: {cpu: '100m'}, limits: {cpu: '100m'}}))]
    expect(amounts(suggest(pods))).to.include('Container maxLimitRequestRatio cpu 1500m')
  })

  it('chooses whole numbers for ratios from 8 on, and states how the largest is computed', () => {
    const ratioOf = (...pods: readonly (readonly [request: string, limit: string])[]): string | undefined => {
      const suggestion = suggest(pods.map(([request, limit], i) => pod(`p${i}`).with(app({requests: {memory: request}, limits: {memory: limit}}))), {headroom: 2000n})
      const {['spec.limits[0].maxLimitRequestRatio[memory]']: reason} = reasons(suggestion)
      return reason && `${amounts(suggestion).find((text) => text.includes('Ratio'))?.split(' ').at(-1)}: ${reason}`
    }
    expect(ratioOf(['100Mi', '300Mi'], ['400Mi', '800Mi'])).to.equal('4: largest ratio: container app of Pod p0, limit 300Mi / request 100Mi = 3 (files.yaml:1) + 20 %')
    expect(ratioOf(['100Mi', '200Mi'], ['100Mi', '655Mi'], ['1Gi', '1Gi'])).to.equal('9: ratio of the defaults, limit 700Mi / request 100Mi = 7 + 20 %')
    expect(ratioOf(['20Mi', '832Mi'], ['1Gi', '2Gi'])).to.equal('50: largest ratio: container app of Pod p0, limit 832Mi / request 20Mi = 41.6 (files.yaml:1) + 20 %')
    expect(ratioOf(['100Mi', '100Mi'], ['100Mi', '100Mi'], ['400Mi', '400Mi'])).to.equal('1500m: largest ratio: container app of Pod p0, limit 100Mi / request 100Mi = 1 (files.yaml:1) + 20 %')
    expect(ratioOf(['0', '100Mi'], ['100Mi', '200Mi'])).to.equal(undefined)
  })

  it('names how many other containers have no limit', () => {
    const unlimited = ['b', 'c', 'd'].map((name) => pod(name).with(app({requests: {cpu: '1'}})))
    const noteWith = (count: number): string => notes(suggest([pod('a').with(stated), ...unlimited.slice(0, count)])).join()
    expect(noteWith(2)).to.match(/requests it without a limit, as does 1 more\.$/)
    expect(noteWith(3)).to.match(/requests it without a limit, as do 2 more\.$/)
  })

  it('bounds the sum of a pod from below only if a pod with one default container reaches it', () => {
    const cpuOf = (...requests: readonly string[]): Body[] => requests.map((cpu, i) => container(`c${i}`, {requests: {cpu}}))
    expect(amounts(suggest([pod('a').with(...cpuOf('300m')), pod('b').with(...cpuOf('100m', '300m'))]))).to.include('Pod min cpu 300m')
    expect(amounts(suggest([pod('a').with(...cpuOf('100m', '100m'))])).join()).not.to.contain('Pod min')
  })

  it('sends the new version of a workload in place of the existing one', () => {
    const suggestion = suggest([deployment('web', 1, {limits: {cpu: '1'}})], {}, {existing: [fileOf('existing.yaml', [deployment('web', 1, {limits: {cpu: '8'}})])]})
    expect(amounts(suggestion)).to.include('Container max cpu 1')
    expect(suggestion.proof).to.include({admitted: 1, workloads: 1})
  })

  it('keeps the selector of an existing Job that has been chosen by hand', () => {
    const job = (manualSelector: boolean): Body => ({
      apiVersion: 'batch/v1', kind: 'Job', metadata: {name: 'run', uid: 'u'},
      spec: {...manualSelector && {manualSelector}, selector: {matchLabels: {'job-name': 'run'}}, template: {metadata: {labels: {'job-name': 'run'}}, spec: {restartPolicy: 'Never', containers: [app({limits: {cpu: '1'}})]}}},
    })
    for (const isManual of [true, false]) {
      const {proof, denied} = suggest([], {}, {files: [], existing: [fileOf('existing.yaml', [job(isManual)])]})
      expect([proof.workloads, denied]).to.deep.equal([1, []])
    }
  })

  it('names the first of equal amounts', () => {
    const {['spec.limits[0].min[cpu]']: min, ['spec.limits[0].max[cpu]']: max} = reasons(suggest(['a', 'b'].map((name) => pod(name).with(app({requests: {cpu: '1'}, limits: {cpu: '1'}})))))
    expect([min, max].map((reason) => /of Pod (\w)/.exec(reason ?? '')?.[1])).to.deep.equal(['a', 'a'])
  })

  it('ignores pods and Jobs that have ended', () => {
    const large = app({limits: {cpu: '8'}})
    const ended = {...pod('ended').with(large), status: {phase: 'Succeeded'}}
    const job = {apiVersion: 'batch/v1', kind: 'Job', metadata: {name: 'done'}, spec: {template: {spec: {restartPolicy: 'Never', containers: [large]}}}, status: {conditions: [{type: 'Complete', status: 'True'}]}}
    const suggestion = suggest([pod('a').with(app({limits: {cpu: '1'}}))], {}, {existing: [fileOf('existing.yaml', [ended, {...ended, metadata: {name: 'failed'}, status: {phase: 'Failed'}}, job])]})
    expect(amounts(suggestion)).to.include('Container max cpu 1')
  })

  it('keeps the annotations of a LimitRange that it replaces, without that of kubectl apply', () => {
    const annotations = {'kubectl.kubernetes.io/last-applied-configuration': '{}', owner: 'team-a'}
    const present = {...limitRange('present', {type: 'Container', max: {cpu: '9'}}), metadata: {name: 'present', namespace: 'dev', annotations}}
    const [object] = suggest([pod('a').with(stated)], {}, {policies: [fileOf('policies.yaml', [present])]}).objects
    expect(object?.body['metadata']).to.deep.equal({name: 'present', namespace: 'dev', annotations: {owner: 'team-a'}})
  })

  it('measures existing workloads once, without the objects that their controllers have made', () => {
    const web = {...deployment('web', 2, {requests: {cpu: '100m'}, limits: {cpu: '100m'}}), status: {replicas: 2}} as Body
    const made = pod('web-5d8f7c9b6d-zx2k4').with(app({requests: {cpu: '5'}})).marked({ownerReferences: [
      {apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-5d8f7c9b6d', uid: 'u', controller: true},
    ]})
    const suggestion = suggest([], {}, {files: [], existing: [fileOf('existing.yaml', [web, made, pod('alone').with(app({limits: {cpu: '2'}}))])]})
    expect(reasons(suggestion)).to.include({'spec.limits[0].max[cpu]': 'largest limit: container app of Pod alone 2 (existing.yaml:5)'})
    expect(suggestion.proof.workloads).to.equal(1)
  })

  it('names measured pods that belong to nothing', () => {
    expect(suggest([pod('a').with(stated)], {}, {usage: usageOf('b app 1m 1Mi\n')}).notes).to.deep.equal(
      ['the measured usage of dev/b belongs to no workload of the input and is ignored'])
  })

  describe('and a limit of requests', () => {
    const usual = {...maxWork}
    before(() => Object.assign(maxWork, {charactersOfRequest: Infinity, charactersRead: Infinity}))
    after(() => Object.assign(maxWork, usual))

    it('share it among all simulations, of which there are two if the first suggestion holds', () => {
      const defaulting = limitRange('limits', {type: 'Container', default: {cpu: '1'}})
      const input = {files: [fileOf('files.yaml', [deployment('web', 1, {requests: {cpu: '100m'}})])], policies: [fileOf('policies.yaml', [defaulting])]}
      const isEnough = (run: () => unknown, limit: number): boolean => {
        maxWork.requests = limit
        try {
          run()
          return true
        } catch (error) {
          if (!(error instanceof TooMuchWorkError)) throw error
          return false
        }
      }
      const once = Array.from({length: 100}, (_, i) => i + 1).find((limit) => isEnough(() => simulate(input, {rollout: true}), limit)) ?? 0
      for (const run of [suggestLimits, suggestQuota, suggestRequests]) {
        expect([1.5 * once, 2 * once + 2].map((limit) => isEnough(() => run(input), limit)), run.name).to.deep.equal([false, true])
      }
    })
  })
})
