import type {JsonObject} from '../../machinery/decode/encode.js'

const noExecute = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']

const noSchedule = ['node.kubernetes.io/disk-pressure', 'node.kubernetes.io/memory-pressure', 'node.kubernetes.io/pid-pressure', 'node.kubernetes.io/unschedulable']

const onlyOnHostNetwork = 'node.kubernetes.io/network-unavailable'

interface NodeAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: {readonly nodeSelectorTerms?: readonly JsonObject[]}
}

/** The fields that a DaemonSet pod has besides its template: it stays on one node, in any state of the node. */
export function daemonPodSpec({tolerations = [], affinity, hostNetwork}: JsonObject, node: string): JsonObject {
  const always = [
    ...noExecute.map((key) => ({key, operator: 'Exists', effect: 'NoExecute'})),
    ...[...noSchedule, ...hostNetwork === true ? [onlyOnHostNetwork] : []].map((key) => ({key, operator: 'Exists', effect: 'NoSchedule'})),
  ]
  const matches = (a: JsonObject, b: JsonObject): boolean => a['key'] === b['key'] && a['effect'] === b['effect'] && a['operator'] === b['operator']
  const own = (tolerations as readonly JsonObject[]).filter((toleration) => !always.some((other) => matches(toleration, other)))
  return {tolerations: [...own, ...always], affinity: {...affinity as JsonObject | undefined, nodeAffinity: onNode((affinity as JsonObject | undefined)?.['nodeAffinity'] as NodeAffinity | undefined, node)}}
}

/** The node affinity for one node, which replaces the template's requirements (ReplaceDaemonSetPodNodeNameNodeAffinity). */
const onNode = (affinity: NodeAffinity | undefined, node: string): JsonObject => ({
  ...affinity as JsonObject | undefined,
  requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchFields: [{key: 'metadata.name', operator: 'In', values: [node]}]}]},
})
