import {parseApiVersion} from '../schema/rest-mapper.js'

/** The apiVersion and kind of a body. */
export interface TypeMeta {
  readonly apiVersion: string
  readonly kind: string
}

/** A field of a body. */
export interface BodyField {
  readonly name: string
  /** Go's name for the type of the value. */
  readonly kind: string
  /** The value, where it is a text. */
  readonly text: string
}

/** The reason that the server cannot determine the kind of a body. */
export interface UnreadableType {
  readonly error: string
  /** The name of the field that is in the way. */
  readonly name: string
}

/**
 * Reads the apiVersion and kind of a body as the server does: field names match in any case, the last field wins, and nulls are
 * ignored (apimachinery serializer/json `SimpleMetaFactory.Interpret`).
 */
export function interpret(fields: readonly BodyField[]): TypeMeta | UnreadableType {
  const read = {apiVersion: '', kind: ''}
  for (const {name, kind, text} of fields) {
    if (!isTypeField(name) || kind === 'null') continue
    const field = name.length === 4 ? 'kind' : 'apiVersion'
    if (kind !== 'string') return {error: parseError(`json: cannot unmarshal ${kind} into Go struct field .${field} of type string`), name}
    read[field] = text
  }
  if (parseApiVersion(read.apiVersion) !== undefined) return read
  return {error: `unexpected GroupVersion string: ${read.apiVersion}`, name: 'apiVersion'}
}

/** True for names that the server accepts for one of the two fields. */
export const isTypeField = (name: string): boolean => (name.length === 4 || name.length === 10) && typeField.test(name)

const typeField = /^(?:apiVersion|kind)$/iu

/** The server's error for a body that it cannot parse. */
export const parseError = (error: string): string => `couldn't get version/kind; json parse error: ${error}`
