import type {Container, Pod, PodSpec, ResourceRequirements} from '../../../machinery/api/core-v1.js'
import {append} from '../../../machinery/collections/append.js'
import {mapItems} from '../../../machinery/collections/immutable.js'
import {semanticEqual} from '../../../machinery/collections/semantic-equal.js'
import {allErrors, type FieldError, forbidden, invalid, NamedText} from '../../../machinery/field/error.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {defaultVersion, hasFeature, type KubernetesVersion} from '../../../machinery/version/kubernetes-version.js'
import {noResources, type ResourceList, resourceListOf} from '../../../machinery/quantity/resource-list.js'
import type {UpdateStrategy} from '../../kind.js'
import {withGeneration} from '../../shared/generation.js'
import {setLatePodLevelDefaults} from '../resources/pod-level-defaults.js'
import {qosClass} from '../resources/qos.js'
import {isMirrorPod} from '../metadata/annotations.js'
import {storedForSubresource} from './update.js'

const path = FieldPath.of('spec')

const origin = 'pod/resize'

const lists = ['containers', 'initContainers'] as const

/** The `resize` endpoint of pods: cpu and memory of running containers (core validation `ValidatePodResize`; spec pod 6). */
export const resizeStrategy: UpdateStrategy<Pod> = {
  prepareForUpdate(pod, old, version = defaultVersion) {
    const {spec: oldSpec = {}} = old
    const {spec: newSpec = {}} = pod
    if (lists.some((list) => (newSpec[list] ?? []).length !== (oldSpec[list] ?? []).length)) return pod
    const {resources: oldResources, ...rest} = oldSpec
    const resources = newSpec.resources ?? (hasFeature(version, 'podLevelResourcesFixDefaulting') ? oldResources : undefined)
    const spec: PodSpec = {...rest, ...resources && {resources}}
    const changed = lists.reduce<PodSpec>((result, list) => oldSpec[list] === undefined
      ? result : {...result, [list]: resizeContainers(newSpec[list] ?? [], oldSpec[list])}, spec)
    const resized = setLatePodLevelDefaults(changed, version)
    return withGeneration({...storedForSubresource(pod, old), spec: resized}, old, semanticEqual(resized, oldSpec))
  },

  precheckUpdate(_pod, old) {
    if (isMirrorPod(old)) return [forbidden(FieldPath.ofKey(''), 'static pods cannot be resized', origin)]
    return old.spec?.os?.name === 'windows' ? [forbidden(FieldPath.ofKey(''), 'windows pods cannot be resized', origin)] : []
  },

  validateUpdate(pod, old, version) {
    const {spec = {}} = pod
    const {spec: oldSpec = {}} = old
    const errors = allErrors(validateQos(pod, old, version), validatePodLevel(spec.resources, oldSpec.resources))
    const order = lists.flatMap((list) => validateOrder(spec[list] ?? [], oldSpec[list] ?? [], list))
    if (order.length > 0) return allErrors(errors, order)
    append(
      errors,
      validateKept(spec.initContainers, oldSpec.initContainers, path.child('initContainers')),
      validateKept(spec.containers, oldSpec.containers, path.child('containers')),
      changedElsewhere(spec.containers, oldSpec.containers).map(() => forbidden(path, 'only cpu and memory resources are mutable', origin)),
      changedElsewhere(spec.initContainers, oldSpec.initContainers).map((i) =>
        forbidden(path.child('initContainers').index(i), 'only cpu and memory resources for init or sidecar containers are mutable', origin)),
    )
    const isOnlyEmptied = !hasResources(spec.resources) && !hasResources(oldSpec.resources) && !semanticEqual(spec.resources, oldSpec.resources)
    return errors.length === 0 && isOnlyEmptied ? [forbidden(path, 'only cpu and memory resources are mutable', origin)] : errors
  },
}

/** Returns the stored containers with the new resources; the unchanged new list if a container was renamed, which validation rejects. */
function resizeContainers(containers: readonly Container[], old: readonly Container[]): readonly Container[] {
  if (containers.some(({name}, i) => name !== old[i]?.name)) return containers
  return mapItems(old, (was, i) => {
    const {resources, resizePolicy, ...rest} = was
    const now = containers[i]
    return {...rest, ...now?.resources && {resources: now.resources}, ...now?.resizePolicy && {resizePolicy: now.resizePolicy}}
  })
}

function validateQos({spec = {}, status}: Pod, old: Pod, version?: KubernetesVersion): FieldError[] {
  if ((old.status?.qosClass ?? qosClass(old.spec ?? {}, version)) === qosClass(spec, version)) return []
  return [invalid(path, new NamedText(status?.qosClass ?? ''), 'Pod QOS Class may not change as a result of resizing', origin)]
}

function validatePodLevel(resources: ResourceRequirements | undefined, old: ResourceRequirements | undefined): FieldError[] {
  if (!hasResources(resources) && !hasResources(old)) return []
  const place = path.child('resources')
  if (old !== undefined && resources === undefined) return [forbidden(place, 'pod-level resources cannot be removed', origin)]
  const errors = old === undefined ? [] : (['requests', 'limits'] as const)
    .filter((side) => isSomeRemoved(resources?.[side], old[side]))
    .map((side) => forbidden(place.child(side), `pod-level resource ${side} cannot be removed`, origin))
  const {claims} = resources ?? {}
  if (!semanticEqual({...withOldComputeResources(resources ?? {}, old ?? {}), ...claims && {claims}}, old ?? {})) {
    errors.push(forbidden(path, 'only cpu and memory resources are mutable at pod-level', origin))
  }
  return errors
}

const hasResources = (resources: ResourceRequirements | undefined): boolean =>
  Object.keys(resources?.requests ?? noResources).length + Object.keys(resources?.limits ?? noResources).length > 0

function validateOrder(containers: readonly Container[], old: readonly Container[], list: typeof lists[number]): FieldError[] {
  if (containers.length !== old.length) return [forbidden(path.child(list), `${list} may not be added or removed on resize`, origin)]
  return old.flatMap(({name}, i) => containers[i]?.name === name
    ? [] : [forbidden(path.child(list).index(i).child('name'), `${list} may not be renamed or reordered on resize`, origin)])
}

const validateKept = (containers: readonly Container[] = [], old: readonly Container[] = [], place: FieldPath): FieldError[] =>
  old.flatMap(({resources: was}, i) => (['requests', 'limits'] as const)
    .filter((side) => isSomeRemoved(containers[i]?.resources?.[side], was?.[side]))
    .map((side) => forbidden(place.index(i).child('resources', side), `resource ${side} cannot be removed`, origin)))

const isSomeRemoved = (list: ResourceList = noResources, old: ResourceList = noResources): boolean =>
  Object.keys(old).some((name) => list[name] === undefined)

/** Returns the indexes of containers with changes other than cpu and memory. */
const changedElsewhere = (containers: readonly Container[] = [], old: readonly Container[] = []): number[] =>
  [...containers.keys()].filter((i) => {
    const container = containers[i] ?? {}
    const was = old[i]?.resources ?? {}
    return !semanticEqual({...container, resources: withOldComputeResources(container.resources ?? {}, was)}, {...old[i], resources: was})
  })

const withOldComputeResources = ({requests, limits}: ResourceRequirements, old: ResourceRequirements): ResourceRequirements =>
  ({requests: withOldAmounts(requests, old.requests), limits: withOldAmounts(limits, old.limits)})

/** Resets cpu and memory to the old amounts. */
function withOldAmounts(list: ResourceList = noResources, old: ResourceList = noResources): ResourceList {
  const isCompute = ([name]: readonly [string, unknown]): boolean => name === 'cpu' || name === 'memory'
  return resourceListOf([...Object.entries(list).filter((entry) => !isCompute(entry)), ...Object.entries(old).filter(isCompute)])
}
