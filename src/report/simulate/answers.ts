import type {PolicyPlace} from '../../admission/plugin.js'
import {shownSuffix} from '../../machinery/meta/names.js'
import {oneLine} from '../../machinery/output/printable.js'
import type {Explanation} from '../../simulate/explain.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import {objectKey} from '../../simulate/object-key.js'
import type {Simulation} from '../../simulate/simulate.js'
import {lineText} from '../location.js'
import {referenceOf} from './json.js'

/** The verdict of a review: `admitted`, `denied (403 Forbidden)`. */
export const verdictText = ({allowed, status: {code, reason}, isUnchanged}: ManifestReview): string =>
  allowed ? isUnchanged === true ? 'unchanged' : 'admitted' : `denied (${[code, reason].join(' ').trim()})`

/** Equal answers to the objects that a controller sent. */
export interface OwnedRow {
  readonly review: ManifestReview
  readonly count: number
  readonly kind: string
  /** The name of the first one. */
  readonly name: string
}

/** The answers to the objects that a controller sent: a row for each admitted one, and one for equal denials. */
export function ownedRows(owned: readonly ManifestReview[]): readonly OwnedRow[] {
  const rows = new Map<string, OwnedRow>()
  for (const review of owned) {
    const reference = referenceOf(review.object ?? review.manifest.body)
    const [kind, name] = [oneLine(reference.kind), madeName(oneLine(reference.name), review)]
    const key = review.allowed ? String(rows.size) : [kind, name, verdictText(review)].join(' ')
    rows.set(key, {review, kind, name, count: (review.count ?? 1) + (rows.get(key)?.count ?? 0)})
  }
  return [...rows.values()]
}

const madeName = (name: string, {count = 1, allowed}: ManifestReview): string => allowed ? nameOfAll(name, count) : name

/** The name of the first of objects that differ in the number at the end of their names, with the number of the others; of others the common name. */
export const nameOfAll = (name: string, count: number): string => count === 1 || name.endsWith(shownSuffix) ? name : `${name} and ${count - 1} more`

/** Drops reasons that differ from an earlier one only in amounts, as retries cause them. */
export function answersOnce(explanations: readonly Explanation[]): Explanation[] {
  const first = new Map<string, Explanation>()
  for (const explanation of explanations) {
    const {message, subject, field, policy} = explanation
    const key = JSON.stringify([subject, field, policy === undefined ? message : [policy.kind, policy.name, policy.field]])
    if (!first.has(key)) first.set(key, explanation)
  }
  return [...first.values()]
}

/** The kind, name and, if known, place of a policy. */
export function policyTitle({policy}: PolicyPlace, manifests: Simulation['policies']['manifests']): string {
  const manifest = manifests.get(objectKey({...policy}))
  return `${policy.kind} ${oneLine(policy.metadata.name ?? '')}${manifest === undefined ? '' : ` (${lineText(manifest)})`}`
}
