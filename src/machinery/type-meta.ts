import {parseApiVersion} from './schema/rest-mapper.js'

/** What a body says it is. */
export interface TypeMeta {
  readonly apiVersion: string
  readonly kind: string
}

/** A field of a body. */
export interface BodyField {
  readonly name: string
  /** What the value is in Go's words. */
  readonly kind: string
  /** The value, where it is a text. */
  readonly text: string
}

/** Why the server cannot tell what a body is. */
export interface UnreadableType {
  readonly error: string
  /** The name of the field that is in the way. */
  readonly name: string
}

/**
 * What a body says it is, as the server looks for it: by names in letters of any case. The last of them counts, and nulls do
 * not (apimachinery serializer/json `SimpleMetaFactory.Interpret`).
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

/** True of the names that the server takes for those of the two fields that it looks for. */
export const isTypeField = (name: string): boolean => (name.length === 4 || name.length === 10) && typeField.test(name)

const typeField = /^(?:apiVersion|kind)$/iu

/** What the server says of a body in which it cannot even look for that. */
export const parseError = (error: string): string => `couldn't get version/kind; json parse error: ${error}`
