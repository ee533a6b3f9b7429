import {problemsBelow} from '../machinery/decode/decode.js'
import type {DecodeProblem} from '../machinery/decode/problem.js'
import {FieldPath} from '../machinery/field/path.js'
import {isObject} from '../machinery/go/json-value.js'
import type {Steps} from '../manifests/locate.js'
import {type FormerField, formerField} from '../manifests/former-api/fields.js'

/** A problem whose path may be the current one of a former field. */
export interface SourceProblemAt extends DecodeProblem {
  /** The path at which it is written in the file. */
  readonly source: Steps
}

/** Returns the former field that an unknown field is, if any. */
export const formerFieldOf = ({type, path, known = [], struct = ''}: DecodeProblem): FormerField | undefined =>
  type === 'unknown-field' ? formerField({name: String(path.step), known, struct}) : undefined

/**
 * Returns the problems of an object, and those that the server would find in the values of former fields at their current paths.
 *
 * @param body the object
 */
export function withFormerFieldProblems(body: object, problems: readonly DecodeProblem[]): SourceProblemAt[] {
  const own = problems.map((problem): SourceProblemAt => ({...problem, source: problem.path.steps()}))
  return [...own, ...own.flatMap((problem) => problemsIn(body, problem))]
}

/** Returns the other former fields in the same map as a problem. */
export const otherFormerFields = ({path, source}: SourceProblemAt, all: readonly SourceProblemAt[]): FormerField[] => all
  .filter((other) => other.path !== path && isSame(other.source.slice(0, -1), source.slice(0, -1))).flatMap((other) => formerFieldOf(other) ?? [])

const isSame = (a: Steps, b: Steps): boolean => a.length === b.length && a.every((step, i) => step === b[i])

function problemsIn(body: object, problem: SourceProblemAt): SourceProblemAt[] {
  const {to, value} = formerFieldOf(problem) ?? {}
  if (to === undefined || value === undefined) return []
  const {through, type} = value
  const source = [...problem.source, ...through === undefined ? [] : [through]]
  const content = valueAt(body, source)
  if (!isObject(content)) return []
  const today = [...problem.path.steps().slice(0, -1), to]
  const found = problemsBelow(content, type, pathOf(today)).map((inner) => ({...inner, source: [...source, ...inner.path.steps().slice(today.length)]}))
  return found.flatMap((inner) => [inner, ...problemsIn(body, inner)])
}

const valueAt = (value: unknown, steps: Steps): unknown =>
  steps.reduce<unknown>((at, step) => typeof at === 'object' && at !== null && Object.hasOwn(at, step) ? (at as Readonly<Record<string | number, unknown>>)[step] : undefined, value)

function pathOf([first = '', ...steps]: Steps): FieldPath {
  let path = FieldPath.of(String(first))
  for (const step of steps) path = typeof step === 'number' ? path.index(step) : path.child(step)
  return path
}
