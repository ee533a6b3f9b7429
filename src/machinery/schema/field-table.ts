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

/** A field in `api-fields.json`: without the Go type if that follows from the rest; only the shape if there is nothing else. */
export type StoredField = Shape | (Omit<FieldTable, 'go' | 'element'> & {readonly go?: string, readonly element?: StoredField})

/** Returns a field of the tables. */
export function readField(stored: StoredField): FieldTable {
  if (typeof stored === 'string') return {go: stored, shape: stored, type: undefined, element: undefined, via: undefined}
  const {shape, type, via} = stored
  const element = stored.element === undefined ? undefined : readField(stored.element)
  return {go: stored.go ?? impliedType({shape, type, element}), shape, type, element, via}
}

/** Returns the form in which `npm run tables` writes a field. */
export function writeField({go, shape, type, element, via}: FieldTable): StoredField {
  const implied = impliedType({shape, type, element})
  if (go === implied && type === undefined && element === undefined && via === undefined) return shape
  return {
    ...element !== undefined && {element: writeField(element)}, ...go !== implied && {go}, shape,
    ...type !== undefined && {type}, ...via !== undefined && {via},
  }
}

/** The Go type that most fields of a shape have: that of the table of a struct, that of the items of a list or map, or else the shape. */
function impliedType({shape, type, element}: Omit<FieldTable, 'go'>): string {
  if (type !== undefined) return type.slice(type.lastIndexOf('/') + 1)
  return element === undefined ? shape : `${shape === 'list' ? '[]' : 'map[string]'}${element.go}`
}
