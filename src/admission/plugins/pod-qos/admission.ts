import {qosClass} from '../../../kinds/pod/resources/qos.js'
import type {Pod} from '../../../machinery/api/core-v1.js'
import type {ObjectMeta} from '../../../machinery/api/meta-v1.js'
import {assign} from '../../../machinery/collections/immutable.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {type Attributes, isRequestFor, type Operation} from '../../attributes.js'
import type {AdmissionPlugin, Mutation} from '../../plugin.js'

/** The annotation that holds the quality of service class of a pod (metadata-policy.md, implementation plan). */
export const qosAnnotation = 'scheduler.alpha.kubernetes.io/qos'

/** Annotates pods with their quality of service class, overwriting any value (spec metadatapolicy 7). */
export class PodQos implements AdmissionPlugin {
  readonly name = 'PodQos'

  handles(operation: Operation): boolean {
    return operation !== 'DELETE'
  }

  admit(attributes: Attributes): Mutation | undefined {
    if (!isRequestFor(attributes, 'pods')) return undefined
    const object = attributes.object as Pod
    const {annotations = {}} = object.metadata
    const from = annotations[qosAnnotation]
    const to = classOf(object, attributes.oldObject)
    if (from === to) return undefined
    const metadata = assign<ObjectMeta>(object.metadata, {annotations: {...annotations, [qosAnnotation]: to}})
    return {object: {...object, metadata}, changes: [{field: FieldPath.of('metadata', 'annotations').key(qosAnnotation), from, to}]}
  }
}

/** A stored pod keeps the class that it had when it was created. */
const classOf = ({spec = {}}: Pod, old: Pod | undefined): string => old?.status?.qosClass ?? qosClass(spec)
