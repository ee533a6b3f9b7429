import type {Pod, PodSpec, Toleration} from '../../../machinery/api/core-v1.js'
import {assign} from '../../../machinery/collections/immutable.js'
import {rememberShared, shareWith} from '../../../machinery/collections/shared.js'
import {type Attributes, isRequestFor, type Operation} from '../../attributes.js'
import {type AdmissionPlugin, changesOf, type FieldChange, type Mutation, type PluginDefinition} from '../../plugin.js'

const defaults: readonly Toleration[] = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']
  .map((key) => ({key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300}))

/** Lets pods stay for five minutes on a node that is not ready or out of reach (spec pod 1). */
class DefaultTolerationSeconds implements AdmissionPlugin {
  readonly name = 'DefaultTolerationSeconds'

  handles(operation: Operation): boolean {
    return operation !== 'DELETE'
  }

  admit(attributes: Attributes): Mutation | undefined {
    if (!isRequestFor(attributes, 'pods')) return undefined
    const pod = attributes.object as Pod
    const {spec, changes} = withTolerations(pod.spec ?? {})
    return changes.length === 0 ? undefined : {object: assign<Pod>(pod, {spec}), changes}
  }
}

const withTolerations = rememberShared((given: PodSpec): {readonly spec: PodSpec, readonly changes: readonly FieldChange[]} => {
  const {tolerations = []} = given
  const missing = defaults.filter(({key}) => !tolerations.some((toleration) => tolerates(toleration, key ?? '')))
  if (missing.length === 0) return {spec: given, changes: []}
  const spec = shareWith(given, assign<PodSpec>(given, {tolerations: [...tolerations, ...missing]}))
  return {spec, changes: changesOf(given, spec, ['tolerations'], 'spec')}
})

const tolerates = ({key = '', effect = ''}: Toleration, taint: string): boolean =>
  (key === taint || key === '') && (effect === 'NoExecute' || effect === '')

/** DefaultTolerationSeconds with everything that belongs to it. */
export const defaultTolerationSeconds: PluginDefinition = {
  name: 'DefaultTolerationSeconds',
  summary: 'Adds the tolerations with which pods outlive five minutes of a failing node.',
  kinds: [],
  create: () => new DefaultTolerationSeconds(),
}
