import type {Node, NodeSpec, NodeStatus} from '../../machinery/api/core-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import {FieldPath} from '../../machinery/field/path.js'
import {cidrWarnings} from '../../machinery/go/ip.js'
import type {KindDefinition} from '../kind.js'
import {givenField, validateNode, validateNodeUpdate} from './validate.js'

/** Node, without the rules for its status (pkg/registry/core/node; spec more-kinds 13.6). */
export const node: KindDefinition<Node> = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {namesOnUpdate: true},
  isLookedUp: true,

  setDefaults: (object) => withAllocatable(withRanges(object)),
  defaultedFrom: givenField,
  prepareForCreate: (object) => withoutConfigSource(object),
  prepareForUpdate: (object, old) => {
    const kept = withStored(object, old, 'status')
    return old.spec?.configSource === undefined ? withoutConfigSource(kept) : kept
  },
  validate: validateNode,
  validateUpdate: validateNodeUpdate,
  subresources: {status: {prepareForUpdate: (object, old) => withStored(object, old, 'spec'), changeOnly: true, validateUpdate: validateNodeUpdate}},

  warnings: ({spec: {configSource, externalID, podCIDRs = []} = {}}) => [
    ...configSource === undefined ? [] : ['spec.configSource: the feature is removed'],
    ...externalID ? ['spec.externalID: this field is deprecated, and is unused by Kubernetes'] : [],
    ...podCIDRs.flatMap((range, i) => cidrWarnings(range, FieldPath.of('spec', 'podCIDRs').index(i))),
  ],
}

/** The object with a part that this endpoint does not change. */
function withStored(object: Node, old: Node, part: 'spec' | 'status'): Node {
  const {[part]: _given, ...rest} = object
  return {...rest, ...old[part] !== undefined && {[part]: old[part]}}
}

const withAllocatable = (object: Node): Node => object.status?.capacity === undefined || object.status.allocatable !== undefined ? object
  : assign<Node>(object, {status: assign<NodeStatus>(object.status, {allocatable: object.status.capacity})})

/** The singular field is the first of the list, and decides if it differs (core/v1 `Convert_v1_NodeSpec_To_core_NodeSpec`). */
function withRanges(object: Node): Node {
  const {spec = {}} = object
  const {podCIDR = '', podCIDRs: [first = ''] = []} = spec
  if (podCIDR === first) return object
  return assign<Node>(object, {spec: assign<NodeSpec>(spec, podCIDR === '' ? {podCIDR: first} : {podCIDRs: [podCIDR]})})
}

/** No server keeps this field in a new object: its feature is gone. */
function withoutConfigSource(object: Node): Node {
  if (object.spec?.configSource === undefined) return object
  const {configSource: _removed, ...spec} = object.spec
  return assign<Node>(object, {spec})
}

/** The fields of a Node that decide whether a pod of a DaemonSet runs on it (pkg/controller/daemon `NodeShouldRunDaemonPod`). */
export const schedulingFields: readonly FieldPath[] = [FieldPath.of('metadata', 'labels'), FieldPath.of('spec', 'taints')]
