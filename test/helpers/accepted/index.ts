import type {AcceptedTable} from './accepted.js'
import {acceptedAutoscalers} from './autoscalers.js'
import {acceptedOthers} from './others.js'
import {acceptedPods} from './pods.js'
import {acceptedVolumes} from './volumes.js'
import {acceptedWorkloads} from './workloads.js'

/** All accepted objects that the recordings lack. */
export const acceptedObjects: AcceptedTable = {...acceptedPods, ...acceptedVolumes, ...acceptedWorkloads, ...acceptedAutoscalers, ...acceptedOthers}
