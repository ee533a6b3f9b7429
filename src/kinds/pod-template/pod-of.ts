import {FieldPath} from '../../machinery/field/path.js'
import {cronJob} from '../cron-job/index.js'
import {daemonSet} from '../daemon-set/index.js'
import {deployment} from '../deployment/index.js'
import {job} from '../job/index.js'
import type {AnyKind, KubeObject} from '../kind.js'
import {pod} from '../pod/index.js'
import type {Pod} from '../pod/types.js'
import {replicaSet} from '../replica-set/index.js'
import {replicationController} from '../replication-controller/index.js'
import {statefulSet} from '../stateful-set/index.js'
import {podTemplate} from './index.js'
import type {PodTemplateSpec} from './types.js'

/** The path of the pod template in each kind that has one. */
const templates: ReadonlyMap<AnyKind, readonly [string, ...string[]]> = new Map<AnyKind, readonly [string, ...string[]]>([
  [cronJob, ['spec', 'jobTemplate', 'spec', 'template']],
  [podTemplate, ['template']],
  ...[daemonSet, deployment, job, replicaSet, replicationController, statefulSet].map((kind) => [kind as AnyKind, ['spec', 'template']] as const),
])

/** Pods, and all kinds with a template of pods. */
export const podMakers: readonly AnyKind[] = [pod, ...templates.keys()]

const placesByKind = new Map([...templates].map(([{apiVersion, kind}, steps]) => [`${apiVersion}/${kind}`, {steps, spec: FieldPath.of(...steps).child('spec')}]))

const specOfPod = FieldPath.of('spec')

/** A pod that is written in an object, and where its spec stands. */
export interface WrittenPod {
  readonly pod: Pod
  readonly spec: FieldPath
}

/**
 * The pod that an object is, or the one that a request for a pod of its template asks for, without API defaults; undefined for
 * objects of other kinds, and for those without a template.
 */
export function podOf(object: KubeObject): WrittenPod | undefined {
  if (object.apiVersion === 'v1' && object.kind === 'Pod') return {pod: object, spec: specOfPod}
  const place = placesByKind.get(`${object.apiVersion}/${object.kind}`)
  const template = place?.steps.reduce<unknown>(fieldIn, object) as PodTemplateSpec | undefined
  if (place === undefined || template === undefined) return undefined
  const {metadata = {}, spec = {}} = template
  return {pod: {apiVersion: 'v1', kind: 'Pod', metadata, spec}, spec: place.spec}
}

const fieldIn = (value: unknown, field: string): unknown => (value as Readonly<Record<string, unknown>> | undefined)?.[field]
