import {keyName, nameOf, valueText} from '../../../../kinds/metadata-policy/policy-rule.js'
import {keyId} from '../../../../kinds/metadata-policy/predicate.js'
import type {PolicyFinding} from '../../../policy-check.js'
import type {RuleWrite} from '../evaluate.js'
import {becomesStable, findFlapping, type Flapping} from '../flapping.js'
import {finding, maxRelated, metadataText, type RuleSet, writeOf} from './finding.js'

/** A rule that acts late, with what makes it match. */
export interface LateWrite {
  readonly flapping: Flapping
  readonly late: RuleWrite
  /** The writes of the first pass that the rule's selectors match. */
  readonly enabledBy: readonly RuleWrite[]
  /** False if the object never reaches a stable state. */
  readonly settles: boolean
}

/** The rules that change an object only at its next update: each once, with the smallest object. */
export const lateWrites = ({rules: all}: RuleSet): LateWrite[] => findFlapping(all).flatMap((flapping) => {
  const isSettling = becomesStable(all, flapping.object)
  const rules = new Set(flapping.second.map(({rule}) => rule))
  return [...rules].flatMap((rule) => flapping.second.filter((write) => write.rule === rule).slice(0, 1).map((late) =>
    ({flapping, late, enabledBy: flapping.first.filter((write) => rule.predicate.has(keyId(write))), settles: isSettling})))
})

/** Objects that change when they are updated without changes. */
export const checkFlapping = (late: readonly LateWrite[]): PolicyFinding[] => late.map((each) => {
  const {flapping: {object, first}, late: write, enabledBy} = each
  const [cause] = enabledBy.length === 0 ? first : enabledBy
  const before = cause === undefined ? '' : `${nameOf(cause.rule)} sets ${keyName(cause)} to ${valueText(cause.value)}, and at the next update `
  const end = each.settles ? '' : ', and so on with every update'
  const message = `${metadataText(object)} changes again after it is stored: ${before}${nameOf(write.rule)} sets ${keyName(write)} to ${valueText(write.value)}${end}`
  const related = enabledBy.slice(0, maxRelated).map((other) => writeOf(other.rule, other))
  return finding(write.rule, write.field, {ruleId: 'metadata-policy/flapping', severity: 'warning', message}, related)
})
