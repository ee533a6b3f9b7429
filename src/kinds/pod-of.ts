import type {Pod, PodTemplateSpec} from '../machinery/api/core-v1.js'
import {FieldPath} from '../machinery/field/path.js'
import {sharedKinds} from './index.js'
import type {AnyKind, KubeObject} from './kind.js'
import {pod} from './pod/index.js'

/** Pods, and all kinds with a template of pods. */
export const podMakers: readonly AnyKind[] = [pod, ...sharedKinds.filter(({podTemplate}) => podTemplate !== undefined)]

const placesByKind = new Map(sharedKinds.flatMap(({apiVersion, kind, podTemplate: steps}) =>
  steps === undefined ? [] : [[`${apiVersion}/${kind}`, {steps, spec: FieldPath.of(...steps).child('spec')}]]))

const specOfPod = FieldPath.of('spec')

/** A pod in an object, and the path of its spec. */
export interface PlacedPod {
  readonly pod: Pod
  readonly spec: FieldPath
}

/**
 * Returns the pod itself, or a pod of the object's template, without API defaults; undefined for objects of other kinds, and for
 * those without a template.
 */
export function podOf(object: KubeObject): PlacedPod | undefined {
  if (object.apiVersion === 'v1' && object.kind === 'Pod') return {pod: object, spec: specOfPod}
  const place = placesByKind.get(`${object.apiVersion}/${object.kind}`)
  const template = place?.steps.reduce<unknown>(fieldIn, object) as PodTemplateSpec | undefined
  if (place === undefined || template === undefined) return undefined
  const {metadata = {}, spec = {}} = template
  return {pod: {apiVersion: 'v1', kind: 'Pod', metadata, spec}, spec: place.spec}
}

/** Returns the place of a field of a pod in the object that contains the pod. */
export function placeInObject({spec}: PlacedPod, field: FieldPath): FieldPath {
  const [first, ...rest] = spec.steps().slice(0, -1).map(String)
  return first === undefined ? field : field.below(FieldPath.of(first, ...rest))
}

const fieldIn = (value: unknown, field: string): unknown => (value as Readonly<Record<string, unknown>> | undefined)?.[field]
