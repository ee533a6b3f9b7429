import type {Json, JsonObject} from '../../machinery/decode/encode.js'
import {isMap} from '../../machinery/patch/json.js'
import type {ObjectChange} from './object-change.js'

/** Masks a Secret's values in a change, like `kubectl diff`: equal and different values look the same. */
export function masked({apiVersion, kind}: JsonObject, change: ObjectChange): ObjectChange {
  const isSecret = apiVersion === 'v1' && kind === 'Secret' && /^(data|stringData)\b/.test(change.field)
  if (!isSecret) return change
  const [before, after] = change.from === undefined || change.to === undefined ? ['***', '***'] : ['*** (before)', '*** (after)']
  return {...change, from: hidden(change.from, before), to: hidden(change.to, after)}
}

function hidden(value: Json | undefined, mask: string): Json | undefined {
  if (value === undefined) return undefined
  return isMap(value) ? Object.fromEntries(Object.keys(value).map((key) => [key, mask])) : mask
}
