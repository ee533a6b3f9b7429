import {metadataPolicy as kind} from '../../../kinds/metadata-policy/index.js'
import {fieldOf, keyName, nameOf, type PolicyRule, rulesOf, valueText} from '../../../kinds/metadata-policy/policy-rule.js'
import {admits} from '../../../kinds/metadata-policy/domain.js'
import {keyId, unmetIn, valueOf} from '../../../kinds/metadata-policy/predicate.js'
import type {Metadata} from '../../../kinds/metadata-policy/metadata-maps.js'
import type {MetadataPolicy} from '../../../machinery/api/design-v1.js'
import {remember} from '../../../machinery/collections/remember.js'
import {aggregate} from '../../../machinery/field/error.js'
import type {Attributes, Operation} from '../../attributes.js'
import {type AdmissionPlugin, type ConflictResolution, type Explanation, type FieldChange, isRejection, type Lister, type Mutation, type Phase, type PluginContext, type PolicyPlace, type Reason, reject, type Rejection} from '../../plugin.js'
import {applyTo, type Conflict, evaluate, type RuleWrite} from './evaluate.js'

/** Sets the labels and annotations that the MetadataPolicies of a namespace ask for, or rejects objects (spec metadatapolicy 5). */
export class MetadataPolicyPlugin implements AdmissionPlugin {
  readonly name = 'MetadataPolicy'

  constructor(private readonly lister: Lister, private readonly resolution?: ConflictResolution, private readonly onDecision?: PluginContext['onDecision']) {}

  handles(operation: Operation): boolean {
    return operation !== 'DELETE'
  }

  readsNames(namespace: string): boolean {
    return this.lister.list(kind, namespace).length > 0
  }

  admit(attributes: Attributes): Mutation | Rejection | undefined {
    const {object} = attributes
    if (object === undefined || !isGoverned(attributes)) return undefined
    const rules = this.rulesOf(attributes)
    const {rejects, conflicts, updates} = evaluate(rules, object.metadata, this.resolution)
    if (this.onDecision !== undefined) for (const place of exemptions(rules, rejects, object.metadata)) this.onDecision(place)
    const reasons = [...rejects.map(rejection), ...conflicts.map(undecided)]
    if (reasons.length > 0) return reject(attributes, aggregate(reasons.map(({message}) => message)), reasons)
    const changes = updates.flatMap((update) => changeOf(object.metadata, update))
    return changes.length === 0 ? undefined : {object: {...object, metadata: applyTo(object.metadata, updates)}, changes}
  }

  explain(attributes: Attributes, phase: Phase): Explanation | undefined {
    const {object} = attributes
    if (phase !== 'admit' || object === undefined || !isGoverned(attributes)) return undefined
    const rules = this.rulesOf(attributes)
    const {matching, conflicts} = evaluate(rules, object.metadata, this.resolution)
    const [matched, undecidedKeys] = [new Set(matching), new Set(conflicts.map(keyId))]
    const policies = rules.map((rule) => ({
      type: 'metadata-rule', policy: rule.policy, field: rule.field, predicate: rule.predicate, isMatch: matched.has(rule), isRejecting: rule.rejects,
      writes: rule.writes.map((write) => ({field: fieldOf(write), value: write.value})),
      conflicts: matched.has(rule) ? rule.writes.filter((write) => undecidedKeys.has(keyId(write))).map(fieldOf) : [],
    } as const))
    const outcome = this.admit(attributes)
    return {policies, rejection: outcome !== undefined && isRejection(outcome) ? outcome : undefined}
  }

  private rulesOf({namespace}: Attributes): readonly PolicyRule[] {
    return allRulesOf(this.lister.list(kind, namespace))
  }
}

/** The rules of the policies of a namespace, which govern many objects. */
const allRulesOf = remember((policies: readonly MetadataPolicy[]): readonly PolicyRule[] => policies.flatMap(rulesOf))

/** Policies govern all objects of a namespace but the policies themselves, which could not be repaired otherwise, and no subresources. */
const isGoverned = ({kind: {name}, namespace, subresource}: Attributes): boolean => namespace !== '' && subresource === '' && name !== kind.kind

/** Returns the terms that keep rules with an effect from an object, where all other terms of the rule hold. */
function exemptions(rules: readonly PolicyRule[], rejects: readonly PolicyRule[], metadata: Metadata): PolicyPlace[] {
  const hasEffect = ({rejects: isRejecting, writes}: PolicyRule): boolean =>
    isRejecting || (rejects.length === 0 && writes.some((write) => valueOf(metadata, write) !== write.value))
  return rules.filter(hasEffect).flatMap(({policy, predicate, termsById}) => {
    const [id = '', ...ids] = unmetIn(predicate, metadata)
    if (ids.length > 0) return []
    const [only, ...others] = (termsById.get(id) ?? []).filter(({criterion}) => !admits(criterion.domain, valueOf(metadata, criterion)))
    return only === undefined || others.length > 0 ? [] : [{policy, field: only.field}]
  })
}

const rejection = (rule: PolicyRule): Reason => {
  const [criterion] = rule.predicate.values()
  const message = `rejected by ${nameOf(rule)}`
  const cause = {policy: rule.policy, field: rule.actionField.child('reject')}
  return {message, ...criterion !== undefined && rule.predicate.size === 1 && {field: fieldOf(criterion)}, cause}
}

/** Maximum number of rules that the message of a conflict names. */
export const maxNamedWriters = 10

const moreText = (count: number): string => count > 0 ? ` and ${count} more` : ''

/** The order of policies does not resolve a conflict. */
const undecided = remember((conflict: Conflict): Reason => {
  const writers = conflict.writes.slice(0, maxNamedWriters).map(({rule, value}) => `${nameOf(rule)} to ${valueText(value)}`)
  const setBy = conflict.writes.map(({rule: {policy}, field}) => ({policy, field}))
  return {message: `${keyName(conflict)} is undecided: set by ${writers.join(', ')}${moreText(conflict.writes.length - maxNamedWriters)}, which are in no order`, field: fieldOf(conflict), setBy}
})

function changeOf(metadata: Metadata, {rule: {policy}, field, value, ...key}: RuleWrite): FieldChange[] {
  const from = valueOf(metadata, key)
  return from === value ? [] : [{field: fieldOf(key), from, to: value, cause: {policy, field}}]
}
