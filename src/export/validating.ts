import {cel, literal} from './cel.js'
import {type MatchOptions, policyMatch} from './match.js'
import type {Compiled} from './mutating.js'
import {rejectionMarker, ruleName} from './names.js'
import type {ValidatingSpec, Validation} from './native-types.js'
import {entryOf, unmatchedCel} from './predicate-cel.js'
import type {NamespaceRules} from './rule-set.js'

/** The rejections of a namespace, those of each rule as one validation, or of all that bears the marker (spec metadatapolicy 8.4, spec metadatapolicy 8.5). */
export function validatingSpec({namespace, rejects, mode}: NamespaceRules, options: MatchOptions): Compiled<ValidatingSpec> {
  const match = policyMatch(namespace, options)
  if (mode === 'marker') return {spec: {...match, validations: [unmarked]}, expressions: []}
  const rejections = rejects.map((rule) => ({rule, expression: unmatchedCel(rule.predicate)}))
  return {
    spec: {...match, validations: rejections.map(({rule, expression}) => ({expression, message: `rejected by MetadataPolicy ${ruleName(rule)}`, reason: 'Forbidden'}))},
    expressions: rejections.map(({rule: {policy, field}, expression}) => ({policy, field, expression})),
  }
}

const unmarked: Validation = {
  expression: cel`!${entryOf(rejectionMarker)}.hasValue()`,
  messageExpression: cel`${literal('rejected by MetadataPolicy ')} + ${entryOf(rejectionMarker)}.orValue("")`,
  reason: 'Forbidden',
}
