import {FieldPath} from '../../machinery/field-path.js'
import {dns1123Label} from '../../machinery/names.js'
import {fractionalBytesWarning} from '../resources.js'
import type {Container, Pod, PodSpec} from './types.js'

const spec = FieldPath.of('spec')

/** Resources that are counted in bytes, in the order in which the server looks at them. */
const byteResources = ['memory', 'ephemeral-storage']

/** The warnings that a client sees when it makes a pod, as far as its name and resources go (pkg/api/pod `GetWarningsForPod`). */
export function podWarnings({metadata, spec: podSpec = {}}: Pod, old?: Pod): string[] {
  if (old !== undefined) return []
  return [
    ...nameWarnings(metadata.name ?? ''),
    ...byteResources.flatMap((name) => fractionalBytesWarning(name, podSpec.overhead, spec.child('overhead'))),
    ...containerWarnings(podSpec),
  ]
}

function nameWarnings(name: string): string[] {
  const faults = dns1123Label(name)
  if (faults.length === 0) return []
  return [`metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [${faults.join(' ')}]`]
}

const containerWarnings = (podSpec: PodSpec): string[] => (['initContainers', 'containers', 'ephemeralContainers'] as const)
  .flatMap((list) => (podSpec[list] ?? []).flatMap((container, i) => resourceWarnings(container, spec.child(list).index(i).child('resources'))))

const resourceWarnings = ({resources = {}}: Container, path: FieldPath): string[] => byteResources.flatMap((name) => [
  ...fractionalBytesWarning(name, resources.limits, path.child('limits')), ...fractionalBytesWarning(name, resources.requests, path.child('requests')),
])
