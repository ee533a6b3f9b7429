import type {Diagnostic, Related} from '../../lint/diagnostic.js'
import type {VerdictId} from '../../lint/rules/verdicts.js'
import {firstLine} from '../../manifests/locate.js'
import type {Manifest} from '../../manifests/manifest.js'
import {explain, type Explanation, type PolicyCause} from '../../simulate/explain.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import type {Simulation} from '../../simulate/simulate.js'
import {referenceOf} from './json.js'

/** A finding about a whole object, placed at its first line. */
export function objectFinding(manifest: Manifest, finding: Pick<Diagnostic, 'ruleId' | 'severity' | 'message'>): Diagnostic {
  const {document: {file}, node, body} = manifest
  return {...finding, field: '', file, span: firstLine(file, node), object: referenceOf(body), related: []}
}

/** A denial in the server's words, placed at the first field that it names, else at the object. */
export function denialFinding(ruleId: VerdictId, review: ManifestReview, {policies}: Simulation): Diagnostic {
  const explanations = explain(review, policies.manifests)
  const whole = objectFinding(review.manifest, {ruleId, severity: 'error', message: review.status.message})
  return {...whole, object: referenceOf(review.object ?? review.manifest.body), ...placeOfFirst(explanations), related: relatedTo(explanations)}
}

/** The place of the first reason that names a field. */
export function placeOfFirst(explanations: readonly Explanation[]): Pick<Diagnostic, 'file' | 'span' | 'field'> | undefined {
  const found = explanations.find(({field}) => field !== '')
  return found && {...found.place, field: found.field}
}

/** The other denied fields, and the policies that forbid the values or have set them. */
export function relatedTo(explanations: readonly Explanation[]): Related[] {
  const fields = explanations.filter(({field}) => field !== '').slice(1).map(({message, place}) => ({...place, message}))
  const policies = explanations.flatMap(({policy, setBy}) =>
    [...setBy.flatMap((cause) => relatedPolicy('set', cause)), ...policy === undefined ? [] : relatedPolicy('forbidden', policy)])
  return distinct([...fields, ...policies])
}

const relatedPolicy = (verb: string, {kind, name, field, place}: PolicyCause): Related[] =>
  place === undefined ? [] : [{...place, message: `${verb} by ${kind} ${name}, ${field}`}]

function distinct(related: readonly Related[]): Related[] {
  const known = new Set<string>()
  return related.filter(({file, span, message}) => {
    const key = JSON.stringify([file.path, span.start, message])
    const isNew = !known.has(key)
    known.add(key)
    return isNew
  })
}
