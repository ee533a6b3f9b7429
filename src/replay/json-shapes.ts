/** The value of a field: true for an object; undefined for a list, for null and for an absent field. */
export type FieldValue = string | number | boolean | undefined

/** A field to read: the index of its value (-1 for none), and the fields to read from it. */
interface WantedField {
  readonly slot: number
  readonly fields: WantedFields
}

/** Fields to read, by name. */
export type WantedFields = Readonly<Record<string, WantedField>>

/** The shape of JSON texts that have the same fields in the same order, with values of the same kinds. */
interface JsonShape {
  readonly pattern: RegExp
  /** The slot of each group, and the kind of its value. */
  readonly groups: readonly {readonly slot: number, readonly kind: 'plain' | 'escaped' | 'word'}[]
  /** The slots of objects. */
  readonly objects: readonly number[]
}

/** Maximum number of shapes tried for a text, and of shapes learned in all. Each is a compiled pattern. */
const [mostTried, mostLearned] = [6, 64]

/** Texts with more values, or with more deeply nested values, have no shape. */
const [mostValues, deepest] = [400, 12]

/** The characters of a wanted string without escapes, and a skipped string: skipped values are not validated. */
const [plainCharacters, plainString] = ['[^"\\\\\\0-\\x1f]*', '"[^"\\\\]*"']

/**
 * Reads fields of JSON texts that look like earlier ones. A log is written by a program: most of its lines have the same fields in the same
 * order, and one regular expression finds all values in less time than it takes to step from field to field.
 */
export class JsonShapes {
  private readonly shapes = new Map<number, JsonShape[]>()
  private learned = 0

  constructor(private readonly wanted: WantedFields) {}

  /**
   * Stores the values of the fields of the text between two positions in their slots, which must be undefined before.
   *
   * @returns false if the text has no known shape or its values cannot be parsed; slots can then have any values
   */
  match(text: string, start: number, end: number, values: FieldValue[]): boolean {
    const shapes = this.shapes.get(bucketOf(text, start))
    if (shapes === undefined) return false
    for (let i = 0; i < shapes.length; i++) {
      const shape = shapes[i] as JsonShape
      const {pattern} = shape
      pattern.lastIndex = start
      const found = pattern.exec(text)
      // A text that does not end where it should can match with what follows.
      if (found === null || pattern.lastIndex !== end) continue
      if (i > 0) {
        shapes[i] = shapes[i - 1] as JsonShape
        shapes[i - 1] = shape
      }
      return fill(shape, found, values)
    }
    return false
  }

  /** Learns the shape of a text, which must be a JSON object without whitespace. */
  learn(text: string): void {
    const bucket = bucketOf(text, 0)
    const shapes = this.shapes.get(bucket) ?? []
    if (this.learned >= mostLearned || shapes.length >= mostTried) return
    const shape = new ShapeReader(text).read(this.wanted)
    if (shape === undefined) return
    this.learned++
    shapes.push(shape)
    this.shapes.set(bucket, shapes)
  }
}

/** The text before the verb, and its lowest position after an auditID and a requestURI. The search is fast: it starts there, with a rare letter. */
const [verb, earliest] = ['verb":"', 100]

/** Returns the first letter of the verb: audit events with the same verb usually have the same shape. */
const bucketOf = (text: string, start: number): number => text.charCodeAt(text.indexOf(verb, start + earliest) + verb.length)

function fill({groups, objects}: JsonShape, found: RegExpExecArray, values: FieldValue[]): boolean {
  for (const slot of objects) values[slot] = true
  for (let i = 0; i < groups.length; i++) {
    const {slot, kind} = groups[i] as JsonShape['groups'][number]
    const text = found[i + 1] ?? ''
    if (kind === 'plain') values[slot] = text
    else {
      const value = parsed(kind === 'word' ? text : `"${text}"`)
      if (value === undefined) return false
      values[slot] = value ?? undefined
    }
  }
  return true
}

/** Returns the parsed value, or undefined if the text is not JSON. */
function parsed(text: string): FieldValue | null {
  try {
    return JSON.parse(text) as FieldValue | null
  } catch {
    return undefined
  }
}

/** Turns a text into a pattern that keeps the names and matches any values of the same kinds. */
class ShapeReader {
  private readonly tokens: RegExpExecArray[]
  private next = 0
  private readonly groups: {slot: number, kind: 'plain' | 'escaped' | 'word'}[] = []
  private readonly objects: number[] = []
  private readonly slots = new Set<number>()
  private isUsual = true

  constructor(private readonly text: string) {
    this.tokens = [...text.matchAll(/"[^"\\]*(?:\\[^][^"\\]*)*"|[\d.+\-a-zE]+|[{}[\],:]/g)]
  }

  read(wanted: WantedFields): JsonShape | undefined {
    const length = this.tokens.reduce((sum, [token]) => sum + token.length, 0)
    if (length !== this.text.length || this.tokens.length > 4 * mostValues) return undefined
    const pattern = this.value({slot: -1, fields: wanted}, 0)
    return this.isUsual && this.next === this.tokens.length ? {pattern: new RegExp(pattern, 'y'), groups: this.groups, objects: this.objects} : undefined
  }

  private take(): string {
    return this.tokens[this.next++]?.[0] ?? ''
  }

  private value({slot, fields}: WantedField, depth: number): string {
    const token = this.take()
    this.isUsual &&= depth <= deepest && !this.slots.has(slot)
    if (!this.isUsual) return ''
    if (slot >= 0) this.slots.add(slot)
    if (token === '{') return this.object(slot, fields, depth)
    if (token === '[') return this.list(depth)
    if (/^[{}[\],:]?$/.test(token)) return this.unusual()
    if (!token.startsWith('"')) return this.scalar(slot, 'word', '[\\d.+\\-a-zE]+')
    if (token.includes('\\')) return this.scalar(slot, 'escaped', '[^"\\\\]*(?:\\\\[^][^"\\\\]*)*', '"')
    return slot < 0 ? plainString : this.scalar(slot, 'plain', plainCharacters, '"')
  }

  private scalar(slot: number, kind: 'plain' | 'escaped' | 'word', pattern: string, around = ''): string {
    if (slot < 0) return `${around}${pattern}${around}`
    this.groups.push({slot, kind})
    return `${around}(${pattern})${around}`
  }

  private object(slot: number, fields: WantedFields, depth: number): string {
    if (slot >= 0) this.objects.push(slot)
    const names = new Set<string>()
    const parts = this.items('}', () => {
      const name = this.take()
      if (!/^"[^"\\]*"$/.test(name) || this.take() !== ':' || names.has(name)) return this.unusual()
      names.add(name)
      const key = name.slice(1, -1)
      const wanted = Object.hasOwn(fields, key) ? fields[key] : undefined
      return `${escaped(name)}:${this.value(wanted ?? nothing, depth + 1)}`
    })
    return `\\{${parts.join(',')}\\}`
  }

  /** Matches lists of strings of any length, and other lists of the sample's length. */
  private list(depth: number): string {
    const parts = this.items(']', () => this.value(nothing, depth + 1))
    const areTexts = parts.length > 0 && parts.every((part) => part === plainString)
    return areTexts ? `\\[${plainString}(?:,${plainString})*\\]` : `\\[${parts.join(',')}\\]`
  }

  private items(end: string, item: () => string): string[] {
    const parts: string[] = []
    if (this.tokens[this.next]?.[0] === end) {
      this.next++
      return parts
    }
    while (this.isUsual) {
      parts.push(item())
      const token = this.take()
      if (token === end) return parts
      if (token !== ',') this.unusual()
    }
    return parts
  }

  private unusual(): string {
    this.isUsual = false
    return ''
  }
}

const nothing: WantedField = {slot: -1, fields: {}}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
