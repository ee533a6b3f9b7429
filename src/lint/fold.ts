import type {Diagnostic} from './diagnostic.js'

/**
 * Makes one finding of those of one rule about one word in one object, such as a misspelt resource in `min`, `max` and `default`. The
 * others are places of the first one. Suppressions and baselines go by the findings as they were.
 *
 * @param diagnostics in order
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
  // What is filled in by default has longer names than what it comes from.
  const main = atFirst.reduce((best, other) => other.field.length < best.field.length ? other : best, first)
  const places = new Map(group.filter(({span}) => span.start !== first.span.start).map((other) => [other.span.start, other]))
  for (const other of group) {
    const known = places.get(other.span.start)
    if (known !== undefined && other.field.length < known.field.length) places.set(other.span.start, other)
  }
  const others = [...places.values()].map(({file, span, field}) => ({file, span, message: `the same in ${field}`}))
  return [{...main, related: [...main.related, ...others], folded: group.filter((other) => other !== main)}]
}
