import type {DownwardAPIVolumeFile, DownwardAPIVolumeSource, ObjectFieldSelector, ProjectedVolumeSource, ResourceFieldSelector, Volume, VolumeProjection} from '../../../machinery/api/core-v1.js'
import {assign, mapItems} from '../../../machinery/collections/immutable.js'
import {deriveShared} from '../../../machinery/collections/shared.js'
import {Quantity} from '../../../machinery/quantity/quantity.js'
import {setClaimSpecDefaults} from '../../persistent-volume-claim/claim-spec.js'
import {withAbsentFilled, withZeroFilled} from '../../shared/fill.js'
import {defaultPullPolicy} from '../containers/image-name.js'

const defaultMode = 420

/** Defaults for a volume of a pod or pod template (core/v1 `SetDefaults_Volume` and those of its sources; spec pod 2). */
export const setVolumeDefaults = deriveShared((volume: Volume): Volume => {
  if (Object.keys(volume).every((field) => field === 'name')) return {...volume, emptyDir: {}}
  const {secret, configMap, downwardAPI, projected, hostPath, ephemeral, image} = volume
  return assign<Volume>(volume, {
    ...secret && {secret: withAbsentFilled(secret, {defaultMode})},
    ...configMap && {configMap: withAbsentFilled(configMap, {defaultMode})},
    ...downwardAPI && {downwardAPI: setFieldRefs(withAbsentFilled(downwardAPI, {defaultMode}))},
    ...projected && {projected: setProjections(withAbsentFilled(projected, {defaultMode}))},
    ...hostPath && {hostPath: withAbsentFilled(hostPath, {type: ''})},
    ...ephemeral?.volumeClaimTemplate && {ephemeral: assign(ephemeral, {volumeClaimTemplate: setClaimTemplate(ephemeral.volumeClaimTemplate)})},
    ...image && {image: withZeroFilled(image, {pullPolicy: defaultPullPolicy(image.reference ?? '')})},
    ...setDiskDefaults(volume),
  })
})

/** The defaults of disks of certain vendors. */
const setDiskDefaults = ({iscsi, rbd, azureDisk, scaleIO}: Volume): Partial<Volume> => ({
  ...iscsi && {iscsi: withAbsentFilled(withZeroFilled(iscsi, {iscsiInterface: 'default'}), {lun: 0})},
  ...rbd && {rbd: withZeroFilled(rbd, {pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring'})},
  ...azureDisk && {azureDisk: withAbsentFilled(azureDisk, {cachingMode: 'ReadWrite', fsType: 'ext4', readOnly: false, kind: 'Shared'})},
  ...scaleIO && {scaleIO: withZeroFilled(scaleIO, {storageMode: 'ThinProvisioned', fsType: 'xfs'})},
})

type ClaimTemplate = NonNullable<NonNullable<Volume['ephemeral']>['volumeClaimTemplate']>

const setClaimTemplate = (template: ClaimTemplate): ClaimTemplate =>
  assign<ClaimTemplate>(template, {spec: setClaimSpecDefaults(template.spec ?? {})})

function setProjections(projected: ProjectedVolumeSource): ProjectedVolumeSource {
  const {sources} = projected
  return sources === undefined ? projected : assign<ProjectedVolumeSource>(projected, {
    sources: mapItems(sources, (source) => {
      const {downwardAPI, serviceAccountToken: token} = source
      return assign<VolumeProjection>(source, {
        ...downwardAPI && {downwardAPI: setFieldRefs(downwardAPI)},
        ...token && {serviceAccountToken: withAbsentFilled(token, {expirationSeconds: 3600})},
      })
    }),
  })
}

function setFieldRefs(source: DownwardAPIVolumeSource): DownwardAPIVolumeSource {
  const {items} = source
  return items === undefined ? source : assign<DownwardAPIVolumeSource>(source, {
    items: mapItems(items, (item) => assign<DownwardAPIVolumeFile>(item, {
      ...item.fieldRef && {fieldRef: setFieldRef(item.fieldRef)},
      ...item.resourceFieldRef && {resourceFieldRef: setResourceFieldRef(item.resourceFieldRef)},
    })),
  })
}

/** The default version of a fieldRef (core/v1 `SetDefaults_ObjectFieldSelector`). */
export const setFieldRef = (selector: ObjectFieldSelector): ObjectFieldSelector => withZeroFilled(selector, {apiVersion: 'v1'})

/** The server prints an absent divisor as 0. */
export const setResourceFieldRef = (selector: ResourceFieldSelector): ResourceFieldSelector => withAbsentFilled(selector, {divisor: Quantity.zero})
