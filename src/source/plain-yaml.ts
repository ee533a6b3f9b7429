import type {JsonValue} from './json-value.js'
import {emptyDocument, type ParsedDocument} from './parsed-document.js'
import {treeBuilder, ValueBuilder} from './plain-builder.js'
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
export function readPlain(text: string, chunk: Span): ParsedDocument | undefined {
  const read = new PlainReader(text, chunk, treeBuilder).document()
  return read && (read.root === undefined ? emptyDocument : {root: read.root, problems: [], ignored: undefined})
}

/** The value of a document, and the place of its root. */
export interface PlainValue extends Span {
  /** Undefined if there is nothing but comments. */
  readonly value: JsonValue | undefined
  /** True if the value may be wrong or surprising, or is a list: the tree is needed. */
  readonly isOdd: boolean
}

/** Reads only the value of such a document, in half the time. */
export function readPlainValue(text: string, chunk: Span): PlainValue | undefined {
  const builder = new ValueBuilder()
  const read = new PlainReader(text, chunk, builder).document()
  return read && {value: read.root, start: read.start, end: read.end, isOdd: builder.isOdd || Array.isArray(read.root)}
}

interface Read<Content> extends Span {
  /** Undefined if there is nothing but comments. */
  readonly root: Content | undefined
}

/** Methods return undefined for what must be left to js-yaml. */
class PlainReader<Content, Mapping extends Content, Sequence extends Content> extends PlainScalars<Content, Mapping, Sequence> {
  private depth = 0

  document(): Read<Content> | undefined {
    if (!this.skipMarker()) return undefined
    this.nextLine()
    const {at: start} = this
    if (this.column === -1) return {root: undefined, start, end: start}
    const root = this.column === 0 ? this.block() : undefined
    return root === undefined || this.column !== -1 ? undefined : {root, start, end: this.lastEnd}
  }

  /** Reads the collection that starts with a line. */
  private block(): Content | undefined {
    if (this.depth === deepest) return undefined
    this.depth++
    const node = this.isDash() ? this.sequence(this.column) : this.mapping(this.column, this.at, this.key())
    this.depth--
    return node
  }

  private mapping(column: number, start: number, first: Content | undefined): Mapping | undefined {
    if (first === undefined) return undefined
    const node = this.builder.mapping(start, 'block')
    for (let key: Content | undefined = first; key !== undefined; key = this.column === column ? this.key() : undefined) {
      this.at++
      const value = this.entryValue(column)
      if (value === undefined || !this.builder.addEntry(node, key, value)) return undefined
    }
    this.builder.close(node, this.lastEnd)
    return this.column < column ? node : undefined
  }

  private entryValue(column: number): Content | undefined {
    const end = this.at
    if (!this.isLineOver()) return this.inline(column)
    this.nextLine()
    if (this.column > column) return this.block()
    return this.column === column && this.isDash() ? this.sequence(column, column) : this.empty(end)
  }

  /** @param outer the column of the map to which the list belongs, which may be that of the list */
  private sequence(column: number, outer = column - 1): Sequence | undefined {
    const node = this.builder.sequence(this.at, 'block')
    do {
      const item = this.item(column)
      if (item === undefined) return undefined
      this.builder.addItem(node, item)
    } while (this.column === column && this.isDash())
    this.builder.close(node, this.lastEnd)
    return this.column <= outer ? node : undefined
  }

  private item(column: number): Content | undefined {
    const start = this.at++
    if (this.isLineOver()) {
      this.nextLine()
      return this.column > column ? this.block() : this.empty(start + 1)
    }
    // A list in the line of a dash is rare.
    if (this.isDash()) return undefined
    const {at} = this
    const key = this.key()
    return key === undefined ? this.inline(column) : this.mapping(column + at - start, at, key)
  }

  /** Reads a value that starts in the line of its key or dash. */
  private inline(column: number): Content | undefined {
    const node = this.isFlow() ? this.flow() : this.scalar(column)
    if (node === undefined || !this.isLineOver()) return undefined
    this.nextLine()
    return node
  }

  private isFlow(): boolean {
    const {code} = this
    return code === openBracket || code === openBrace
  }

  private flow(): Content | undefined {
    if (this.depth === deepest) return undefined
    this.depth++
    const node = this.code === openBracket ? this.flowSequence() : this.flowMapping()
    this.depth--
    return node
  }

  private flowSequence(): Sequence | undefined {
    const node = this.builder.sequence(this.at, 'flow')
    for (let count = 0; this.hasNext(count, closeBracket); count++) {
      const item = this.flowValue()
      if (item === undefined) return undefined
      this.builder.addItem(node, item)
    }
    return this.closed(node, closeBracket)
  }

  private flowMapping(): Mapping | undefined {
    const node = this.builder.mapping(this.at, 'flow')
    for (let count = 0; this.hasNext(count, closeBrace); count++) {
      const key = this.key()
      this.at++
      if (key === undefined || this.code !== space) return undefined
      this.skipSpaces()
      const value = this.flowValue()
      if (value === undefined || !this.builder.addEntry(node, key, value)) return undefined
    }
    return this.closed(node, closeBrace)
  }

  private flowValue(): Content | undefined {
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

  private closed<T extends Mapping | Sequence>(node: T, close: number): T | undefined {
    if (this.code !== close) return undefined
    this.builder.close(node, this.lastEnd = ++this.at)
    return node
  }
}
