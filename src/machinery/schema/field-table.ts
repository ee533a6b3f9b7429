/** The type of a field's value, for decoding. */
export type Shape =
  | 'string' | 'bool' | 'int32' | 'int64' | 'quantity' | 'time' | 'microTime' | 'intOrString' | 'bytes' | 'any'
  | 'struct' | 'list' | 'map'

/** A field of a Go type of the API. */
export interface FieldTable {
  /** The Go type, as messages name it: `v1.ResourceList`. */
  readonly go: string
  readonly shape: Shape
  /** For a struct, the name of its table. */
  readonly type?: string | undefined
  /** For a list or map, what its items are. */
  readonly element?: FieldTable | undefined
  /** The embedded Go struct that the field belongs to, which messages insert into the path. */
  readonly via?: string | undefined
}

/**
 * A field in `api-fields.json`, as a text: the shape of a scalar (`int32`), the table of a struct (`core/v1.PodSpec`), or what the items of a list or map are
 * (`[]string`, `map[string]quantity`). The Go type is written before it if it does not follow from the rest: `v1.Protocol=string`. An embedded struct that the
 * field belongs to is written after it: `string via TypeMeta`.
 */
export type StoredField = string

const mark = ' via '

const prefixes = {list: '[]', map: 'map[string]'} as const

/** The Go types of scalars whose shape has another name. */
const goTypes: Partial<Record<string, string>> = {
  bytes: '[]uint8', intOrString: 'intstr.IntOrString', microTime: 'v1.MicroTime', quantity: 'resource.Quantity', time: 'v1.Time',
}

/** Returns a field of the tables. */
export function readField(stored: StoredField): FieldTable {
  const [text = '', via] = stored.split(mark)
  return {...readType(text), via}
}

function readType(text: string): FieldTable {
  for (const shape of ['list', 'map'] as const) {
    if (text.startsWith(prefixes[shape])) return tableOf({shape, element: readType(text.slice(prefixes[shape].length))})
  }
  const equals = text.indexOf('=')
  if (equals !== -1) return {...readType(text.slice(equals + 1)), go: text.slice(0, equals)}
  return tableOf(text.includes('/') ? {shape: 'struct', type: text} : {shape: text as Shape})
}

const tableOf = (field: Omit<FieldTable, 'go' | 'via'>): FieldTable => ({go: impliedType(field), shape: field.shape, type: field.type, element: field.element, via: undefined})

/** Returns the form in which `npm run tables` writes a field. */
export function writeField(field: FieldTable): StoredField {
  const {go, shape, type, element, via} = field
  const text = shape === 'list' || shape === 'map' ? `${prefixes[shape]}${element === undefined ? '' : writeField(element)}` : type ?? shape
  return `${go === impliedType(field) ? '' : `${go}=`}${text}${via === undefined ? '' : `${mark}${via}`}`
}

/** The Go type that most fields of a shape have: that of the table of a struct, that of the items of a list or map, or else that of the shape. */
function impliedType({shape, type, element}: Omit<FieldTable, 'go'>): string {
  if (type !== undefined) return type.slice(type.lastIndexOf('/') + 1)
  return element === undefined ? goTypes[shape] ?? shape : `${shape === 'list' ? prefixes.list : prefixes.map}${element.go}`
}
