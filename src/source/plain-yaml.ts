import {keyName} from './key-name.js'
import {type MappingNode, type Node, ParsedMapping, type ScalarNode, SequenceNode} from './node.js'
import {nothing, type ParsedDocument} from './parsed-document.js'
import {closeBrace, closeBracket, comma, openBrace, openBracket, space} from './plain-characters.js'
import {PlainScalars} from './plain-scalars.js'
import type {Span} from './source-file.js'

/** Deeper documents are left to js-yaml. */
const deepest = 50

/**
 * Reads a document of the kind that most manifests are: maps and lists in block style, scalars on one line without escapes, literal block
 * scalars, and flow collections of simple scalars on one line. The tree is that of js-yaml's events; reading takes a third of the time.
 *
 * @param text without characters for which `hasOddCharacter` returns true
 * @param chunk one document of the text
 * @returns undefined for all other documents, valid or not
 */
export const readPlain = (text: string, chunk: Span): ParsedDocument | undefined => new PlainReader(text, chunk).document()

/** Methods return undefined for what must be left to js-yaml. */
class PlainReader extends PlainScalars {
  private depth = 0

  document(): ParsedDocument | undefined {
    if (!this.skipMarker()) return undefined
    this.nextLine()
    if (this.column === -1) return nothing
    const root = this.column === 0 ? this.block() : undefined
    return root === undefined || this.column !== -1 ? undefined : {root, problems: [], ignored: undefined}
  }

  /** Reads the collection that starts with a line. */
  private block(): Node | undefined {
    if (this.depth === deepest) return undefined
    this.depth++
    const node = this.isDash() ? this.sequence(this.column) : this.mapping(this.column, this.key())
    this.depth--
    return node
  }

  private mapping(column: number, first: ScalarNode | undefined): MappingNode | undefined {
    if (first === undefined) return undefined
    const node = new ParsedMapping(first.start, 0, 'block')
    for (let key: ScalarNode | undefined = first; key !== undefined; key = this.column === column ? this.key() : undefined) {
      this.at++
      if (!addEntry(node, key, this.entryValue(column))) return undefined
    }
    node.close(this.lastEnd)
    return this.column < column ? node : undefined
  }

  private entryValue(column: number): Node | undefined {
    const end = this.at
    if (!this.isLineOver()) return this.inline(column)
    this.nextLine()
    if (this.column > column) return this.block()
    return this.column === column && this.isDash() ? this.sequence(column, column) : this.empty(end)
  }

  /** @param outer the column of the map to which the list belongs, which may be that of the list */
  private sequence(column: number, outer = column - 1): SequenceNode | undefined {
    const node = new SequenceNode(this.at, 0, 'block')
    do {
      const item = this.item(column)
      if (item === undefined) return undefined
      node.items.push(item)
    } while (this.column === column && this.isDash())
    node.close(this.lastEnd)
    return this.column <= outer ? node : undefined
  }

  private item(column: number): Node | undefined {
    const start = this.at++
    if (this.isLineOver()) {
      this.nextLine()
      return this.column > column ? this.block() : this.empty(start + 1)
    }
    // A list in the line of a dash is rare.
    if (this.isDash()) return undefined
    const inner = column + this.at - start
    const key = this.key()
    return key === undefined ? this.inline(column) : this.mapping(inner, key)
  }

  /** Reads a value that starts in a line in which its key or dash stands. */
  private inline(column: number): Node | undefined {
    const node = this.isFlow() ? this.flow() : this.scalar(column)
    if (node === undefined || !this.isLineOver()) return undefined
    this.nextLine()
    return node
  }

  private isFlow(): boolean {
    const {code} = this
    return code === openBracket || code === openBrace
  }

  private flow(): Node | undefined {
    if (this.depth === deepest) return undefined
    this.depth++
    const node = this.code === openBracket ? this.flowSequence() : this.flowMapping()
    this.depth--
    return node
  }

  private flowSequence(): SequenceNode | undefined {
    const node = new SequenceNode(this.at, 0, 'flow')
    while (this.hasNext(node.items.length, closeBracket)) {
      const item = this.flowValue()
      if (item === undefined) return undefined
      node.items.push(item)
    }
    return this.closed(node, closeBracket)
  }

  private flowMapping(): MappingNode | undefined {
    const node = new ParsedMapping(this.at, 0, 'flow')
    while (this.hasNext(node.entries.length, closeBrace)) {
      const key = this.key()
      this.at++
      if (key === undefined || this.code !== space) return undefined
      this.skipSpaces()
      if (!addEntry(node, key, this.flowValue())) return undefined
    }
    return this.closed(node, closeBrace)
  }

  private flowValue(): Node | undefined {
    return this.isFlow() ? this.flow() : this.flowScalar()
  }

  /** Moves to the next element of a collection, after `count` others. */
  private hasNext(count: number, close: number): boolean {
    this.skipSpaces()
    if (count > 0 && this.code !== comma) return false
    this.at++
    this.skipSpaces()
    return count > 0 || this.code !== close
  }

  private closed<T extends SequenceNode | ParsedMapping>(node: T, close: number): T | undefined {
    if (this.code !== close) return undefined
    node.close(this.lastEnd = ++this.at)
    return node
  }
}

function addEntry({entries}: MappingNode, key: ScalarNode, value: Node | undefined): boolean {
  const name = keyName(key)
  if (value === undefined || typeof name !== 'string') return false
  entries.push({key, name, value, merge: false})
  return true
}
