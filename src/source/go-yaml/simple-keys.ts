import type {YamlReader} from './reader.js'

/** A place where a key may begin without `?` before it. */
export interface SimpleKey {
  isPossible: boolean
  /** True where only a key can be. */
  readonly isRequired: boolean
  /** The number of the token that it is. */
  readonly token: number
  readonly offset: number
  readonly line: number
  readonly column: number
}

const longestKey = 1024

/** Placeholder for a key that does not exist yet. */
const noKey = (token: number): SimpleKey => ({isPossible: false, isRequired: false, token, offset: 0, line: 0, column: 0})

/** The places for keys, one for each level of brackets (go-yaml `scannerc.go`). */
export class SimpleKeys {
  private readonly stack = [noKey(0)]
  /** The level of each token that may be a key. */
  private readonly levels = new Map<number, number>()

  constructor(private readonly reader: YamlReader) {}

  /** The key of the innermost level. */
  get current(): SimpleKey {
    return this.stack.at(-1) ?? noKey(0)
  }

  /** True while it is open whether a token is a key. */
  has(token: number): boolean {
    const key = this.stack[this.levels.get(token) ?? -1]
    return key !== undefined && this.isValid(key)
  }

  /** A key ends on its line, after 1024 characters at most. */
  isValid(key: SimpleKey): boolean {
    if (!key.isPossible) return false
    const {line, offset} = this.reader
    if (key.line >= line && key.offset + longestKey >= offset) return true
    if (key.isRequired) this.reader.fail("could not find expected ':'")
    key.isPossible = false
    return false
  }

  /** Remembers that the next token, which has the number, may be a key. */
  save(token: number, isRequired: boolean): void {
    this.remove()
    const {line, column, offset} = this.reader
    const level = this.stack.length - 1
    this.stack[level] = {isPossible: true, isRequired, token, line, column, offset}
    this.levels.set(token, level)
  }

  /** The place of the innermost level is no key. */
  remove(): void {
    const {current} = this
    if (!current.isPossible) return
    if (current.isRequired) this.reader.fail("could not find expected ':'")
    this.forget(current)
  }

  forget(key: SimpleKey): void {
    key.isPossible = false
    this.levels.delete(key.token)
  }

  /** Enters brackets; the number is that of the opening token. */
  enter(token: number): void {
    this.stack.push(noKey(token))
  }

  /** Steps out of brackets. What is known of empty ones is lost: their own number is the last one in them. */
  leave(): void {
    this.levels.delete(this.current.token)
    this.stack.pop()
  }
}
