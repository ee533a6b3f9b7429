import {assign} from '../machinery/immutable.js'
import type {ObjectMeta} from '../machinery/object-meta.js'
import type {KindDefinition, KubeObject} from './kind.js'
import type {PodSpec} from './pod/types.js'

type Labels = Readonly<Record<string, string>>

export interface ReplicationController extends KubeObject {
  readonly spec?: {
    readonly replicas?: number
    readonly selector?: Labels
    readonly template?: {readonly metadata?: ObjectMeta, readonly spec?: PodSpec}
  }
}

/** ReplicationController, as far as its own defaults go: labels and selector come from the template. */
export const replicationController: KindDefinition<ReplicationController> = {
  apiVersion: 'v1',
  kind: 'ReplicationController',

  setDefaults(object) {
    const {spec = {}, metadata} = object
    const labels = spec.template?.metadata?.labels ?? {}
    const isLabelled = isFilled(metadata.labels) || !isFilled(labels)
    return assign<ReplicationController>(object, {
      metadata: isLabelled ? metadata : {...metadata, labels},
      spec: assign<typeof spec>(spec, {replicas: spec.replicas ?? 1, ...!isFilled(spec.selector) && isFilled(labels) && {selector: labels}}),
    })
  },
}

const isFilled = (labels: Labels | undefined): boolean => labels !== undefined && Object.keys(labels).length > 0
