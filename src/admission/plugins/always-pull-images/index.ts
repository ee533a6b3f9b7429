import {eachContainer} from '../../../kinds/pod/containers/each-container.js'
import type {Container, Pod, PodSpec, Volume} from '../../../machinery/api/core-v1.js'
import {assign, mapItems} from '../../../machinery/collections/immutable.js'
import {rememberShared, shareWith} from '../../../machinery/collections/shared.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {type Attributes, isRequestFor, type Operation} from '../../attributes.js'
import type {AdmissionPlugin, FieldChange, Mutation, PluginDefinition} from '../../plugin.js'

const always = 'Always'

const specPath = FieldPath.of('spec')

/**
 * Makes pods pull each image when they start, so that the node checks their right to it (plugin/pkg/admission/alwayspullimages; spec
 * more-kinds 13). Its validating half never rejects here: no later plugin of kadm changes a policy.
 */
class AlwaysPullImages implements AdmissionPlugin {
  readonly name = 'AlwaysPullImages'

  handles(operation: Operation): boolean {
    return operation !== 'DELETE'
  }

  admit(attributes: Attributes): Mutation | undefined {
    if (!isRequestFor(attributes, 'pods')) return undefined
    const pod = attributes.object as Pod
    if (attributes.operation === 'UPDATE' && !hasNewImage(pod, attributes.oldObject as Pod)) return undefined
    const {spec, changes} = pulling(pod.spec ?? {})
    return changes.length === 0 ? undefined : {object: assign<Pod>(pod, {spec}), changes}
  }
}

const imagesOf = ({spec = {}}: Pod): string[] => eachContainer(spec, specPath, ({image = ''}) => [image])

function hasNewImage(pod: Pod, old: Pod): boolean {
  const known = new Set(imagesOf(old))
  return imagesOf(pod).some((image) => !known.has(image))
}

/** The spec with all policies, and the changes of it. */
const pulling = rememberShared((given: PodSpec): {readonly spec: PodSpec, readonly changes: readonly FieldChange[]} => {
  const {containers, initContainers, ephemeralContainers, volumes} = given
  const changes = [...eachContainer(given, specPath, changeOfContainer), ...(volumes ?? []).flatMap(changeOfVolume)]
  if (changes.length === 0) return {spec: given, changes}
  const spec = assign<PodSpec>(given, {
    ...containers && {containers: mapItems(containers, pulled)},
    ...initContainers && {initContainers: mapItems(initContainers, pulled)},
    ...ephemeralContainers && {ephemeralContainers: mapItems(ephemeralContainers, pulled)},
    ...volumes && {volumes: mapItems(volumes, pulledVolume)},
  })
  return {spec: shareWith(given, spec), changes}
})

const pulled = <T extends Container>(container: T): T => assign<Container>(container, {imagePullPolicy: always}) as T

const pulledVolume = (volume: Volume): Volume =>
  volume.image === undefined ? volume : assign<Volume>(volume, {image: assign(volume.image, {pullPolicy: always})})

const changeOfContainer = ({imagePullPolicy: from}: Container, path: FieldPath): FieldChange[] =>
  from === always ? [] : [{field: path.child('imagePullPolicy'), from, to: always}]

const changeOfVolume = ({image}: Volume, i: number): FieldChange[] => image === undefined || image.pullPolicy === always ? []
  : [{field: specPath.child('volumes').index(i).child('image').child('pullPolicy'), from: image.pullPolicy, to: always}]

/** AlwaysPullImages with everything that belongs to it. */
export const alwaysPullImages: PluginDefinition = {
  name: 'AlwaysPullImages',
  summary: 'Sets the pull policy of all images to Always.',
  kinds: [],
  enabledByDefault: false,
  create: () => new AlwaysPullImages(),
}
