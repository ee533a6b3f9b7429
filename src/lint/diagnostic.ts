import type {Origin} from '../machinery/field/error.js'
import {compareText} from '../machinery/go/text.js'
import type {ManifestProblem} from '../manifests/manifest.js'
import type {Edit} from '../source/edit.js'
import type {SourceFile, Span} from '../source/source-file.js'
import type {VerdictId} from './rules/verdicts.js'

export type Severity = 'error' | 'warning' | 'info'

/** The names that identify an object. */
export interface ObjectRef {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
}

/** A place in a file. Its line and column are computed only for output. */
export interface Place {
  readonly file: SourceFile
  readonly span: Span
}

/** Another place that a diagnostic refers to. */
export interface Related extends Place {
  readonly message: string
}

/** The rule or verdict that a finding reports. */
export type FindingId = Origin | VerdictId | ''

/** A finding in a file. */
export interface Diagnostic extends Place {
  /** The rule that found it, `kind/what-is-checked`; empty for a problem of `kadm export`. */
  readonly ruleId: FindingId
  readonly severity: Severity
  readonly message: string
  /** The replacement, if it is certain. */
  readonly hint?: string
  /** The edit by which `kadm lint --fix` fixes it, in the same file. */
  readonly fix?: Edit
  /** The field in Kubernetes' notation; empty if the finding is not about a field. */
  readonly field: string
  readonly object?: ObjectRef
  readonly related: readonly Related[]
  /** The rejected word; findings about the same word are folded into one. */
  readonly word?: string
  /** The findings that are folded into this one. */
  readonly folded?: readonly Diagnostic[]
}

/** Compares diagnostics by file, place, rule and message. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return compareText(a.file.path, b.file.path)
    || a.span.start - b.span.start
    || compareText(a.ruleId, b.ruleId)
    || compareText(a.message, b.message)
}

/** A problem with the manifest itself as a diagnostic. */
export const problemDiagnostic = ({ruleId, message, hint, fix, field, span, document}: ManifestProblem): Diagnostic =>
  ({ruleId, severity: 'error', message, field, file: document.file, span, related: [], ...hint !== undefined && {hint}, ...fix && {fix}})
