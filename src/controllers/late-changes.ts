import type {KubeObject} from '../kinds/kind.js'

/** Deleted or changed objects of one kind that a quota still counts in their old form. */
export interface LateChange {
  readonly kind: string
  readonly isDeleted: boolean
  readonly count: number
}

type Quota = Pick<KubeObject, 'metadata'>

interface LateQuota {
  readonly namespace: string
  readonly changes: readonly LateChange[]
}

/**
 * The full resyncs of the quota controller, and the changes that it counts only then. A resync runs at every multiple of
 * the period, in the time of the cluster.
 */
export class LateChanges {
  /** In milliseconds, like all times in this class. */
  private elapsed: number
  private due: number
  private readonly quotas: Map<string, LateQuota>

  constructor(private readonly period: number, origin?: LateChanges) {
    this.elapsed = origin?.elapsed ?? 0
    this.due = origin?.due ?? period
    this.quotas = new Map(origin?.quotas)
  }

  fork(): LateChanges {
    return new LateChanges(this.period, this)
  }

  /** Time until the next resync; undefined if nothing waits for it. */
  get untilResync(): number | undefined {
    return this.quotas.size === 0 ? undefined : Math.max(0, this.due - this.elapsed)
  }

  /**
   * Advances the clock.
   *
   * @returns the namespaces whose quotas must be recounted, because a resync ran
   */
  pass(milliseconds: number): ReadonlySet<string> {
    this.elapsed += milliseconds
    if (this.elapsed < this.due) return new Set()
    this.due = (Math.floor(this.elapsed / this.period) + 1) * this.period
    const namespaces = new Set([...this.quotas.values()].map(({namespace}) => namespace))
    this.quotas.clear()
    return namespaces
  }

  /** Returns the changes that a quota does not count yet. */
  of(quota: Quota): readonly LateChange[] {
    return this.quotas.get(keyOf(quota))?.changes ?? []
  }

  /** Defers changes until the quota is counted. */
  add(quota: Quota, {kind}: Pick<KubeObject, 'kind'>, {isDeleted, count}: Omit<LateChange, 'kind'>): void {
    const changes = this.of(quota)
    const isSame = (change: LateChange): boolean => change.kind === kind && change.isDeleted === isDeleted
    const next = changes.some(isSame)
      ? changes.map((change) => isSame(change) ? {...change, count: change.count + count} : change)
      : [...changes, {kind, isDeleted, count}]
    this.quotas.set(keyOf(quota), {namespace: quota.metadata.namespace ?? '', changes: next})
  }

  /** Drops the deferred changes of a quota that was counted or deleted. */
  counted(quota: Quota): void {
    this.quotas.delete(keyOf(quota))
  }
}

const keyOf = ({metadata: {namespace = '', name = ''}}: Quota): string => `${namespace}/${name}`
