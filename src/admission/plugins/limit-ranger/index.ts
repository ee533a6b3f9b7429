import {limitRange} from '../../../kinds/limit-range/index.js'
import type {PluginDefinition} from '../../plugin.js'
import {LimitRanger} from './admission.js'
import {limitRangerChecks} from './checks/index.js'

export {type IntervalEnd, leastClaimAmount, leastPodAmount} from './checks/allowed-amounts.js'
export {byResource, comparedOf, relatedTo, type Statement, type Statements, statementText} from './checks/statements.js'
export {podWithoutResources, tryPod, tryWithoutResources, withDefaults} from './checks/dry-run.js'
export {limitColumns, limitRows} from './describe.js'
export {podUsage, violationsOfPod} from './enforce.js'

/** LimitRanger with everything that belongs to it. */
export const limitRanger: PluginDefinition = {
  name: 'LimitRanger',
  summary: 'Sets the default requests and limits of a namespace, and enforces its bounds on pods and claims.',
  kinds: [limitRange],
  checks: limitRangerChecks,
  create: ({store}) => new LimitRanger(store),
}
