import type {Kustomization} from './kustomization.js'

/** Files that are deployed together: those of one kustomization that no other includes, or of a folder that Flux or Argo CD deploy. */
export interface Unit {
  /** What tells it from others: the folder, and the namespace of Flux or Argo CD. */
  readonly id: string
  /** The namespace that Kustomize puts all objects into; undefined where objects keep their own. */
  readonly namespace: string | undefined
  /** The namespace of objects that name none. */
  readonly defaultNamespace?: string | undefined
}

/** What is deployed file by file: all that no kustomization has among its resources. */
export const plainUnit: Unit = {id: '', namespace: undefined}

/** More units than this one file is hardly in for different reasons. */
export const mostUnits = 50

/** The kustomizations that have one among their resources or components. */
type IncludersOf = (kustomization: Kustomization) => readonly Kustomization[]

/**
 * The units of which a kustomization is a part: one for each that leads to it and that no other includes.
 *
 * @param includersOf who includes a kustomization: all, or only those that Kustomize renders
 */
export function unitsAbove(kustomization: Kustomization, includersOf: IncludersOf): readonly Unit[] {
  const namespaces = namespacesAbove(kustomization, includersOf)
  const tops = [...namespaces.keys()].filter((each) => includersOf(each).length === 0)
  // Kustomizations that include each other lead nowhere.
  const deployed = tops.length === 0 ? [kustomization] : tops
  return deployed.slice(0, mostUnits).map((top) => ({id: top.id, namespace: namespaces.get(top), defaultNamespace: top.defaultNamespace}))
}

/** The kustomizations that lead to one, itself first, each with the namespace that the objects have when it is through with them. */
function namespacesAbove(kustomization: Kustomization, includersOf: IncludersOf): ReadonlyMap<Kustomization, string | undefined> {
  const namespaces = new Map([[kustomization, kustomization.namespace]])
  for (const [inner, namespace] of namespaces) {
    for (const outer of includersOf(inner)) {
      if (!namespaces.has(outer)) namespaces.set(outer, outer.namespace ?? namespace)
    }
  }
  return namespaces
}
