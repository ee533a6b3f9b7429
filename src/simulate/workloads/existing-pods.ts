import type {Cluster} from '../../cluster/cluster.js'
import type {ExistingPod, Revision} from '../../controllers/workload/revision.js'
import {graceSecondsOf} from '../../controllers/workload/kubelet.js'
import type {Node} from '../../controllers/workload/nodes.js'
import type {PodState} from '../../controllers/workload/pod-counts.js'
import type {Template} from '../../controllers/workload/template.js'
import {pod as podKind} from '../../kinds/pod/index.js'
import {replicaSet as replicaSetKind} from '../../kinds/replica-set/index.js'
import type {Pod} from '../../machinery/api/core-v1.js'
import type {ObjectMeta} from '../../machinery/api/meta-v1.js'
import {encode, type JsonObject} from '../../machinery/decode/encode.js'

const states: Readonly<Record<string, PodState>> = {Succeeded: 'succeeded', Failed: 'failed'}

/** The existing pods, by owner. */
export class ExistingPods {
  private readonly byOwner = new Map<string, Pod[]>()

  constructor(private readonly cluster: Cluster) {
    for (const namespace of cluster.namespacesWith(podKind)) {
      for (const pod of cluster.list(podKind, namespace)) {
        const owner = ownerKey(pod.metadata)
        if (owner === undefined) continue
        const others = this.byOwner.get(owner)
        if (others === undefined) this.byOwner.set(owner, [pod])
        else others.push(pod)
      }
    }
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
    const pods = this.byOwner.get(keyOf(namespace, kind ?? '', name)) ?? []
    return pods.length === 0 || template === undefined ? []
      : [{template, replicas: pods.length, shownName: '', storedAs: '', pods: pods.map((pod, i) => existingPod(pod, slotOf(pod, i, nodes)))}]
  }

  private replicaSetsOf(namespace: string, deployment: string): Revision[] {
    const owner = keyOf(namespace, 'Deployment', deployment)
    return this.cluster.list(replicaSetKind, namespace).filter(({metadata}) => ownerKey(metadata) === owner)
      .sort((a, b) => revisionOf(a.metadata) - revisionOf(b.metadata))
      .map(({metadata: {name = ''}, spec}) => {
        const pods = this.byOwner.get(keyOf(namespace, 'ReplicaSet', name)) ?? []
        const {template} = encode({spec})['spec'] as unknown as {readonly template: Template}
        return {template, replicas: spec?.replicas ?? 1, shownName: name, storedAs: name, pods: pods.map((pod) => existingPod(pod, 0))}
      })
  }
}

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
