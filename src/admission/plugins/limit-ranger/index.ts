import type {PluginDefinition} from '../../plugin.js'
import {LimitRanger} from './admission.js'
import {limitRangerChecks} from './checks/index.js'
import {limitRange} from './kind.js'

/** LimitRanger with everything that belongs to it. */
export const limitRanger: PluginDefinition = {
  name: 'LimitRanger',
  summary: 'Fills in the default requests and limits of a namespace, and holds pods and claims to its bounds.',
  kinds: [limitRange],
  checks: limitRangerChecks,
  create: ({store}) => new LimitRanger(store),
}
