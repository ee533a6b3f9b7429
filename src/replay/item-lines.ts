/**
 * The lines on which the objects of the list in a JSON document begin, in order; the document itself begins on line 1.
 *
 * @param text valid JSON: a list, or an object of which a field is one
 */
export function itemLines(text: string): number[] {
  const lines: number[] = []
  const level = text.trimStart().startsWith('[') ? 1 : 2
  let isInList = false
  let line = 1
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x0a) line++
    else if (code === 0x22) i = endOfString(text, i)
    else if (code === 0x7d || code === 0x5d) depth--
    else if (code === 0x7b || code === 0x5b) {
      if (depth === level && isInList && code === 0x7b) lines.push(line)
      if (++depth === level) isInList = code === 0x5b
    }
  }
  return lines
}

/** Where the string that begins at a quotation mark ends. */
function endOfString(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && text.charCodeAt(end) !== 0x22) end += text.charCodeAt(end) === 0x5c ? 2 : 1
  return end
}
