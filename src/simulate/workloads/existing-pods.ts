import type {Cluster} from '../../cluster/cluster.js'
import type {ExistingPod, Revision} from '../../controllers/workload/revision.js'
import {graceSecondsOf} from '../../controllers/workload/kubelet.js'
import type {Node} from '../../controllers/workload/nodes.js'
import type {PodState} from '../../controllers/workload/pod-counts.js'
import type {Template} from '../../controllers/workload/template.js'
import type {KindDefinition, KubeObject} from '../../kinds/kind.js'
import {pod as podKind} from '../../kinds/pod/index.js'
import {replicaSet as replicaSetKind} from '../../kinds/replica-set/index.js'
import type {ReplicaSet} from '../../machinery/api/apps-v1.js'
import type {Pod} from '../../machinery/api/core-v1.js'
import type {ObjectMeta} from '../../machinery/api/meta-v1.js'
import {groupBy} from '../../machinery/collections/group-by.js'
import {encode, type JsonObject} from '../../machinery/decode/encode.js'

const states: Readonly<Record<string, PodState>> = {Succeeded: 'succeeded', Failed: 'failed'}

/** The existing pods and ReplicaSets, by owner. */
export class ExistingPods {
  private readonly pods: ReadonlyMap<string | undefined, readonly Pod[]>
  private readonly replicaSets: ReadonlyMap<string | undefined, readonly ReplicaSet[]>

  constructor(cluster: Cluster) {
    this.pods = byController(cluster, podKind)
    this.replicaSets = byController(cluster, replicaSetKind)
  }

  /** True if the object has a controller. */
  isOwned(object: JsonObject): boolean {
    return ownerKey(object['metadata'] as ObjectMeta) !== undefined
  }

  /**
   * The existing pods of a workload, from the oldest template to the newest; empty if no owner references
   * show them.
   */
  revisionsOf(object: JsonObject, nodes: readonly Node[]): Revision[] {
    const {namespace = 'default', name = ''} = object['metadata'] as ObjectMeta
    if (object['kind'] === 'Deployment') return this.replicaSetsOf(namespace, name)
    const {kind, spec} = object as {readonly kind?: string, readonly spec?: {readonly template?: Template}}
    const {template} = spec ?? {}
    const pods = this.pods.get(keyOf(namespace, kind ?? '', name)) ?? []
    return pods.length === 0 || template === undefined ? []
      : [{template, replicas: pods.length, shownName: '', storedAs: '', pods: pods.map((pod, i) => existingPod(pod, slotOf(pod, i, nodes)))}]
  }

  private replicaSetsOf(namespace: string, deployment: string): Revision[] {
    return [...this.replicaSets.get(keyOf(namespace, 'Deployment', deployment)) ?? []]
      .sort((a, b) => revisionOf(a.metadata) - revisionOf(b.metadata))
      .map(({metadata: {name = ''}, spec}) => {
        const pods = this.pods.get(keyOf(namespace, 'ReplicaSet', name)) ?? []
        const {template} = encode({spec})['spec'] as unknown as {readonly template: Template}
        return {template, replicas: spec?.replicas ?? 1, shownName: name, storedAs: name, pods: pods.map((pod) => existingPod(pod, 0))}
      })
  }
}

/** The objects of a kind by controller; those without one have the key undefined. */
const byController = <T extends KubeObject>(cluster: Cluster, kind: KindDefinition<T>): ReadonlyMap<string | undefined, readonly T[]> =>
  groupBy(cluster.namespacesWith(kind).flatMap((namespace) => cluster.list(kind, namespace)), ({metadata}) => ownerKey(metadata))

const keyOf = (namespace: string, kind: string, name: string): string => `${namespace}/${kind}/${name}`

function ownerKey({namespace = 'default', ownerReferences = []}: ObjectMeta): string | undefined {
  const owner = ownerReferences.find(({controller}) => controller === true)
  return owner && keyOf(namespace, owner.kind ?? '', owner.name ?? '')
}

/** The revision of a ReplicaSet. */
const revisionOf = ({annotations}: ObjectMeta): number => Number(annotations?.['deployment.kubernetes.io/revision'] ?? 0)

function existingPod(pod: Pod, slot: number): ExistingPod {
  const {metadata: {namespace = 'default', name = ''}, status} = pod
  return {namespace, storedAs: name, slot, graceSeconds: graceSecondsOf(encode(pod)), state: states[status?.phase ?? ''] ?? 'ready', count: 1}
}

/** The ordinal, index or node of a pod; else `number`. */
function slotOf({metadata: {labels = {}, annotations = {}}, spec}: Pod, number: number, nodes: readonly Node[]): number {
  const index = labels['apps.kubernetes.io/pod-index'] ?? annotations['batch.kubernetes.io/job-completion-index']
    ?? /-(\d+)$/.exec(labels['statefulset.kubernetes.io/pod-name'] ?? '')?.[1]
  if (index !== undefined) return Number(index)
  const node = nodes.findIndex(({name}) => name === spec?.nodeName)
  return node === -1 ? number : node
}
