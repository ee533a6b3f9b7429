import {jsonInteger, jsonNumber} from './go-number.js'
import type {JsonScalar} from './json-value.js'
import {type MappingNode, type Node, ParsedMapping, ScalarNode, SequenceNode} from './node.js'
import {excerpt, sourceProblem, type SourceProblem, type SourceRuleId} from './source-problem.js'

/** One JSON value of a text, or the reason why there is none. */
export type ParsedJson = {readonly root: Node, readonly problems: readonly SourceProblem[]} | {readonly failure: SourceProblem}

/** Reads the JSON value that starts at an offset, as Go's encoding/json does. Does not read the text after it. */
export function parseJson(text: string, start: number, maxDepth: number): ParsedJson {
  const scanner = new JsonScanner(text, start, maxDepth)
  try {
    return {root: scanner.value(1), problems: scanner.problems}
  } catch (error) {
    if (error instanceof JsonFailure) return {failure: error.problem}
    throw error
  }
}

/** Skips JSON's white space. */
export function skipJsonSpace(text: string, offset: number): number {
  for (;;) {
    const code = text.charCodeAt(offset)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return offset
    offset++
  }
}

/** Stops at the first error. */
class JsonFailure extends Error {
  constructor(readonly problem: SourceProblem) {
    super(problem.message)
  }
}

const number = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y
const stringEnd = /["\\\x00-\x1f]/g
const escape = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y
const loneSurrogates = /[\ud800-\udfff]/gu

const literals = new Map<string, JsonScalar>([['t', true], ['f', false], ['n', null]])

class JsonScanner {
  readonly problems: SourceProblem[] = []
  /** The offsets of the enclosing maps and lists. */
  private readonly open: number[] = []

  constructor(
    private readonly text: string,
    private offset: number,
    private readonly maxDepth: number,
  ) {}

  value(depth: number): Node {
    const character = this.text[this.offset] ?? ''
    switch (character) {
      case '{': return this.object(this.descend(depth))
      case '[': return this.array(this.descend(depth))
      case '"': return this.string()
      case 't': case 'f': case 'n': return this.literal(literals.get(character) ?? null)
      default: return this.number()
    }
  }

  private descend(depth: number): number {
    if (depth > this.maxDepth) this.fail(`maps and lists are nested more than ${this.maxDepth} levels deep`, 'source/too-deep')
    return depth + 1
  }

  private object(depth: number): MappingNode {
    const node = new ParsedMapping(this.offset, 0, 'flow')
    this.open.push(node.start)
    if (this.enter('}')) {
      do {
        if (this.peek() !== '"') this.fail('a key in double quotes is required here')
        const key = this.string()
        if (this.peek() !== ':') this.fail('a colon is required between a key and its value')
        this.step()
        node.entries.push({key, name: key.text, value: this.value(depth), merge: false})
      } while (this.continues('}'))
    }
    this.open.pop()
    node.close(++this.offset)
    return node
  }

  private array(depth: number): SequenceNode {
    const node = new SequenceNode(this.offset, 0, 'flow')
    this.open.push(node.start)
    if (this.enter(']')) {
      do {
        node.items.push(this.value(depth))
      } while (this.continues(']'))
    }
    this.open.pop()
    node.close(++this.offset)
    return node
  }

  /** Moves past the opening bracket; returns false if the collection is empty. */
  private enter(bracket: string): boolean {
    this.step()
    return this.peek() !== bracket
  }

  /** Moves past the comma after an entry; returns false at the closing bracket. */
  private continues(bracket: string): boolean {
    const character = this.peek()
    if (character === bracket) return false
    if (character !== ',') this.fail(`a comma or ${bracket} is required here`)
    this.step()
    return true
  }

  private step(): void {
    this.offset = skipJsonSpace(this.text, this.offset + 1)
  }

  private peek(): string {
    this.offset = skipJsonSpace(this.text, this.offset)
    return this.text[this.offset] ?? ''
  }

  private string(): ScalarNode {
    const start = this.offset++
    let escaped = false
    while (this.stringPart(start) === '\\') escaped = true
    const raw = this.text.slice(start, ++this.offset)
    const text = escaped ? (JSON.parse(raw) as string).replace(loneSurrogates, '\ufffd') : raw.slice(1, -1)
    return new ScalarNode(start, this.offset, 'double-quoted', text, text)
  }

  /** Skips to the end of a string, or after its next escape; returns the character found. */
  private stringPart(start: number): string {
    stringEnd.lastIndex = this.offset
    const found = stringEnd.exec(this.text)
    if (found === null) this.failAtEnd(start)
    this.offset = found.index
    const [character] = found
    if (character === '\\') this.escape()
    else if (character !== '"') this.fail('a string cannot hold line breaks, tabs or other control characters: write \\n or \\t')
    return character
  }

  private escape(): void {
    escape.lastIndex = this.offset
    if (!escape.test(this.text)) this.fail('this is not an escape of JSON', 'json/syntax', 2)
    this.offset = escape.lastIndex
  }

  private number(): ScalarNode {
    number.lastIndex = this.offset
    const found = number.exec(this.text)
    if (found === null) this.fail('a value is required here')
    const start = this.offset
    this.offset = number.lastIndex
    if (/[.eE]/.test(this.text[this.offset] ?? '')) this.fail('this number is not complete')
    const [text, fraction, exponent] = found
    const value = fraction === undefined && exponent === undefined ? integer(text) : Number(text)
    const node = new ScalarNode(start, this.offset, 'plain', text, typeof value === 'number' ? jsonNumber(value) : value)
    if (!Number.isFinite(Number(value))) this.problems.push(sourceProblem('json/number', node, `the number ${excerpt(text)} is too large`))
    return node
  }

  private literal(value: JsonScalar): ScalarNode {
    const start = this.offset
    const word = String(value)
    if (!this.text.startsWith(word, start)) this.fail('a value is required here')
    this.offset += word.length
    return new ScalarNode(start, this.offset, 'plain', word, value)
  }

  private fail(message: string, ruleId: SourceRuleId = 'json/syntax', length = 1): never {
    const start = this.offset
    if (start >= this.text.length) this.failAtEnd(this.open.at(-1) ?? start)
    throw new JsonFailure(sourceProblem(ruleId, {start, end: Math.min(start + length, this.text.length)}, message))
  }

  private failAtEnd(opened: number): never {
    throw new JsonFailure(sourceProblem('json/syntax', {start: opened, end: this.text.length}, 'the file ends before this is complete'))
  }
}

/** Digits beyond the twentieth are beyond 64 bits. */
const integer = (text: string): number | bigint => text.length <= 15 || text.length > 20 ? Number(text) : jsonInteger(BigInt(text))
