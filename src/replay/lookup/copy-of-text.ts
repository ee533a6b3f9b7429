/** Returns an equal text that does not reference another one. V8 keeps the whole line in memory for a substring of it. */
export function copyOfText(text: string): string {
  const longer = ` ${text}`
  // V8 flattens a concatenated text when a character is read.
  longer.charCodeAt(0)
  return longer.slice(1)
}
