/**
 * What would steer a terminal, reorder what it shows, or stay invisible in place of being seen: control characters, format characters
 * (zero-width spaces, joiners, bidirectional controls, tags), line and paragraph separators, and what fonts leave out. A variation
 * selector behind a pictograph only chooses its look. And what the log of a CI job would take for a command: `::` at the start of a
 * line (GitHub), and `##[`, `##vso[` (Azure Pipelines) and `##teamcity[` anywhere. Line breaks are none of these.
 */
const steering = new RegExp([
  /(?!\n)(?!(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u,
  /(?<=^[^\S\n]*):(?=:)/u,
  /(?<=#)#(?=(?:vso|teamcity)?\[)/u,
].map(({source}) => source).join('|'), 'gimu')

/** Most texts: nothing but ASCII without what commands begin with. */
const plainAscii = /^[\n -~]*$/

/** A character as an escape of JSON. */
export const jsonEscape = (character: string): string => character === '\t' ? '\\t' : Array.from({length: character.length}, (_, i) => unit(character, i)).join('')

const unit = (character: string, i: number): string => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`

/**
 * A text as it can safely be shown: what would steer is written as escapes; line breaks stay.
 *
 * @param escape writes one character, by default as JSON does
 */
export function printable(text: string, escape = jsonEscape): string {
  return plainAscii.test(text) && !text.includes('::') && !text.includes('##') ? text : text.replace(steering, (character) => escape(character))
}

/** A text on one line. */
export const oneLine = (text: string): string => printable(text).replaceAll('\n', '\\n')
