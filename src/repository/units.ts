import type {Kustomization} from './kustomization.js'
import type {KustomizeGraph} from './kustomize-graph.js'

/** Files that are deployed together: those of one kustomization that no other includes. */
export interface Unit {
  /** The folder of the kustomization. */
  readonly id: string
  /** The namespace that Kustomize puts all objects into; undefined where objects keep their own. */
  readonly namespace: string | undefined
}

/** What is deployed file by file: all that no kustomization has among its resources. */
export const plainUnit: Unit = {id: '', namespace: undefined}

/** More units than this one file is hardly in for different reasons. */
const mostUnits = 50

/** The units to which a file belongs. */
export function unitsWith(path: string, graph: KustomizeGraph): readonly Unit[] {
  const units = new Map<string, Unit>()
  for (const kustomization of graph.kustomizationsWith(path)) {
    for (const top of graph.tops(kustomization).slice(0, mostUnits)) {
      if (!units.has(top.folder)) units.set(top.folder, {id: top.folder, namespace: namespaceBetween(kustomization, top, graph)})
    }
  }
  return units.size === 0 ? [plainUnit] : [...units.values()]
}

/** The namespace that the outermost of the kustomizations from one to another sets. */
function namespaceBetween(inner: Kustomization, top: Kustomization, graph: KustomizeGraph): string | undefined {
  if (top.namespace !== undefined || inner === top) return top.namespace
  const below = [...graph.above(inner)].filter((each) => graph.above(each).has(top))
  return below.findLast(({namespace}) => namespace !== undefined)?.namespace
}
