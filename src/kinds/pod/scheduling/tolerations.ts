import type {Toleration} from '../../../machinery/api/core-v1.js'
import {internallyEqual} from '../../shared/internal-equal.js'

const areEqual = (a: Toleration, b: Toleration): boolean => internallyEqual('Toleration', a, b)

/**
 * Merges tolerations: of two that cover each other, the wider one remains, and the first of equal ones
 * (pkg/util/tolerations `MergeTolerations`).
 */
export function mergeTolerations(all: readonly Toleration[]): Toleration[] {
  const merged: Toleration[] = []
  for (const [i, toleration] of all.entries()) {
    const isRedundant = merged.some((kept) => isSuperset(kept, toleration))
      || all.slice(i + 1).some((later) => !areEqual(later, toleration) && isSuperset(later, toleration))
    if (!isRedundant) merged.push(toleration)
  }
  return merged
}

/** True if each toleration is covered by one of a whitelist (pkg/util/tolerations `VerifyAgainstWhitelist`). */
export const areAllowed = (tolerations: readonly Toleration[], whitelist: readonly Toleration[]): boolean =>
  tolerations.every((toleration) => whitelist.some((allowed) => isSuperset(allowed, toleration)))

/** True if a toleration tolerates all that another one does, for as long (pkg/util/tolerations `isSuperset`). */
function isSuperset(wide: Toleration, narrow: Toleration): boolean {
  if (areEqual(wide, narrow)) return true
  const {key = '', operator = '', value = '', effect = '', tolerationSeconds} = wide
  if ((narrow.key ?? '') !== key && (key !== '' || operator !== 'Exists')) return false
  if ((narrow.effect ?? '') !== effect && effect !== '') return false
  if (effect === 'NoExecute' && tolerationSeconds !== undefined && (narrow.tolerationSeconds ?? Infinity) > tolerationSeconds) return false
  return operator === 'Exists' || ((operator === 'Equal' || operator === '') && narrow.operator === 'Equal' && (narrow.value ?? '') === value)
}
