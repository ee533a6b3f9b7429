import type {TopologySelectorLabelRequirement, TopologySelectorTerm} from '../../machinery/api/core-v1.js'
import {allErrors, duplicate, type FieldError, required} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {validateText} from '../../machinery/field/text-rules.js'
import {compareText, goJson} from '../../machinery/go/text.js'
import {qualifiedName} from '../../machinery/meta/names.js'
import {deprecatedNodeLabel} from '../shared/node-labels.js'

const origin = 'storage-class/allowed-topologies'

/**
 * The rules for topologies (storage validation `validateAllowedTopologies`). Upstream also compares each term with empty ones,
 * so that a term without expressions is a duplicate.
 */
export function validateTopologies(terms: readonly TopologySelectorTerm[] = [], path: FieldPath): FieldError[] {
  const known = new Set([termText({})])
  return terms.flatMap((term, i) => {
    const place = path.index(i).child('matchLabelExpressions')
    const errors = validateExpressions(term.matchLabelExpressions ?? [], place)
    const text = termText(term)
    const isKnown = known.has(text)
    known.add(text)
    return isKnown ? [...errors, duplicate(place, '', origin)] : errors
  })
}

/** A comparable text of a term: the last expression with a key counts, and the order of values does not matter. */
function termText({matchLabelExpressions = []}: TopologySelectorTerm): string {
  const byKey = new Map(matchLabelExpressions.map(({key = '', values = []}) => [key, [...new Set(values)].sort(compareText)]))
  return goJson([...byKey].sort(([a], [b]) => compareText(a, b)))
}

function validateExpressions(expressions: readonly TopologySelectorLabelRequirement[], path: FieldPath): FieldError[] {
  const keys = new Set<string>()
  return expressions.flatMap((expression, i) => {
    const {key = ''} = expression
    const errors = validateExpression(expression, path.index(i))
    if (keys.has(key)) errors.push(duplicate(path.index(i).child('key'), key, origin))
    keys.add(key)
    return errors
  })
}

function validateExpression({key = '', values = []}: TopologySelectorLabelRequirement, path: FieldPath): FieldError[] {
  const place = path.child('values')
  const known = new Set<string>()
  const repeated = values.flatMap((value, i) => {
    const isKnown = known.has(value)
    known.add(value)
    return isKnown ? [duplicate(place.index(i), value, origin)] : []
  })
  return allErrors(values.length === 0 ? [required(place, '', origin)] : [], repeated, validateText(key, qualifiedName, path.child('key'), origin))
}

/** Returns the warnings about renamed labels (pkg/api/storage `GetWarningsForStorageClass`). */
export const topologyWarnings = (terms: readonly TopologySelectorTerm[], path: FieldPath): string[] => terms.flatMap(({matchLabelExpressions = []}, i) =>
  matchLabelExpressions.flatMap(({key = ''}, j) => {
    const message = deprecatedNodeLabel(key)
    return message === undefined ? [] : [`${path.index(i).child('matchLabelExpressions').index(j).child('key')}: ${message}`]
  }))
