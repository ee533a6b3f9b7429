import type {Cluster} from '../cluster/cluster.js'
import type {LateChange} from '../controllers/late-changes.js'
import {shortDuration} from '../machinery/go/duration.js'
import {oneLine} from '../machinery/printable.js'
import type {CountedQuota} from './quotas.js'

/** Notes on quotas that wait for a resync of the quota controller: the outdated usage, and until when it is counted. */
export const lateNotes = (cluster: Cluster, quotas: readonly CountedQuota[], period = 0): string[] => quotas.flatMap(({quota}) =>
  cluster.lateChanges(quota).map((change) => {
    const {metadata: {name = '', namespace = ''}} = quota
    const still = change.isDeleted ? '' : ' as before'
    return `quota ${oneLine(name)} in ${oneLine(namespace)}: ${lateText(change)} ${change.count === 1 ? 'counts' : 'count'}${still} until the quota controller's next resync, within ${shortDuration(period)}`
  }))

/** Describes deleted or changed objects: `1 Service that was deleted`. */
export const lateText = ({kind, isDeleted, count}: LateChange): string =>
  `${count} ${oneLine(kind)}${count === 1 ? ' that was' : ' objects that were'} ${isDeleted ? 'deleted' : 'changed'}`
