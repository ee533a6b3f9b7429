import type {Diagnostic} from './diagnostic.js'

/**
 * Folds findings of one rule about the same word in one object, such as a misspelt resource in `min`, `max` and `default`, into one.
 * The others become its related places. Suppressions and baselines use the unfolded findings.
 *
 * @param diagnostics sorted
 */
export function fold(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const groups = new Map<unknown, Diagnostic[]>()
  for (const diagnostic of diagnostics) {
    const key = diagnostic.word === undefined ? diagnostic : keyOf(diagnostic)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [diagnostic])
    else group.push(diagnostic)
  }
  return [...groups.values()].flatMap((group) => group.length === 1 ? group : foldGroup(group))
}

const keyOf = ({file: {path}, object, ruleId, severity, word}: Diagnostic): string => JSON.stringify([path, object, ruleId, severity, word])

function foldGroup(group: readonly Diagnostic[]): Diagnostic[] {
  const [first] = group
  if (first === undefined) return []
  const atFirst = group.filter(({span}) => span.start === first.span.start)
  // Prefer the written field: defaults that come from it have longer names.
  const main = atFirst.reduce((best, other) => other.field.length < best.field.length ? other : best, first)
  const places = new Map(group.filter(({span}) => span.start !== first.span.start).map((other) => [other.span.start, other]))
  for (const other of group) {
    const known = places.get(other.span.start)
    if (known !== undefined && other.field.length < known.field.length) places.set(other.span.start, other)
  }
  const others = [...places.values()].map(({file, span, field}) => ({file, span, message: `the same in ${field}`}))
  return [{...main, related: [...main.related, ...others], folded: group.filter((other) => other !== main)}]
}
