import type {JsonScalar} from './json-value.js'

/** The style of a scalar. The strings of JSON are double-quoted; its numbers, `true`, `false` and `null` are plain. */
export type ScalarStyle = 'plain' | 'single-quoted' | 'double-quoted' | 'literal' | 'folded'

/** A node of a document: its content and its place. Offsets count in the text of the file; `end` is exclusive. */
export type Node = ScalarNode | SequenceNode | MappingNode | AliasNode

/** A text, number, boolean or null. The span includes quotes, or the header of a block scalar; nothing written is an empty span. */
export class ScalarNode {
  readonly kind = 'scalar'

  constructor(
    readonly start: number,
    readonly end: number,
    readonly style: ScalarStyle,
    /** The content, with escapes and folded lines undone. */
    readonly text: string,
    /** The value that kubectl sends for it. */
    readonly value: JsonScalar,
  ) {}
}

/** The style of a collection: by indentation, or in brackets (`flow`; as in JSON). */
export type CollectionStyle = 'block' | 'flow'

/** A list. The span of one in brackets includes them. */
export class SequenceNode {
  readonly kind = 'sequence'
  items: Node[] = []

  constructor(
    readonly start: number,
    public end: number,
    readonly style: CollectionStyle,
  ) {}

  /** Sets the end when all items are added. */
  close(end: number): void {
    this.end = end
    this.items = trimmed(this.items)
  }
}

/** A map: its entries in the order of the text, including repeated keys. The span of one in braces includes them. */
export interface MappingNode {
  readonly kind: 'mapping'
  readonly start: number
  end: number
  readonly style: CollectionStyle
  readonly entries: MappingEntry[]
}

/** A map that was parsed. */
export class ParsedMapping implements MappingNode {
  readonly kind = 'mapping'
  entries: MappingEntry[] = []

  constructor(
    readonly start: number,
    public end: number,
    readonly style: CollectionStyle,
  ) {}

  /** Sets the end when all entries are added. */
  close(end: number): void {
    this.end = end
    this.entries = trimmed(this.entries)
  }
}

/** `*name`: refers to the node that `&name` marks. */
export class AliasNode {
  readonly kind = 'alias'

  constructor(
    readonly start: number,
    readonly end: number,
    readonly name: string,
    readonly target: ScalarNode | SequenceNode | MappingNode,
  ) {}
}

/** One key of a map with its value. */
export interface MappingEntry {
  readonly key: Node
  /** The key in the JSON that kubectl sends: `on` is `true`, `0x10` is `16`. */
  readonly name: string
  readonly value: Node
  /** True for a merge key, `<<`: the entries of `value` belong to this map. */
  readonly merge: boolean
}

/** Copies a list to release memory that V8 reserves for further items: 16 of them for the first. */
const trimmed = <T>(list: T[]): T[] => list.length === 0 ? list : list.slice()

/** The node with the content: the target of an alias, or the node itself. */
export const contentOf = (node: Node): ScalarNode | SequenceNode | MappingNode => node.kind === 'alias' ? node.target : node
