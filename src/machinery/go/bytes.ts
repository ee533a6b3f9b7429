// Bytes and texts, without the Buffer of Node.js: browsers run this code, too.

const encoder = new TextEncoder()

/** A mark at the beginning of a text is one of its characters. */
const decoder = new TextDecoder('utf-8', {ignoreBOM: true})

/** Returns the bytes of a text in UTF-8. A half of a character becomes a replacement character. */
export const utf8Bytes = (text: string): Uint8Array => encoder.encode(text)

/** Returns the text that bytes are in UTF-8. What is not valid becomes replacement characters. */
export const utf8Text = (bytes: Uint8Array): string => decoder.decode(bytes)

/** The number of bytes that one call makes characters of: a call takes some ten thousand arguments. */
const callSize = 8192

/** Returns a text with one character for each byte. */
export function latin1Text(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += callSize) text += String.fromCharCode.apply(undefined, bytes.subarray(at, at + callSize) as unknown as number[])
  return text
}

/** Returns the bytes of a text of characters below 256, one for each. */
export const latin1Bytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** True for the same bytes. */
export const areSameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i])

/** Returns the number that bytes are, the first one with the highest bits; 0 for no bytes. */
export const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x0${hexOf(bytes)}`)

/** Returns bytes as hexadecimal digits. */
export const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
