import type {RE2JS} from 're2js'

import {regexpEngine} from '#platform/regexp-engine.js'

/** Limits of an expression from an untrusted file. */
export const regexpLimits = {characters: 1000, instructions: 1000} as const

/** A compiled regular expression. Finding a match takes time proportional to its instructions and the length of the text. */
export interface CompiledRegexp {
  readonly instructions: number
  /** True if any part of a text matches. */
  matches(text: string): boolean
}

/**
 * Compiles a regular expression of Go's regexp (RE2).
 *
 * @returns the error as text to print after the expression, if there is one
 */
export function compileRegexp(expression: string): CompiledRegexp | string {
  if (expression.length > regexpLimits.characters) return `is longer than ${regexpLimits.characters} characters`
  try {
    const instructions = expressions.compiled(expression).programSize()
    if (instructions > regexpLimits.instructions) return 'repeats too much: use smaller numbers in braces'
    return {instructions, matches: (text) => expressions.compiled(expression).test(text)}
  } catch (error) {
    if (error instanceof regexpEngine().RE2JSSyntaxException) return `is not a regular expression: ${error.message.replace('error parsing regexp: ', '')}`
    throw error
  }
}

/** Maximum number of instructions of all expressions that stay compiled, each of about 200 bytes. */
const maxKept = 100_000

/** Compiles expressions when they are needed, and keeps them compiled as long as they are not too large together. */
class Expressions {
  private readonly kept = new Map<string, RE2JS>()
  private instructions = 0

  /** @throws RE2JSSyntaxException */
  compiled(expression: string): RE2JS {
    const known = this.kept.get(expression)
    if (known !== undefined) return known
    const regexp = regexpEngine().RE2JS.compile(expression)
    const instructions = regexp.programSize()
    if (this.instructions + instructions > maxKept) {
      this.kept.clear()
      this.instructions = 0
    }
    this.instructions += instructions
    this.kept.set(expression, regexp)
    return regexp
  }
}

const expressions = new Expressions()
