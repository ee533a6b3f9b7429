import {metadataPolicy as kind} from '../../../kinds/metadata-policy/index.js'
import type {PluginDefinition} from '../../plugin.js'
import {MetadataPolicyPlugin} from './admission.js'
import {metadataPolicyCheck} from './checks/index.js'

export {maxNamedWriters} from './admission.js'
export {exampleOf, writeOf} from './checks/finding.js'
export {conflictsBetween, type WritePair} from './interactions.js'

/** MetadataPolicy with everything that belongs to it. */
export const metadataPolicy: PluginDefinition = {
  name: 'MetadataPolicy',
  summary: 'Sets labels and annotations, or rejects objects, as the MetadataPolicies of a namespace require.',
  kinds: [kind],
  checks: [metadataPolicyCheck],
  create: ({store, metadataPolicyConflict, onDecision}) => new MetadataPolicyPlugin(store, metadataPolicyConflict, onDecision),
}
