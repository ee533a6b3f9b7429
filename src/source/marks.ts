const isMark = tableOf('\n,[{')
/** Marks only if white space follows, as in `- a` and `a: b`. */
const isMarkBeforeSpace = tableOf('-?:')
const isSpace = tableOf(' \t\r\n')
/** The last characters of keys in JSON and flow maps: a colon after them needs no white space. */
const isKeyEnd = tableOf('"\'}]')
const colon = 0x3a

function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(2 ** 16)
  for (const character of characters) table[character.charCodeAt(0)] = 1
  return table
}

/**
 * Returns true if a text has more than `most` marks between keys and values. Also counts marks in quoted texts. Allocates no
 * memory, so it can check a text before it is parsed.
 */
export function hasMoreMarks(text: string, most: number): boolean {
  if (text.length <= most) return false
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (isMark[code] === 1 || (isMarkBeforeSpace[code] === 1 && separates(text, i, code))) count++
    if (count > most) return true
  }
  return false
}

const separates = (text: string, at: number, code: number): boolean =>
  at + 1 === text.length || isSpace[text.charCodeAt(at + 1)] === 1 || (code === colon && isKeyEnd[text.charCodeAt(at - 1)] === 1)
