import {RE2JS, RE2JSSyntaxException} from 're2js'

/** Limits of an expression from an untrusted file. */
export const regexpLimits = {characters: 1000, instructions: 1000} as const

/**
 * Compiles a regular expression of Go's regexp (RE2), which takes at most time proportional to its instructions and the length of the text.
 *
 * @returns a function that returns true if any part of a text matches, or the fault as text to print after the expression
 */
export function compileRegexp(expression: string): ((text: string) => boolean) | string {
  if (expression.length > regexpLimits.characters) return `is longer than ${regexpLimits.characters} characters`
  try {
    const compiled = RE2JS.compile(expression)
    if (compiled.programSize() > regexpLimits.instructions) return 'repeats too much: use smaller numbers in braces'
    return (text) => compiled.test(text)
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return `is not a regular expression: ${error.message.replace('error parsing regexp: ', '')}`
    throw error
  }
}
