import type {PolicyFinding} from '../../../policy-check.js'
import {ifAnyFeature} from './features.js'
import {findingAt, type Statements} from './statements.js'

/** Reports bounds for claims on anything but storage, which reject every claim: claims can request nothing else (spec limitranger 7 case 52). */
export const checkClaimResource = ifAnyFeature(['claim-resource'], (resources: readonly Statements[]) => resources.flatMap((resource): PolicyFinding[] => {
  if (resource.name === 'storage') return []
  const [first, ...others] = [...resource.of('PersistentVolumeClaim', 'min'), ...resource.of('PersistentVolumeClaim', 'max')]
  if (first === undefined) return []
  const message = `claims can only request storage, so this bound rejects every claim without ${resource.name}`
  return [findingAt(first, {ruleId: 'limit-range/claim-resource', severity: 'warning', message, hint: 'bound storage'}, others)]
}))
