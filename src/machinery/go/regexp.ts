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
  const {RE2JS, RE2JSSyntaxException} = regexpEngine()
  try {
    const compiled = RE2JS.compile(expression)
    const instructions = compiled.programSize()
    if (instructions > regexpLimits.instructions) return 'repeats too much: use smaller numbers in braces'
    return {instructions, matches: (text) => compiled.test(text)}
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return `is not a regular expression: ${error.message.replace('error parsing regexp: ', '')}`
    throw error
  }
}
