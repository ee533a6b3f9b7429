import type {JsonScalar, JsonValue} from './json-value.js'
import {keyName} from './key-name.js'
import {type CollectionStyle, type Node, ParsedMapping, ScalarNode, type ScalarStyle, SequenceNode} from './node.js'
import {isOctal} from './yaml-scalar.js'

/** Builds the result of reading a document: a tree with positions, or plain values. */
export interface PlainBuilder<Content, Mapping extends Content, Sequence extends Content> {
  readonly scalar: (start: number, end: number, style: ScalarStyle, text: string, value: JsonScalar) => Content
  readonly mapping: (start: number, style: CollectionStyle) => Mapping
  /** Returns false for an entry that must be left to js-yaml. */
  readonly addEntry: (mapping: Mapping, key: Content, value: Content) => boolean
  readonly sequence: (start: number, style: CollectionStyle) => Sequence
  readonly addItem: (sequence: Sequence, item: Content) => void
  readonly close: (collection: Mapping | Sequence, end: number) => void
}

/** Builds the tree. */
export const treeBuilder: PlainBuilder<Node, ParsedMapping, SequenceNode> = {
  scalar: (start, end, style, text, value) => new ScalarNode(start, end, style, text, value),
  mapping: (start, style) => new ParsedMapping(start, 0, style),
  addEntry: ({entries}, key, value) => {
    const name = keyName(key)
    if (typeof name !== 'string') return false
    entries.push({key, name, value, merge: false})
    return true
  },
  sequence: (start, style) => new SequenceNode(start, 0, style),
  addItem: ({items}, item) => {
    items.push(item)
  },
  close: (collection, end) => collection.close(end),
}

type Values = Record<string, JsonValue>

/** Builds the value. */
export class ValueBuilder implements PlainBuilder<JsonValue, Values, JsonValue[]> {
  /** True once a key is repeated or is not a text, or a number starts with 0, which makes it octal. The value may be wrong then. */
  isOdd = false

  scalar(_start: number, _end: number, _style: ScalarStyle, text: string, value: JsonScalar): JsonScalar {
    if (typeof value === 'number' && isOctal(text)) this.isOdd = true
    return value
  }

  mapping(): Values {
    return {}
  }

  addEntry(values: Values, key: JsonValue, value: JsonValue): boolean {
    // Inherited properties count as repeated: assignment to __proto__ would change the prototype.
    if (typeof key !== 'string' || values[key] !== undefined) this.isOdd = true
    else values[key] = value
    return true
  }

  sequence(): JsonValue[] {
    return []
  }

  addItem(values: JsonValue[], item: JsonValue): void {
    values.push(item)
  }

  close(): void {
    // Values have no end.
  }
}
