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
