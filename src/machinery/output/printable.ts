/**
 * Matches text that is unsafe to print. Characters that control a terminal, reorder its output or are invisible: control and format
 * characters (zero-width spaces, joiners, bidirectional controls, tags), line and paragraph separators, and characters without glyphs,
 * but not a variation selector after a pictograph, and no line breaks. And commands in the log of a CI job: `::` at the start of a
 * line (GitHub), and `##[`, `##vso[` (Azure Pipelines) and `##teamcity[` anywhere.
 */
const steering = new RegExp([
  /(?!\n)(?!(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u,
  /(?<=^[^\S\n]*):(?=:)/u,
  /(?<=#)#(?=(?:vso|teamcity)?\[)/u,
].map(({source}) => source).join('|'), 'gimu')

/** Matches what only few texts have: characters beyond ASCII, control characters, and the first characters of commands. */
const suspicious = /[^\n -~]|::|##/

/** Fast path: true for most texts that are safe to print. */
export const isPlain = (text: string): boolean => !suspicious.test(text)

/** Returns the JSON escape of a character. */
export const jsonEscape = (character: string): string => character === '\t' ? '\\t' : Array.from({length: character.length}, (_, i) => unit(character, i)).join('')

const unit = (character: string, i: number): string => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`

/**
 * Makes a text safe to print: escapes unsafe characters, but keeps line breaks.
 *
 * @param escape returns the escape of one character, by default that of JSON
 */
export function printable(text: string, escape = jsonEscape): string {
  return isPlain(text) ? text : text.replace(steering, (character) => escape(character))
}

/** Makes a text safe to print on one line. */
export const oneLine = (text: string): string => printable(text).replaceAll('\n', '\\n')

/**
 * Lists texts, with the number of those beyond the first ones: `a, b and 3 more`.
 *
 * @param count the number of all texts, for a list that is shorter
 */
export function someOf(texts: readonly string[], most: number, count = texts.length): string {
  const parts = [...texts.slice(0, most), ...count > most ? [`${count - most} more`] : []]
  return parts.length === 1 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`
}
