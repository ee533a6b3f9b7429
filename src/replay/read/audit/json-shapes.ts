import {append} from '../../../machinery/collections/append.js'

/** The value of a field: true for an object; undefined for a list, for null and for an absent field. */
export type FieldValue = string | number | boolean | undefined

/** A field to read: the index of its value (-1 for none), and the fields to read from it. */
interface WantedField {
  readonly slot: number
  readonly fields: WantedFields
}

/** Fields to read, by name. */
export type WantedFields = Readonly<Record<string, WantedField>>

/** Values of fields, by slot. */
export interface FieldValues {
  readonly values: FieldValue[]
  /** The position of each string in the text; -1 if the string is not there as it is. */
  readonly starts: Int32Array
}

/** A value that the pattern of a shape captures. */
interface ValueGroup {
  readonly slot: number
  readonly kind: ValueKind
  /** The number of characters since the previous value; -1 if it varies: then a group before this one captures them. */
  readonly before: number
}

type ValueKind = 'plain' | 'escaped' | 'word'

/** The shape of JSON texts that have the same fields in the same order, with values of the same kinds. */
interface JsonShape {
  readonly pattern: RegExp
  readonly groups: readonly ValueGroup[]
  /** The slots of objects. */
  readonly objects: readonly number[]
}

/** Maximum number of shapes tried for a text, and of shapes learned in all. Each is a compiled pattern. */
const [maxTried, maxLearned] = [6, 64]

/** Texts with more values, or with more deeply nested values, have no shape. */
const [maxValues, deepest] = [400, 12]

/** The characters of a wanted string without escapes, and a skipped string: skipped values are not validated. */
const [plainCharacters, plainString] = ['[^"\\\\\\0-\\x1f]*', '"[^"\\\\]*"']

/**
 * Reads fields of JSON texts of a known shape. Programs write logs: most lines have the same fields in the same order. One regular
 * expression finds all values faster than a scan from field to field.
 */
export class JsonShapes {
  private readonly shapes = new Map<number, JsonShape[]>()
  private learned = 0

  constructor(private readonly wanted: WantedFields) {}

  /**
   * Stores the values of the fields of the text between two positions in their slots, which must be undefined before, and their positions.
   *
   * @returns false if the text has no known shape or its values cannot be parsed; slots can then have any values
   */
  match(text: string, start: number, end: number, into: FieldValues): boolean {
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
      return fill(shape, found, start, into)
    }
    return false
  }

  /** Learns the shape of a text, which must be a JSON object without whitespace. */
  learn(text: string): void {
    const bucket = bucketOf(text, 0)
    const shapes = this.shapes.get(bucket) ?? []
    if (this.learned >= maxLearned || shapes.length >= maxTried) return
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

/** The values and the texts between them are side by side: their lengths give the position of each. The flag `d` of the pattern would be slower. */
function fill({groups, objects}: JsonShape, found: RegExpExecArray, start: number, {values, starts}: FieldValues): boolean {
  for (const slot of objects) values[slot] = true
  let next = 1
  let place = start
  for (const {slot, kind, before} of groups) {
    place += before === -1 ? (found[next++] ?? '').length : before
    const text = found[next++] ?? ''
    if (kind === 'plain') {
      values[slot] = text
      starts[slot] = place
    } else {
      const value = parsed(kind === 'word' ? text : `"${text}"`)
      if (value === undefined) return false
      values[slot] = value ?? undefined
      starts[slot] = -1
    }
    place += text.length
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

/** A part of a shape: a literal text, a value to skip, or a value to capture. */
type Part = {readonly literal: string} | {readonly skipped: string} | {readonly pattern: string, readonly slot: number, readonly kind: ValueKind}

/** Turns a text into a pattern that keeps the names and matches any values of the same kinds. */
class ShapeReader {
  private readonly tokens: RegExpExecArray[]
  private next = 0
  private readonly objects: number[] = []
  private readonly slots = new Set<number>()
  private isUsual = true

  constructor(private readonly text: string) {
    this.tokens = [...text.matchAll(/"[^"\\]*(?:\\[^][^"\\]*)*"|[\d.+\-a-zE]+|[{}[\],:]/g)]
  }

  read(wanted: WantedFields): JsonShape | undefined {
    const length = this.tokens.reduce((sum, [token]) => sum + token.length, 0)
    if (length !== this.text.length || this.tokens.length > 4 * maxValues) return undefined
    const parts = this.value({slot: -1, fields: wanted}, 0)
    return this.isUsual && this.next === this.tokens.length ? {...compiled(parts), objects: this.objects} : undefined
  }

  private take(): string {
    return this.tokens[this.next++]?.[0] ?? ''
  }

  private value({slot, fields}: WantedField, depth: number): Part[] {
    const token = this.take()
    this.isUsual &&= depth <= deepest && !this.slots.has(slot)
    if (!this.isUsual) return []
    if (slot >= 0) this.slots.add(slot)
    if (token === '{') return this.object(slot, fields, depth)
    if (token === '[') return this.list(depth)
    if (/^[{}[\],:]?$/.test(token)) return this.unusual()
    if (!token.startsWith('"')) return [scalar(slot, 'word', '[\\d.+\\-a-zE]+')]
    const content = token.includes('\\') ? scalar(slot, 'escaped', '[^"\\\\]*(?:\\\\[^][^"\\\\]*)*') : scalar(slot, 'plain', slot < 0 ? '[^"\\\\]*' : plainCharacters)
    return [{literal: '"'}, content, {literal: '"'}]
  }

  private object(slot: number, fields: WantedFields, depth: number): Part[] {
    if (slot >= 0) this.objects.push(slot)
    const names = new Set<string>()
    return this.items('{', '}', () => {
      const name = this.take()
      if (!/^"[^"\\]*"$/.test(name) || this.take() !== ':' || names.has(name)) return this.unusual()
      names.add(name)
      const key = name.slice(1, -1)
      const wanted = Object.hasOwn(fields, key) ? fields[key] : undefined
      return [{literal: `${name}:`}, ...this.value(wanted ?? nothing, depth + 1)]
    })
  }

  /** Matches lists of strings of any length, and other lists of the sample's length. */
  private list(depth: number): Part[] {
    const first = this.next
    const parts = this.items('[', ']', () => this.value(nothing, depth + 1))
    const items = this.tokens.slice(first, this.next - 1).map(([token]) => token)
    const areTexts = items.length > 0 && items.every((token, i) => i % 2 === 1 ? token === ',' : /^"[^\\]*$/.test(token))
    return areTexts ? [{literal: '['}, {skipped: `${plainString}(?:,${plainString})*`}, {literal: ']'}] : parts
  }

  private items(begin: string, end: string, item: () => Part[]): Part[] {
    const parts: Part[] = [{literal: begin}]
    if (this.tokens[this.next]?.[0] === end) {
      this.next++
      return [...parts, {literal: end}]
    }
    while (this.isUsual) {
      append(parts, item())
      const token = this.take()
      parts.push({literal: token})
      if (token === end) return parts
      if (token !== ',') this.unusual()
    }
    return parts
  }

  private unusual(): Part[] {
    this.isUsual = false
    return []
  }
}

const scalar = (slot: number, kind: ValueKind, pattern: string): Part => slot < 0 ? {skipped: pattern} : {pattern, slot, kind}

/** Makes a pattern of the parts. Captures the values, and what is before them if its length varies. */
function compiled(parts: readonly Part[]): Pick<JsonShape, 'pattern' | 'groups'> {
  const groups: ValueGroup[] = []
  let [pattern, between, length] = ['', '', 0]
  for (const part of parts) {
    if ('literal' in part) {
      between += escaped(part.literal)
      length += part.literal.length
    } else if ('skipped' in part) {
      between += part.skipped
      length = NaN
    } else {
      const isFixed = !Number.isNaN(length)
      groups.push({slot: part.slot, kind: part.kind, before: isFixed ? length : -1})
      pattern += `${isFixed ? between : `(${between})`}(${part.pattern})`
      between = ''
      length = 0
    }
  }
  return {pattern: new RegExp(pattern + between, 'y'), groups}
}

const nothing: WantedField = {slot: -1, fields: {}}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
