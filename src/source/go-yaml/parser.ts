import {GoYamlError} from './reader.js'
import {GoYamlScanner, type Token, type TokenKind} from './scanner.js'

/** Deeper nesting is rejected before go-yaml would do so, as this parser is recursive. */
const maxDepth = 1000

const ends: ReadonlySet<TokenKind> = new Set(['directive', 'document-start', 'document-end', 'stream-end'])

/**
 * Returns go-yaml's error about the first document of a text; undefined for a valid one (go-yaml v2 `parserc.go`, `decode.go`).
 * Follows go-yaml's order, so that the first error found is the one that it reports.
 */
export function goYamlError(text: string): GoYamlError | undefined {
  try {
    new GoYamlParser(text).document()
    return undefined
  } catch (error) {
    if (error instanceof GoYamlError) return error
    throw error
  }
}

class GoYamlParser {
  private readonly scanner: GoYamlScanner
  private readonly anchors = new Set<string>()
  private readonly handles = new Set(['!', '!!'])
  private depth = 0

  constructor(text: string) {
    this.scanner = new GoYamlScanner(text)
  }

  document(): void {
    const first = this.scanner.peek()
    if (first.kind === 'stream-end') return
    if (first.kind === 'directive' || first.kind === 'document-start') {
      this.directives()
      if (!this.accepts('document-start')) this.fail('did not find expected <document start>')
      if (!ends.has(this.scanner.peek().kind)) this.node(true, false)
    } else {
      this.node(true, false)
    }
    this.scanner.peek()
  }

  private directives(): void {
    const given = new Set<string>()
    for (let token = this.scanner.peek(); token.directive !== undefined; token = this.next()) {
      const {directive} = token
      const name = 'version' in directive ? '%YAML' : directive.handle
      if (given.has(name)) this.fail(`found duplicate ${'version' in directive ? '%YAML' : '%TAG'} directive`)
      if ('version' in directive && directive.version !== '1.1') this.fail('found incompatible YAML document')
      given.add(name)
      this.handles.add(name)
    }
  }

  /** Consumes the next token and returns the one after it. */
  private next(): Token {
    this.scanner.skip()
    return this.scanner.peek()
  }

  /** Consumes the next token if it is of a kind. */
  private accepts(kind: TokenKind): boolean {
    const isIt = this.scanner.peek().kind === kind
    if (isIt) this.scanner.skip()
    return isIt
  }

  private isNext(...kinds: TokenKind[]): boolean {
    return kinds.includes(this.scanner.peek().kind)
  }

  /**
   * Fails at the next token.
   *
   * @param context the line where the collection or node starts that is being read
   */
  private fail(problem: string, context = 0): never {
    throw new GoYamlError(problem, this.scanner.peek().line || context, this.scanner.offset)
  }

  /**
   * @param block true where collections may be made by indentation
   * @param indentless true where a list may begin in the column of the key before it
   */
  private node(block: boolean, indentless: boolean): void {
    if (++this.depth > maxDepth) throw new GoYamlError('exceeded max depth of 10000', 0, this.scanner.offset)
    const {kind, name = '', line} = this.scanner.peek()
    if (kind === 'alias') {
      this.scanner.skip()
      if (!this.anchors.has(name)) throw new GoYamlError(`unknown anchor '${name}' referenced`, 0, this.scanner.offset)
    } else {
      const hasProperties = this.properties(line)
      this.content(block, indentless, hasProperties, line)
    }
    this.depth--
  }

  /** An anchor and a tag, in any order; false for neither. */
  private properties(start: number): boolean {
    let anchor: string | undefined
    let tag: Token | undefined
    let token = this.scanner.peek()
    while ((token.kind === 'anchor' && anchor === undefined) || (token.kind === 'tag' && tag === undefined)) {
      if (token.kind === 'anchor') anchor = token.name
      else tag = token
      token = this.next()
    }
    if (tag !== undefined && tag.name !== '' && !this.handles.has(tag.name ?? '')) throw new GoYamlError('found undefined tag handle', tag.line || start, this.scanner.offset)
    if (anchor !== undefined) this.anchors.add(anchor)
    return anchor !== undefined || tag !== undefined
  }

  private content(block: boolean, indentless: boolean, hasProperties: boolean, start: number): void {
    const {kind, line} = this.scanner.peek()
    if (indentless && kind === 'block-entry') return this.indentlessSequence()
    if (kind === 'scalar') return this.scanner.skip()
    if (kind === '[') return this.flowSequence(line)
    if (kind === '{') return this.flowMapping(line)
    if (block && kind === 'block-sequence') return this.blockSequence(line)
    if (block && kind === 'block-mapping') return this.blockMapping(line)
    if (!hasProperties) this.fail('did not find expected node content', start)
  }

  private blockSequence(start: number): void {
    this.scanner.skip()
    while (this.accepts('block-entry')) if (!this.isNext('block-entry', 'block-end')) this.node(true, false)
    if (!this.accepts('block-end')) this.fail("did not find expected '-' indicator", start)
  }

  private indentlessSequence(): void {
    while (this.accepts('block-entry')) if (!this.isNext('block-entry', 'key', 'value', 'block-end')) this.node(true, false)
  }

  private blockMapping(start: number): void {
    this.scanner.skip()
    while (this.accepts('key')) {
      this.blockPart()
      if (this.accepts('value')) this.blockPart()
    }
    if (!this.accepts('block-end')) this.fail('did not find expected key', start)
  }

  /** A key or value, or nothing. */
  private blockPart(): void {
    if (!this.isNext('key', 'value', 'block-end')) this.node(true, true)
  }

  private flowSequence(start: number): void {
    this.scanner.skip()
    for (let isFirst = true; !this.isNext(']'); isFirst = false) {
      if (!isFirst && !this.accepts('flow-entry')) this.fail("did not find expected ',' or ']'", start)
      if (this.accepts('key')) this.pair()
      else if (!this.isNext(']')) this.node(false, false)
    }
    this.scanner.skip()
  }

  /** The single entry of a map without braces inside a list. */
  private pair(): void {
    if (this.isNext('value', 'flow-entry', ']')) this.scanner.skip()
    else this.node(false, false)
    if (this.accepts('value') && !this.isNext('flow-entry', ']')) this.node(false, false)
  }

  private flowMapping(start: number): void {
    this.scanner.skip()
    for (let isFirst = true; !this.isNext('}'); isFirst = false) {
      if (!isFirst && !this.accepts('flow-entry')) this.fail("did not find expected ',' or '}'", start)
      if (this.accepts('key')) this.flowEntry()
      else if (!this.isNext('}')) this.node(false, false)
    }
    this.scanner.skip()
  }

  private flowEntry(): void {
    if (!this.isNext('value', 'flow-entry', '}')) this.node(false, false)
    if (this.accepts('value') && !this.isNext('flow-entry', '}')) this.node(false, false)
  }
}
