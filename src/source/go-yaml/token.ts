import type {Directive} from './properties.js'

export type TokenKind =
  | 'stream-end' | 'directive' | 'document-start' | 'document-end'
  | 'block-sequence' | 'block-mapping' | 'block-end' | 'block-entry'
  | '[' | ']' | '{' | '}' | 'flow-entry' | 'key' | 'value'
  | 'alias' | 'anchor' | 'tag' | 'scalar'

/** A part of a YAML text, as go-yaml cuts it. */
export interface Token {
  readonly kind: TokenKind
  /** The line in which it starts, counted from 0. */
  readonly line: number
  /** The name of an anchor or alias, the handle of a tag. */
  readonly name?: string
  readonly directive?: Directive
}
