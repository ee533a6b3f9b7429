// The characters of YAML that mean the same to js-yaml and go-yaml everywhere.

export const lineFeed = 0x0a
export const space = 0x20
export const doubleQuote = 0x22
export const hash = 0x23
export const singleQuote = 0x27
export const comma = 0x2c
export const dash = 0x2d
export const colon = 0x3a
export const openBracket = 0x5b
export const backslash = 0x5c
export const closeBracket = 0x5d
export const openBrace = 0x7b
export const verticalBar = 0x7c
export const closeBrace = 0x7d

const odd = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]/

/** Returns true for a text with tabs, carriage returns, or characters that are special in some version of YAML or outside the Basic Multilingual Plane. */
export const hasOddCharacter = (text: string): boolean => odd.test(text)

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The characters with which an unquoted key may start, and those that it may contain. */
export const isKeyStart = tableOf(`${alphanumeric}_/`)
export const isKeyCharacter = tableOf(`${alphanumeric}_/.-`)

/** The same for an unquoted scalar in brackets. */
export const isFlowStart = tableOf(`${alphanumeric}_/.`)
export const isFlowCharacter = tableOf(`${alphanumeric}_/.-`)

/** The characters that cannot start an unquoted scalar, except for the dash. */
export const isIndicator = tableOf('-?:,[]{}#&*!|>\'"%@`')

function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(128)
  for (const character of characters) table[character.charCodeAt(0)] = 1
  return table
}
