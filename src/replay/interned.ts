import {Recent} from './recent.js'

/**
 * Gives one text for all that are equal, of those that came lately. A text that was cut out of a line holds on to the whole
 * line; the one that is given does not.
 */
export class Interned {
  private readonly known: Recent<string, string>

  constructor(size: number) {
    this.known = new Recent(size)
  }

  of(text: string): string {
    const known = this.known.get(text)
    if (known !== undefined) return known
    const own = detached(text)
    this.known.put(own, own)
    return own
  }
}

/** An equal text that holds on to no other: it is put together with something, looked into, which makes it one piece, and cut again. */
export function detached(text: string): string {
  const longer = ` ${text}`
  longer.charCodeAt(0)
  return longer.slice(1)
}

/** The same text in one piece: V8 flattens a concatenated text, and frees its parts, when a character is read. */
export function inOnePiece(text: string): string {
  text.charCodeAt(0)
  return text
}
