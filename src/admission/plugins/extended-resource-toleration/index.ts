import {isExtendedResourceName} from '../../../kinds/shared/resource-names.js'
import type {Pod, PodSpec, Toleration} from '../../../machinery/api/core-v1.js'
import {assign} from '../../../machinery/collections/immutable.js'
import {rememberShared, shareWith} from '../../../machinery/collections/shared.js'
import {sortTexts} from '../../../machinery/go/text.js'
import {type Attributes, isRequestFor, type Operation} from '../../attributes.js'
import {type AdmissionPlugin, changesOf, type FieldChange, type Mutation, type PluginDefinition} from '../../plugin.js'

/**
 * Lets pods that request an extended resource run on the nodes that are tainted with its name
 * (plugin/pkg/admission/extendedresourcetoleration; spec more-kinds 13).
 */
class ExtendedResourceToleration implements AdmissionPlugin {
  readonly name = 'ExtendedResourceToleration'

  handles(operation: Operation): boolean {
    return operation !== 'DELETE'
  }

  admit(attributes: Attributes): Mutation | undefined {
    if (!isRequestFor(attributes, 'pods')) return undefined
    const pod = attributes.object as Pod
    const {spec, changes} = tolerating(pod.spec ?? {})
    return changes.length === 0 ? undefined : {object: assign<Pod>(pod, {spec}), changes}
  }
}

const tolerating = rememberShared((given: PodSpec): {readonly spec: PodSpec, readonly changes: readonly FieldChange[]} => {
  const tolerations = requestedResources(given).reduce(withToleration, given.tolerations ?? [])
  if (tolerations === given.tolerations || tolerations.length === 0) return {spec: given, changes: []}
  const spec = shareWith(given, assign<PodSpec>(given, {tolerations}))
  return {spec, changes: changesOf(given, spec, ['tolerations'], 'spec')}
})

const requestedResources = ({containers = [], initContainers = []}: PodSpec): string[] => sortTexts([...new Set([...containers, ...initContainers]
  .flatMap(({resources}) => Object.keys(resources?.requests ?? {})).filter(isExtendedResourceName))])

/** A toleration that differs only in its seconds is replaced (core helper `AddOrUpdateTolerationInPod`). */
function withToleration(tolerations: readonly Toleration[], key: string): readonly Toleration[] {
  const added: Toleration = {key, operator: 'Exists', effect: 'NoSchedule'}
  const isSame = (other: Toleration): boolean => other.key === key && other.operator === added.operator && other.effect === added.effect && (other.value ?? '') === ''
  const same = tolerations.filter(isSame)
  if (same.length === 0) return [...tolerations, added]
  return same[0]?.tolerationSeconds === undefined ? tolerations : tolerations.map((other) => isSame(other) ? added : other)
}

/** ExtendedResourceToleration with everything that belongs to it. */
export const extendedResourceToleration: PluginDefinition = {
  name: 'ExtendedResourceToleration',
  summary: 'Adds a toleration to pods for each extended resource that they request.',
  kinds: [],
  enabledByDefault: false,
  create: () => new ExtendedResourceToleration(),
}
