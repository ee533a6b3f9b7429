import type {ObjectMeta} from '../../machinery/api/meta-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import type {DecodeProblem} from '../../machinery/decode/problem.js'
import {FieldPath} from '../../machinery/field/path.js'
import {parseInteger} from '../../machinery/go/integer.js'
import {quote} from '../../machinery/go/text.js'
import type {KubeObject} from '../kind.js'

// Fields that were removed from the API are kept in annotations, which the server converts to numbers and back.

/** Returns the number in an annotation; undefined if there is none. */
export function readAnnotation({annotations}: ObjectMeta, key: string): bigint | undefined {
  const number = parseInteger(annotations?.[key] ?? '')
  return number.error === undefined ? number.value : undefined
}

/** Returns the object with this number in an annotation, or without the annotation for undefined. */
export function writeAnnotation<T extends KubeObject>(object: T, key: string, value: bigint | undefined): T {
  const text = value === undefined ? undefined : String(value)
  const {annotations} = object.metadata
  if (annotations?.[key] === text) return object
  const {[key]: _old, ...others} = annotations ?? {}
  const metadata = assign<ObjectMeta>(object.metadata, {annotations: {...others, ...text !== undefined && {[key]: text}}})
  return {...object, metadata}
}

/**
 * Returns the server's error for an annotation that is not a number.
 *
 * @param context the beginning of the message
 */
export function annotationProblem({metadata}: KubeObject, key: string, context: (text: string) => string): DecodeProblem | undefined {
  const text = metadata.annotations?.[key]
  if (text === undefined) return undefined
  const {error} = parseInteger(text)
  if (error === undefined) return undefined
  const message = `${context(text)}strconv.ParseInt: parsing ${quote(text)}: ${error}`
  return {type: 'bad-value', path: FieldPath.of('metadata', 'annotations').key(key), message}
}
