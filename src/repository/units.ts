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

/** The units of which a kustomization is a part: one for each that leads to it and that no other includes. */
export function unitsAbove(kustomization: Kustomization, graph: KustomizeGraph): readonly Unit[] {
  const namespaces = namespacesAbove(kustomization, graph)
  const tops = [...namespaces.keys()].filter((each) => graph.includersOf(each).size === 0)
  // Kustomizations that include each other lead nowhere.
  const deployed = tops.length === 0 ? [kustomization] : tops
  return deployed.slice(0, mostUnits).map((top) => ({id: top.folder, namespace: namespaces.get(top)}))
}

/** The kustomizations that lead to one, itself first, each with the namespace that the objects have when it is through with them. */
function namespacesAbove(kustomization: Kustomization, graph: KustomizeGraph): ReadonlyMap<Kustomization, string | undefined> {
  const namespaces = new Map([[kustomization, kustomization.namespace]])
  for (const [inner, namespace] of namespaces) {
    for (const outer of graph.includersOf(inner)) {
      if (!namespaces.has(outer)) namespaces.set(outer, outer.namespace ?? namespace)
    }
  }
  return namespaces
}
