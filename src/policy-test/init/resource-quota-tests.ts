import {stoppedClock} from '../../admission/clock.js'
import type {PolicyPlace} from '../../admission/plugin.js'
import {podEvaluator} from '../../admission/plugins/resource-quota/index.js'
import type {Pod} from '../../machinery/api/core-v1.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import type {QuotaChange} from '../../simulate/quotas.js'
import type {JsonObject} from '../../source/json-value.js'
import {nameOf, objectAt, scalarText} from '../mutate/body.js'
import type {PolicyItem} from '../mutate/policy-item.js'
import {causesOf, expectationOf, isDeniedBy, isPlaceOf, type Outcome} from './bench.js'
import type {DraftTest, Subject} from './draft.js'
import type {Materials} from './materials.js'
import {podsWithout, subjectsFor} from './quota-subjects.js'
import {fieldsInScopes, positionOf, scopeFields, termsOf} from './scopes.js'

/**
 * Returns the tests of a resource of a ResourceQuota: an object that uses exactly what is left, and one for which too little is left.
 * The usage of other objects is stated, so that one object reaches the bound.
 */
export function hardTests(item: PolicyItem, materials: Materials): DraftTest[] {
  const {bench, namespace, priorities} = materials
  const spec = fieldsInScopes(termsOf(item.policy), priorities)
  let mixed: DraftTest[] = []
  for (const subject of subjectsFor(String(item.field.step), spec, materials)) {
    const probe = bench.send({object: subject.object, namespace})
    if (probe === undefined) continue
    if (isExceededBy(probe, item)) {
      if (mixed.length === 0) mixed = [draft(item, subject, probe, {text: 'denies even the first object', existing: []}, namespace)]
      continue
    }
    const delta = deltaOf(probe, item, namespace)
    const tests = delta === undefined ? [] : testsAt(item, subject, delta, materials)
    if (tests.length > 0) return tests
  }
  return mixed
}

/** Returns the test of a pod that lacks an amount which a quota requires; none if every pod has one, by defaults for example. */
export function demandTests(item: PolicyItem, materials: Materials): DraftTest[] {
  const {bench, namespace, priorities} = materials
  const resource = String(item.field.step)
  if (!isRequired(resource)) return []
  const isCause = isPlaceOf(item)
  for (const subject of podsWithout(resource, fieldsInScopes(termsOf(item.policy), priorities), materials)) {
    const outcome = bench.send({object: subject.object, namespace})
    const isDemanded = outcome?.review.steps.some(({rejection}) =>
      rejection?.reasons.some(({cause, field}) => field !== undefined && cause !== undefined && isCause(cause)) === true) === true
    if (outcome !== undefined && isDemanded) return [draft(item, subject, outcome, {text: 'denies a pod that does not state it', existing: []}, namespace)]
  }
  return []
}

const bare: Pod = {apiVersion: 'v1', kind: 'Pod', metadata: {}, spec: {containers: [{name: 'c'}]}}

/** True for a resource that each container must state under a quota: one without resources lacks it. */
const isRequired = (resource: string): boolean => podEvaluator(stoppedClock).constraints?.([resource], bare).length !== 0

/** True if an object exceeds the amount of an item. The reason for a missing amount names its field instead. */
const isExceededBy = ({review: {steps}}: Outcome, item: PolicyItem): boolean => steps.some(({rejection}) =>
  rejection?.reasons.some(({cause, field}) => field === undefined && cause !== undefined && isPlaceOf(item)(cause)) === true)

const quotaIn = ({quotas}: Outcome, {policy}: PolicyItem, namespace: string): QuotaChange | undefined =>
  quotas.find(({quota: {metadata}}) => metadata.name === nameOf(policy.body) && metadata.namespace === namespace)

/** Returns what an admitted object adds to the usage of a resource; undefined for nothing. */
function deltaOf(outcome: Outcome, item: PolicyItem, namespace: string): Quantity | undefined {
  const {quota, usedBefore} = quotaIn(outcome, item, namespace) ?? {}
  const resource = String(item.field.step)
  const after = quota?.status?.used?.[resource]
  if (!outcome.review.allowed || after === undefined) return undefined
  const delta = after.sub(usedBefore?.[resource] ?? Quantity.zero)
  return delta.sign() > 0 ? delta : undefined
}

function testsAt(item: PolicyItem, subject: Subject, delta: Quantity, {bench, namespace}: Materials): DraftTest[] {
  const {object} = subject
  const left = Quantity.parse(item.value).sub(delta)
  if (left.sign() < 0) return []
  const within = {text: `admits an object that uses all that is left, ${delta}`, existing: usage(item, left)}
  const good = bench.send({object, namespace, existing: within.existing})
  if (good?.review.allowed !== true) return []
  for (const {to} of item.mutations[0] ?? []) {
    const used = Quantity.parse(scalarText(to)).sub(delta)
    const beyond = {text: `denies the same object when ${Quantity.parse(item.value).sub(used)} is left`, existing: usage(item, used)}
    const bad = bench.send({object, namespace, existing: beyond.existing})
    if (bad !== undefined && isDeniedBy(bad, isPlaceOf(item)) && causesOf(bad.review).length === 1) {
      return [draft(item, subject, good, within, namespace), draft(item, subject, bad, beyond, namespace)]
    }
  }
  return []
}

/** The document that sets the usage of one resource of a quota; none for a quota without usage. */
const usage = ({policy, field}: PolicyItem, used: Quantity): JsonObject[] => used.isZero() ? [] : [usageOf(policy.body, {[String(field.step)]: String(used)})]

const usageOf = (quota: JsonObject, used: JsonObject): JsonObject =>
  ({apiVersion: 'v1', kind: 'ResourceQuotaUsage', metadata: {name: nameOf(quota)}, status: {used}})

/** The first part of a test: its name and existing objects. */
interface Beginning extends Pick<DraftTest, 'existing'> {
  readonly text: string
}

function draft({policy, name, value}: PolicyItem, subject: Subject, outcome: Outcome, {text, existing}: Beginning, namespace: string): DraftTest {
  return {name: `${policy.name}: ${name} ${value} ${text}`, namespace, existing, object: subject.source, expect: expectationOf(outcome)}
}

/**
 * Returns the tests of a scope, under a quota that is used up: objects outside of it are admitted, one for each value that keeps an object
 * out. Objects inside of it are denied, one for each value after the first, with which the tests of amounts are.
 */
export function scopeTests(item: PolicyItem, materials: Materials): DraftTest[] {
  const {priorities} = materials
  const terms = termsOf(item.policy)
  const position = positionOf(item)
  const {inside, outside} = scopeFields(terms[position], priorities)
  const found = (choices: readonly JsonObject[], isOutside: boolean): DraftTest[] => choices.flatMap((fields) =>
    scopeTest(item, fieldsInScopes(terms, priorities, {position, fields}), {isOutside, label: fieldText(fields)}, materials) ?? [])
  return [...found(outside, true), ...found(inside.slice(1), false)]
}

/** Returns a class for the name of a test: ` with priorityClassName high`; nothing for other fields. */
function fieldText(fields: JsonObject): string {
  const [[name, value] = []] = Object.entries(fields)
  return name === undefined || typeof value !== 'string' ? '' : ` with ${name} ${value}`
}

interface ScopeCase {
  /** True for an object that the scope leaves out. */
  readonly isOutside: boolean
  readonly label: string
}

function scopeTest(item: PolicyItem, spec: JsonObject, {isOutside, label}: ScopeCase, materials: Materials): DraftTest | undefined {
  const {bench, namespace} = materials
  const hard = objectAt(item.policy.body, 'spec', 'hard')
  const existing = [usageOf(item.policy.body, hard)]
  const isOfQuota = ({policy: {kind, metadata}}: PolicyPlace): boolean => kind === item.policy.kind && metadata.name === nameOf(item.policy.body)
  for (const subject of Object.keys(hard).flatMap((resource) => subjectsFor(resource, spec, materials))) {
    const outcome = bench.send({object: subject.object, namespace, existing})
    if (outcome === undefined) continue
    const isFound = isOutside ? outcome.review.allowed && outcome.exemptions.some(isPlaceOf(item)) : isDeniedBy(outcome, isOfQuota)
    if (isFound) return draft(item, subject, outcome, {text: isOutside ? `leaves out an object outside of it${label}` : `counts an object${label}`, existing}, namespace)
  }
  return undefined
}
