import type {Toleration} from '../../../machinery/api/core-v1.js'
import {semanticEqual} from '../../../machinery/collections/semantic-equal.js'
import {decode} from '../../../machinery/decode/decode.js'
import {jsonSyntaxError} from '../../../machinery/go/json-syntax.js'
import {goKind, isObject} from '../../../machinery/go/json-value.js'

/**
 * Merges tolerations: of two that cover each other, the wider one remains, and the first of equal ones
 * (pkg/util/tolerations `MergeTolerations`).
 */
export function mergeTolerations(all: readonly Toleration[]): Toleration[] {
  const merged: Toleration[] = []
  for (const [i, toleration] of all.entries()) {
    const isRedundant = merged.some((kept) => isSuperset(kept, toleration))
      || all.slice(i + 1).some((later) => !semanticEqual(later, toleration) && isSuperset(later, toleration))
    if (!isRedundant) merged.push(toleration)
  }
  return merged
}

/** True if each toleration is covered by one of a whitelist (`VerifyAgainstWhitelist`). */
export const areAllowed = (tolerations: readonly Toleration[], whitelist: readonly Toleration[]): boolean =>
  tolerations.every((toleration) => whitelist.some((allowed) => isSuperset(allowed, toleration)))

/** True if a toleration tolerates all that another one does (`isSuperset`). */
function isSuperset(wide: Toleration, narrow: Toleration): boolean {
  if (semanticEqual(wide, narrow)) return true
  const {key = '', operator = '', value = '', effect = '', tolerationSeconds} = wide
  if ((narrow.key ?? '') !== key && (key !== '' || operator !== 'Exists')) return false
  if ((narrow.effect ?? '') !== effect && effect !== '') return false
  if (effect === 'NoExecute' && tolerationSeconds !== undefined && (narrow.tolerationSeconds ?? Infinity) > tolerationSeconds) return false
  return operator === 'Exists' || ((operator === 'Equal' || operator === '') && narrow.operator === 'Equal' && (narrow.value ?? '') === value)
}

/**
 * Reads the tolerations in an annotation, a list as JSON; an empty text is an empty list (podtolerationrestriction `extractNSTolerations`).
 *
 * @returns Go's message for a text that it cannot read
 */
export function readTolerations(text: string): readonly Toleration[] | string {
  if (text === '') return []
  const syntaxError = jsonSyntaxError(Buffer.from(text))
  if (syntaxError !== undefined) return syntaxError
  const list = JSON.parse(text) as unknown
  if (list === null) return []
  if (!Array.isArray(list)) return `json: cannot unmarshal ${goKind(list)} into Go value of type []v1.Toleration`
  const read = list.map(readToleration)
  return read.find((item) => typeof item === 'string') ?? read.filter((item) => typeof item !== 'string')
}

/** Ignores unknown fields. */
function readToleration(item: unknown): Toleration | string {
  if (item === null) return {}
  if (!isObject(item)) return `json: cannot unmarshal ${goKind(item)} into Go value of type v1.Toleration`
  const {object, problems} = decode(item, 'core/v1.Toleration')
  return problems.find(({fault}) => fault !== 'unknown-field')?.message ?? object
}
