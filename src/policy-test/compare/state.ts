import {textOf as text} from '../../machinery/go/json-value.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'
import type {QuotaChange} from '../../simulate/quotas.js'
import type {Ending, WorkloadOutcome} from '../../simulate/simulate.js'
import type {Positioned} from '../../test-file/decoder.js'
import type {Expectation} from '../../test-file/expectation.js'
import type {TestNode} from '../../test-file/test-node.js'
import {isSelected} from '../object-files.js'
import {compareCount, compareFields} from './answers.js'
import type {Checker} from './checker.js'

/** Compares the state of the cluster after a step with an expectation. */
export function compareState(checker: Checker, expected: Expectation, ending: Ending): void {
  const {quotas, pods, rollout} = expected
  if (quotas !== undefined) for (const [name, resources] of quotas) compareQuota(checker, name, resources, ending, expected.node)
  if (pods === undefined && rollout === undefined) return
  const workload = workloadOf(checker, expected, ending.workloads)
  if (workload === undefined) return
  if (pods !== undefined) comparePods(checker, pods, workload)
  if (rollout !== undefined) {
    const verdict = workload.rollout?.verdict
    const compared = {subject: subjectOf(workload), field: 'rollout', node: rollout.node}
    if (verdict === undefined) checker.fail(compared, rollout.value, 'this workload has no rollout')
    else checker.equal(compared, rollout.value, verdict)
  }
}

const subjectOf = ({kind, name}: WorkloadOutcome): string => `${kind}/${name}`

type Resources = ReadonlyMap<string, Positioned<Quantity>>

function compareQuota(checker: Checker, name: string, resources: Resources, {quotas}: Ending, node: TestNode): void {
  const found = quotas.filter((quota) => namesOf(quota).includes(name))
  const compared = {subject: '', field: `quotas.${name}`, node: node.at(['quotas', name])}
  const [only, ...others] = found
  if (only === undefined) return checker.fail(compared, 'a quota of this name', `the quotas are ${quotas.map((quota) => namesOf(quota)[1]).join(', ') || 'none'}`)
  if (others.length > 0) return checker.fail(compared, 'one quota of this name', `write one of ${found.map((quota) => namesOf(quota)[1]).join(', ')}`)
  for (const [resource, {value, node: valueNode}] of resources) {
    const used = only.quota.status?.used?.[resource]
    const of = {subject: '', field: `quotas.${name}.${resource}`, node: valueNode}
    if (used === undefined) checker.fail(of, String(value), 'the quota does not bound this resource')
    else if (value.compare(used) !== 0) checker.fail(of, String(value), String(used), shownAmount(used))
  }
}

/** An amount as people write it: numbers without quotes. */
const shownAmount = (amount: Quantity): string | number => /^\d{1,15}$/.test(String(amount)) ? Number(String(amount)) : String(amount)

/** The names of a quota in a test: without and with its namespace. */
function namesOf({quota: {metadata}}: QuotaChange): readonly [string, string] {
  const {name = '', namespace = ''} = metadata
  return [name, `${namespace}/${name}`]
}

/** Returns the workload that an expectation is about; reports if it is not the only one. */
function workloadOf(checker: Checker, {object, node}: Expectation, workloads: readonly WorkloadOutcome[]): WorkloadOutcome | undefined {
  const found = object === undefined ? workloads
    : workloads.filter(({kind, namespace, name}) => isSelected({kind, metadata: {namespace, name}}, object))
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only
  const names = workloads.map(subjectOf).join(', ')
  const actual = workloads.length === 0 ? 'there is no workload' : `the workloads are ${names}: choose one with "object: KIND/NAME"`
  checker.fail({subject: '', field: 'pods', node}, object === undefined ? 'one workload' : `a workload ${object.text}`, actual)
  return undefined
}

function comparePods(checker: Checker, {created, wanted, denied, message, stored}: NonNullable<Expectation['pods']>, workload: WorkloadOutcome): void {
  const subject = subjectOf(workload)
  compareCount(checker, 'pods.created', created, workload.created, subject)
  compareCount(checker, 'pods.wanted', wanted, workload.wanted, subject)
  compareCount(checker, 'pods.denied', denied, workload.refused, subject)
  const pods = workload.owned.filter(({manifest: {body}}) => text(body['kind']) === 'Pod')
  if (message !== undefined) {
    const first = pods.find(({allowed}) => !allowed)
    checker.text({subject, field: 'pods.message'}, message, first?.status.message ?? 'no pod is denied')
  }
  if (stored !== undefined) {
    const admitted = pods.filter(({allowed}) => allowed)
    for (const pod of admitted) compareFields(checker, {subject, field: 'pods.stored', node: stored.node}, stored, pod.object)
    if (admitted.length === 0) checker.fail({subject, field: 'pods.stored', node: stored.node}, 'a pod that is stored', 'no pod is created')
  }
}
