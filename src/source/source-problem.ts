import type {Span} from './source-file.js'

/** The ids of rules for texts, before they are decoded to objects. */
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
 * A problem for which kubectl cannot read a document. kubectl stops reading the file there and does not send later
 * documents. `start` and `end` are offsets in the text of the file.
 */
export interface SourceProblem extends Span {
  readonly ruleId: SourceRuleId
  readonly message: string
  readonly hint?: string
}

const longestExcerpt = 40

/** Quotes a text from a file for messages: in double quotes, and truncated if it is long. */
export const excerpt = (text: string): string => JSON.stringify(text.length > longestExcerpt ? `${text.slice(0, longestExcerpt)}...` : text)

/** The message about a template instead of YAML. */
export const templateMessage = 'this is a template, not yet YAML'
export const templateHint = 'render it first: helm template . | kadm lint -'

/** Returns the problem of a text with an action of a template. */
export const templateProblem = (span: Span): SourceProblem => sourceProblem('yaml/syntax', span, templateMessage, templateHint)

/** @param hint the replacement, if it is certain */
export function sourceProblem(ruleId: SourceRuleId, {start, end}: Span, message: string, hint?: string): SourceProblem {
  return hint === undefined ? {ruleId, message, start, end} : {ruleId, message, start, end, hint}
}
