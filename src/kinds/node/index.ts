import type {Node, NodeStatus} from '../../machinery/api/core-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import type {KindDefinition} from '../kind.js'
import {FieldPath} from '../../machinery/field/path.js'

/** Node, of which kadm validates only the metadata. */
export const node: KindDefinition<Node> = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {namesOnUpdate: true},
  isLookedUp: true,

  setDefaults: (object) => object.status?.capacity === undefined || object.status.allocatable !== undefined ? object
    : assign<Node>(object, {status: assign<NodeStatus>(object.status, {allocatable: object.status.capacity})}),
}

/** The fields of a Node that decide whether a pod of a DaemonSet runs on it (pkg/controller/daemon `NodeShouldRunDaemonPod`). */
export const schedulingFields: readonly FieldPath[] = [FieldPath.of('metadata', 'labels'), FieldPath.of('spec', 'taints')]
