import {type FieldValue, type FieldValues, JsonShapes, type WantedFields} from './json-shapes.js'

/** A field to read. */
interface Wanted {
  readonly name: string
  readonly letters: readonly number[]
  /** The index of its value; -1 for an object from which only fields are read. */
  slot: number
  readonly shape: Shape
}

/** The fields to read from an object, by the length of their names. */
type Shape = Wanted[][]

/** JSON allows no control character in a string. */
const controlCharacter = /[\0-\x1f]/

const [quote, colon, comma, backslash, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x3a, 0x2c, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d]

/**
 * Reads selected fields of JSON objects. A log has millions of lines with a hundred values each, and only a dozen are needed:
 * skipping the others takes a third of the time of parsing them.
 */
export class JsonFields {
  private readonly root: Shape = []
  private text = ''
  private at = 0
  private isPlain = true
  private readonly values: FieldValue[]
  private readonly found: FieldValues
  /** For each string of the values of the last call, its position in the text; -1 if it is not there as it is. */
  readonly starts: Int32Array
  private readonly shapes: JsonShapes

  /** @param paths Paths of the fields, such as `user.username`. Values are returned in this order */
  constructor(private readonly paths: readonly string[]) {
    this.values = paths.map(() => undefined)
    this.starts = new Int32Array(paths.length)
    this.found = {values: this.values, starts: this.starts}
    for (const [slot, path] of paths.entries()) this.want(path, slot)
    this.shapes = new JsonShapes(wantedFields(this.root))
  }

  /** Returns the values of the fields of an object. */
  pick(object: unknown): FieldValue[] {
    this.starts.fill(-1)
    return this.paths.map((path) => {
      const value = path.split('.').reduce(fieldOf, object)
      return typeof value === 'object' ? value !== null && !Array.isArray(value) || undefined : value as FieldValue
    })
  }

  /**
   * Returns the values of the fields of one JSON object without whitespace, between two positions of a text. They are valid until the next call.
   *
   * @returns undefined for any other text. Skipped values are not validated
   */
  scan(lines: string, start = 0, end = lines.length): readonly FieldValue[] | undefined {
    this.clear()
    if (this.shapes.match(lines, start, end, this.found)) return this.values
    this.clear()
    this.starts.fill(-1)
    const text = lines.slice(start, end)
    if (!this.step(text)) return undefined
    this.shapes.learn(text)
    return this.values
  }

  private clear(): void {
    for (let i = 0; i < this.values.length; i++) this.values[i] = undefined
  }

  /** Reads field by field. Returns false if the text is not such an object. */
  private step(text: string): boolean {
    this.text = text
    this.at = 0
    this.isPlain = !text.includes('\\')
    try {
      return text.charCodeAt(0) === openBrace && this.object(this.root) && this.at === text.length
    } catch {
      return false
    }
  }

  private want(path: string, slot: number): void {
    let shape = this.root
    let wanted: Wanted | undefined
    for (const name of path.split('.')) {
      const others = shape[name.length] ??= []
      wanted = others.find((other) => other.name === name)
      if (wanted === undefined) others.push(wanted = {name, letters: lettersOf(name), slot: -1, shape: []})
      shape = wanted.shape
    }
    if (wanted !== undefined) wanted.slot = slot
  }

  private object(shape: Shape): boolean {
    const {text} = this
    if (text.charCodeAt(++this.at) === closeBrace) return ++this.at > 0
    for (;;) {
      const start = this.at + 1
      const end = text.indexOf('"', start)
      if (text.charCodeAt(start - 1) !== quote || text.charCodeAt(end + 1) !== colon || !this.isPlain && isEscaped(text, end)) return false
      this.at = end + 2
      const wanted = wantedOf(shape[end - start], text, start)
      if (!(wanted === undefined ? this.skip() : this.take(wanted))) return false
      const next = text.charCodeAt(this.at++)
      if (next === closeBrace) return true
      if (next !== comma) return false
    }
  }

  private take({slot, shape}: Wanted): boolean {
    const {text, at} = this
    const code = text.charCodeAt(at)
    if (code === openBrace) {
      if (slot >= 0) this.values[slot] = true
      return shape.length > 0 ? this.object(shape) : this.skip()
    }
    if (!this.skip()) return false
    if (slot >= 0) this.values[slot] = code === openBracket ? undefined : this.scalar(at, this.at, code === quote)
    return true
  }

  /** Returns the value between two positions. Throws if it is not JSON. */
  private scalar(start: number, end: number, isText: boolean): FieldValue {
    const text = this.text.slice(start, end)
    if (isText && this.isPlain && !controlCharacter.test(text)) return text.slice(1, -1)
    return JSON.parse(text) as FieldValue | null ?? undefined
  }

  /** Skips a value. */
  private skip(): boolean {
    const code = this.text.charCodeAt(this.at)
    if (code === quote) return this.skipString()
    return code === openBrace || code === openBracket ? this.skipNested() : this.skipWord()
  }

  private skipString(): boolean {
    const end = this.endOfString(this.at)
    this.at = end + 1
    return end > 0
  }

  /** Returns the end of the string that begins at a position, or -1 if it does not end. */
  private endOfString(start: number): number {
    const {text} = this
    let end = text.indexOf('"', start + 1)
    if (this.isPlain) return end
    while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
    return end
  }

  private skipNested(): boolean {
    const {text} = this
    let depth = 0
    for (let i = this.at; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code === quote) {
        i = this.endOfString(i)
        if (i < 0) return false
      } else if (code === openBrace || code === openBracket) depth++
      else if ((code === closeBrace || code === closeBracket) && --depth === 0) {
        this.at = i + 1
        return true
      }
    }
    return false
  }

  /** Skips a number, true, false or null. */
  private skipWord(): boolean {
    const start = this.at
    for (let code = this.text.charCodeAt(this.at); isOfWord(code); code = this.text.charCodeAt(this.at)) this.at++
    return this.at > start
  }
}

const wantedFields = (shape: Shape): WantedFields =>
  Object.fromEntries(shape.flat().map(({name, slot, shape: inner}) => [name, {slot, fields: wantedFields(inner)}]))

const lettersOf = (name: string): number[] => Array.from({length: name.length}, (_, i) => name.charCodeAt(i))

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>)[name] : undefined

function wantedOf(candidates: readonly Wanted[] | undefined, text: string, start: number): Wanted | undefined {
  if (candidates === undefined) return undefined
  for (const candidate of candidates) if (startsAt(candidate.letters, text, start)) return candidate
  return undefined
}

/** Faster than `startsWith` for short texts. */
function startsAt(letters: readonly number[], text: string, start: number): boolean {
  for (let i = 0; i < letters.length; i++) if (text.charCodeAt(start + i) !== letters[i]) return false
  return true
}

/** True if an odd number of backslashes precedes a position. */
function isEscaped(text: string, end: number): boolean {
  let start = end
  while (text.charCodeAt(start - 1) === backslash) start--
  return (end - start) % 2 === 1
}

/** True for digits, signs, points, lowercase letters and the E of an exponent. */
const isOfWord = (code: number): boolean =>
  code >= 0x30 && code <= 0x39 || code === 0x2e || code === 0x2d || code === 0x2b || code >= 0x61 && code <= 0x7a || code === 0x45
