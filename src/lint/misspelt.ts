import type {DecodeProblem} from '../machinery/decode.js'
import {type FieldError, NamedText} from '../machinery/field-error.js'
import {isWritten, type Steps} from '../manifests/locate.js'
import {nearest} from '../manifests/nearest.js'
import type {Node} from '../source/node.js'
import {oldFieldOf} from './old-problems.js'

/**
 * True of a field that is missing where an unknown one stands that looks like it, or like the field around it, or that was its name
 * once: the server, which refuses unknown fields first, does not speak of it either.
 *
 * @param node the object as it is written
 * @param problems its unknown fields
 */
export function isMisspelt({type, field, badValue}: FieldError, node: Node, problems: readonly DecodeProblem[]): boolean {
  if (type !== 'Required' && textOf(badValue) !== '') return false
  const steps = field.steps()
  return problems.some((problem) => {
    const unknown = problem.path.steps()
    const level = unknown.length - 1
    const isBeside = unknown.slice(0, level).every((step, i) => step === steps[i]) && !isWritten(node, steps.slice(0, level + 1))
    return isBeside && (leadsTo(problem, steps.slice(level)) || nearest(String(unknown[level]), [String(steps[level])]) !== undefined)
  })
}

/** True of a field that stood once for another one, or for what is around it. */
function leadsTo(problem: DecodeProblem, steps: Steps): boolean {
  const to = oldFieldOf(problem)?.to?.split('.') ?? []
  return to.length > 0 && to.every((step, i) => step === steps[i])
}

const textOf = (badValue: unknown): unknown => badValue instanceof NamedText ? badValue.toJSON() : badValue
