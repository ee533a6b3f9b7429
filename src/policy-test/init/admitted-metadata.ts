import {admits, complement, type Domain, unlisted} from '../../kinds/metadata-policy/domain.js'
import {type Metadata, metadataMaps} from '../../kinds/metadata-policy/metadata-maps.js'
import {type PolicyRule} from '../../kinds/metadata-policy/policy-rule.js'
import {type Criterion, domainIn, matches, metadataOf} from '../../kinds/metadata-policy/predicate.js'

/** Maximum number of listed values of a term to try. */
export const maxValues = 20

/** Maximum number of combinations of labels and annotations to try. */
const maxTries = 1000

/** Returns labels and annotations with which no rule rejects an object; none if no such metadata is found. */
export function admittedMetadata(rules: readonly PolicyRule[]): Metadata {
  const rejecting = rules.filter(({rejects}) => rejects)
  let tries = 0
  const search = (metadata: Metadata): Metadata | undefined => {
    const rule = rejecting.find(({predicate}) => matches(predicate, metadata))
    if (rule === undefined) return metadata
    for (const term of rule.predicate.values()) {
      for (const value of valuesIn(complement(term.domain), term, rejecting)) {
        const found = tries++ < maxTries ? search(withValue(metadata, term, value)) : undefined
        if (found !== undefined) return found
      }
    }
    return undefined
  }
  return search({}) ?? {}
}

/** Returns some values of a domain: absence, listed values, and values that rules list for the key. */
function valuesIn(domain: Domain, key: Criterion, rules: readonly PolicyRule[]): (string | undefined)[] {
  const listed = domain.isAllBut ? [...valuesFor(key, rules).filter((value) => admits(domain, value)), unlisted(domain.values)] : [...domain.values]
  return [...domain.absent ? [undefined] : [], ...listed.slice(0, maxValues)]
}

/** The values that rules list for a label or annotation. */
export const valuesFor = (key: Criterion, rules: readonly PolicyRule[]): string[] =>
  rules.flatMap(({predicate}) => [...domainIn(predicate, key).values]).slice(0, maxValues)

/** Returns metadata with another value of a label or annotation; undefined removes it. */
export const withValue = (metadata: Metadata, {map, key}: Criterion, value: string | undefined): Metadata => metadataOf([
  ...metadataMaps.flatMap((one) => Object.entries(metadata[one] ?? {})
    .map(([name, text]) => ({map: one, key: name, value: one === map && name === key ? undefined : text}))),
  {map, key, value},
])

/** Returns the maps of metadata that are not empty. */
export const metadataFields = (metadata: Metadata): Readonly<Record<string, Readonly<Record<string, string>>>> =>
  Object.fromEntries(metadataMaps.flatMap((map) => Object.keys(metadata[map] ?? {}).length === 0 ? [] : [[map, {...metadata[map]}]]))
