import {Ajv2020} from 'ajv/dist/2020.js'
import {expect} from 'chai'
import * as fc from 'fast-check'
import {readFileSync} from 'node:fs'

import {diff, effectsIn} from '../../src/diff/diff.js'
import type {Json} from '../../src/machinery/decode/encode.js'
import {textOf} from '../../src/machinery/go/json-value.js'
import {Quantity} from '../../src/machinery/quantity/quantity.js'
import {diffJson} from '../../src/report/diff/json.js'
import {capacity} from '../../src/simulate/capacity/capacity.js'
import {type Capacity, phases} from '../../src/simulate/capacity/types.js'
import type {ManifestReview} from '../../src/simulate/manifest-review.js'
import type {SimulateInput} from '../../src/simulate/prepare.js'
import {simulate, type SimulateOptions, type Simulation, type WorkloadOutcome} from '../../src/simulate/simulate.js'
import type {Body} from '../helpers/builders.js'
import {runs} from '../helpers/runs.js'
import {fileOf} from '../helpers/simulated.js'
import {keyOfBody, limitRangePolicy, podOf, quotaPolicy, type Side, sides, unique} from './sides.js'

// Everything that `kadm diff -o json` lists, against what two separate simulations answer, for changes of all kinds.

const inputOf = ({policies: trees, objects: files, existing: running}: Side): SimulateInput =>
  ({trees: [fileOf('tree.yaml', trees)], files: [fileOf('files.yaml', files)], existing: [fileOf('existing.yaml', running)]})

const optionsOf = ({settings: own}: Side): SimulateOptions => ({namespace: 'dev', rollout: true, remedies: false, comparesOrders: false, ...own})

type QuotaOfRun = Capacity['namespaces'][number]['quotas'][number]

/** A quota in the report. */
interface ReportedQuota {
  readonly quota: string
  readonly resource: string
  readonly before: Json
  readonly after: Json
  readonly headroom: Readonly<Record<string, string>> | null
  readonly unfit: Json
}

/** The part of the output of `kadm diff -o json` that is compared here. */
interface Report {
  readonly policies: readonly {readonly policy: Named}[]
  readonly namespaces: readonly {
    readonly namespace: string
    readonly causes: readonly {readonly effects: readonly ReportedEffect[]}[]
    readonly quotas: readonly ReportedQuota[]
    readonly totals: readonly {readonly resource: string, readonly before: string, readonly after: string, readonly change: string}[]
  }[]
  readonly summary: {readonly objects: number, readonly changed: boolean, readonly newlyDenied: boolean}
}

interface Named {
  readonly kind: string
  readonly name: string
}

interface ReportedEffect {
  readonly object: Named
  readonly type: string
  readonly newlyDenied: boolean
  readonly from?: {readonly message?: string} | null
  readonly to?: {readonly message?: string} | null
  readonly added?: readonly string[]
  readonly removed?: readonly string[]
  readonly fields?: readonly {readonly from: Json, readonly to: Json, readonly owned?: Named}[]
}

const keyOf = ({kind, name}: Named): string => `${kind}/${name}`

const nameOf = ({manifest: {body}}: ManifestReview): string => {
  const {name, generateName} = body['metadata'] as {readonly name?: string, readonly generateName?: string}
  return `${textOf(body['kind'])}/${name ?? generateName ?? ''}`
}

/** The results of one simulation for an object. */
interface Seen {
  readonly review: ManifestReview
  readonly workload: WorkloadOutcome | undefined
}

const seenIn = ({reviews, workloads, policies: {refused}}: Simulation): Map<string, Seen> => new Map([
  ...refused.map(({manifest, review}) => ({...review, manifest})), ...reviews,
].map((review) => [nameOf(review), {review, workload: workloads.find((each) => each.review === review)}]))

/** The leaves of a stored object without what a server or LimitRanger notes in its metadata. */
function leavesOf({object}: ManifestReview): Map<string, Json> {
  const {annotations: _annotations, uid: _uid, resourceVersion: _version, ...kept} = (object?.['metadata'] ?? {}) as Body
  return new Map(below({...object, metadata: kept} as Json, ''))
}

/** The leaves of a value; a list without objects is one. */
function below(value: Json, path: string): [string, Json][] {
  const isParted = typeof value === 'object' && value !== null && !(Array.isArray(value) && value.every((item) => typeof item !== 'object'))
  const entries = isParted ? Object.entries(value) : []
  return entries.length === 0 ? [[path, value]] : entries.flatMap(([key, inner]) => below(inner, `${path}/${key}`))
}

/** The values that differ, without empty maps in whose place the other side has values. */
function differingValues(old: ManifestReview, now: ManifestReview): string[] {
  const [before, after] = [leavesOf(old), leavesOf(now)]
  const paths = [...new Set([...before.keys(), ...after.keys()])]
  return paths.filter((path) => JSON.stringify(before.get(path)) !== JSON.stringify(after.get(path)) && !paths.some((each) => each.startsWith(`${path}/`)))
    .map((path) => changeText(before.get(path), after.get(path)))
}

const changeText = (from: Json | undefined, to: Json | undefined): string => `${JSON.stringify(from ?? null)} → ${JSON.stringify(to ?? null)}`

const admitted = (outcome: WorkloadOutcome | undefined): readonly ManifestReview[] => (outcome?.owned ?? []).filter(({allowed}) => allowed)

/** The changed values of pods and claims that both sides have. */
const ownedValues = (old: WorkloadOutcome | undefined, now: WorkloadOutcome | undefined): string[] => admitted(now).flatMap((review) => {
  const twin = admitted(old).find((each) => nameOf(each) === nameOf(review))
  return twin === undefined ? [] : differingValues(twin, review)
})

const warningsOf = ({review, workload: outcome}: Seen): Set<string> =>
  new Set([...review.warnings, ...(outcome?.owned ?? []).flatMap(({warnings}) => warnings)])

const statusText = ({allowed, status: {code, reason, message}}: ManifestReview): string => allowed ? '' : JSON.stringify([code, reason, message])

/** The differences of a workload that both sides have, or that is new or admitted now. */
function workloadDifferences(old: WorkloadOutcome | undefined, now: WorkloadOutcome | undefined): string[] {
  if (now === undefined) return []
  const lost = (each: WorkloadOutcome | undefined): number => each === undefined ? 0 : each.wanted - each.created + each.claims.wanted - each.claims.created
  const max = (each: WorkloadOutcome | undefined): NonNullable<WorkloadOutcome['autoscaler']>['levels'][number] | undefined => each?.autoscaler?.levels.find(({level}) => level === 'max')
  const overlap = (each: WorkloadOutcome | undefined): number => each?.secondRun === undefined ? 0 : each.secondRun.wanted - each.secondRun.created
  const isOther = lost(old) !== lost(now) || old?.event?.message !== now.event?.message
    || (now.kind === 'DaemonSet' && old !== undefined && old.wanted !== now.wanted)
  const differs = (from: unknown, to: unknown, fromReason?: string, toReason?: string): boolean => from !== to || (!isOther && fromReason !== toReason)
  const [verdict, maxVerdict] = [now.rollout?.verdict, max(now)?.rollout?.verdict]
  return [
    ...isOther ? ['replicas'] : [],
    ...differs(old === undefined ? 'fits' : old.rollout?.verdict, old === undefined ? verdict ?? 'fits' : verdict, old?.rollout?.reason, now.rollout?.reason) ? ['rollout'] : [],
    ...differs(old?.autoscaler?.stopsAt, now.autoscaler?.stopsAt, max(old)?.event?.message, max(now)?.event?.message) ? ['autoscaler'] : [],
    ...maxVerdict !== undefined && (old === undefined || max(old)?.rollout !== undefined)
      && differs(old === undefined ? 'fits' : max(old)?.rollout?.verdict, maxVerdict, max(old)?.rollout?.reason, max(now)?.rollout?.reason) ? ['rollout-at-maximum'] : [],
    ...differs(old === undefined ? true : old.completion?.completes, old === undefined ? now.completion?.completes ?? true : now.completion?.completes, stop(old), stop(now)) ? ['job'] : [],
    ...differs(overlap(old), overlap(now), overlap(old) > 0 ? old?.secondRun?.event?.message : '', overlap(now) > 0 ? now.secondRun?.event?.message : '') ? ['second-run'] : [],
  ]
}

const stop = (each: WorkloadOutcome | undefined): string | undefined => each?.completion?.completes === false ? each.completion.event?.message : undefined

/** All differences between the answers of two simulations, as `OBJECT: TYPE`, with what must be in the report about them. */
function expectedEffects(before: Simulation, after: Simulation): string[] {
  const [old, now] = [seenIn(before), seenIn(after)]
  const inForce = ({policies: {stored}}: Simulation): ReadonlySet<string> => new Set([...stored.values()].map((body) => `${textOf(body['kind'])}/${String((body['metadata'] as Body)['name'])}`))
  const [oldPolicies, newPolicies] = [inForce(before), inForce(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key): string[] => {
    const [from, to] = [old.get(key), now.get(key)]
    if (from === undefined && to !== undefined && !oldPolicies.has(key)) {
      return [`added ${String(to.review.allowed)} ${statusText(to.review)}`, ...workloadDifferences(undefined, to.workload)].map((text) => `${key}: ${text}`)
    }
    if (to === undefined && from !== undefined && !newPolicies.has(key)) return [`${key}: removed ${String(from.review.allowed)} ${statusText(from.review)}`]
    const [wasAllowed, isAllowed] = [from?.review.allowed ?? true, to?.review.allowed ?? true]
    const statuses = `${from === undefined ? '' : statusText(from.review)} ${to === undefined ? '' : statusText(to.review)}`
    const verdict = wasAllowed !== isAllowed ? [`${isAllowed ? 'admitted' : 'denied'} ${statuses}`]
      : !isAllowed && from !== undefined && to !== undefined && statusText(from.review) !== statusText(to.review) ? [`denied-otherwise ${statuses}`] : []
    if (from === undefined || to === undefined) return verdict.map((text) => `${key}: ${text}`)
    const [oldWarnings, newWarnings] = [warningsOf(from), warningsOf(to)]
    return [
      ...verdict, ...workloadDifferences(from.workload, to.workload),
      ...[...newWarnings].filter((text) => !oldWarnings.has(text)).map((text) => `new warning ${text}`),
      ...[...oldWarnings].filter((text) => !newWarnings.has(text)).map((text) => `no warning ${text}`),
    ].map((text) => `${key}: ${text}`)
  }).sort()
}

function reportedEffects(effects: readonly ReportedEffect[]): string[] {
  const status = (each: Json | undefined): string => each === null || each === undefined ? '' : JSON.stringify(Object.values(each as Body))
  return effects.flatMap((effect): string[] => {
    const {type, from, to} = effect
    const texts = (): string[] => {
      switch (type) {
        case 'denied': case 'admitted': case 'denied-otherwise': return [`${type} ${status(allowedAsNothing(from))} ${status(allowedAsNothing(to))}`]
        case 'added': case 'removed': {
          const {allowed, status: answer} = effect as unknown as {readonly allowed: boolean, readonly status: Json}
          return [`${type} ${String(allowed)} ${allowed ? '' : status(answer)}`]
        }
        case 'warnings': return [...(effect.added ?? []).map((text) => `new warning ${text}`), ...(effect.removed ?? []).map((text) => `no warning ${text}`)]
        case 'defaults': case 'edited': return []
        default: return [type]
      }
    }
    return texts().map((text) => `${keyOf(effect.object)}: ${text}`)
  }).sort()
}

/** The status of an admitted object is not compared. */
const allowedAsNothing = (answer: Json | undefined): Json | undefined => answer !== null && typeof answer === 'object' && (answer as Body)['code'] as number < 400 ? undefined : answer

/** The quotas of a run: bounds, usage and needs of each resource. */
const quotasOf = ({namespaces}: Capacity): Map<string, QuotaOfRun> =>
  new Map(namespaces.flatMap(({quotas}) => quotas.map((each) => [`${each.quota} ${each.resource}`, each])))

const stateText = (state: QuotaOfRun | undefined): string =>
  state === undefined ? 'null' : JSON.stringify([String(state.hard), String(state.used), phases.map((phase) => String(state.needed[phase]))])

/** An amount as a number of its billionths. */
const exact = (amount: Quantity): string => String(amount.times(1_000_000_000n).value())

const amountsOf = (state: QuotaOfRun | undefined): string | undefined =>
  state && [state.hard, state.used, ...phases.map((phase) => state.needed[phase])].map(exact).join(' ')

const validate = new Ajv2020({strictTypes: false, strictRequired: false}).compile(JSON.parse(readFileSync(new URL('../../schemas/diff.schema.json', import.meta.url), 'utf8')) as object)

describe('the JSON report of random changes of all kinds', () => {
  it('lists exactly the differences of two separate simulations, for each object, workload, policy, quota and namespace', () => {
    const seen = new Map<string, number>()
    fc.assert(fc.property(sides, ([oldSide, newSide]) => {
      const runOf = (side: Side): Capacity => capacity(inputOf(side), optionsOf(side))
      const [oldRun, newRun] = [runOf(oldSide), runOf(newSide)]
      const report = JSON.parse(diffJson(diff(oldRun, newRun), {ending: {exitStatus: 0, incomplete: []}})) as Report
      expect(validate(report), JSON.stringify(validate.errors)).to.equal(true)
      const [before, after] = [simulate(inputOf(oldSide), optionsOf(oldSide)), simulate(inputOf(newSide), optionsOf(newSide))]
      const effects = report.namespaces.flatMap(({causes}) => causes.flatMap((cause) => cause.effects))

      // Objects and workloads.
      expect(reportedEffects(effects)).to.deep.equal(expectedEffects(before, after))
      const [old, now] = [seenIn(before), seenIn(after)]
      for (const [key, {review, workload: outcome}] of now) {
        const twin = old.get(key)
        if (twin === undefined || JSON.stringify(twin.review.manifest.body) !== JSON.stringify(review.manifest.body)) continue
        const listed = effects.flatMap(({object, fields = []}) => keyOf(object) === key ? fields : []).map(({from, to}) => changeText(from, to))
        const both = twin.review.allowed && review.allowed
        expect(listed.sort(), key).to.deep.equal([...both ? differingValues(twin.review, review) : [], ...ownedValues(twin.workload, outcome)].sort())
        if (listed.length > 0) seen.set('fields', (seen.get('fields') ?? 0) + 1)
      }

      // Quotas and namespaces.
      const [oldQuotas, newQuotas] = [quotasOf(oldRun), quotasOf(newRun)]
      const unfit = (key: string): readonly object[] => phases.flatMap((phase) => {
        const known = new Set((oldQuotas.get(key)?.unfitIn?.(phase) ?? []).map(keyOf))
        const left = (newQuotas.get(key)?.unfitIn?.(phase) ?? []).filter((each) => !known.has(keyOf(each)))
        return left.length === 0 ? [] : [{phase, objects: left.map(({kind, name}) => ({kind, name}))}]
      })
      const isOther = (key: string): boolean => amountsOf(oldQuotas.get(key)) !== amountsOf(newQuotas.get(key)) || unfit(key).length > 0
      const quotaKeys = [...new Set([...oldQuotas.keys(), ...newQuotas.keys()])].filter(isOther)
      const listedQuotas = report.namespaces.flatMap(({quotas}) => quotas)
      const shown = (state: Json): string => state === null ? 'null' : JSON.stringify([(state as Body)['hard'], (state as Body)['used'], phases.map((phase) => ((state as Body)['needed'] as Body)[phase])])
      expect(listedQuotas.map(({quota, resource, before: was, after: is}) => `${quota} ${resource}: ${shown(was)} → ${shown(is)}`).sort())
        .to.deep.equal(quotaKeys.map((key) => `${key}: ${stateText(oldQuotas.get(key))} → ${stateText(newQuotas.get(key))}`).sort())
      for (const {quota, resource, after: is, headroom, unfit: listed} of listedQuotas) {
        const key = `${quota} ${resource}`
        expect(listed, key).to.deep.equal(unfit(key))
        const state = newQuotas.get(key)
        expect(headroom === null, key).to.equal(is === null)
        if (state !== undefined) for (const phase of phases) expect(Quantity.parse(headroom?.[phase] ?? '').add(state.needed[phase]).equals(state.hard), `${key} ${phase}`).to.equal(true)
      }
      for (const {quota: {metadata: {name = ''}, status}, usedBefore} of after.quotas) {
        for (const {quota, resource, after: is} of listedQuotas.filter((each) => each.quota === name)) {
          const state = is as {readonly hard: string, readonly used: string} | null
          const used = usedBefore[resource] ?? Quantity.zero
          if (state !== null) expect([state.hard, exact(Quantity.parse(state.used))], quota).to.deep.equal([String(status?.hard?.[resource]), exact(used)])
        }
      }
      const totalsOf = ({namespaces}: Capacity): Map<string, Quantity> => new Map(Object.entries(namespaces.find(({namespace}) => namespace === 'dev')?.total.steady ?? {}))
      const [oldTotals, newTotals] = [totalsOf(oldRun), totalsOf(newRun)]
      const resourceNames = [...new Set([...oldTotals.keys(), ...newTotals.keys()])].filter((name) => name === 'pods' || /^(?:requests|limits)\./.test(name))
      expect(Object.fromEntries(report.namespaces.flatMap(({totals}) => totals).map(({resource, change}) => [resource, exact(Quantity.parse(change))])))
        .to.deep.equal(Object.fromEntries(resourceNames.flatMap((name) => {
          const change = (newTotals.get(name) ?? Quantity.zero).sub(oldTotals.get(name) ?? Quantity.zero)
          return change.isZero() ? [] : [[name, exact(change)]]
        })))

      // Policies in force.
      const storedOf = ({policies: {stored}}: Simulation): Map<string, string> => new Map([...stored.values()].map((body) => {
        const {kind, metadata: {labels, annotations, name} = {}, spec, value, globalDefault} = body as Body & {readonly metadata?: Body}
        return [`${String(kind)}/${String(name)}`, JSON.stringify([spec, labels, annotations, value, globalDefault])]
      }))
      const [oldStored, newStored] = [storedOf(before), storedOf(after)]
      expect([...new Set(report.policies.map(({policy}) => keyOf(policy)))].sort())
        .to.deep.equal([...new Set([...oldStored.keys(), ...newStored.keys()])].filter((key) => oldStored.get(key) !== newStored.get(key)).sort())
      expect(report.summary.newlyDenied).to.equal(effects.some(({newlyDenied}) => newlyDenied))
      expect(report.summary.changed).to.equal(report.namespaces.length + report.policies.length > 0)
      for (const {type} of effects) seen.set(type, (seen.get(type) ?? 0) + 1)
      const unfitQuotas = listedQuotas.filter((each) => (each.unfit as object[]).length > 0)
      for (const [name, list] of Object.entries({quotas: listedQuotas, unfit: unfitQuotas, totals: report.namespaces.flatMap(({totals}) => totals)})) {
        if (list.length > 0) seen.set(name, (seen.get(name) ?? 0) + 1)
      }
    }), {numRuns: runs(150), seed: 1})
    for (const name of ['denied', 'admitted', 'denied-otherwise', 'added', 'removed', 'warnings', 'fields', 'replicas', 'rollout', 'autoscaler', 'job', 'second-run', 'quotas', 'unfit', 'totals']) {
      expect(seen.get(name) ?? 0, name).to.be.greaterThan(0)
    }
  })

  it('is empty for a run and itself, and reverses when the sides change places', () => {
    const opposite: Readonly<Record<string, string>> = {denied: 'admitted', admitted: 'denied', added: 'removed', removed: 'added'}
    const pods = fc.array(podOf('p'), {minLength: 1, maxLength: 3}).map(unique)
    const rules = fc.uniqueArray(fc.oneof(limitRangePolicy, quotaPolicy), {maxLength: 3, selector: keyOfBody})
    fc.assert(fc.property(rules, rules, pods, (oldPolicies, newPolicies, sent) => {
      const run = (own: readonly Body[]): Capacity => {
        const side = {policies: own, objects: sent, existing: [], settings: {}}
        return capacity(inputOf(side), optionsOf(side))
      }
      const [before, after] = [run(oldPolicies), run(newPolicies)]
      expect(diff(before, before).namespaces).to.deep.equal([])
      const types = (effects: ReturnType<typeof effectsIn>, turn: (type: string) => string): string[] =>
        effects.map(({object, difference}) => `${object.kind} ${object.name}: ${turn(difference.type)}`).filter((text, i, all) => all.indexOf(text) === i).sort()
      expect(types(effectsIn(diff(after, before)), (type) => type)).to.deep.equal(types(effectsIn(diff(before, after)), (type) => opposite[type] ?? type))
    }), {numRuns: runs(40), seed: 2})
  })
})
