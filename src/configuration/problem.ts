import type {Origin} from '../machinery/field/error.js'
import {locate, type Part, type Steps} from '../manifests/locate.js'
import {type Edit, type Replacement, respell} from '../source/edit.js'
import type {SourceFile, Span} from '../source/source-file.js'
import type {ConfigurationDocument, UnreadableDocument} from './document.js'

/** A place related to a problem. */
export interface RelatedPlace {
  readonly file: SourceFile
  readonly span: Span
  readonly message: string
}

/** A problem in a configuration file, for `kadm lint`: it keeps the server from starting, or is probably a mistake. */
export interface ConfigurationProblem {
  readonly ruleId: Origin
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
  /** The replacement, where it is certain. */
  readonly hint?: string
  /** The edit that fixes it, if it is unambiguous. */
  readonly fix?: Edit
  /** The field of the document, in Kubernetes' notation; empty for a problem that is not about a field. */
  readonly field: string
  readonly file: SourceFile
  readonly span: Span
  readonly related: readonly RelatedPlace[]
}

/** The maximum number of problems of one kind that are reported for a document. */
export const maxProblems = 1000

/** A finding about a place in a document. */
export interface Finding {
  readonly ruleId: Origin
  readonly severity?: ConfigurationProblem['severity']
  readonly message: string
  readonly hint?: string | undefined
  readonly fix?: Replacement
  readonly field?: string
  readonly steps: Steps
  /** `key` when the problem is about the name of the field. */
  readonly part?: Part
  /** The place itself, where the steps do not lead to it. */
  readonly span?: Span | undefined
  readonly related?: readonly RelatedPlace[]
}

/** A problem at a place of a document, an error unless it says otherwise. */
export function problemAt(document: ConfigurationDocument, finding: Finding): ConfigurationProblem {
  const {ruleId, severity = 'error', message, hint, fix, field = '', steps, part, span = spanOf(document, steps, part), related = []} = finding
  const edit = fix && respell(document.file, span, fix)
  return {ruleId, severity, message, field, file: document.file, span, related, ...hint !== undefined && {hint}, ...edit && {fix: edit}}
}

/** The span of a field in a document, or of its closest written ancestor. */
export const spanOf = ({file, root, steps: base}: ConfigurationDocument, steps: Steps, part?: Part): Span =>
  root === undefined ? {start: 0, end: 0} : locate(file, root, [...base, ...steps], part)

/** The problem with a file that holds no document. */
export function unreadableProblem({file, problem: {ruleId, message, hint, start, end}}: UnreadableDocument): ConfigurationProblem {
  return {ruleId, severity: 'error', message, field: '', file, span: {start, end}, related: [], ...hint !== undefined && {hint}}
}
