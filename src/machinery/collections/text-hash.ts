/** Stands between two texts, and in none. */
const separator = 0xffff

/**
 * A number for one text, or two, of 53 bits: no others that come along in a lifetime have the same. It takes the place of texts
 * that are looked up, and remembered for a while, a million times.
 */
export function textHash(first: string, second = ''): number {
  const {length} = first
  let high = 0x811c9dc5
  let low = 0x9e3779b9
  for (let i = 0; i <= length + second.length; i++) {
    const code = i < length ? first.charCodeAt(i) : i === length ? separator : second.charCodeAt(i - length - 1)
    high = Math.imul(high ^ code, 0x01000193)
    low = Math.imul(low ^ code, 0x85ebca6b)
    low ^= low >>> 15
  }
  return (high >>> 0) * 0x20_0000 + (low >>> 11)
}
