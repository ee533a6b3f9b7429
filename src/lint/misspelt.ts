import type {DecodeProblem} from '../machinery/decode.js'
import type {FieldError} from '../machinery/field-error.js'
import {isWritten} from '../manifests/locate.js'
import {nearest} from '../manifests/nearest.js'
import type {Node} from '../source/node.js'

/**
 * True of a field that is missing where an unknown one stands that looks like it, or like the field around it: the server,
 * which refuses unknown fields first, does not speak of it either.
 *
 * @param node the object as it is written
 * @param problems its unknown fields
 */
export function isMisspelt({type, field}: FieldError, node: Node, problems: readonly DecodeProblem[]): boolean {
  if (type !== 'Required') return false
  const steps = field.steps()
  return problems.some(({path}) => {
    const unknown = path.steps()
    const level = unknown.length - 1
    const isBeside = unknown.slice(0, level).every((step, i) => step === steps[i]) && !isWritten(node, steps.slice(0, level + 1))
    return isBeside && nearest(String(unknown[level]), [String(steps[level])]) !== undefined
  })
}
