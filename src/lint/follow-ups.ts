import type {AnyKind} from '../kinds/kind.js'
import type {DecodeProblem} from '../machinery/decode.js'
import type {FieldError} from '../machinery/field-error.js'
import {isWritten, type Steps} from '../manifests/locate.js'
import {nearest} from '../manifests/nearest.js'
import type {Node} from '../source/node.js'
import {originOf} from './place.js'

/** What errors are about. */
export interface ErrorContext {
  /** Where the object is written. */
  readonly node: Node
  readonly definition: AnyKind
  /** The unknown fields of the object. */
  readonly problems: readonly DecodeProblem[]
}

/**
 * The errors without those that go away by themselves once others are put right: the server tells one mistake several times
 * when it copies the value to defaults, or looks for a field whose name is misspelt.
 */
export function withoutFollowUps(errors: readonly FieldError[], context: ErrorContext): FieldError[] {
  const isGenerateNameBad = errors.some(({origin}) => origin === 'metadata/generate-name')
  return withoutDefaults(errors, context).filter((error) =>
    !(isGenerateNameBad && error.origin === 'metadata/name') && !isMisspelt(error, context))
}

/** Leaves out errors about a default where one about what is written tells of the same thing in a field beside it. */
function withoutDefaults(errors: readonly FieldError[], {node, definition}: ErrorContext): FieldError[] {
  const origins = new Map(errors.map((error) => [error, originOf(node, error.field, definition)]))
  const told = new Set(errors.filter((error) => origins.get(error) === undefined).map(({field}) => field.steps())
    .flatMap((steps) => steps.map((_step, i) => withoutStep(steps, i))))
  return errors.filter((error) => {
    const origin = origins.get(error)
    const steps = error.field.steps()
    return origin === undefined || !told.has(withoutStep(steps, steps.findIndex((step, i) => step !== origin[i])))
  })
}

/** A text for all fields that differ in one step: `spec.limits[0].*[cpu]`. */
const withoutStep = (steps: Steps, left: number): string => JSON.stringify(steps.map((step, i) => i === left ? null : step))

/** True of a field that is missing where an unknown one stands that looks like it, or like the field around it. */
function isMisspelt({type, field}: FieldError, {node, problems}: ErrorContext): boolean {
  if (type !== 'Required') return false
  const steps = field.steps()
  return problems.some(({path}) => {
    const unknown = path.steps()
    const level = unknown.length - 1
    const isBeside = unknown.slice(0, level).every((step, i) => step === steps[i]) && !isWritten(node, steps.slice(0, level + 1))
    return isBeside && nearest(String(unknown[level]), [String(steps[level])]) !== undefined
  })
}
