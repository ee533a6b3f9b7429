import type {Kustomization} from './kustomization.js'

/** Files that are deployed together: by a kustomization that no other includes, or from a folder that Flux or Argo CD deploy. */
export interface Unit {
  /** Identifies the unit: the folder, and the namespaces of Flux or Argo CD. */
  readonly id: string
  /** The namespace that overrides those of the objects; undefined if objects keep their own. */
  readonly namespace: string | undefined
  /** The namespace of objects without one. */
  readonly defaultNamespace?: string | undefined
}

/** The unit of all files that no kustomization or deployment collects. */
export const plainUnit: Unit = {id: '', namespace: undefined}

/** Limit on the units of one file. */
export const maxUnits = 50

/** Returns the kustomizations that include one directly. */
type IncludersOf = (kustomization: Kustomization) => readonly Kustomization[]

/**
 * Returns the units of a kustomization: one for each top-level kustomization that includes it, or itself.
 *
 * @param includersOf returns all that include a kustomization, or only those that Kustomize renders
 */
export function unitsAbove(kustomization: Kustomization, includersOf: IncludersOf): readonly Unit[] {
  const namespaces = namespacesAbove(kustomization, includersOf)
  const tops = [...namespaces.keys()].filter((each) => includersOf(each).length === 0)
  // Kustomizations that include each other have no top.
  const deployed = tops.length === 0 ? [kustomization] : tops
  return deployed.slice(0, maxUnits).map((top) => ({id: top.id, namespace: namespaces.get(top), defaultNamespace: top.defaultNamespace}))
}

/** Returns the kustomization and all that include it, each with the namespace of the objects in its output. */
function namespacesAbove(kustomization: Kustomization, includersOf: IncludersOf): ReadonlyMap<Kustomization, string | undefined> {
  const namespaces = new Map([[kustomization, kustomization.namespace]])
  for (const [inner, namespace] of namespaces) {
    for (const outer of includersOf(inner)) {
      if (!namespaces.has(outer)) namespaces.set(outer, outer.namespace ?? namespace)
    }
  }
  return namespaces
}
