import type {KubeObject} from '../../../../kinds/kind.js'
import {podOf} from '../../../../kinds/pod-of.js'
import {setPodDefaults} from '../../../../kinds/pod/defaults.js'
import type {Container, Pod} from '../../../../machinery/api/core-v1.js'
import type {FieldPath} from '../../../../machinery/field/path.js'
import {noResources} from '../../../../machinery/quantity/resource-list.js'

/** A pod that an object is, or that it makes, with its API defaults. */
export interface PodSource {
  readonly object: KubeObject
  readonly pod: Pod
  /** The path of the pod's spec in the object. */
  readonly spec: FieldPath
}

/** The pods that objects are or make. */
export const podSourcesOf = (objects: readonly KubeObject[]): PodSource[] => objects.flatMap((object) => {
  const placed = podOf(object)
  return placed === undefined ? [] : [{object, pod: setPodDefaults(placed.pod), spec: placed.spec}]
})

/** `this pod`, or `its pods`. */
export const subjectOf = ({object: {kind}}: PodSource): string => kind === 'Pod' ? 'this pod' : `a pod of this ${kind}`

/** A container of a pod, and its path. */
export interface PlacedContainer {
  readonly container: Container
  readonly path: FieldPath
}

/** The containers of a pod that LimitRanges fill in: all but ephemeral ones. */
export const containersOf = ({pod: {spec = {}}, spec: path}: Pick<PodSource, 'pod' | 'spec'>): PlacedContainer[] => (['containers', 'initContainers'] as const)
  .flatMap((list) => (spec[list] ?? []).map((container, i) => ({container, path: path.child(list).index(i)})))

/** False for objects whose pods state all their limits, so that defaults of LimitRanges have no effect on them. */
export function mayLackLimits(object: KubeObject): boolean {
  const {resources, containers = [], initContainers = []} = podOf(object)?.pod.spec ?? {}
  return resources !== undefined || containers.some(isOpen) || initContainers.some(isOpen)
}

function isOpen({resources: {requests = noResources, limits = noResources} = {}}: Container): boolean {
  return limits['cpu']?.sign() !== 1 || limits['memory']?.sign() !== 1 || Object.keys(requests).some((name) => limits[name] === undefined)
}
