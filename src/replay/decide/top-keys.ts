/** The outcome of the requests with a key. */
export interface KeyTally {
  readonly key: string
  accepted: number
  refused: number
  /** True if the tally is kept. */
  isKept: boolean
}

/** The number of keys kept for each reported one. */
const keptForEach = 50

/** The keys of a limit that were rejected most often, with a memory that does not grow with their number. */
export class TopKeys {
  private readonly kept = new Map<string, KeyTally>()
  private readonly size: number
  /** True if keys were dropped: a key that occurs again can have had more requests than counted. */
  isIncomplete = false

  /**
   * @param reported the number of keys to report
   * @param isShared true if several servers count the same keys
   */
  constructor(private readonly reported: number, private readonly isShared: boolean) {
    this.size = Math.max(1, reported) * keptForEach
  }

  /**
   * Returns the tally to continue with for a key: the kept one, else a new one.
   *
   * @param known the one that was used before
   */
  tallyOf(key: string, known: KeyTally | undefined): KeyTally {
    if (known !== undefined && (!this.isShared || known.isKept)) return known
    const kept = this.kept.get(key)
    if (kept === undefined) return known ?? {key, accepted: 0, refused: 0, isKept: false}
    return known === undefined ? kept : add(kept, known)
  }

  /** Keeps a tally at least temporarily; returns the one to continue with. */
  keep(tally: KeyTally): KeyTally {
    const kept = this.kept.get(tally.key)
    if (kept !== undefined) return add(kept, tally)
    tally.isKept = true
    this.kept.set(tally.key, tally)
    if (this.kept.size >= 2 * this.size) this.drop()
    return tally
  }

  /** The keys with the most rejections, in descending order. */
  top(): readonly KeyTally[] {
    return sorted(this.kept.values()).slice(0, this.reported)
  }

  private drop(): void {
    this.isIncomplete = true
    for (const tally of sorted(this.kept.values()).slice(this.size)) {
      tally.isKept = false
      this.kept.delete(tally.key)
    }
  }
}

const sorted = (tallies: Iterable<KeyTally>): KeyTally[] =>
  [...tallies].sort((a, b) => b.refused - a.refused || b.accepted - a.accepted || (a.key < b.key ? -1 : 1))

function add(kept: KeyTally, {accepted, refused}: KeyTally): KeyTally {
  kept.accepted += accepted
  kept.refused += refused
  return kept
}
