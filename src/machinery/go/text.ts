import {isPrintable} from './printable.js'

// Formats values as Go prints them. Kubernetes' messages contain these texts, so they must agree to the byte.

/** Go's `len` of a text: its size in bytes, as UTF-8. */
export function byteLength(text: string): number {
  let size = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) continue
    // Two halves of a character have four bytes, and a half without the other one has three, as the replacement character.
    size += unit < 0x800 ? 1 : 2
    if ((unit & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) i++
  }
  return size
}

const shortEscapes: Readonly<Record<string, string>> = {
  '\u0007': '\\a', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\v': '\\v', '\\': '\\\\', '"': '\\"',
}

const plainAscii = /^[ !#-[\]-~]*$/

function quoteCharacter(character: string): string {
  const short = shortEscapes[character]
  if (short !== undefined) return short
  const code = character.codePointAt(0) ?? 0
  if (isPrintable(code)) return character
  if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, '0')}`
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`
}

/** Go's `%q` (strconv.Quote) of a text: in double quotes, control and other unprintable characters escaped. */
export function quote(text: string): string {
  return plainAscii.test(text) ? `"${text}"` : `"${Array.from(wellFormed(text), quoteCharacter).join('')}"`
}

/** Compiled once: the build turns a literal of this class into a call of RegExp, which costs more than short texts. */
const loneSurrogates = /\p{Surrogate}/gu

/** The text as Go holds it once it has been read from JSON: halves of surrogate pairs become U+FFFD. */
const wellFormed = (text: string): string => text.replace(loneSurrogates, '\ufffd')

const htmlSensitive = /[<>&\u2028\u2029]/g

const escapeHtml = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Go's encoding/json of a value: as JSON.stringify (keys in the order given, undefined left out), with `<`, `>`, `&`,
 * U+2028 and U+2029 escaped too, and integers of any size exact. An object with a key such as `10` is a map, which Go sorts.
 */
export function goJson(value: unknown): string {
  if (typeof value === 'string') return jsonString(value)
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'object' || value === null) return 'null'
  if (!Array.isArray(value) && hasOwnForm(value)) return goJson(value.toJSON())
  // A list of parts to join would take most of the time of long lists.
  let members = ''
  if (Array.isArray(value)) {
    for (const item of value) members += members === '' ? goJson(item) : `,${goJson(item)}`
    return `[${members}]`
  }
  for (const key of membersOf(value)) {
    const member = `${jsonString(key)}:${goJson((value as Readonly<Record<string, unknown>>)[key])}`
    members += members === '' ? member : `,${member}`
  }
  return `{${members}}`
}

/** Returns the size of the text of goJson in bytes. */
export function goJsonSize(value: unknown): number {
  if (typeof value === 'string') return plainJson.test(value) ? value.length + 2 : byteLength(jsonString(value))
  if (typeof value !== 'object' || value === null) return goJson(value).length
  if (!Array.isArray(value) && hasOwnForm(value)) return goJsonSize(value.toJSON())
  let [size, count] = [2, 0]
  if (Array.isArray(value)) {
    for (const item of value) size += goJsonSize(item)
    count = value.length
  } else {
    for (const key of membersOf(value)) {
      size += goJsonSize(key) + 1 + goJsonSize((value as Readonly<Record<string, unknown>>)[key])
      count++
    }
  }
  return size + Math.max(0, count - 1)
}

/** Texts that JSON has unchanged between double quotes. */
const plainJson = /^[ !#-%'-;=?-[\]-~]*$/

const jsonString = (text: string): string => plainJson.test(text) ? `"${text}"` : JSON.stringify(wellFormed(text)).replace(htmlSensitive, escapeHtml)

/** Returns the keys of an object, without undefined members. JavaScript has integer keys first, in numeric order; Go sorts them as texts. */
function membersOf(value: object): string[] {
  const keys = Object.keys(value).filter((key) => (value as Readonly<Record<string, unknown>>)[key] !== undefined)
  return /^\d/.test(keys[0] ?? '') ? sortTexts(keys) : keys
}

const hasOwnForm = (value: object): value is {toJSON(): unknown} => 'toJSON' in value && typeof value.toJSON === 'function'

/** Go's `%f` of a number: six decimals. */
export function fixed(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  if (Math.abs(value) >= 1e21) return `${BigInt(value)}.000000`
  const sign = Object.is(value, -0) ? '-' : ''
  return isRoundedToEven(value) ? value.toFixed(7).slice(0, -1) : sign + value.toFixed(6)
}

/**
 * True for numbers halfway between two texts of six decimals that Go rounds down, to an even last digit.
 * Only multiples of 1/128 can be halfway, and seven decimals write them exactly.
 */
const isRoundedToEven = (value: number): boolean => Number.isInteger(value * 128) && /[02468]5$/.test(value.toFixed(7))

/** Orders texts by the bytes of their UTF-8 form, as Go's sort.Strings does. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i)
    const right = b.charCodeAt(i)
    if (left === right) continue
    // UTF-16 puts surrogate pairs below U+E000..U+FFFF; UTF-8 puts them above.
    const leftPair = left >= 0xd800 && left <= 0xdfff
    const rightPair = right >= 0xd800 && right <= 0xdfff
    return leftPair === rightPair ? left - right : leftPair ? 1 : -1
  }
  return a.length - b.length
}

/** The texts in the order of their bytes. */
export const sortTexts = (texts: readonly string[]): string[] => isInOrder(texts) ? [...texts] : [...texts].sort(compareText)

/** Most short lists are sorted already, and sorting takes longer than checking. */
const isInOrder = (texts: readonly string[]): boolean => texts.every((text, i) => i === 0 || compareText(texts[i - 1] ?? '', text) <= 0)

const space = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/

/** Go's strings.TrimSpace, whose set of white space differs from that of JavaScript's trim. */
export function trimSpace(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && space.test(text.charAt(start))) start++
  while (end > start && space.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

const jsonToken = /"[^"\\]*(?:\\.[^"\\]*)*"|\{\}|\[\]|[{}[\],:]/g

/** Go's json.MarshalIndent with one blank a level: as goJson, on several lines. */
export function goJsonIndented(value: unknown): string {
  let depth = 0
  const lineBreak = (change: number): string => `\n${' '.repeat(depth += change)}`
  return goJson(value).replace(jsonToken, (token) => {
    switch (token) {
      case '{':
      case '[': return token + lineBreak(1)
      case '}':
      case ']': return lineBreak(-1) + token
      case ',': return token + lineBreak(0)
      case ':': return ': '
      default: return token
    }
  })
}

/** Parses a boolean (strconv `ParseBool`); undefined if it is invalid. */
export function parseBool(text: string): boolean | undefined {
  if (/^(?:1|t|T|true|TRUE|True)$/.test(text)) return true
  return /^(?:0|f|F|false|FALSE|False)$/.test(text) ? false : undefined
}
