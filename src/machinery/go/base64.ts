const alphabet = /[A-Za-z0-9+/]/

const isLineBreak = (byte: number | undefined): boolean => byte === 10 || byte === 13

/** The position of the first byte after `at` that is not a line break. */
function nextByte(bytes: Buffer, at: number): number {
  let position = at + 1
  while (isLineBreak(bytes[position])) position++
  return position
}

/**
 * The offset at which Go's decoder fails, as its CorruptInputError counts bytes; undefined for valid standard base64 with padding.
 * Line breaks are skipped (encoding/base64).
 */
export function base64ErrorOffset(text: string): number | undefined {
  const bytes = Buffer.from(text)
  let digits = 0
  for (const [at, byte] of bytes.entries()) {
    if (isLineBreak(byte)) continue
    const character = String.fromCharCode(byte)
    if (character === '=') return paddingErrorOffset(bytes, at, digits % 4)
    if (!alphabet.test(character)) return at
    digits++
  }
  return digits % 4 === 0 ? undefined : bytes.length - digits % 4
}

/** @param digits the number of digits of the last group of four before its padding */
function paddingErrorOffset(bytes: Buffer, at: number, digits: number): number | undefined {
  if (digits < 2) return at
  let last = at
  if (digits === 2) {
    last = nextByte(bytes, at)
    if (last === bytes.length) return last
    if (bytes[last] !== 0x3d) return last - 1
  }
  const rest = nextByte(bytes, last)
  return rest < bytes.length ? rest : undefined
}
