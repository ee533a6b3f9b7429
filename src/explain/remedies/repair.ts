import type {BoundCheck, QuotaExplanation} from '../../admission/explanation.js'
import {partFor, type PodSum} from '../../kinds/pod/resources/pod-sum.js'
import type {ResourceRequirements} from '../../machinery/api/core-v1.js'
import {FieldPath} from '../../machinery/field/path.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import type {Edit} from './edit.js'
import {valueAt} from './value-at.js'

type Side = 'requests' | 'limits'

/** Returns edits of the object of a request that satisfy the LimitRanges and quotas that deny it, as far as fields of resources can. */
export function repair(request: ManifestReview): Edit[] {
  const policies = request.trace?.explanations.flatMap((one) => one.policies) ?? []
  const repairer = new Repairer(request.trace?.mutated)
  for (const policy of policies) {
    if (policy.type === 'limit-range') policy.checks.forEach((check) => repairer.bound(check))
    if (policy.type === 'quota') repairer.quota(policy)
  }
  return repairer.edits
}

const spec = FieldPath.of('spec')

/** Collects the edits of resources of one object. Requests stay at most limits. */
class Repairer {
  readonly edits: Edit[] = []

  constructor(private readonly object: unknown) {}

  bound({type, path, resource, violation, keptBy, sums}: BoundCheck): void {
    if (violation === undefined) return
    if (type !== 'Pod') {
      const {side, amount} = keptBy ?? {side: violation.side, amount: commonAmount(resource)}
      this.set(resourcesAt(path), resource, side, amount)
    } else if (keptBy !== undefined) this.shift(sums.find((sum) => sum.side === keptBy.side), keptBy.amount)
  }

  quota({sums, unmet}: QuotaExplanation): void {
    for (const {resource, room, sum, usage} of sums) {
      if (room === undefined) continue
      if (sum !== undefined) this.shift(sum, room)
      else if (resource === 'requests.storage') this.setPositive(spec.child('resources'), 'storage', room)
      else if (resource === 'services.loadbalancers' || resource === 'services.nodeports') this.changeServiceType(usage)
    }
    for (const {resource, containers} of unmet) for (const name of containers) this.state(name, resource)
  }

  private changeServiceType(usage: Quantity): void {
    if (usage.sign() > 0) this.edits.push({field: spec.child('type'), operation: 'set', from: undefined, to: 'ClusterIP'})
  }

  /** Changes the part of a sum on which it depends most, so that the sum has another total. */
  private shift(sum: PodSum | undefined, total: Quantity): void {
    const part = sum && partFor(sum, total)
    if (sum === undefined || part === undefined) return
    const {container, amount, isOneOfSeveral} = part
    this.set(container === undefined ? spec.child('resources') : resourcesOf(container.list, container.index), sum.resource, sum.side, amount, isOneOfSeveral)
  }

  private setPositive(path: FieldPath, resource: string, amount: Quantity): void {
    if (amount.sign() > 0) this.set(path, resource, 'requests', amount)
  }

  /** States an amount that a quota requires: that of the other side, or a common one. */
  private state(name: string, key: string): void {
    const side = key.startsWith('limits.') ? 'limits' : 'requests'
    const resource = key.replace(/^(requests|limits)\./, '')
    for (const list of ['containers', 'initContainers'] as const) {
      const containers = valueAt(this.object, ['spec', list]) as readonly {readonly name?: string}[] | undefined
      const index = containers?.findIndex((container) => container.name === name) ?? -1
      if (index === -1) continue
      const path = resourcesOf(list, index)
      this.set(path, resource, side, this.resourcesIn(path)?.[side === 'limits' ? 'requests' : 'limits']?.[resource] ?? commonAmount(resource))
    }
  }

  /** Sets an amount, and moves the other side along if the request would exceed the limit. */
  private set(path: FieldPath, resource: string, side: Side, amount: Quantity, isOneOfSeveral = false): void {
    const current = this.resourcesIn(path)
    const place = (one: Side): FieldPath => path.child(one).key(resource)
    const other = side === 'limits' ? 'requests' : 'limits'
    const beside = current?.[other]?.[resource]
    const isCrossed = beside !== undefined && (side === 'limits' ? beside.compare(amount) > 0 : beside.compare(amount) < 0)
    this.edits.push({field: place(side), operation: 'set', from: current?.[side]?.[resource], to: amount, isOneOfSeveral})
    if (isCrossed) this.edits.push({field: place(other), operation: 'set', from: beside, to: amount})
  }

  private resourcesIn(path: FieldPath): ResourceRequirements | undefined {
    return valueAt(this.object, path.steps()) as ResourceRequirements | undefined
  }
}

const resourcesOf = (list: 'containers' | 'initContainers', index: number): FieldPath => spec.child(list).index(index).child('resources')

/** The resources at the place of a check: those of a container, or of the object. */
function resourcesAt(path: FieldPath): FieldPath {
  const [, list, index] = path.steps()
  return (list === 'containers' || list === 'initContainers') && typeof index === 'number' ? resourcesOf(list, index) : spec.child('resources')
}

/** Amounts to state where nothing is known about the need. */
const common: Readonly<Record<string, string>> = {'cpu': '100m', 'memory': '128Mi', 'ephemeral-storage': '1Gi'}

const commonAmount = (resource: string): Quantity => Quantity.parse(common[resource] ?? '1')
