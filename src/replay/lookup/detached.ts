/** Returns an equal text that holds on to no other. A text that was cut out of a line holds on to the whole line. */
export function detached(text: string): string {
  const longer = ` ${text}`
  // V8 makes one piece of a text when a character is read.
  longer.charCodeAt(0)
  return longer.slice(1)
}
