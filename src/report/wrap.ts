/**
 * Wraps a text between words at a number of columns. A longer word gets its own line. A number and its per cent sign stay together.
 *
 * @param widthOf returns the width of a text in columns; by default its number of characters
 */
export function wrap(text: string, width: number, widthOf = (part: string): number => part.length): string[] {
  const lines: string[] = []
  for (const word of text.split(/ (?!%(?:[ .,;)]|$))/)) {
    const line = lines.at(-1)
    if (line === undefined || widthOf(line) + 1 + widthOf(word) > width) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}
