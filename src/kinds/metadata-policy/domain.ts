import {compareText} from '../../machinery/go/text.js'

/**
 * The allowed values of a label or annotation: whether it may be absent, and either a list of values or all values except those in the
 * list. The set of all values is infinite, so excluding some never leaves none (spec metadatapolicy 6).
 */
export interface Domain {
  /** True if the key may be absent. */
  readonly absent: boolean
  /** True if all values except the listed ones are allowed; false if only the listed ones are. */
  readonly isAllBut: boolean
  readonly values: ReadonlySet<string>
}

const noValues: ReadonlySet<string> = new Set()

/** The domain without restrictions. */
export const anything: Domain = {absent: true, isAllBut: true, values: noValues}

const nothing: Domain = {absent: false, isAllBut: false, values: noValues}

/** Returns the domain that a term of a selector allows; empty for an invalid term (spec metadatapolicy 4). */
export function domainOf(operator: string, values: Iterable<string> = noValues): Domain {
  switch (operator) {
    case 'In': return {absent: false, isAllBut: false, values: new Set(values)}
    case 'NotIn': return {absent: true, isAllBut: true, values: new Set(values)}
    case 'Exists': return {absent: false, isAllBut: true, values: noValues}
    case 'DoesNotExist': return {absent: true, isAllBut: false, values: noValues}
    default: return nothing
  }
}

/** True if a value is in a domain; undefined means that the key is absent. */
export const admits = ({absent, isAllBut, values}: Domain, value: string | undefined): boolean =>
  value === undefined ? absent : values.has(value) !== isAllBut

/** The values in both domains. */
export function intersect(a: Domain, b: Domain): Domain {
  const absent = a.absent && b.absent
  if (a.isAllBut && b.isAllBut) return {absent, isAllBut: true, values: new Set([...a.values, ...b.values])}
  const [listed, other] = a.isAllBut ? [b, a] : [a, b]
  return {absent, isAllBut: false, values: new Set([...listed.values].filter((value) => admits(other, value)))}
}

/** True for the empty domain. */
export const isEmpty = ({absent, isAllBut, values}: Domain): boolean => !absent && !isAllBut && values.size === 0

/** True if all values of the first domain are in the second one. */
export function isSubset(a: Domain, b: Domain): boolean {
  if (a.absent && !b.absent) return false
  if (!a.isAllBut) return [...a.values].every((value) => admits(b, value))
  return b.isAllBut && [...b.values].every((value) => a.values.has(value))
}

/** True for the domain without restrictions. */
export const isAnything = (domain: Domain): boolean => isSubset(anything, domain)

/** The values outside of a domain. */
export const complement = ({absent, isAllBut, values}: Domain): Domain => ({absent: !absent, isAllBut: !isAllBut, values})

/** Returns a member of a domain: undefined (an absent key) if that is allowed, else the first value. */
export function sampleOf({absent, isAllBut, values}: Domain): string | undefined {
  if (absent) return undefined
  return isAllBut ? unlisted(values) : [...values].sort(compareText)[0]
}

/** Returns a value that is not in the set. */
export function unlisted(values: ReadonlySet<string>): string {
  let value = 'any'
  for (let i = 2; values.has(value); i++) value = `any-${i}`
  return value
}
