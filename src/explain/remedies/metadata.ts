import type {MetadataRuleExplanation} from '../../admission/explanation.js'
import {complement, type Domain, sampleOf} from '../../kinds/metadata-policy/domain.js'
import {fieldOf, rulesOf} from '../../kinds/metadata-policy/policy-rule.js'
import type {Criterion} from '../../kinds/metadata-policy/predicate.js'
import type {Json} from '../../machinery/decode/encode.js'
import type {FieldPath} from '../../machinery/field/path.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import type {Edit} from './edit.js'
import {valueAt} from './value-at.js'

/** The values of a label or annotation with which a rule that rejects an object would not match it. */
interface Allowed {
  readonly field: FieldPath
  readonly domain: Domain
}

/** Returns edits of labels and annotations with which no rule of a MetadataPolicy rejects the object: a label is removed, or gets a value that the rule lets pass. */
export const metadataEdits = (request: ManifestReview): Edit[] => rejectingRules(request).flatMap((rule) => {
  const known = allowedBy(rule).find(({domain}) => domain.absent || !domain.isAllBut && domain.values.size > 0)
  return known === undefined ? [] : [editOf(known, request)]
})

function editOf({field, domain}: Allowed, {trace}: ManifestReview): Edit {
  const from = valueAt(trace?.defaulted, field.steps()) as Json | undefined
  return domain.absent ? {field, operation: 'remove', from, to: undefined} : {field, operation: 'set', from, to: sampleOf(domain)}
}

/** States which values of labels and annotations the rules that reject the object allow. */
export const metadataAdvice = (request: ManifestReview): string[] => rejectingRules(request).map((rule) => {
  const texts = allowedBy(rule).map(({field, domain}) => `${String(field)}: ${domainText(domain)}`)
  return `MetadataPolicy ${rule.policy.metadata.name ?? ''} (${String(rule.field)}) admits the object with ${texts.join(', or ')}.`
})

const rejectingRules = ({trace}: ManifestReview): MetadataRuleExplanation[] => (trace?.explanations.flatMap(({policies}) => policies) ?? [])
  .flatMap((policy) => policy.type === 'metadata-rule' && policy.isMatch && policy.isRejecting ? [policy] : [])

function allowedBy({policy, field}: MetadataRuleExplanation): Allowed[] {
  const rule = rulesOf(policy).find((one) => String(one.field) === String(field))
  return [...rule?.predicate.values() ?? []].map((criterion: Criterion) => ({field: fieldOf(criterion), domain: complement(criterion.domain)}))
}

/** Maximum number of values to name. */
const maxNamed = 10

function domainText({absent, isAllBut, values}: Domain): string {
  const named = [...values].slice(0, maxNamed).map((value) => JSON.stringify(value)).join(', ') + (values.size > maxNamed ? ' and others' : '')
  const value = isAllBut ? `any value${values.size === 0 ? '' : ` but ${named}`}` : values.size === 0 ? '' : `the value ${named}`
  return [absent ? 'no value' : '', value].filter((text) => text !== '').join(', or ') || 'nothing'
}
