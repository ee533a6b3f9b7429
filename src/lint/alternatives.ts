import {groupBy} from '../machinery/collections/group-by.js'
import type {LazyObject} from './lazy-object.js'

/** Limit on the pairs of a set and an object that is in all sets, to bound the run time. */
const maxShared = 200_000

/** Objects that can be in one cluster: policies, and their subjects. */
export interface ObjectSet {
  readonly policies: readonly LazyObject[]
  readonly subjects: readonly LazyObject[]
}

/**
 * Returns the sets of objects of one namespace that can be in one cluster. A set has at most one policy of a name: the first ones
 * of each name belong together, and the second ones, as in the directories of a staging and of a live cluster.
 * If there are alternatives, a subject belongs to the policies of its own directory, or to no set.
 */
export function alternatives(policies: readonly LazyObject[], subjects: readonly LazyObject[]): ObjectSet[] {
  if (policies.length === 1) return [{policies, subjects}]
  const byName = [...groupBy(policies, ({object: {apiVersion, kind, metadata: {name = ''}}}, i) => `${apiVersion}/${kind}/${name || i}`).values()]
  const maximum = byName.reduce((longest, {length}) => Math.max(longest, length), 0)
  const unique = byName.filter(({length}) => length === 1)
  const isShared = maximum * unique.length <= maxShared
  const setAt = (i: number): LazyObject[] => byName.filter(({length}) => isShared || length > 1 || i === 0)
    .flatMap((same) => same[Math.min(i, same.length - 1)] ?? [])
  const sets = Array.from({length: maximum}, (_, i) => setAt(i))
  if (maximum === 1) return [{policies: sets[0] ?? [], subjects}]
  const setOf = new Map(sets.flatMap((set, i) => set.map((policy) => [directoryOf(policy), i] as const)).reverse())
  const bySet = groupBy(subjects, (subject) => String(setOf.get(directoryOf(subject))))
  return sets.map((set, i) => ({policies: set, subjects: bySet.get(String(i)) ?? []}))
}

/** Returns the directory of the file of an object. */
export const directoryOf = ({file: {path}}: Pick<LazyObject, 'file'>): string => path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
