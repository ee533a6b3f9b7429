import type {KubeObject} from '../kinds/kind.js'

/** The descriptions of some objects, and the names that no object has. */
export interface Described<T> {
  readonly objects: readonly T[]
  readonly text: string
  readonly missing: readonly string[]
}

/**
 * Describes objects like kubectl: those with the given names, in that order, else all. A single unknown name
 * is treated as a prefix.
 *
 * @param objects sorted by name
 */
export function describeObjects<T extends KubeObject>(objects: readonly T[], names: readonly string[], describe: (object: T) => string): Described<T> {
  const byName = new Map(objects.map((object) => [object.metadata.name ?? '', object]))
  const [prefix = ''] = names
  if (names.length === 1 && !byName.has(prefix)) {
    return describeMatching(objects.filter(({metadata}) => metadata.name?.startsWith(prefix) === true), prefix, describe)
  }
  const chosen = names.length === 0 ? objects : names.flatMap((name) => byName.get(name) ?? [])
  return {objects: chosen, text: chosen.map(describe).join('\n\n'), missing: names.filter((name) => !byName.has(name))}
}

const describeMatching = <T>(objects: readonly T[], prefix: string, describe: (object: T) => string): Described<T> =>
  ({objects, text: objects.map((object) => `${describe(object)}\n`).join(''), missing: objects.length === 0 ? [prefix] : []})
