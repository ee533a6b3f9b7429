import type {DecodeProblem} from '../machinery/decode/problem.js'
import type {FieldError} from '../machinery/field/error.js'
import {nodeAt, type Steps} from '../manifests/locate.js'
import type {Manifest} from '../manifests/manifest.js'
import {namesAtKey, namesBeside, type Suggestion} from '../manifests/suggestion.js'
import {contentOf} from '../source/node.js'
import type {Place} from './diagnostic.js'
import {decodeHint, errorHint} from './hints.js'
import {nearestValue} from './nearest-value.js'

/**
 * Suggests a replacement for something that does not fit its type; undefined if none is certain.
 *
 * @param steps the path at which it is written
 */
export function problemSuggestion({document: {file}, node}: Manifest, problem: DecodeProblem, steps: Steps): Suggestion | undefined {
  const written = nodeAt(node, steps)
  if (written === undefined) return undefined
  const content = contentOf(written)
  return decodeHint(problem, {content, raw: file.text.slice(content.start, content.end), names: namesBeside(node, steps)})
}

/** Suggests a replacement for a value that a rule rejects; undefined if none is certain. */
export const errorSuggestion = ({node, body}: Manifest, error: FieldError, {span}: Place): Suggestion | undefined =>
  errorHint(error, namesAtKey(node, span.start)) ?? nearestValue(error, body)
