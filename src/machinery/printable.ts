/** Characters that would steer a terminal, or reorder what it shows, in place of being seen. */
const unprintable = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g

/** A text as it can safely be shown: control characters are written as escapes, line breaks stay. */
export const printable = (text: string): string =>
  text.replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A text on one line. */
export const oneLine = (text: string): string => printable(text).replaceAll('\n', '\\n')
