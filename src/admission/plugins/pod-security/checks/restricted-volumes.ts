import type {PodSpec, Volume} from '../../../../machinery/api/core-v1.js'
import type {Check, Violation} from '../check.js'
import {namesOfVolumes, type PlacedVolume, volumeOffence, volumesWhere} from './volumes.js'
import {joinQuoted, pluralize, sortedSet} from './shared.js'

/** Pods use only volumes that other objects configure (policy `CheckRestrictedVolumes`). */
export const restrictedVolumes: Check = {id: 'restrictedVolumes', level: 'restricted', versions: [{since: 0, check}], overrides: 'hostPathVolumes'}

const allowed = ['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'image', 'persistentVolumeClaim', 'projected', 'secret'] as const

/** The other types, in the order in which the server looks for them. */
const restricted = [
  'hostPath', 'gcePersistentDisk', 'awsElasticBlockStore', 'gitRepo', 'nfs', 'iscsi', 'glusterfs', 'rbd', 'flexVolume', 'cinder', 'cephfs', 'flocker', 'fc',
  'azureFile', 'vsphereVolume', 'quobyte', 'azureDisk', 'photonPersistentDisk', 'portworxVolume', 'scaleIO', 'storageos',
] as const

const isRestricted = (volume: Volume): boolean => !allowed.some((type) => volume[type] !== undefined)

const typeOf = ({volume}: PlacedVolume): string => restricted.find((type) => volume[type] !== undefined) ?? 'unknown'

function check(spec: PodSpec): Violation | undefined {
  const bad = volumesWhere(spec, isRestricted)
  if (bad.length === 0) return undefined
  const types = sortedSet(bad.map(typeOf))
  const uses = pluralize('uses', 'use', bad.length)
  return {
    reason: 'restricted volume types',
    detail: `${namesOfVolumes(bad)} ${uses} ${pluralize('restricted volume type', 'restricted volume types', types.length)} ${joinQuoted(types)}`,
    offences: bad.map((one) => volumeOffence(one, typeOf(one), `use one of the types ${allowed.join(', ')}`)),
  }
}
