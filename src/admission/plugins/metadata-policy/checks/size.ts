import {nameOf, type PolicyRule} from '../../../../kinds/metadata-policy/policy-rule.js'
import {conjunction, isSatisfiable, keyId} from '../../../../kinds/metadata-policy/predicate.js'
import {byteLength} from '../../../../machinery/go/text.js'
import type {PolicyFinding} from '../../../policy-check.js'
import {exampleOf, finding, maxRelated, type RuleSet, writeOf} from './finding.js'

/** Maximum total size of the annotations of an object (apimachinery `TotalAnnotationSizeLimitB`). */
const limit = 262_144

/** Reports rules that together exceed the size of annotations. The server rejects a single rule that does. */
export function checkSize({updates}: RuleSet): PolicyFinding[] {
  const bySize = updates.map((rule) => ({rule, size: sizeOf([rule])})).filter(({size}) => size > 0).sort((a, b) => b.size - a.size).map(({rule}) => rule)
  if (sizeOf(bySize) <= limit) return []
  for (const [i, rule] of bySize.entries()) {
    const together = gather([rule], bySize.slice(i + 1))
    const size = sizeOf(together)
    if (size > limit) return [tooLarge(rule, together, size)]
  }
  return []
}

/** Extends rules by others that can match the same object. */
const gather = (first: readonly PolicyRule[], others: readonly PolicyRule[]): PolicyRule[] => others.reduce<PolicyRule[]>((together, rule) =>
  isSatisfiable(conjunction([...together, rule].map(({predicate}) => predicate))) ? [...together, rule] : together, [...first])

function sizeOf(rules: readonly PolicyRule[]): number {
  const sizes = new Map(rules.flatMap(({writes}) => writes).filter(({map}) => map === 'annotations')
    .map((write) => [keyId(write), byteLength(write.key) + byteLength(write.value)]))
  return [...sizes.values()].reduce((sum, size) => sum + size, 0)
}

function tooLarge(rule: PolicyRule, together: readonly PolicyRule[], size: number): PolicyFinding {
  const message = `${nameOf(rule)} and ${together.length - 1} more that match ${exampleOf(conjunction(together.map(({predicate}) => predicate)))} `
    + `write ${size} bytes of annotations: an object may have ${limit}`
  const related = together.slice(1, maxRelated + 1).flatMap((other) => other.writes.filter(({map}) => map === 'annotations').slice(0, 1).map((write) => writeOf(other, write)))
  return finding(rule, rule.actionField.child('updatedAnnotations'), {ruleId: 'metadata-policy/size', severity: 'error', message}, related)
}
