import type {StatusWriter} from '../admission/plugin.js'
import type {Change, Controller} from '../controllers/controller.js'
import type {LateChange} from '../controllers/late-changes.js'
import type {UsageParts} from '../controllers/usage-parts.js'
import type {KubeObject} from '../kinds/kind.js'
import type {ResourceQuota} from '../machinery/api/core-v1.js'
import type {GroupName} from '../machinery/meta/status.js'

/** The controllers of a cluster as one: each reacts to every change of the store. */
export class Controllers implements Controller {
  constructor(private readonly all: readonly Controller[]) {}

  fork(store: StatusWriter): Controllers {
    return new Controllers(this.all.map((controller) => controller.fork(store)))
  }

  discover(resource: GroupName, namespace: string): void {
    for (const controller of this.all) controller.discover(resource, namespace)
  }

  observe(change: Change): void {
    for (const controller of this.all) controller.observe(change)
  }

  loaded(): void {
    for (const controller of this.all) controller.loaded()
  }

  assumeUsage(namespace: string): void {
    for (const controller of this.all) controller.assumeUsage(namespace)
  }

  resync(namespace: string): void {
    for (const controller of this.all) controller.resync(namespace)
  }

  get untilResync(): number | undefined {
    const [first] = this.all.flatMap(({untilResync}) => untilResync ?? [])
    return first
  }

  pass(milliseconds: number): boolean {
    return this.all.map((controller) => controller.pass(milliseconds)).includes(true)
  }

  usageParts(quota: ResourceQuota): UsageParts | undefined {
    return this.all.map((controller) => controller.usageParts(quota)).find((parts) => parts !== undefined)
  }

  lateChanges(quota: Pick<KubeObject, 'metadata'>): readonly LateChange[] {
    return this.all.flatMap((controller) => controller.lateChanges(quota))
  }
}
