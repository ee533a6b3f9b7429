import {type Directive, readAnchor, readDirective, readTag} from './properties.js'
import {GoYamlError, YamlReader} from './reader.js'
import {skipBlockScalar, skipPlain, skipQuoted} from './scalars.js'
import {type SimpleKey, SimpleKeys} from './simple-keys.js'

const maxDepth = 10_000

/** Cuts a text into tokens, as go-yaml does (go-yaml `scannerc.go`). */
export class GoYamlScanner {
  private readonly reader: YamlReader
  private readonly tokens: Token[] = []
  /** The number of tokens taken. */
  private taken = 0
  private hasEnded = false
  /** The column of the innermost collection that is made by indentation; -1 for none. */
  private indent = -1
  private readonly indents: number[] = []
  private flowLevel = 0
  private isKeyAllowed = true
  private readonly keys: SimpleKeys

  constructor(text: string) {
    this.reader = new YamlReader(text)
    this.keys = new SimpleKeys(this.reader)
  }

  /** The end of the text read so far. */
  get offset(): number {
    return this.reader.offset
  }

  /** The next token; it is read when it is asked for. */
  peek(): Token {
    while ((this.tokens.length === 0 || this.keys.has(this.taken)) && !this.hasEnded) this.fetch()
    const [token] = this.tokens
    if (token === undefined) throw new GoYamlError('attempted to go past the end of stream; corrupted value?')
    return token
  }

  skip(): void {
    this.tokens.shift()
    this.taken++
  }

  /** The number of the token that comes next. */
  private get number(): number {
    return this.taken + this.tokens.length
  }

  private saveKey(): void {
    if (this.isKeyAllowed) this.keys.save(this.number, this.flowLevel === 0 && this.indent === this.reader.column)
  }

  private add(kind: TokenKind, more: Partial<Token> = {}): void {
    this.tokens.push({kind, line: this.reader.line, ...more})
  }

  /** Adds a token in front of a key, or last where the key has been taken already. */
  private insert(kind: TokenKind, {token, line}: SimpleKey): void {
    const at = token - this.taken
    this.tokens.splice(at < 0 ? this.tokens.length : at, 0, {kind, line})
  }

  /** Starts a collection that is made by indentation, if there is none at the column yet. */
  private roll(column: number, kind: TokenKind, key?: SimpleKey): void {
    if (this.flowLevel > 0 || this.indent >= column) return
    this.indents.push(this.indent)
    this.indent = column
    if (this.indents.length > maxDepth) this.reader.fail(`exceeded max depth of ${maxDepth}`)
    if (key === undefined) this.add(kind)
    else this.insert(kind, key)
  }

  /** Ends the collections that are indented deeper. */
  private unroll(column: number): void {
    if (this.flowLevel > 0) return
    while (this.indent > column) {
      this.add('block-end')
      this.indent = this.indents.pop() ?? -1
    }
  }

  private fetch(): void {
    const {reader} = this
    this.skipToToken()
    this.unroll(reader.column)
    if (reader.isEnd()) return this.fetchEnd()
    if (reader.column === 0 && reader.at() === '%') return this.fetchDirective()
    if (reader.isDocumentIndicator()) return this.fetchDocumentIndicator()
    const character = reader.at()
    switch (character) {
      case '[': case '{': return this.fetchFlowStart(character)
      case ']': case '}': return this.fetchFlowEnd(character)
      case ',': return this.fetchFlowEntry()
      case '*': return this.fetchProperty('alias', readAnchor)
      case '&': return this.fetchProperty('anchor', readAnchor)
      case '!': return this.fetchProperty('tag', readTag)
      case '\'': case '"': return this.fetchScalar(() => skipQuoted(reader))
      default: return this.fetchOther(character)
    }
  }

  private fetchOther(character: string): void {
    const {reader, flowLevel} = this
    if (character === '-' && reader.isSpace(1)) return this.fetchBlockEntry()
    if (character === '?' && (flowLevel > 0 || reader.isSpace(1))) return this.fetchKey()
    if (character === ':' && (flowLevel > 0 || reader.isSpace(1))) return this.fetchValue()
    if (reader.isOneOf('|>') && flowLevel === 0) return this.fetchBlockScalar()
    if (this.startsPlain()) return this.fetchScalar(() => this.skipPlain())
    reader.fail('found character that cannot start any token')
  }

  private startsPlain(): boolean {
    const {reader} = this
    if (reader.at() === '-') return !reader.isBlank(1)
    if (this.flowLevel === 0 && reader.isOneOf('?:')) return !reader.isSpace(1)
    return !reader.isSpace() && !reader.isOneOf('?:,[]{}#&*!|>\'"%@`')
  }

  private skipToToken(): void {
    const {reader} = this
    for (;;) {
      while (reader.at() === ' ' || (reader.at() === '\t' && (this.flowLevel > 0 || !this.isKeyAllowed))) reader.skip()
      reader.skipComment()
      if (!reader.isBreak()) return
      reader.skipLine()
      if (this.flowLevel === 0) this.isKeyAllowed = true
    }
  }

  private fetchEnd(): void {
    if (this.reader.column !== 0) {
      this.reader.column = 0
      this.reader.line++
    }
    this.endDocument()
    this.add('stream-end')
    this.hasEnded = true
  }

  private endDocument(): void {
    this.unroll(-1)
    this.keys.remove()
    this.isKeyAllowed = false
  }

  private fetchDirective(): void {
    const {line} = this.reader
    this.endDocument()
    this.add('directive', {directive: readDirective(this.reader), line})
  }

  private fetchDocumentIndicator(): void {
    this.endDocument()
    this.add(this.reader.at() === '-' ? 'document-start' : 'document-end')
    this.reader.skip(3)
  }

  private fetchFlowStart(kind: '[' | '{'): void {
    this.saveKey()
    this.keys.enter(this.number)
    if (++this.flowLevel > maxDepth) this.reader.fail(`exceeded max depth of ${maxDepth}`)
    this.isKeyAllowed = true
    this.addAndSkip(kind)
  }

  private fetchFlowEnd(kind: ']' | '}'): void {
    this.keys.remove()
    if (this.flowLevel > 0) {
      this.flowLevel--
      this.keys.leave()
    }
    this.isKeyAllowed = false
    this.addAndSkip(kind)
  }

  private fetchFlowEntry(): void {
    this.keys.remove()
    this.isKeyAllowed = true
    this.addAndSkip('flow-entry')
  }

  private addAndSkip(kind: TokenKind): void {
    this.add(kind)
    this.reader.skip()
  }

  private fetchBlockEntry(): void {
    if (this.flowLevel === 0) {
      if (!this.isKeyAllowed) this.reader.fail('block sequence entries are not allowed in this context')
      this.roll(this.reader.column, 'block-sequence')
    }
    this.keys.remove()
    this.isKeyAllowed = true
    this.addAndSkip('block-entry')
  }

  private fetchKey(): void {
    this.startMapping('mapping keys are not allowed in this context')
    this.keys.remove()
    this.isKeyAllowed = this.flowLevel === 0
    this.addAndSkip('key')
  }

  /** Starts a map at a `?` or `:` without a preceding key. */
  private startMapping(problem: string): void {
    if (this.flowLevel > 0) return
    if (!this.isKeyAllowed) this.reader.fail(problem)
    this.roll(this.reader.column, 'block-mapping')
  }

  private fetchValue(): void {
    const {current: key} = this.keys
    if (this.keys.isValid(key)) {
      this.insert('key', key)
      this.roll(key.column, 'block-mapping', key)
      this.keys.forget(key)
      this.isKeyAllowed = false
    } else {
      this.startMapping('mapping values are not allowed in this context')
      this.isKeyAllowed = this.flowLevel === 0
    }
    this.addAndSkip('value')
  }

  private fetchProperty(kind: TokenKind, read: (reader: YamlReader) => string): void {
    const {line} = this.reader
    this.saveKey()
    this.isKeyAllowed = false
    this.add(kind, {name: read(this.reader), line})
  }

  private fetchBlockScalar(): void {
    const {line} = this.reader
    this.keys.remove()
    this.isKeyAllowed = true
    skipBlockScalar(this.reader, this.indent)
    this.add('scalar', {line})
  }

  private fetchScalar(skip: () => void): void {
    const {line} = this.reader
    this.saveKey()
    this.isKeyAllowed = false
    skip()
    this.add('scalar', {line})
  }

  private skipPlain(): void {
    if (skipPlain(this.reader, this.indent, this.flowLevel > 0)) this.isKeyAllowed = true
  }
}

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
