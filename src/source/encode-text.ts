import {SourceFile} from './source-file.js'

/**
 * Encodes a text like some bytes, with the same byte order mark.
 *
 * @returns undefined for bytes that are not valid in their encoding: their faults would be lost
 */
export function encodeLike(text: string, bytes: Uint8Array): Uint8Array | undefined {
  const encode = encoderFor(bytes)
  const before = encode(SourceFile.decode('', bytes).text)
  return Buffer.compare(before, bytes) === 0 ? encode(text) : undefined
}

type Encode = (text: string) => Uint8Array

function encoderFor(bytes: Uint8Array): Encode {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return (text) => Buffer.from(`\ufeff${text}`, 'utf16le')
  if (first === 0xfe && second === 0xff) return (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  const mark = first === 0xef && second === 0xbb && third === 0xbf ? '\ufeff' : ''
  return (text) => Buffer.from(mark + text, 'utf8')
}
