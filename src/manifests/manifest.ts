import type {Edit} from '../source/edit.js'
import type {JsonObject} from '../source/json-value.js'
import type {Node} from '../source/node.js'
import type {SourceDocument} from '../source/source-document.js'
import type {Span} from '../source/source-file.js'
import type {SourceRuleId} from '../source/source-problem.js'

/** An object that a file holds: a document, or an item of a list. */
export interface Manifest {
  readonly document: SourceDocument
  /** The node of the object: the root of the document, or the item. */
  readonly node: Node
  /** The object as plain data, with the apiVersion and kind that an item inherits from its list. */
  readonly body: JsonObject
}

/** The rules that are checked before a server is asked; their ids. */
export type ManifestRuleId =
  | SourceRuleId
  | 'manifest/api-version'
  | 'manifest/kind'
  | 'manifest/list-field'
  | 'manifest/list-items'
  | 'manifest/metadata'
  | 'manifest/namespace-mismatch'
  | 'manifest/nested-list'
  | 'manifest/not-an-object'
  | 'manifest/unknown-kind'

/** The part that kubectl does not send because of a problem: the object, all of its document, or the rest of the file too. */
export type SkippedPart = 'object' | 'document' | 'file'

/** Something that makes kubectl reject an object without asking a server. */
export interface ManifestProblem {
  readonly ruleId: ManifestRuleId
  /** kubectl's own sentence, where it has one. */
  readonly message: string
  readonly document: SourceDocument
  readonly span: Span
  /** The place in the object, in Kubernetes' notation; empty for the object itself. */
  readonly field: string
  /** The replacement, where it is certain. */
  readonly hint?: string
  /** The edit that fixes it, if it is unambiguous. */
  readonly fix?: Edit
  readonly stops: SkippedPart
}

/** One object of a file, as much of it as could be read, with all its problems. */
export interface ManifestEntry {
  readonly document: SourceDocument
  /** Absent if the kind of the object is unknown, and for problems of a list as a whole. */
  readonly manifest?: Manifest
  /** kubectl reports the first of them. */
  readonly problems: readonly ManifestProblem[]
}
