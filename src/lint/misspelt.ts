import type {DecodeProblem} from '../machinery/decode-problem.js'
import {type FieldError, NamedText} from '../machinery/field-error.js'
import {groupBy} from '../machinery/group-by.js'
import {isWritten, type Steps} from '../manifests/locate.js'
import {nearest} from '../manifests/nearest.js'
import type {Node} from '../source/node.js'
import {oldFieldOf} from './old-problems.js'

/**
 * Tells of errors which are about a field that is missing where an unknown one stands that looks like it, or like the field around it, or that was its name
 * once: the server, which refuses unknown fields first, does not speak of it either.
 *
 * @param node the object as it is written
 * @param problems its unknown fields
 */
export function misspeltAmong(node: Node, problems: readonly DecodeProblem[]): (error: FieldError) => boolean {
  const byParent = groupBy(problems, ({path}) => JSON.stringify(path.steps().slice(0, -1)))
  return ({type, field, badValue}) => {
    if (type !== 'Required' && textOf(badValue) !== '') return false
    const steps = field.steps()
    return [...steps, undefined].some((step, level) => {
      const beside = byParent.get(JSON.stringify(steps.slice(0, level))) ?? []
      if (beside.length === 0 || isWritten(node, steps.slice(0, level + 1))) return false
      return beside.some((problem) => leadsTo(problem, steps.slice(level)) || nearest(String(problem.path.step), [String(step)]) !== undefined)
    })
  }
}

/** True of a field that stood once for another one, or for what is around it. */
function leadsTo(problem: DecodeProblem, steps: Steps): boolean {
  const to = oldFieldOf(problem)?.to?.split('.') ?? []
  return to.length > 0 && to.every((step, i) => step === steps[i])
}

const textOf = (badValue: unknown): unknown => badValue instanceof NamedText ? badValue.toJSON() : badValue
