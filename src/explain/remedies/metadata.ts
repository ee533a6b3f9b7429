import type {MetadataRuleExplanation} from '../../admission/explanation.js'
import {complement, type Domain, sampleOf} from '../../kinds/metadata-policy/domain.js'
import {fieldOf} from '../../kinds/metadata-policy/policy-rule.js'
import type {Predicate} from '../../kinds/metadata-policy/predicate.js'
import {remember} from '../../machinery/collections/remember.js'
import type {Json} from '../../machinery/decode/encode.js'
import type {FieldPath} from '../../machinery/field/path.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import {type Edit, merged} from './edit.js'
import {valueAt} from '../../simulate/object-fields.js'

interface Outside {
  readonly field: FieldPath
  readonly domain: Domain
}

/**
 * Returns the edits of labels and annotations with which no rule of a MetadataPolicy rejects the object: a label is removed, or gets the only
 * value that the rule lets pass. If rules set a label to different values, each alternative leaves one value, and keeps the rules that set
 * others from matching: the alternatives with the fewest edits come first.
 */
export function metadataEdits(request: ManifestReview): Edit[][] {
  const rules = matchingRules(request)
  const rejecting = rules.filter(({isRejecting}) => isRejecting).flatMap((rule) => certainEdit(rule, request))
  const conflicting = rules.filter(({conflicts}) => conflicts.length > 0)
  const alternatives = conflicting.toReversed().flatMap((kept): Edit[][] => {
    const others = conflicting.filter((rule) => isContradiction(kept, rule)).map((rule) => certainEdit(rule, request))
    return others.some((edits) => edits.length === 0) ? [] : [merged([], others.flat())]
  })
  const distinct = [...new Map(alternatives.map((edits) => [edits.map(({field}) => String(field)).join(' '), edits])).values()]
  return distinct.length === 0 ? [rejecting] : distinct.sort((a, b) => a.length - b.length)
}

/** True if two rules set a label or annotation to different values. */
const isContradiction = (one: MetadataRuleExplanation, other: MetadataRuleExplanation): boolean =>
  one.writes.some(({field, value}) => other.writes.some((write) => String(write.field) === String(field) && write.value !== value))

function certainEdit(rule: MetadataRuleExplanation, {trace}: ManifestReview): Edit[] {
  const known = outside(rule.predicate).find(({domain}) => domain.absent || !domain.isAllBut && domain.values.size === 1)
  if (known === undefined) return []
  const {field, domain} = known
  const from = valueAt(trace?.defaulted, field.steps()) as Json | undefined
  return [domain.absent ? {field, operation: 'remove', from, to: undefined} : {field, operation: 'set', from, to: sampleOf(domain)}]
}

/** States with which values of labels and annotations the rules that reject the object, or contradict each other, do not match. */
export const metadataAdvice = (request: ManifestReview): string[] => matchingRules(request).flatMap((rule) => {
  const {policy, field, predicate, isRejecting, conflicts} = rule
  const name = `MetadataPolicy ${policy.metadata.name ?? ''} (${String(field)})`
  const texts = textsOutside(predicate)
  if (isRejecting) return [`${name} admits the object with ${texts}.`]
  if (conflicts.length === 0) return []
  return [`${name} ${texts === '' ? 'always sets' : 'does not set'} ${conflicts.map(String).join(', ')}${texts === '' ? '' : ` with ${texts}`}.`]
})

const matchingRules = ({trace}: ManifestReview): MetadataRuleExplanation[] => (trace?.explanations.flatMap(({policies}) => policies) ?? [])
  .flatMap((policy) => policy.type === 'metadata-rule' && policy.isMatch ? [policy] : [])

/** The values of each label and annotation with which a predicate does not hold. */
const outside = (predicate: Predicate): Outside[] =>
  [...predicate.values()].map((criterion) => ({field: fieldOf(criterion), domain: complement(criterion.domain)}))

/** The same values as a text, which all requests share. */
const textsOutside = remember((predicate: Predicate): string =>
  outside(predicate).map(({field, domain}) => `${String(field)}: ${domainText(domain)}`).join(', or '))

/** Maximum number of values to name. */
const maxNamed = 10

function domainText({absent, isAllBut, values}: Domain): string {
  const named = [...values].slice(0, maxNamed).map((value) => JSON.stringify(value)).join(', ') + (values.size > maxNamed ? ' and others' : '')
  const value = isAllBut ? `any value${values.size === 0 ? '' : ` but ${named}`}` : values.size === 0 ? '' : `the value ${named}`
  return [absent ? 'no value' : '', value].filter((text) => text !== '').join(', or ') || 'nothing'
}
