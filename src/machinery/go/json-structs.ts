import {utf8Bytes, utf8Text} from './bytes.js'
import {jsonSyntaxError} from './json-syntax.js'

// Lists of small structs that annotations hold as JSON, as Go's encoding/json reads them: it ignores the case of names, and keeps the first
// value that does not fit as its error.

/** A field of a struct with the Go type that messages show: an `int64` is a number, all others are texts. */
export interface StructField {
  readonly name: string
  readonly type: string
}

/** A struct of texts and numbers. */
export interface FlatStruct {
  /** Its Go type as messages show it, with its package. */
  readonly type: string
  /** The fields by the names that the result has for them. */
  readonly fields: Readonly<Record<string, StructField>>
}

/** A struct that was read. */
type Values = Readonly<Record<string, string | number>>

const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:]/g

/**
 * Reads a list of structs from JSON (encoding/json `Unmarshal`). Unknown fields are ignored.
 *
 * @returns Go's message for a text that does not fit
 */
export function readStructs(text: string, struct: FlatStruct): readonly Values[] | string {
  const syntaxError = jsonSyntaxError(utf8Bytes(text))
  if (syntaxError !== undefined) return syntaxError
  const reader = new Reader(text.match(token) ?? [], struct)
  const list = reader.list()
  return reader.error ?? list
}

class Reader {
  /** The message about the first value that does not fit. */
  error: string | undefined
  private next = 0
  private readonly byName: ReadonlyMap<string, readonly [property: string, field: StructField]>

  constructor(private readonly tokens: readonly string[], private readonly struct: FlatStruct) {
    this.byName = new Map(Object.entries(struct.fields).map(([property, field]) => [folded(field.name), [property, field]]))
  }

  list(): Values[] {
    const items: Values[] = []
    const first = this.take()
    if (first === 'null') return items
    if (first !== '[') {
      this.reject(first, `value of type []${this.struct.type}`)
      return items
    }
    while (this.tokens[this.next] !== ']') {
      items.push(this.item())
      this.skip(',')
    }
    return items
  }

  private item(): Values {
    const first = this.take()
    if (first === '{') return this.fields()
    if (first !== 'null') this.reject(first, `value of type ${this.struct.type}`)
    this.skipRest(first)
    return {}
  }

  private fields(): Values {
    const values: Record<string, string | number> = {}
    while (this.tokens[this.next] !== '}') {
      const [property, field] = this.byName.get(folded(textOf(this.take()))) ?? []
      this.skip(':')
      const value = this.take()
      if (property !== undefined && field !== undefined) this.set(values, property, field, value)
      this.skipRest(value)
      this.skip(',')
    }
    this.next++
    return values
  }

  /** A null leaves a text as it is, and removes a number, which is a pointer. */
  private set(values: Record<string, string | number>, property: string, {name, type}: StructField, value: string): void {
    const isNumber = type === 'int64'
    if (value === 'null') {
      if (isNumber) Reflect.deleteProperty(values, property)
    } else if (isNumber ? isInt64(value) : value.startsWith('"')) values[property] = isNumber ? Number(value) : textOf(value)
    else this.reject(isNumber && kindOf(value) === 'number' ? `number ${value}` : value, `struct field ${this.struct.type.replace(/.*\./, '')}.${name} of type ${type}`)
  }

  private reject(found: string, expected: string): void {
    this.error ??= `json: cannot unmarshal ${found.startsWith('number ') ? found : kindOf(found)} into Go ${expected}`
  }

  private take(): string {
    return this.tokens[this.next++] ?? ''
  }

  private skip(expected: string): void {
    if (this.tokens[this.next] === expected) this.next++
  }

  /** Skips the rest of a list or map whose first token was taken. */
  private skipRest(first: string): void {
    for (let depth = depthOf(first); depth > 0;) depth += depthOf(this.take())
  }
}

const depthOf = (part: string): number => part === '[' || part === '{' ? 1 : part === ']' || part === '}' ? -1 : 0

/** The text of a token. A half of a character becomes a replacement character, as in Go. */
const textOf = (part: string): string => utf8Text(utf8Bytes(JSON.parse(part) as string))

/** Names that are equal but for their case have the same form; Go also takes the long s for an s (encoding/json `foldName`). */
const folded = (name: string): string => name.toLowerCase().replaceAll('\u017F', 's')

const isInt64 = (part: string): boolean => /^-?\d+$/.test(part) && BigInt.asIntN(64, BigInt(part)) === BigInt(part)

/** The kind of a value by its first token, as messages name it. */
function kindOf(part: string): string {
  switch (part[0]) {
    case '{': return 'object'
    case '[': return 'array'
    case '"': return 'string'
    case 't':
    case 'f': return 'bool'
    default: return 'number'
  }
}
