import type {Json, JsonObject} from '../../machinery/decode/encode.js'
import {controllerReferences, type OwnerIdentity} from './owner.js'
import type {Template} from './template.js'

/** The fields of a single pod that its template lacks. */
export interface PodDetails {
  /** Its full name; by default a random suffix is generated. */
  readonly name?: string
  /** The prefix of a generated name; by default the owner's name and a dash. */
  readonly generateName?: string
  readonly labels?: JsonObject
  readonly annotations?: JsonObject
  readonly spec?: JsonObject
}

/** The pod that a controller creates from a template (controller.GetPodFromTemplate). */
export function podFromTemplate(template: Template, owner: OwnerIdentity, details: PodDetails = {}): JsonObject {
  const {metadata: {labels, annotations, finalizers} = {}, spec = {}} = template
  const {name, generateName = `${owner.name}-`} = details
  // Fields are set one by one: with several spreads, each pod would get its own hidden class (see merge).
  const metadata: Record<string, Json> = name === undefined ? {generateName} : {name}
  if (labels !== undefined || details.labels !== undefined) metadata['labels'] = {...labels, ...details.labels}
  if (annotations !== undefined || details.annotations !== undefined) metadata['annotations'] = {...annotations, ...details.annotations}
  if (finalizers) metadata['finalizers'] = [...finalizers]
  metadata['ownerReferences'] = controllerReferences(owner).ownerReferences
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata,
    spec: details.spec === undefined ? spec : {...spec, ...details.spec},
  }
}
