/**
 * What would steer a terminal, or reorder what it shows, in place of being seen; and what the log of a CI job would take for a
 * command: `::` at the start of a line, `##[` and `##vso[` anywhere. Line breaks are none of these.
 */
const steering = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|(?<=^[^\S\n]*):(?=:)|(?<=#)#(?=\[|vso\[)/gm

/** A text as it can safely be shown: what would steer is written as escapes, which are those of JSON and YAML too; line breaks stay. */
export const printable = (text: string): string =>
  text.replace(steering, (character) => character === '\t' ? '\\t' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A text on one line. */
export const oneLine = (text: string): string => printable(text).replaceAll('\n', '\\n')
