import {node as kind} from '../../../kinds/node/index.js'
import {isSidecar} from '../../../kinds/pod/resources/aggregate.js'
import type {Pod} from '../../../machinery/api/core-v1.js'
import {semanticEqual} from '../../../machinery/collections/semantic-equal.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {quote} from '../../../machinery/go/text.js'
import type {Attributes, Operation} from '../../attributes.js'
import {findNamed} from '../../find-named.js'
import {type AdmissionPlugin, type Lister, type PluginDefinition, reject, type Rejection} from '../../plugin.js'

/**
 * Rejects an update of a bound pod that needs a feature which its node does not declare (plugin/pkg/admission/nodedeclaredfeatures; spec
 * more-kinds 13). An unknown node has every feature.
 */
class NodeDeclaredFeatureValidator implements AdmissionPlugin {
  readonly name = 'NodeDeclaredFeatureValidator'

  constructor(private readonly lister: Lister) {}

  handles(operation: Operation): boolean {
    return operation === 'UPDATE'
  }

  validate(attributes: Attributes): Rejection | undefined {
    const {resource, subresource} = attributes
    if (resource.name !== 'pods' || resource.group !== '' || (subresource !== '' && subresource !== 'resize')) return undefined
    const pod = attributes.object as Pod
    const old = attributes.oldObject as Pod
    const {nodeName = ''} = pod.spec ?? {}
    if (nodeName === '' || pod.metadata.generation === old.metadata.generation) return undefined
    const declared = findNamed(this.lister.list(kind), nodeName)
    const missing = declared === undefined ? [] : neededFeatures(pod, old).filter((feature) => declared.status?.declaredFeatures?.includes(feature) !== true)
    if (missing.length === 0) return undefined
    return reject(attributes, `pod update requires features ${missing.join(', ')} which are not available on node ${quote(nodeName)}`)
  }
}

/** The features that an update needs, in the order of the server (component-helpers nodedeclaredfeatures `InferForPodUpdate`). */
const neededFeatures = ({spec = {}}: Pod, {spec: old = {}}: Pod): string[] => [
  ...semanticEqual(spec.resources, old.resources) ? [] : ['InPlacePodLevelResourcesVerticalScaling'],
  ...old.initContainers?.some((container, i) => !isSidecar(container) && !semanticEqual(container.resources, spec.initContainers?.[i]?.resources)) === true
    ? ['InPlacePodVerticalScalingInitContainers'] : [],
]

/** NodeDeclaredFeatureValidator with everything that belongs to it. */
export const nodeDeclaredFeatureValidator: PluginDefinition = {
  name: 'NodeDeclaredFeatureValidator',
  summary: 'Rejects an update of a pod that needs a feature which its node does not declare.',
  kinds: [],
  lookups: [{kind, by: 'spec.nodeName', fields: [FieldPath.of('status', 'declaredFeatures')]}],
  feature: 'nodeDeclaredFeatures',
  create: ({store}) => new NodeDeclaredFeatureValidator(store),
}
