import {FieldPath} from '../../machinery/field-path.js'
import {dns1123Label} from '../../machinery/names.js'
import {fractionalBytesWarning} from '../resources.js'
import type {Container, Pod, PodSpec} from './types.js'

const spec = FieldPath.of('spec')

/** Resources that are counted in bytes, in the order in which the server looks at them. */
const byteResources = ['memory', 'ephemeral-storage']

/** The warnings that a client sees when it makes a pod, as far as its name and resources go (pkg/api/pod `GetWarningsForPod`). */
export const podWarnings = ({metadata, spec: podSpec}: Pod, old?: Pod): string[] =>
  old === undefined ? [...nameWarnings(metadata.name ?? '', "the Pod's hostname"), ...podSpecWarnings(podSpec, spec)] : []

/**
 * The warning about the name of an object that becomes part of host names.
 *
 * @param use what the name is used in
 */
export function nameWarnings(name: string, use: string): string[] {
  const faults = dns1123Label(name)
  if (faults.length === 0) return []
  return [`metadata.name: this is used in ${use}, which can result in surprising behavior; a DNS label is recommended: [${faults.join(' ')}]`]
}

/** The warnings about the spec of a pod or pod template at a path (pkg/api/pod `GetWarningsForPodTemplate`). */
export const podSpecWarnings = (podSpec: PodSpec = {}, path: FieldPath): string[] => [
  ...byteResources.flatMap((name) => fractionalBytesWarning(name, podSpec.overhead, path.child('overhead'))),
  ...containerWarnings(podSpec, path),
]

const containerWarnings = (podSpec: PodSpec, path: FieldPath): string[] => (['initContainers', 'containers', 'ephemeralContainers'] as const)
  .flatMap((list) => (podSpec[list] ?? []).flatMap((container, i) => resourceWarnings(container, path.child(list).index(i).child('resources'))))

const resourceWarnings = ({resources = {}}: Container, path: FieldPath): string[] => byteResources.flatMap((name) => [
  ...fractionalBytesWarning(name, resources.limits, path.child('limits')), ...fractionalBytesWarning(name, resources.requests, path.child('requests')),
])
