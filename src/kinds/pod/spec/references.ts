import type {Container, PodSpec, Volume} from '../../../machinery/api/core-v1.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {eachContainer} from '../containers/each-container.js'

/** The names in the source of a volume; undefined if the volume has another source. */
type NamesIn = (volume: Volume) => readonly (string | undefined)[] | undefined

/** True if a pod names a secret (pkg/api/pod `VisitPodSecretNames`). */
export const namesSecret = (spec: PodSpec): boolean => (spec.imagePullSecrets ?? []).some(({name}) => name)
  || someContainer(spec, ({env = []}) => env.some(({valueFrom}) => valueFrom?.secretKeyRef?.name))
  || someContainer(spec, ({envFrom = []}) => envFrom.some(({secretRef}) => secretRef?.name))
  || someVolume(spec, volumeSecrets)

/** True if a pod names a ConfigMap (pkg/api/pod `VisitPodConfigmapNames`). */
export const namesConfigMap = (spec: PodSpec): boolean => someVolume(spec, volumeConfigMaps)
  || someContainer(spec, ({env = []}) => env.some(({valueFrom}) => valueFrom?.configMapKeyRef?.name))
  || someContainer(spec, ({envFrom = []}) => envFrom.some(({configMapRef}) => configMapRef?.name))

const someContainer = (spec: PodSpec, test: (container: Container) => boolean): boolean =>
  eachContainer(spec, FieldPath.of('spec'), (container) => [test(container)]).includes(true)

/** The names of secrets in the sources of volumes, in the server's order of sources: it reads only the first one of a volume. */
const volumeSecrets: readonly NamesIn[] = [
  ({azureFile}) => azureFile && [azureFile.secretName],
  ({cephfs}) => cephfs && [cephfs.secretRef?.name],
  ({cinder}) => cinder && [cinder.secretRef?.name],
  ({flexVolume}) => flexVolume && [flexVolume.secretRef?.name],
  ({projected}) => projected && (projected.sources ?? []).map(({secret}) => secret?.name),
  ({rbd}) => rbd && [rbd.secretRef?.name],
  ({secret}) => secret && [secret.secretName],
  ({scaleIO}) => scaleIO && [scaleIO.secretRef?.name],
  ({iscsi}) => iscsi && [iscsi.secretRef?.name],
  ({storageos}) => storageos && [storageos.secretRef?.name],
  ({csi}) => csi && [csi.nodePublishSecretRef?.name],
]

const volumeConfigMaps: readonly NamesIn[] = [
  ({projected}) => projected && (projected.sources ?? []).map(({configMap}) => configMap?.name),
  ({configMap}) => configMap && [configMap.name],
]

const someVolume = ({volumes = []}: PodSpec, sources: readonly NamesIn[]): boolean =>
  volumes.some((volume) => firstSource(volume, sources).some(Boolean))

function firstSource(volume: Volume, sources: readonly NamesIn[]): readonly (string | undefined)[] {
  for (const namesIn of sources) {
    const names = namesIn(volume)
    if (names !== undefined) return names
  }
  return []
}
