// The text between the tokens of a YAML text.

export const isBlank = (code: number): boolean => code === 0x20 || code === 0x09

/** True for the line breaks of YAML 1.1, which are go-yaml's: LF, CR, NEL, LS and PS. */
export const isLineBreak = (code: number): boolean =>
  code === 0x0a || code === 0x0d || code === 0x85 || code === 0x2028 || code === 0x2029

/** True after a character that separates: blank, line break, or the end of the text (NaN). */
export const isBlankOrEnd = (code: number): boolean => isBlank(code) || isLineBreak(code) || Number.isNaN(code)

export function skipBlanks(text: string, offset: number): number {
  while (isBlank(text.charCodeAt(offset))) offset++
  return offset
}

/** The end of the line at an offset, before its line break. */
export function lineEnd(text: string, offset: number): number {
  while (offset < text.length && !isLineBreak(text.charCodeAt(offset))) offset++
  return offset
}

/** The start of the line at an offset. */
export function lineStart(text: string, offset: number): number {
  while (offset > 0 && !isLineBreak(text.charCodeAt(offset - 1))) offset--
  return offset
}

/** Skips blanks, line breaks and comments. */
export function skipTrivia(text: string, offset: number): number {
  for (;;) {
    const code = text.charCodeAt(offset)
    if (isBlank(code) || isLineBreak(code)) offset++
    else if (code === 0x23) offset = lineEnd(text, offset)
    else return offset
  }
}
