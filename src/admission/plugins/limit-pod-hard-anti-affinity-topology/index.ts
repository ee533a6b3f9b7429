import type {Pod} from '../../../machinery/api/core-v1.js'
import {type Attributes, isRequestFor, type Operation} from '../../attributes.js'
import {type AdmissionPlugin, type PluginDefinition, rejectByName, type Rejection} from '../../plugin.js'

const hostname = 'kubernetes.io/hostname'

/** Rejects pods whose required anti-affinity is not about nodes (plugin/pkg/admission/antiaffinity; spec more-kinds 13). */
class LimitPodHardAntiAffinityTopology implements AdmissionPlugin {
  readonly name = 'LimitPodHardAntiAffinityTopology'

  handles(operation: Operation): boolean {
    return operation !== 'DELETE'
  }

  validate(attributes: Attributes): Rejection | undefined {
    if (!isRequestFor(attributes, 'pods')) return undefined
    const {spec} = attributes.object as Pod
    const terms = spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []
    const {topologyKey = ''} = terms.find((term) => term.topologyKey !== hostname) ?? {topologyKey: hostname}
    if (topologyKey === hostname) return undefined
    return rejectByName(attributes, `affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${topologyKey} but only key ${hostname} is allowed`)
  }
}

/** LimitPodHardAntiAffinityTopology with everything that belongs to it. */
export const limitPodHardAntiAffinityTopology: PluginDefinition = {
  name: 'LimitPodHardAntiAffinityTopology',
  summary: 'Rejects pods whose required anti-affinity has a topology key other than kubernetes.io/hostname.',
  kinds: [],
  enabledByDefault: false,
  create: () => new LimitPodHardAntiAffinityTopology(),
}
