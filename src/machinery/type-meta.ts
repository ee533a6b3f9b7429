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
  const named = fields.filter(({name, kind}) => isTypeField(name) && kind !== 'null')
  const wrong = named.find(({kind}) => kind !== 'string')
  if (wrong !== undefined) return {error: parseError(`json: cannot unmarshal ${wrong.kind} into Go struct field .${fieldOf(wrong)} of type string`), name: wrong.name}
  const textOf = (name: keyof TypeMeta): string => named.findLast((field) => fieldOf(field) === name)?.text ?? ''
  const [apiVersion, kind] = [textOf('apiVersion'), textOf('kind')]
  if (parseApiVersion(apiVersion) !== undefined) return {apiVersion, kind}
  return {error: `unexpected GroupVersion string: ${apiVersion}`, name: 'apiVersion'}
}

/** True of the names that the server takes for those of the two fields that it looks for. */
export const isTypeField = (name: string): boolean => (name.length === 4 || name.length === 10) && typeField.test(name)

const typeField = /^(?:apiVersion|kind)$/iu

const fieldOf = ({name}: BodyField): keyof TypeMeta => name.length === 4 ? 'kind' : 'apiVersion'

/** What the server says of a body in which it cannot even look for that. */
export const parseError = (error: string): string => `couldn't get version/kind; json parse error: ${error}`
