import {countersName, maxBranches} from './instrument.js'

/** Counters of the instrumented modules; the first module creates them. */
function countersOfProgram(): Uint8Array {
  const shared = globalThis as {[countersName]?: Uint8Array}
  return shared[countersName] ??= new Uint8Array(maxBranches)
}

/** Records which branches of the instrumented program have been taken. */
export class Coverage {
  private readonly counters = countersOfProgram()
  private readonly words = new Uint32Array(this.counters.buffer)
  private readonly seen = new Uint8Array(maxBranches)

  /** Number of branches taken so far. */
  branches = 0

  /** Resets the counters: branches since the last call of `hasGrown` do not count. */
  reset(): void {
    this.counters.fill(0)
  }

  /** Returns true if a branch was taken for the first time since the last reset. */
  wouldGrow(): boolean {
    return this.newBranches().next().done !== true
  }

  /** Like `wouldGrow`, but also records the branches and resets the counters. */
  hasGrown(): boolean {
    const before = this.branches
    for (const branch of this.newBranches()) {
      this.seen[branch] = 1
      this.branches++
    }
    this.reset()
    return this.branches > before
  }

  private* newBranches(): Generator<number> {
    // An iterator of the words takes 50 times as long.
    for (let word = 0; word < this.words.length; word++) {
      if (this.words[word] === 0) continue
      for (let branch = word * 4; branch < word * 4 + 4; branch++) {
        if (this.counters[branch] !== 0 && this.seen[branch] === 0) yield branch
      }
    }
  }
}
