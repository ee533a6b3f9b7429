import {groupBy} from '../machinery/collections/group-by.js'
import type {DecodeProblem} from '../machinery/decode/problem.js'
import {type FieldError, NamedText} from '../machinery/field/error.js'
import {isInSource, type Steps} from '../manifests/locate.js'
import {nearest} from '../manifests/nearest.js'
import type {Node} from '../source/node.js'
import {formerFieldOf} from './former-fields.js'

/**
 * Returns a predicate for errors about a missing field that the file has under a wrong name: a misspelling of it or of a field around it,
 * or its old name. The server does not report such errors either, because it rejects unknown fields first.
 *
 * @param node the object in the file
 * @param problems its unknown fields
 */
export function misspellingFilter(node: Node, problems: readonly DecodeProblem[]): (error: FieldError) => boolean {
  const byParent = groupBy(problems, ({path}) => JSON.stringify(path.steps().slice(0, -1)))
  return ({type, field, badValue}) => {
    if (type !== 'Required' && textOf(badValue) !== '') return false
    const steps = field.steps()
    return [...steps, undefined].some((step, level) => {
      const siblings = byParent.get(JSON.stringify(steps.slice(0, level))) ?? []
      if (siblings.length === 0 || isInSource(node, steps.slice(0, level + 1))) return false
      return siblings.some((problem) => leadsTo(problem, steps.slice(level)) || nearest(String(problem.path.step), [String(step)]) !== undefined)
    })
  }
}

/** Returns true if an unknown field is the old name of a field, or of one around it. */
function leadsTo(problem: DecodeProblem, steps: Steps): boolean {
  const to = formerFieldOf(problem)?.to?.split('.') ?? []
  return to.length > 0 && to.every((step, i) => step === steps[i])
}

const textOf = (badValue: unknown): unknown => badValue instanceof NamedText ? badValue.toJSON() : badValue
