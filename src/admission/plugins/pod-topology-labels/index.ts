import {node as kind} from '../../../kinds/node/index.js'
import type {KubeObject} from '../../../kinds/kind.js'
import type {ObjectReference, Pod} from '../../../machinery/api/core-v1.js'
import type {ObjectMeta} from '../../../machinery/api/meta-v1.js'
import {assign} from '../../../machinery/collections/immutable.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {type Attributes, isRequestFor, type Operation} from '../../attributes.js'
import {findNamed} from '../../find-named.js'
import type {AdmissionPlugin, FieldChange, Lister, Mutation, PluginDefinition} from '../../plugin.js'

const topologyLabels = ['topology.kubernetes.io/region', 'topology.kubernetes.io/zone'] as const

/** Copies the zone and the region of its node to a pod that names the node, or to the Binding that assigns one (plugin/pkg/admission/podtopologylabels; spec more-kinds 13.2). */
class PodTopologyLabels implements AdmissionPlugin {
  readonly name = 'PodTopologyLabels'

  constructor(private readonly lister: Lister) {}

  handles(operation: Operation): boolean {
    return operation === 'CREATE'
  }

  admit(attributes: Attributes): Mutation | undefined {
    const {object, subresource} = attributes
    const isForBinding = subresource === 'binding' && isRequestFor({...attributes, subresource: ''}, 'pods')
    if (object === undefined || !(isForBinding || isRequestFor(attributes, 'pods'))) return undefined
    const changes = this.changesFor(object, isForBinding ? nodeIn(object) : (object as Pod).spec?.nodeName)
    if (changes.length === 0) return undefined
    const labels = {...object.metadata.labels, ...Object.fromEntries(changes.map(({field, to}) => [field.step, to as string]))}
    return {object: assign<KubeObject>(object, {metadata: assign<ObjectMeta>(object.metadata, {labels})}), changes}
  }

  /** An unknown node has no labels. */
  private changesFor({metadata: {labels = {}}}: KubeObject, nodeName = ''): FieldChange[] {
    if (nodeName === '') return []
    const {labels: given = {}} = findNamed(this.lister.list(kind), nodeName)?.metadata ?? {}
    return topologyLabels.filter((key) => given[key] !== undefined && given[key] !== labels[key])
      .map((key) => ({field: FieldPath.of('metadata', 'labels').key(key), from: labels[key], to: given[key]}))
  }
}

/** The node that a Binding names; labels of a Binding become those of the pod. */
function nodeIn(binding: KubeObject): string | undefined {
  const {kind: target, name} = (binding as KubeObject & {readonly target?: ObjectReference}).target ?? {}
  return target === kind.kind ? name : undefined
}

/** PodTopologyLabels with everything that belongs to it. */
export const podTopologyLabels: PluginDefinition = {
  name: 'PodTopologyLabels',
  summary: 'Copies the labels of zone and region from a node to the new pods that name it.',
  kinds: [],
  lookups: [{kind, by: 'spec.nodeName', fields: topologyLabels.map((label) => FieldPath.of('metadata', 'labels').key(label))}],
  feature: 'podTopologyLabels',
  create: ({store}) => new PodTopologyLabels(store),
}
