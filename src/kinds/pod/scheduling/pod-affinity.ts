import type {PodAffinity, PodAffinityTerm} from '../../../machinery/api/core-v1.js'
import {allErrors, type FieldError, forbidden, invalid, required} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {validateText} from '../../../machinery/field/text-rules.js'
import {validateLabelSelector} from '../../../machinery/meta/label-selector.js'
import {dns1123Label, qualifiedName} from '../../../machinery/meta/names.js'
import {validateWeight} from './node-affinity.js'

/** Keys of labels for which other pods must have the same value as the pod, or another one. */
export type LabelKeys = Pick<PodAffinityTerm, 'labelSelector' | 'matchLabelKeys' | 'mismatchLabelKeys'>

const origin = 'pod/pod-affinity'

/** The rules for pod affinity and anti-affinity (core validation `validatePodAffinity`; spec pod 4.7). */
export function validatePodAffinity(affinity: PodAffinity, path: FieldPath): FieldError[] {
  const terms = affinity.requiredDuringSchedulingIgnoredDuringExecution ?? []
  const preferred = affinity.preferredDuringSchedulingIgnoredDuringExecution ?? []
  const place = path.child('preferredDuringSchedulingIgnoredDuringExecution')
  return allErrors(
    terms.flatMap((term, i) => validateTerm(term, path.child('requiredDuringSchedulingIgnoredDuringExecution').index(i))),
    preferred.flatMap(({weight, podAffinityTerm = {}}, i) =>
      allErrors(validateWeight(weight, place.index(i).child('weight'), origin), validateTerm(podAffinityTerm, place.index(i).child('podAffinityTerm')))),
  )
}

/** The rules for a term; upstream reports its namespaces at `namespace`, without index. */
function validateTerm(term: PodAffinityTerm, path: FieldPath): FieldError[] {
  const {labelSelector, namespaceSelector, namespaces = [], topologyKey = ''} = term
  return allErrors(
    validateLabelSelector(labelSelector, path.child('labelSelector')),
    validateLabelSelector(namespaceSelector, path.child('namespaceSelector')),
    namespaces.flatMap((namespace) => validateText(namespace, dns1123Label, path.child('namespace'), origin)),
    validateLabelKeys(term, path),
    topologyKey === '' ? [required(path.child('topologyKey'), 'can not be empty', origin)] : [],
    validateText(topologyKey, qualifiedName, path.child('topologyKey'), origin),
  )
}

const keysOrigin = 'pod/label-keys'

/**
 * The rules for `matchLabelKeys` and `mismatchLabelKeys` (`ValidateMatchLabelKeysAndMismatchLabelKeys`).
 * The selector already contains the terms for these keys.
 */
export function validateLabelKeys({matchLabelKeys = [], mismatchLabelKeys = [], labelSelector}: LabelKeys, path: FieldPath): FieldError[] {
  if (matchLabelKeys.length + mismatchLabelKeys.length === 0) return []
  const mismatched = new Set(mismatchLabelKeys)
  return allErrors(
    validateKeys(matchLabelKeys, labelSelector, path.child('matchLabelKeys')),
    validateKeys(mismatchLabelKeys, labelSelector, path.child('mismatchLabelKeys')),
    validateSelectedOnce(matchLabelKeys, labelSelector, path),
    matchLabelKeys.flatMap((key, i) => mismatched.has(key)
      ? [invalid(path.child('matchLabelKeys').index(i), key, 'exists in both matchLabelKeys and mismatchLabelKeys', keysOrigin)] : []),
  )
}

function validateKeys(keys: readonly string[], selector: LabelKeys['labelSelector'], path: FieldPath): FieldError[] {
  if (keys.length > 0 && selector === undefined) return [forbidden(path, 'must not be specified when labelSelector is not set', keysOrigin)]
  return keys.flatMap((key, i) => validateText(key, qualifiedName, path.index(i), keysOrigin))
}

/** The rule that a selector has no other terms for the same labels; upstream's path omits the name of the list. */
function validateSelectedOnce(keys: readonly string[], selector: LabelKeys['labelSelector'], path: FieldPath): FieldError[] {
  const positions = new Map(keys.map((key, i) => [key, i]))
  const selected = new Set(Object.keys(selector?.matchLabels ?? {}))
  return (selector?.matchExpressions ?? []).flatMap((requirement) => {
    const key = requirement.key ?? ''
    const position = selected.has(key) ? positions.get(key) : undefined
    selected.add(key)
    return position === undefined ? [] : [invalid(path.index(position), key, 'exists in both matchLabelKeys and labelSelector', keysOrigin)]
  })
}
