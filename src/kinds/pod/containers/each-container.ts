import type {Container, PodSpec} from '../../../machinery/api/core-v1.js'
import type {FieldPath} from '../../../machinery/field/path.js'

/** The lists of containers in the order in which the server visits them. */
const lists = ['initContainers', 'containers', 'ephemeralContainers'] as const

/**
 * Collects the results of a function for every container of a pod, in server order (pkg/apis/core/pods `VisitContainersWithPath`).
 *
 * @param path of the spec
 */
export function eachContainer<T>(spec: PodSpec, path: FieldPath, visit: (container: Container, path: FieldPath) => readonly T[]): T[] {
  const found: T[] = []
  for (const list of lists) {
    const containers = spec[list]
    if (containers === undefined || containers.length === 0) continue
    const place = path.child(list)
    for (const [i, container] of containers.entries()) {
      for (const item of visit(container, place.index(i))) found.push(item)
    }
  }
  return found
}

/** A container of a pod, and its path. */
export interface PlacedContainer {
  readonly container: Container
  readonly path: FieldPath
}

/** Returns the containers of a pod for which a condition holds, in server order. Hot: makes no paths for other containers. */
export function containersWhere(spec: PodSpec, path: FieldPath, holds: (container: Container) => boolean): readonly PlacedContainer[] {
  let found: PlacedContainer[] | undefined
  for (const list of lists) {
    const containers = spec[list]
    if (containers === undefined) continue
    for (let i = 0; i < containers.length; i++) {
      const container = containers[i]
      if (container !== undefined && holds(container)) (found ??= []).push({container, path: path.child(list).index(i)})
    }
  }
  return found ?? nowhere
}

const nowhere: readonly PlacedContainer[] = []

/** Fast path: true if any container of a pod has a field. */
export function someHas(spec: PodSpec, field: keyof Container): boolean {
  for (const list of lists) {
    for (const container of spec[list] ?? none) {
      if (container[field] !== undefined) return true
    }
  }
  return false
}

const none: readonly Container[] = []
