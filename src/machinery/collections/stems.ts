import {ForkableMap} from './forkable-map.js'

/** The mark of a stem of more than one name. */
const several = Symbol('several')

/** Names by their stems: without the digits at their ends. They show which names consist of a prefix and a number, if they are few. */
export class Stems {
  /** The only name with each stem that was ever added. */
  private constructor(private readonly names: ForkableMap<string, string | typeof several>) {}

  static of(names: Iterable<string>): Stems {
    const stems = new Stems(ForkableMap.empty())
    for (const name of names) stems.add(name)
    return stems
  }

  /** Returns an independent copy. */
  fork(): Stems {
    return new Stems(this.names.fork())
  }

  add(name: string): void {
    const stem = stemOf(name)
    const known = this.names.get(stem)
    this.names.set(stem, known === undefined || known === name ? name : several)
  }

  /**
   * Returns the added names that may consist of a prefix and a number.
   *
   * @returns undefined if more than one may
   */
  startingWith(prefix: string): readonly string[] | undefined {
    if (stemOf(prefix) !== prefix) return undefined
    const known = this.names.get(prefix)
    return known === undefined ? [] : known === several ? undefined : [known]
  }
}

const stemOf = (name: string): string => name.replace(/\d+$/, '')
