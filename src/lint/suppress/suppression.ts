import type {Span} from '../../source/source-file.js'
import type {Diagnostic, Place} from '../diagnostic.js'
import {patternsFor} from './directive.js'

/** A suppression: hides the findings of some rules that begin in a span of a file. The place is that of the suppression itself. */
export interface Suppression extends Place {
  /** An id, `kind/*` or `*`. */
  readonly pattern: string
  readonly scope: Span
  /** Scopes of one level that are not the same do not overlap. */
  readonly level: string
}

/** Scopes that do not overlap, in order. */
type Scopes = Suppression[]

/** Finds the suppressions of findings, and keeps book of those that found something. */
export class SuppressionIndex {
  /** By file, then by level and pattern. */
  private readonly scopes = new Map<Place['file'], Map<string, Map<string, Scopes>>>()
  private readonly used = new Set<Suppression>()

  /** @param suppressions of each file in the order of their scopes; of two that say the same, the second is without effect */
  add(suppressions: readonly Suppression[]): void {
    for (const suppression of suppressions) {
      const {file, level, pattern, scope} = suppression
      const levels = entry(this.scopes, file, () => new Map<string, Map<string, Scopes>>())
      const scopes = entry(entry(levels, level, () => new Map<string, Scopes>()), pattern, (): Scopes => [])
      const last = scopes.at(-1)
      if (last?.scope.start !== scope.start || last.scope.end !== scope.end) scopes.push(suppression)
    }
  }

  /** True if the finding is suppressed. */
  covers({ruleId, file, span: {start}}: Pick<Diagnostic, 'ruleId' | 'file' | 'span'>): boolean {
    const levels = this.scopes.get(file)
    if (levels === undefined) return false
    let isCovered = false
    for (const byPattern of levels.values()) {
      for (const pattern of patternsFor(ruleId)) {
        const suppression = scopeAt(byPattern.get(pattern) ?? [], start)
        if (suppression === undefined) continue
        this.used.add(suppression)
        isCovered = true
      }
    }
    return isCovered
  }

  isUsed(suppression: Suppression): boolean {
    return this.used.has(suppression)
  }
}

function entry<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const found = map.get(key)
  if (found !== undefined) return found
  const created = create()
  map.set(key, created)
  return created
}

function scopeAt(scopes: Scopes, offset: number): Suppression | undefined {
  let low = 0
  for (let high = scopes.length; low < high;) {
    const middle = (low + high) >> 1
    if ((scopes[middle]?.scope.start ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  const found = scopes[low - 1]
  return found !== undefined && offset < found.scope.end ? found : undefined
}
