import {complement, type Domain, isAnything, isEmpty} from '../kinds/metadata-policy/domain.js'
import type {Criterion, Predicate} from '../kinds/metadata-policy/predicate.js'
import type {MetadataKey} from '../kinds/metadata-policy/metadata-maps.js'
import {all, cel, type Cel, literal, literals} from './cel.js'

const maps = {labels: cel`object.metadata.?labels`, annotations: cel`object.metadata.?annotations`} as const

/** A label or annotation of the object, which may be missing. */
export const entryOf = ({map, key}: MetadataKey): Cel => cel`${maps[map]}[?${literal(key)}]`

/** The predicate of a rule as an expression that is true for matching objects (spec metadatapolicy 8.2). */
export function predicateCel(predicate: Predicate): Cel {
  const criteria = criteriaOf(predicate)
  return criteria === 'none' ? cel`false` : all(criteria.map(criterionCel))
}

/** An expression that is true for objects that a rule does not match. */
export function unmatchedCel(predicate: Predicate): Cel {
  const criteria = criteriaOf(predicate)
  if (criteria === 'none') return cel`true`
  const [first, ...others] = criteria
  if (first === undefined) return cel`false`
  return others.length === 0 ? criterionCel({...first, domain: complement(first.domain)}) : cel`!(${all(criteria.map(criterionCel))})`
}

/** The criteria of a predicate; 'none' if it cannot match. */
function criteriaOf(predicate: Predicate): readonly Criterion[] | 'none' {
  const criteria = [...predicate.values()].filter(({domain}) => !isAnything(domain))
  return criteria.some(({domain}) => isEmpty(domain)) ? 'none' : criteria
}

function criterionCel({domain, ...key}: Criterion): Cel {
  const entry = entryOf(key)
  if (domain.values.size > 0) return cel`${entry}.optMap(v, ${amongCel(domain)}).orValue(${domain.absent ? cel`true` : cel`false`})`
  return domain.absent ? cel`!${entry}.hasValue()` : cel`${entry}.hasValue()`
}

const amongCel = ({isAllBut, values}: Domain): Cel => isAllBut ? cel`!(v in ${literals(values)})` : cel`v in ${literals(values)}`
