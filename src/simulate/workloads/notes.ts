import {resourceQuota} from '../../admission/plugins/resource-quota/kind.js'
import type {Cluster} from '../../cluster/cluster.js'
import type {ControlledWorkload} from '../../controllers/workload/controlled-workload.js'
import {choosesNodes, type Node} from '../../controllers/workload/nodes.js'
import type {Template} from '../../controllers/workload/template.js'
import {noResources} from '../../machinery/resource-list.js'
import {isRun, runOf} from './job.js'

/** What a user should know of a workload beside its numbers. */
export interface NoteSurroundings {
  readonly cluster: Cluster
  readonly nodes: readonly Node[]
  /** True when somebody has said how many nodes there are. */
  readonly areNodesGiven: boolean
}

/** What was assumed of the nodes of a DaemonSet, and what the pods of a Job that have ended still count for. */
export function notesOf({identity: {kind, namespace}, record: {object}}: ControlledWorkload, {cluster, nodes, areNodesGiven}: NoteSurroundings): string[] {
  if (isRun(object)) return runOf(object).atOnce === 0 ? [] : countingNotes(cluster, namespace)
  const [first, ...others] = nodes
  if (kind !== 'DaemonSet' || first?.isAnonymous !== true) return []
  const {template} = object['spec'] as unknown as {readonly template: Template}
  return [
    ...areNodesGiven ? [] : ['no Node objects are given: one node is assumed (--nodes)'],
    ...choosesNodes(template.spec) ? [`nothing is known of the ${others.length === 0 ? 'node' : `${nodes.length} nodes`}: the template is taken to choose ${others.length === 0 ? 'it' : 'all of them'}`] : [],
  ]
}

function countingNotes(cluster: Cluster, namespace: string): string[] {
  const names = cluster.list(resourceQuota, namespace).filter(({spec: {hard = noResources} = {}}) => Object.hasOwn(hard, 'count/pods'))
    .map(({metadata: {name = ''}}) => name)
  return names.length === 0 ? [] : [`pods that have ended count for count/pods (quota ${names.join(', ')}) until they are deleted; they use nothing else`]
}
