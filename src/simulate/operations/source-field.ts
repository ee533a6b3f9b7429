import type {Json} from '../../machinery/decode/encode.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {textOf} from '../../machinery/go/json-value.js'
import {isList, isMap, jsonEqual, own} from '../../machinery/patch/json.js'
import {patchMeta, patchTypeOf} from '../../machinery/patch/patch-meta.js'
import type {ManifestReview} from '../manifest-review.js'

type Steps = readonly (string | number)[]

/**
 * Maps a field of the sent object to the field of the manifest that it comes from: a merge may have moved the items of a list.
 * The path ends at the list if the manifest does not have the item.
 */
export function sourceField({manifest: {body}, sent, subresource}: ManifestReview, field: FieldPath): FieldPath {
  if (sent === undefined || subresource === 'scale') return field
  const type = patchTypeOf(textOf(sent['apiVersion']), textOf(sent['kind']))
  return field.along(sourceSteps(field.steps(), {whole: sent, source: body}, type)) ?? field
}

/** A part of an object, as sent and as written. */
interface Part {
  readonly whole: Json | undefined
  readonly source: Json | undefined
}

function sourceSteps(steps: Steps, {whole, source}: Part, type: string, mergeKey = ''): Steps {
  const [step, ...rest] = steps
  if (step === undefined) return []
  if (isList(whole) && isList(source) && typeof step === 'number') {
    const item = whole[step]
    const isSame = (other: Json): boolean => mergeKey !== '' && isMap(item) && isMap(other) ? own(item, mergeKey) === own(other, mergeKey) : jsonEqual(item, other)
    const position = mergeKey === '' && whole.length === source.length ? step : source.findIndex(isSame)
    return position === -1 ? [] : [position, ...sourceSteps(rest, {whole: item, source: source[position]}, type)]
  }
  const meta = patchMeta(type, String(step))
  const part = (value: Json | undefined): Json | undefined => isMap(value) ? own(value, String(step)) : undefined
  return [step, ...sourceSteps(rest, {whole: part(whole), source: part(source)}, meta.type, meta.mergeKey)]
}
