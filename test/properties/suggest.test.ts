import {expect} from 'chai'
import * as fc from 'fast-check'

import {lint} from '../../src/lint/lint-all.js'
import {suggestYaml} from '../../src/report/suggest/yaml.js'
import {Quantity} from '../../src/machinery/quantity/quantity.js'
import {capacity} from '../../src/simulate/capacity/capacity.js'
import {simulate, type Simulation} from '../../src/simulate/simulate.js'
import {SourceFile} from '../../src/source/source-file.js'
import {suggestLimits} from '../../src/suggest/limits/limits.js'
import {suggestQuota} from '../../src/suggest/quota/quota.js'
import {suggestRequests} from '../../src/suggest/requests/requests.js'
import type {Suggestion} from '../../src/suggest/types.js'
import {Usage} from '../../src/suggest/usage/usage.js'
import {type Amounts, app, type Body, claim, container, pod, type Resources, service, sidecar} from '../helpers/builders.js'
import {runs} from '../helpers/runs.js'
import {fileOf} from '../helpers/simulated.js'
import {autoscaler} from '../helpers/workload-manifests.js'
import {claimTemplate, cronJob, daemonSet, deployment, job, statefulSet} from '../helpers/workloads.js'

const cpu = fc.constantFrom('0', '1m', '10m', '100m', '250m', '0.3', '1', '1.5', '2')

const memory = fc.constantFrom('1', '100Ki', '64Mi', '100M', '128Mi', '333Mi', '1Gi', '1.5G')

const amounts: fc.Arbitrary<Amounts> = fc.record({cpu, memory, 'ephemeral-storage': memory, 'example.com/gpu': fc.constantFrom('1', '2')}, {requiredKeys: []})

/** Requests and limits, of which some are invalid: a request exceeds its limit, or there is a request for a device. */
const resources: fc.Arbitrary<Resources> = fc.tuple(fc.record({requests: amounts, limits: amounts}, {requiredKeys: []}), fc.integer({min: 0, max: 9}))
  .map(([made, chance]) => chance === 0 ? made : valid(made))

function valid({requests, limits}: Resources): Resources {
  const withoutDevices = (list: Amounts = {}): Amounts => Object.fromEntries(Object.entries(list).filter(([name]) => !name.includes('/')))
  const [low, high] = [withoutDevices(requests), withoutDevices(limits)]
  const isAbove = (name: string): boolean => name in low && name in high && Quantity.parse(String(low[name])).compare(Quantity.parse(String(high[name]))) > 0
  const swapped = Object.fromEntries(Object.entries(low).map(([name, amount]) => [name, isAbove(name) ? high[name] ?? null : amount]))
  const others = Object.fromEntries(Object.entries(high).map(([name, amount]) => [name, isAbove(name) ? low[name] ?? null : amount]))
  return {...requests && {requests: swapped}, ...limits && {limits: others}}
}

const podSpec: fc.Arbitrary<Body> = fc.record({
  containers: fc.array(resources, {minLength: 1, maxLength: 3}).map((all) => all.map((own, i) => container(`c${i}`, own))),
  initContainers: fc.array(fc.tuple(resources, fc.boolean()), {maxLength: 2})
    .map((all) => all.map(([own, isSidecar], i) => isSidecar ? sidecar(`i${i}`, own) : container(`i${i}`, own))),
  resources: fc.option(fc.record({requests: fc.record({cpu, memory}, {requiredKeys: []})}), {nil: undefined, freq: 8}),
  terminationGracePeriodSeconds: fc.constantFrom(0, 30),
  activeDeadlineSeconds: fc.constantFrom(undefined, undefined, 60),
  serviceAccountName: fc.constantFrom(undefined, undefined, 'robot'),
}).map((spec) => JSON.parse(JSON.stringify(spec)) as Body)

const size = fc.integer({min: 0, max: 4})

const kinds = ['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob', 'Pod', 'Claim', 'Service'] as const

const workload = (name: string): fc.Arbitrary<Body[]> => fc.tuple(fc.constantFrom(...kinds), podSpec, size, fc.boolean(), fc.constantFrom('1Gi', '5G', '100Mi'))
  .map(([kind, {activeDeadlineSeconds, ...spec}, replicas, isScaled, storage]) => {
    switch (kind) {
      case 'Deployment': return [deployment(name, {replicas}).withPods(spec), ...isScaled ? [autoscaler(name, 1, replicas + 2)] : []]
      case 'StatefulSet': return [statefulSet(name, {replicas, volumeClaimTemplates: [claimTemplate('data')]}).withPods(spec)]
      case 'DaemonSet': return [daemonSet(name).withPods(spec)]
      case 'Job': return [job(name, {parallelism: replicas, completions: 4}).withPods({...spec, activeDeadlineSeconds})]
      case 'CronJob': return [cronJob(name).withPods(spec)]
      case 'Pod': return [pod(name).asking({...spec, activeDeadlineSeconds})]
      case 'Claim': return [claim(name, storage)]
      case 'Service': return [service(name, {type: isScaled ? 'LoadBalancer' : 'NodePort'})]
    }
  })

/** Workloads of several namespaces: of the default one, and of others. */
const placed = (name: string): fc.Arbitrary<Body[]> => fc.tuple(workload(name), fc.constantFrom(undefined, undefined, 'dev', 'ops')).map(([bodies, namespace]) =>
  namespace === undefined ? bodies : bodies.map((body) => ({...body, metadata: {...body['metadata'] as Body, namespace}})))

const folder = fc.integer({min: 1, max: 5}).chain((count) => fc.tuple(...Array.from({length: count}, (_, i) => placed(`w${i}`))))
  .map((bodies) => JSON.parse(JSON.stringify(bodies.flat())) as Body[])

/** A namespace with a level of Pod Security: baseline admits all pods of the folders, and restricted none. */
const levelled = (name: string, level: string): Body => ({apiVersion: 'v1', kind: 'Namespace', metadata: {name, labels: {'pod-security.kubernetes.io/enforce': level}}})

const headroom = fc.constantFrom(0n, 500n, 2000n, 10_000n)

const account = (name: string): Body => ({apiVersion: 'v1', kind: 'ServiceAccount', metadata: {name}})

/** Measured usage of the workloads of a folder, of several pods of each. */
const usage = fc.array(fc.record({
  namespace: fc.constantFrom('dev', 'ops'), pod: fc.tuple(fc.integer({min: 0, max: 4}), fc.constantFrom('', '-0', '-1', '-zx2k4', '-5d8f7c9b6d-zx2k4', '-5d8f7c9b6d-4bcdf', '-29123456-zx2k4')).map(([i, suffix]) => `w${i}${suffix}`),
  container: fc.constantFrom('c0', 'c1', 'i0'), cpu: cpu.map((text) => Quantity.parse(text)), memory: memory.map((text) => Quantity.parse(text)),
}), {maxLength: 12}).map((samples) => new Usage(samples))

/** Things that are known beside the manifests: measured usage, service accounts, and whether a part of the objects exists. */
const surroundings = fc.record({usage: fc.option(usage, {nil: undefined}), accounts: fc.constantFrom<Body[]>([], [], [account('robot')], [account('other')]), isLive: fc.boolean()})

interface Surroundings {
  readonly accounts: readonly Body[]
  readonly isLive: boolean
}

/** The input with its surroundings: the second half of the objects exists, or all are sent. */
function inputOf(bodies: readonly Body[], {accounts, isLive}: Surroundings): {files: SourceFile[], existing?: SourceFile[]} {
  const sent = isLive ? Math.ceil(bodies.length / 2) : bodies.length
  return {files: [fileOf('files.yaml', [...accounts, ...bodies.slice(0, sent)])], ...isLive && {existing: [fileOf('existing.yaml', bodies.slice(sent))]}}
}

/** LimitRanges under which pods run, and which the suggestion replaces. */
const limitRanges = fc.constantFrom<Body[]>([], [], [levelled('dev', 'baseline')], [levelled('ops', 'restricted')], [{
  apiVersion: 'v1', kind: 'LimitRange', metadata: {name: 'present'},
  spec: {limits: [{type: 'Container', default: {cpu: '500m', memory: '256Mi'}, defaultRequest: {cpu: '10m'}}]},
}])

/** Quotas that are there, with scopes and too small. */
const quotas = fc.constantFrom<Body[]>([], [], [{
  apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'batch'}, spec: {hard: {'pods': '1', 'requests.cpu': '1m'}, scopes: ['Terminating']},
}, {
  apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'compute'}, spec: {hard: {'count/deployments.apps': '1', 'requests.memory': '1Mi', 'limits.memory': '1Mi'}},
}])

/** Policies with defaults, bounds of containers and pods, and a quota that requires amounts. */
const bounds = fc.constantFrom<Body[]>([{
  apiVersion: 'v1', kind: 'LimitRange', metadata: {name: 'present'},
  spec: {limits: [{type: 'Container', default: {cpu: '500m', memory: '256Mi'}, defaultRequest: {cpu: '10m'}}]},
}], [{
  apiVersion: 'v1', kind: 'LimitRange', metadata: {name: 'present'},
  spec: {limits: [{type: 'Container', max: {cpu: '1'}, min: {memory: '64Mi'}, maxLimitRequestRatio: {memory: '4'}}, {type: 'Pod', max: {memory: '1Gi'}}]},
}], [{apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'compute'}, spec: {hard: {'requests.cpu': '500', 'limits.memory': '500Gi'}}}])

/** An object with the patch that a suggestion has for it: containers are merged by their names. */
function withPatches(body: Body, {objects}: Suggestion): Body {
  const patch = objects.find(({kind, name}) => kind === body['kind'] && name === (body['metadata'] as {readonly name: string}).name)
  return patch === undefined ? body : mergedWith(body, patch.body) as Body
}

function mergedWith(value: unknown, patch: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(patch)) {
    return value.map((item: Body) => mergedWith(item, patch.find((other: Body) => other['name'] === item['name']) ?? {}))
  }
  if (typeof value !== 'object' || value === null || typeof patch !== 'object' || patch === null) return patch
  const [own, other] = [value as Body, patch as Body]
  return {...own, ...Object.fromEntries(Object.entries(other).map(([name, item]) => [name, name in own ? mergedWith(own[name], item) : item]))}
}

const policiesOf = (suggestion: Suggestion): SourceFile[] => suggestion.objects.length === 0 ? [] : [new SourceFile('suggested.yaml', suggestYaml(suggestion))]

describe('suggestions for generated folders', () => {
  const options = {namespace: 'dev', nodes: 2} as const
  const findings = (policies: readonly SourceFile[]): unknown => lint(policies, {namespace: 'dev'}).diagnostics.map(({ruleId, message}) => `${ruleId}: ${message}`)

  it('give LimitRanges that lint clean and under which everything still runs', () => {
    let suggested = 0
    fc.assert(fc.property(folder, limitRanges, headroom, surroundings, (bodies, present, room, around) => {
      const input = inputOf(bodies, around)
      const suggestion = suggestLimits({...input, policies: [fileOf('policies.yaml', present)], usage: around.usage}, {...options, headroom: room})
      const policies = policiesOf(suggestion)
      expect(suggestion.proof).to.deep.include({regressions: [], findings: []})
      expect(findings(policies)).to.deep.equal([])
      const levels = present.filter(({kind}) => kind === 'Namespace')
      const [before, after] = [[fileOf('policies.yaml', present)], [...policies, fileOf('levels.yaml', levels)]].map((given) => simulate({...input, policies: given}, {...options, rollout: true})) as [Simulation, Simulation]
      if (policies.length === 0) return
      suggested++
      for (const [i, {allowed}] of before.reviews.entries()) if (allowed) expect(after.reviews[i]?.allowed, after.reviews[i]?.status.message).to.equal(true)
      for (const [i, {created, name}] of before.workloads.entries()) {
        expect(after.workloads[i]?.name).to.equal(name)
        expect(after.workloads[i]?.created).to.be.at.least(created)
      }
    }), {numRuns: runs(120)})
    expect(suggested).to.be.greaterThan(runs(36))
  })

  it('give ResourceQuotas that lint clean and have room for rollouts and autoscalers', () => {
    let suggested = 0
    fc.assert(fc.property(folder, quotas, limitRanges, headroom, surroundings, (bodies, present, ranges, room, around) => {
      const input = inputOf(bodies, around)
      const suggestion = suggestQuota({...input, policies: [fileOf('policies.yaml', [...present, ...ranges])]}, {...options, headroom: room})
      expect(suggestion.proof).to.deep.include({regressions: [], findings: []})
      const policies = policiesOf(suggestion)
      expect(findings(policies)).to.deep.equal([])
      if (policies.length === 0) return
      suggested++
      const before = simulate({...input, policies: [fileOf('policies.yaml', [...present, ...ranges])]}, {...options, rollout: true})
      const after = capacity({...input, policies: [...policies, fileOf('limits.yaml', ranges)]}, options)
      expect(after.namespaces.flatMap(({quotas: own}) => own.filter(({breaks}) => breaks !== undefined))).to.deep.equal([])
      expect(after.namespaces.flatMap(({objects}) => objects.flatMap(({event}) => event?.message ?? [])).filter((message) => message.includes('exceeded quota'))).to.deep.equal([])
      for (const [i, {allowed}] of before.reviews.entries()) if (allowed) expect(after.simulation.reviews[i]?.allowed).to.equal(true)
    }), {numRuns: runs(120)})
    expect(suggested).to.be.greaterThan(runs(36))
  })

  it('give requests with which no pod depends on defaults, and which need no other suggestion', () => {
    let suggested = 0
    fc.assert(fc.property(folder, bounds, headroom, surroundings, (bodies, present, room, {accounts, usage: measured}) => {
      const [files, policies] = [[fileOf('files.yaml', [...accounts, ...bodies])], [fileOf('policies.yaml', present)]]
      const suggestion = suggestRequests({files, policies, usage: measured}, {...options, headroom: room})
      expect(suggestion.proof.regressions).to.deep.equal([])
      const patched = [fileOf('files.yaml', [...accounts, ...bodies.map((body) => withPatches(body, suggestion))])]
      const [before, after] = [simulate({files, policies}, options), simulate({files: patched, policies}, options)]
      for (const [i, {allowed}] of before.reviews.entries()) if (allowed) expect(after.reviews[i]?.allowed, after.reviews[i]?.status.message).to.equal(true)
      if (suggestion.objects.length > 0) suggested++
      const pods = [...after.reviews, ...after.workloads.flatMap(({owned}) => owned)].filter(({object, allowed}) => allowed && object?.['kind'] === 'Pod')
      expect(pods.flatMap(({steps}) => steps.filter(({plugin}) => plugin === 'LimitRanger')).flatMap(({changes}) => changes.map(String))).to.deep.equal([])
      // Of usage beyond a bound for pods as a whole, each container can give way.
      const isCut = measured !== undefined && suggestion.objects.some(({amounts}) => amounts.some(({reasons}) => reasons.some(({text}) => text.startsWith('max of'))))
      if (isCut) return
      expect(suggestRequests({files: patched, policies, usage: measured}, {...options, headroom: room}).objects).to.deep.equal([])
    }), {numRuns: runs(120)})
    expect(suggested).to.be.greaterThan(runs(8))
  })

  it('suggest nothing for input without resources', () => {
    expect(suggestLimits({files: [fileOf('files.yaml', [pod().with(app())])]}, options).objects).to.deep.equal([])
  })
})
