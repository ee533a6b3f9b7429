import {isOvercommitAllowed} from '../../../../kinds/shared/resource-names.js'
import type {CheckContext, PolicyFinding} from '../../../policy-check.js'
import {ifAnyFeature} from './features.js'
import {findingAt, type Statements} from './statements.js'

/** Reports a max for devices or huge pages that becomes an unintended default of every container (spec limitranger 2.3). */
export const checkExtendedResourceDefault = ifAnyFeature(['device'], (resources: readonly Statements[], {isInSource}: CheckContext) => resources.flatMap((resource): PolicyFinding[] => {
  if (isOvercommitAllowed(resource.name)) return []
  return resource.of('Container', 'max').flatMap((max) => {
    const given = resource.of('Container', 'default').find(({policy}) => policy === max.policy)
    // With a min, every container must request some anyway.
    if (given === undefined || isInSource(given) || max.amount.sign() <= 0 || resource.highest('Container', 'min') !== undefined) return []
    const message = `every container that does not set ${resource.name} requests ${max.amount} of it: max becomes the default when no default is set`
    return [findingAt(max, {ruleId: 'limit-range/extended-resource-default', severity: 'warning', message, hint: `write default: {${resource.name}: 0} beside it`})]
  })
}))
