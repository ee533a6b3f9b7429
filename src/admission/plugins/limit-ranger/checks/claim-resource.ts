import type {PolicyFinding} from '../../../policy-check.js'
import {findingAt, type Statements} from './statements.js'

/** Bounds for claims on anything but storage: claims request nothing else, and must request what is bounded (limitranger spec 7, 52). */
export const checkClaimResource = (resources: readonly Statements[]): PolicyFinding[] => resources.flatMap((said) => {
  if (said.name === 'storage') return []
  const [first, ...others] = [...said.of('PersistentVolumeClaim', 'min'), ...said.of('PersistentVolumeClaim', 'max')]
  if (first === undefined) return []
  const message = `claims request storage and nothing else, and a bound refuses those that do not request what it is for: this refuses every claim that states no ${said.name}`
  return [findingAt(first, {ruleId: 'limit-range/claim-resource', severity: 'warning', message, hint: 'bound storage'}, others)]
})
