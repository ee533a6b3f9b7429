import {compareText} from '../machinery/go-text.js'
import type {Edit} from '../source/edit.js'
import type {SourceFile, Span} from '../source/source-file.js'

export type Severity = 'error' | 'warning' | 'info'

/** An object as people name it. */
export interface ObjectRef {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
}

/** A place in a file. Lines and columns are computed when it is printed. */
export interface Place {
  readonly file: SourceFile
  readonly span: Span
}

/** Something else that has to do with a diagnostic. */
export interface Related extends Place {
  readonly message: string
}

/** Something wrong in a file, for people and machines to read. */
export interface Diagnostic extends Place {
  /** The rule that found it: `kind/what-is-checked`. */
  readonly ruleId: string
  readonly severity: Severity
  readonly message: string
  /** What to write instead, where that is certain. */
  readonly hint?: string
  /** What `kadm lint --fix` does about it, in the same file. */
  readonly fix?: Edit
  /** The field in Kubernetes' notation; empty for what is not about a field. */
  readonly field: string
  readonly object?: ObjectRef
  readonly related: readonly Related[]
  /** The word that a rule rejects, by which findings are folded into one. */
  readonly word?: string
  /** The findings that are folded into this one. */
  readonly folded?: readonly Diagnostic[]
}

/** The page about a rule. */
export const docsUrl = (ruleId: string): string => `https://kadm.dev/docs/rules/${ruleId}`

/** The one order of diagnostics: by file, place, rule and message. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return compareText(a.file.path, b.file.path)
    || a.span.start - b.span.start
    || compareText(a.ruleId, b.ruleId)
    || compareText(a.message, b.message)
}
