import {resourceQuotaPlugin} from '../../admission/plugins/resource-quota/index.js'
import type {Cluster} from '../../cluster/cluster.js'
import type {ControlledWorkload} from '../../controllers/workload/controlled-workload.js'
import {choosesNodes, type Node} from '../../controllers/workload/nodes.js'
import type {Template} from '../../controllers/workload/template.js'
import {resourceQuota} from '../../kinds/resource-quota/index.js'
import {noResources} from '../../machinery/quantity/resource-list.js'
import {jobRunOf, runsToCompletion} from './job.js'

/** The facts about a workload that its notes depend on. */
export interface NoteContext {
  readonly cluster: Cluster
  readonly nodes: readonly Node[]
  /** True if the user gave the number of nodes. */
  readonly areNodesGiven: boolean
}

/** Notes on why nothing is created, on the assumed nodes of a DaemonSet, and on finished pods that still count for quotas. */
export function notesOf(workload: ControlledWorkload, {cluster, nodes, areNodesGiven}: NoteContext): string[] {
  const {identity: {kind, namespace}, record: {object}} = workload
  const {paused = false, suspend = false} = object['spec'] as {readonly paused?: boolean, readonly suspend?: boolean}
  if (paused) return ['it is paused: no pods are created or replaced']
  if (suspend) return ['it is suspended: no pods are created']
  if (runsToCompletion(object)) return jobRunOf(object).parallelPods === 0 ? [] : countingNotes(cluster, namespace)
  if (kind !== 'DaemonSet' || nodes[0]?.isAnonymous !== true) return []
  const {template} = object['spec'] as unknown as {readonly template: Template}
  const [known, chosen] = nodes.length === 1 ? ['node', 'it'] : [`${nodes.length} nodes`, 'all of them']
  return [
    ...areNodesGiven ? [] : ['no Node objects are among the existing objects and policies: one node is assumed (--nodes)'],
    ...choosesNodes(template.spec) ? [`nothing is known of the ${known}: the template is assumed to choose ${chosen}`] : [],
  ]
}

function countingNotes(cluster: Cluster, namespace: string): string[] {
  if (!cluster.hasPlugin(resourceQuotaPlugin.name)) return []
  const names = cluster.list(resourceQuota, namespace).filter(({spec: {hard = noResources} = {}}) => Object.hasOwn(hard, 'count/pods'))
    .map(({metadata: {name = ''}}) => name)
  return names.length === 0 ? [] : [`pods that have ended count for count/pods (quota ${names.join(', ')}) until they are deleted; they use nothing else`]
}
