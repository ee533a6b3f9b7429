/**
 * A text as lines of at most so many columns, broken between words. A longer word has a line for itself.
 *
 * @param widthOf how many columns a text takes; by default one for each character
 */
export function wrap(text: string, width: number, widthOf = (part: string): number => part.length): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || widthOf(line) + 1 + widthOf(word) > width) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}
