import type {PluginDefinition} from '../../plugin.js'
import {PodQos} from './admission.js'

export {qosAnnotation} from './admission.js'

/** PodQos with everything that belongs to it. It is on only where it is asked for: no API server has it. */
export const podQos: PluginDefinition = {
  name: 'PodQos',
  summary: 'Annotates pods with their quality of service class, for MetadataPolicies to go by.',
  kinds: [],
  enabledByDefault: false,
  create: () => new PodQos(),
}
