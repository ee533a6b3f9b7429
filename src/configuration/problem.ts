import {locate, type Part, type Steps} from '../manifests/locate.js'
import {type Edit, type Replacement, respell} from '../source/edit.js'
import type {SourceFile, Span} from '../source/source-file.js'
import type {ConfigurationDocument, UnreadableDocument} from './document.js'

/** Something else that has to do with a problem. */
export interface RelatedPlace {
  readonly file: SourceFile
  readonly span: Span
  readonly message: string
}

/** Something in a file of configuration that keeps the server from starting, or that nobody wants: what `kadm lint` tells. */
export interface ConfigurationProblem {
  readonly ruleId: string
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
  /** What to write instead, where that is certain. */
  readonly hint?: string
  /** What would put it right, where nothing else can be meant. */
  readonly fix?: Edit
  /** The field of the document, in Kubernetes' notation; empty for what is not about a field. */
  readonly field: string
  readonly file: SourceFile
  readonly span: Span
  readonly related: readonly RelatedPlace[]
}

/** How many problems of a kind are told of one document: more are of no use to anybody. */
export const mostProblems = 1000

/** What is to be said of a place in a document. */
export interface Finding {
  readonly ruleId: string
  readonly severity?: ConfigurationProblem['severity']
  readonly message: string
  readonly hint?: string | undefined
  readonly fix?: Replacement
  readonly field?: string
  readonly steps: Steps
  /** `key` when the name of the field is what it is about. */
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

/** Where a place of a document is written, or the closest place above it that is. */
export const spanOf = ({file, root, steps: base}: ConfigurationDocument, steps: Steps, part?: Part): Span =>
  root === undefined ? {start: 0, end: 0} : locate(file, root, [...base, ...steps], part)

/** The problem with a file that holds no document. */
export function unreadableProblem({file, problem: {ruleId, message, hint, start, end}}: UnreadableDocument): ConfigurationProblem {
  return {ruleId, severity: 'error', message, field: '', file, span: {start, end}, related: [], ...hint !== undefined && {hint}}
}
