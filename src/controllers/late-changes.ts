import type {KubeObject} from '../kinds/kind.js'

/** Objects of a kind that were deleted, or changed, and that a quota still counts as they were. */
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
 * The full resyncs of the quota controller, and what it counts only then. A resync comes each time that another period of the
 * time that passes in the cluster is over.
 */
export class LateChanges {
  /** In milliseconds, like all times here. */
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

  /** How long it takes until the next resync; undefined where nothing waits for it. */
  get untilResync(): number | undefined {
    return this.quotas.size === 0 ? undefined : Math.max(0, this.due - this.elapsed)
  }

  /**
   * Lets time go by.
   *
   * @returns the namespaces with quotas that are to be counted, as a resync has come that something waited for
   */
  pass(milliseconds: number): ReadonlySet<string> {
    this.elapsed += milliseconds
    if (this.elapsed < this.due) return new Set()
    this.due = (Math.floor(this.elapsed / this.period) + 1) * this.period
    const namespaces = new Set([...this.quotas.values()].map(({namespace}) => namespace))
    this.quotas.clear()
    return namespaces
  }

  /** What a quota does not count yet. */
  of(quota: Quota): readonly LateChange[] {
    return this.quotas.get(keyOf(quota))?.changes ?? []
  }

  /** Has changes of objects wait until the quota is counted. */
  add(quota: Quota, {kind}: Pick<KubeObject, 'kind'>, {isDeleted, count}: Omit<LateChange, 'kind'>): void {
    const changes = this.of(quota)
    const isSame = (change: LateChange): boolean => change.kind === kind && change.isDeleted === isDeleted
    const next = changes.some(isSame)
      ? changes.map((change) => isSame(change) ? {...change, count: change.count + count} : change)
      : [...changes, {kind, isDeleted, count}]
    this.quotas.set(keyOf(quota), {namespace: quota.metadata.namespace ?? '', changes: next})
  }

  /** Hears that a quota was counted, or is gone. */
  counted(quota: Quota): void {
    this.quotas.delete(keyOf(quota))
  }
}

const keyOf = ({metadata: {namespace = '', name = ''}}: Quota): string => `${namespace}/${name}`
