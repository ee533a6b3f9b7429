import {type Replacement, respell} from '../source/edit.js'
import type {Node} from '../source/node.js'
import type {SourceDocument} from '../source/source-document.js'
import {locate, type Part, type Steps} from './locate.js'
import type {ManifestProblem, ManifestRuleId, SkippedPart} from './manifest.js'

/** Something wrong with the plain data of an object, not yet placed in a file. */
export interface ObjectError {
  readonly ruleId: ManifestRuleId
  readonly message: string
  /** The way to it, from the object. */
  readonly steps: Steps
  /** `key` when the name of the field is the error. */
  readonly part?: Part
  readonly hint?: string
  readonly fix?: Replacement
}

/** The part of a document in which an object is written, or should be. */
export interface Subject {
  readonly document: SourceDocument
  readonly node: Node
}

/** Places the error of an object in the file. */
export function toProblem({document, node}: Subject, {ruleId, message, steps, part, hint, fix}: ObjectError, stops: SkippedPart): ManifestProblem {
  const span = locate(document.file, node, steps, part)
  const edit = fix && respell(document.file, span, fix)
  return {ruleId, message, document, span, field: fieldOf(steps), ...hint !== undefined && {hint}, ...edit && {fix: edit}, stops}
}

/** Places errors of an object in the file. */
export const toProblems = (subject: Subject, errors: readonly ObjectError[], stops: SkippedPart): ManifestProblem[] =>
  errors.map((error) => toProblem(subject, error, stops))

/** A place in Kubernetes' notation: `spec.limits[0]`. */
export function fieldOf(steps: Steps): string {
  const text = steps.map((step) => typeof step === 'number' ? `[${step}]` : `.${step}`).join('')
  return text.startsWith('.') ? text.slice(1) : text
}
