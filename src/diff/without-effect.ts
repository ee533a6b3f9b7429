import {admissionPlugins} from '../admission/plugins/index.js'
import {standardTypes} from '../kinds/limit-range/validate.js'
import {namespace as namespaceKind} from '../kinds/namespace/index.js'
import {Quantity} from '../machinery/quantity/quantity.js'
import type {Simulation} from '../simulate/simulate.js'
import {readersOf} from './looked-up.js'
import {configurationKind} from './policy-fields.js'
import type {CauseEffects, IdleChange, IdleReason, NamespaceDiff, PolicyChange} from './types.js'

/** The facts that determine why a change has no effect. */
interface Compared {
  /** The run after the change. */
  readonly after: Simulation
  /** The namespaces of the objects. */
  readonly namespaces: ReadonlySet<string>
}

/**
 * Returns the changes of policies that neither cause a difference nor bear on one, each with the reason. A bound of a quota that differs
 * is a difference. A policy that is rejected on one side is a denied object.
 */
export function withoutEffect(policies: readonly PolicyChange[], differences: readonly NamespaceDiff[], compared: Compared): IdleChange[] {
  const changes = new Set(differences.flatMap(({causes}) => causes.flatMap(changesIn)))
  const effective = new Set([...changes].flatMap((change) => [keyOf(change, change.field), keyOf(change, '')]))
  const bounds = new Set(differences.flatMap(({namespace, quotas}) => quotas.map(({quota, resource}) => JSON.stringify([namespace, quota, resource]))))
  const isBound = ({policy: {kind, namespace = '', name}, field}: PolicyChange): boolean =>
    kind === 'ResourceQuota' && bounds.has(JSON.stringify([namespace, name, field]))
  return policies.filter((change) => change.isRejected !== true && !isBound(change) && !effective.has(keyOf(change, change.field)))
    .map((change) => ({...change, reason: reasonOf(change, compared)}))
}

/** The changes of policies that cause differences, or bear on them. */
const changesIn = ({cause, effects}: CauseEffects): PolicyChange[] =>
  [...cause.type === 'policy' && cause.change !== 'same' ? [cause] : [], ...[...new Set(effects.map(({otherChanges}) => otherChanges))].flat()]

const keyOf = ({policy: {apiVersion, kind, namespace, name}}: PolicyChange, field: string): string => JSON.stringify([apiVersion, kind, namespace, name, field])

function reasonOf(change: PolicyChange, {after, namespaces}: Compared): IdleReason {
  const {policy: {kind, name}} = change
  const namespace = kind === namespaceKind.kind ? name : change.policy.namespace
  const plugins = admissionPlugins.flatMap(({name, kinds}) => kinds.some((each) => each.kind === kind) ? [{plugin: name, lookup: undefined}] : [])
  const readers = [...plugins, ...readersOf(change)]
  if (plugins.length > 0 ? isUnreadInPolicy(change) : isUnread(change, readers.length)) return 'not-read'
  if (readers.length > 0 && readers.every(({plugin}) => plugin !== undefined && !after.cluster.hasPlugin(plugin))) return 'plugin-off'
  if (areEqual(change)) return 'same-value'
  if (readers.length > 0 && readers.every(({lookup}) => lookup?.isForAudit)) return 'audit-log'
  return namespace !== undefined && !namespaces.has(namespace) ? 'no-objects' : 'same-results'
}

/** True for a field of a looked-up object that nothing reads, such as the description of a PriorityClass. */
const isUnread = ({policy: {kind}, field}: PolicyChange, readers: number): boolean => field !== '' && kind !== configurationKind && readers === 0

/** True for the labels and annotations of a policy, and for an item of a LimitRange of a type that no server evaluates. */
function isUnreadInPolicy({policy: {kind}, field}: PolicyChange): boolean {
  const [, type] = /^(\S+) /.exec(field) ?? []
  return field.startsWith('metadata.') || (kind === 'LimitRange' && type !== undefined && !standardTypes.has(type))
}

/** True for two notations of one quantity. */
function areEqual({from, to}: PolicyChange): boolean {
  const [old, now] = [from, to].map((value) => typeof value === 'string' ? Quantity.tryParse(value) : undefined)
  return old !== undefined && now?.equals(old) === true
}
