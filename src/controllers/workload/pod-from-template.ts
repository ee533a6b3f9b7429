import type {JsonObject} from '../../machinery/decode/encode.js'
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
export function podFromTemplate({metadata = {}, spec = {}}: Template, owner: OwnerIdentity, details: PodDetails = {}): JsonObject {
  const {name, generateName = `${owner.name}-`} = details
  const {labels, annotations, finalizers} = metadata
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...name === undefined ? {generateName} : {name},
      ...merged('labels', labels, details.labels),
      ...merged('annotations', annotations, details.annotations),
      ...finalizers && {finalizers: [...finalizers]},
      ...controllerReferences(owner),
    },
    spec: details.spec === undefined ? spec : {...spec, ...details.spec},
  }
}

const merged = (field: string, base: JsonObject | undefined, more: JsonObject | undefined): JsonObject =>
  base === undefined && more === undefined ? {} : {[field]: {...base, ...more}}
