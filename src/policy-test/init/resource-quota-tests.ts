import {Quantity} from '../../machinery/quantity/quantity.js'
import type {QuotaChange} from '../../simulate/quotas.js'
import type {JsonObject} from '../../source/json-value.js'
import {nameOf, objectAt, scalarText} from '../mutate/body.js'
import type {PolicyItem} from '../mutate/policy-item.js'
import {causesOf, expectationOf, isDeniedBy, isPlaceOf, type Outcome} from './bench.js'
import type {DraftTest, Subject} from './draft.js'
import type {Materials} from './limit-range-tests.js'
import {claimOfClass, subjectsFor} from './quota-subjects.js'

/**
 * Returns the tests of a resource of a ResourceQuota: an object that uses exactly what is left, and one for which too little is left.
 * The usage of other objects is stated, so that one object reaches the bound.
 */
export function hardTests(item: PolicyItem, materials: Materials): DraftTest[] {
  const {bench, namespace} = materials
  const resource = String(item.field.step)
  let mixed: DraftTest[] = []
  for (const subject of [...subjectsFor(item.policy, materials), ...claimOfClass(resource)]) {
    const probe = bench.send({object: subject.object, namespace})
    if (probe === undefined) continue
    if (!probe.review.allowed && isDeniedBy(probe, isPlaceOf(item))) {
      if (mixed.length === 0) mixed = [draft(item, subject, probe, {text: 'denies even the first object', existing: []}, namespace)]
      continue
    }
    const delta = deltaOf(probe, item, namespace)
    const tests = delta === undefined ? [] : testsAt(item, subject, delta, materials)
    if (tests.length > 0) return tests
  }
  return mixed
}

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
const usage = ({policy, field}: PolicyItem, used: Quantity): JsonObject[] => used.isZero() ? [] : [{
  apiVersion: 'v1', kind: 'ResourceQuotaUsage', metadata: {name: nameOf(policy.body)}, status: {used: {[String(field.step)]: String(used)}},
}]

/** The first part of a test: its name and existing objects. */
interface Beginning extends Pick<DraftTest, 'existing'> {
  readonly text: string
}

function draft({policy, name, value}: PolicyItem, subject: Subject, outcome: Outcome, {text, existing}: Beginning, namespace: string): DraftTest {
  return {name: `${policy.name}: ${name} ${value} ${text}`, namespace, existing, object: subject.written, expect: expectationOf(outcome)}
}

/** Returns the test of a scope: an object that is not in it is admitted although the quota is used up. None if no such object is found. */
export function scopeTests(item: PolicyItem, materials: Materials): DraftTest[] {
  const {bench, namespace} = materials
  const hard = objectAt(item.policy.body, 'spec', 'hard')
  const full: JsonObject = {apiVersion: 'v1', kind: 'ResourceQuotaUsage', metadata: {name: nameOf(item.policy.body)}, status: {used: hard}}
  for (const subject of subjectsFor(item.policy, materials)) {
    const outcome = bench.send({object: subject.object, namespace, existing: [full]})
    const isExempt = outcome?.exemptions.some(isPlaceOf(item))
    if (outcome?.review.allowed === true && isExempt === true) {
      return [draft(item, subject, outcome, {text: 'leaves out an object outside of it', existing: [full]}, namespace)]
    }
  }
  return []
}
