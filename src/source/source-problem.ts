import type {Span} from './source-file.js'

/** What can be wrong with a text before it is an object; the ids of rules. */
export type SourceRuleId =
  | 'json/number'
  | 'json/syntax'
  | 'source/control-character'
  | 'source/too-deep'
  | 'source/too-large'
  | 'source/too-many-documents'
  | 'source/unreadable'
  | 'yaml/alias'
  | 'yaml/document-separator'
  | 'yaml/excessive-aliasing'
  | 'yaml/key'
  | 'yaml/merge'
  | 'yaml/number'
  | 'yaml/syntax'
  | 'yaml/tag'

/**
 * Something that keeps kubectl from reading a document. kubectl stops reading the file there: what follows is never
 * sent. `start` and `end` are offsets in the text of the file.
 */
export interface SourceProblem extends Span {
  readonly ruleId: SourceRuleId
  readonly message: string
  readonly hint?: string
}

const longestExcerpt = 40

/** A text from a file as messages quote it: in double quotes, and cut when it is long. */
export const excerpt = (text: string): string => JSON.stringify(text.length > longestExcerpt ? `${text.slice(0, longestExcerpt)}...` : text)

/** What is said where text of a template stands in the place of YAML. */
export const templateMessage = 'this is a template, not yet YAML'
export const templateHint = 'render it first: helm template . | kadm lint -'

/** What is wrong with a text in which an action of a template stands. */
export const templateProblem = (span: Span): SourceProblem => sourceProblem('yaml/syntax', span, templateMessage, templateHint)

/** @param hint what to write instead, when that is certain */
export function sourceProblem(ruleId: SourceRuleId, {start, end}: Span, message: string, hint?: string): SourceProblem {
  return hint === undefined ? {ruleId, message, start, end} : {ruleId, message, start, end, hint}
}
