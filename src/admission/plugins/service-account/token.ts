import {tokenMount, tokenMountPath, tokenVolume, tokenVolumePrefix} from '../../../kinds/pod/volumes/token-volume.js'
import type {Container, LocalObjectReference, PodSpec} from '../../../machinery/api/core-v1.js'
import {assign, mapItems} from '../../../machinery/collections/immutable.js'
import {rememberSharedWith, shareWith} from '../../../machinery/collections/shared.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {changesOf, type FieldChange} from '../../plugin.js'

/** The settings of a service account for the spec of a pod. */
export interface AccountSettings {
  readonly name: string
  readonly automountServiceAccountToken: boolean | undefined
  readonly imagePullSecrets: readonly LocalObjectReference[] | undefined
  /** The name of a new token volume. */
  readonly volume: string
}

/** A spec with its account, and the changes that this took. */
export interface AccountedSpec {
  readonly spec: PodSpec
  readonly changes: readonly FieldChange[]
}

const isSame = (a: AccountSettings, b: AccountSettings): boolean => a.name === b.name && a.volume === b.volume
  && a.automountServiceAccountToken === b.automountServiceAccountToken && a.imagePullSecrets === b.imagePullSecrets

/** Gives a spec its account, the account's token in each container, and its secrets for pulling images (serviceaccount `Admit`). */
export const withAccount = rememberSharedWith((given: PodSpec, settings: AccountSettings): AccountedSpec => {
  const {name, imagePullSecrets = []} = settings
  const spec = shareWith(given, assign<PodSpec>(given, {
    ...isTokenMounted(given, settings) && tokenFields(given, settings.volume),
    serviceAccountName: name, serviceAccount: name,
    ...(given.imagePullSecrets ?? []).length === 0 && imagePullSecrets.length > 0 && {imagePullSecrets: imagePullSecrets.map(onlyName)},
  }))
  return {spec, changes: [...changesOf(given, spec, ['serviceAccountName', 'imagePullSecrets'], 'spec'), ...tokenChanges(given, spec)]}
}, isSame)

/** The pod decides before its account. */
const isTokenMounted = (spec: PodSpec, account: AccountSettings): boolean =>
  spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true

const onlyName = ({name}: LocalObjectReference): LocalObjectReference => ({...name !== undefined && {name}})

/** The fields of the spec with a token in each container that has nothing at its path yet (serviceaccount `mountServiceAccountToken`). */
function tokenFields({volumes = [], containers, initContainers}: PodSpec, newName: string): Partial<PodSpec> {
  const known = volumes.find(({name = ''}) => name.startsWith(tokenVolumePrefix))
  const name = known?.name ?? newName
  const mount = (container: Container): Container => withMount(container, name)
  const [mountedInit, mounted] = [initContainers && mapItems(initContainers, mount), containers && mapItems(containers, mount)]
  if (mountedInit === initContainers && mounted === containers) return {}
  return {
    ...mountedInit && {initContainers: mountedInit},
    ...mounted && {containers: mounted},
    ...known === undefined && {volumes: [...volumes, tokenVolume(name)]},
  }
}

function withMount(container: Container, name: string): Container {
  const {volumeMounts = []} = container
  return volumeMounts.some(({mountPath}) => mountPath === tokenMountPath) ? container
    : assign<Container>(container, {volumeMounts: [...volumeMounts, tokenMount(name)]})
}

/** The new volume in the name of all its mounts; the mounts of a volume that the pod has. */
function tokenChanges(from: PodSpec, to: PodSpec): FieldChange[] {
  const position = (to.volumes ?? []).findIndex((volume) => from.volumes?.includes(volume) !== true)
  if (position >= 0) return [{field: FieldPath.of('spec', 'volumes').index(position).child('name'), from: undefined, to: to.volumes?.[position]?.name}]
  return (['initContainers', 'containers'] as const).flatMap((list) => (to[list] ?? []).flatMap(({volumeMounts: mounts = []}, i) => {
    const last = mounts.length - 1
    if (last < (from[list]?.[i]?.volumeMounts?.length ?? 0)) return []
    return [{field: FieldPath.of('spec', list).index(i).child('volumeMounts').index(last).child('name'), from: undefined, to: mounts[last]?.name}]
  }))
}
