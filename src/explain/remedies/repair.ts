import type {BoundCheck, QuotaExplanation} from '../../admission/explanation.js'
import type {ContainerAmount, PodSum} from '../../kinds/pod/resources/pod-sum.js'
import type {Pod, ResourceRequirements} from '../../machinery/api/core-v1.js'
import {type FieldPath} from '../../machinery/field/path.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import type {Edit} from './edit.js'

type Side = 'requests' | 'limits'

/** Returns edits that satisfy what denies a request, as far as fields of resources can; empty if no field does. */
export function repair(review: ManifestReview, spec: FieldPath): Edit[] {
  const policies = review.trace?.explanations.flatMap((one) => one.policies) ?? []
  const repairer = new Repairer(review.trace?.mutated, spec)
  for (const policy of policies) {
    if (policy.type === 'limit-range') policy.checks.filter(({violation}) => violation !== undefined).forEach((check) => repairer.bound(check))
    if (policy.type === 'quota') repairer.quota(policy)
  }
  return repairer.edits
}

/** Collects the edits of resources of one object. Requests stay at most limits. */
class Repairer {
  readonly edits: Edit[] = []

  constructor(private readonly object: Pod | undefined, private readonly spec: FieldPath) {}

  bound(check: BoundCheck): void {
    if (check.type === 'Pod') this.podBound(check)
    else {
      const [side, amount] = targetOf(check)
      this.set(this.resourcesAt(check.path), check.resource, side, amount)
    }
  }

  /** Changes the container that contributes most. */
  private podBound({bound, resource, enforced, limit, request, violation, sums}: BoundCheck): void {
    const side = violation?.side ?? 'limits'
    const sum = sums.find((one) => one.side === (bound === 'maxLimitRequestRatio' ? 'requests' : side))
    const target = bound === 'maxLimitRequestRatio' ? limit && dividedUp(limit, enforced, resource) : enforced
    const current = bound === 'maxLimitRequestRatio' || side === 'requests' ? request : limit
    if (sum !== undefined && target !== undefined && current !== undefined) this.shift(sum, target.sub(current))
  }

  quota({sums, unmet}: QuotaExplanation): void {
    for (const {resource, usage, excess, sum} of sums) {
      if (excess === undefined) continue
      if (sum !== undefined) this.shift(sum, Quantity.zero.sub(excess))
      else if (resource === 'requests.storage' && usage.compare(excess) > 0) this.set(this.spec.child('resources'), 'storage', 'requests', usage.sub(excess))
      else if (resource === 'services.loadbalancers' || resource === 'services.nodeports') this.edits.push({field: this.spec.child('type'), from: undefined, to: 'ClusterIP'})
    }
    for (const {resource, containers} of unmet) for (const name of containers) this.state(name, resource)
  }

  /** Changes a sum by changing the greatest amount in it. */
  private shift({side, resource, running, runningSum, starting, aggregate, podLevel}: PodSum, difference: Quantity): void {
    if (podLevel !== undefined) return this.setPositive(this.spec.child('resources'), resource, side, podLevel.add(difference))
    const parts: readonly ContainerAmount[] = runningSum.compare(aggregate) < 0 ? starting.filter(({sum}) => sum.compare(aggregate) === 0) : running
    const greatest = parts.reduce<ContainerAmount | undefined>((most, one) => most === undefined || one.amount.compare(most.amount) > 0 ? one : most, undefined)
    if (greatest === undefined) return
    this.setPositive(this.resources(greatest.list, greatest.index), resource, side, greatest.amount.add(difference), parts.length > 1)
  }

  private setPositive(path: FieldPath, resource: string, side: Side, amount: Quantity, isOneOfSeveral = false): void {
    if (amount.sign() > 0) this.set(path, resource, side, amount, isOneOfSeveral)
  }

  /** States an amount that a quota requires: that of the other side, or a common one. */
  private state(name: string, key: string): void {
    const side = key.startsWith('limits.') ? 'limits' : 'requests'
    const resource = key.replace(/^(requests|limits)\./, '')
    for (const list of ['containers', 'initContainers'] as const) {
      const index = this.object?.spec?.[list]?.findIndex((container) => container.name === name) ?? -1
      if (index === -1) continue
      const path = this.resources(list, index)
      const other = this.current(path)?.[side === 'limits' ? 'requests' : 'limits']?.[resource]
      this.set(path, resource, side, other ?? Quantity.parse(common[resource] ?? '1'))
    }
  }

  private resources(list: 'containers' | 'initContainers', index: number): FieldPath {
    return this.spec.child(list).index(index).child('resources')
  }

  /** The resources at the place of a check, below the spec of the pod. */
  private resourcesAt(path: FieldPath): FieldPath {
    const [, list, index] = path.steps()
    return (list === 'containers' || list === 'initContainers') && typeof index === 'number' ? this.resources(list, index) : this.spec.child('resources')
  }

  /** Sets an amount, and moves the other side along if the request would exceed the limit. */
  private set(path: FieldPath, resource: string, side: Side, amount: Quantity, isOneOfSeveral = false): void {
    const current = this.current(path)
    const place = (one: Side): FieldPath => path.child(one).key(resource)
    const other = side === 'limits' ? 'requests' : 'limits'
    const beside = current?.[other]?.[resource]
    const isCrossed = beside !== undefined && (side === 'limits' ? beside.compare(amount) > 0 : beside.compare(amount) < 0)
    this.edits.push({field: place(side), from: current?.[side]?.[resource], to: amount, isOneOfSeveral})
    if (isCrossed) this.edits.push({field: place(other), from: beside, to: amount})
  }

  private current(path: FieldPath): ResourceRequirements | undefined {
    const fieldIn = (value: unknown, step: string | number): unknown => (value as Readonly<Record<string | number, unknown>> | undefined)?.[step]
    return path.steps().slice(this.spec.steps().length).reduce(fieldIn, this.object?.spec) as ResourceRequirements | undefined
  }
}

/** Amounts to state where nothing is known about the need. */
const common: Readonly<Record<string, string>> = {'cpu': '100m', 'memory': '128Mi', 'ephemeral-storage': '1Gi'}

/** The side to change for a violated bound of a container or claim, and its new amount. */
function targetOf({bound, enforced, limit, request, resource, violation}: BoundCheck): [Side, Quantity] {
  if (bound !== 'maxLimitRequestRatio') return [violation?.side ?? 'limits', enforced]
  if (limit === undefined) return ['limits', request ?? enforced]
  return ['requests', dividedUp(limit, enforced, resource)]
}

/** The least request whose limit is at most a multiple of it: in thousandths for cpu, else in whole units. */
function dividedUp(limit: Quantity, ratio: Quantity, resource: string): Quantity {
  const unit = resource === 'cpu' ? 1000n : 1n
  const whole = limit.quotient(ratio, unit)
  const rounded = limit.quotient(ratio, unit * 1000n) > whole * 1000n ? whole + 1n : whole
  return resource === 'cpu' ? Quantity.parse(`${rounded}m`) : Quantity.fromInteger(rounded, limit.format)
}
