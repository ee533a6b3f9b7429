import type {Volume, VolumeMount} from '../../../machinery/api/core-v1.js'
import {freezeAll, share} from '../../../machinery/collections/shared.js'
import {shownSuffix} from '../../../machinery/meta/names.js'

/** The beginning of the names of volumes with the token of a service account, which the server generates. */
export const tokenVolumePrefix = 'kube-api-access-'

/** The generated name in output. It is not valid on a server, whose random characters are lower case. */
export const shownTokenVolume = `${tokenVolumePrefix}${shownSuffix}`

/** The path at which programs find the token. */
export const tokenMountPath = '/var/run/secrets/kubernetes.io/serviceaccount'

/** Shared by the volumes of all pods, so that what follows from it is computed once. */
const projected = share(freezeAll<NonNullable<Volume['projected']>>({
  sources: [
    {serviceAccountToken: {expirationSeconds: 3607, path: 'token'}},
    {configMap: {name: 'kube-root-ca.crt', items: [{key: 'ca.crt', path: 'ca.crt'}]}},
    {downwardAPI: {items: [{path: 'namespace', fieldRef: {apiVersion: 'v1', fieldPath: 'metadata.namespace'}}]}},
  ],
  defaultMode: 420,
}))

/** A volume with the token of the pod's account, the certificates of the server, and the namespace (serviceaccount `TokenVolumeSource`). */
const newTokenVolume = (name: string): Volume => share(freezeAll({name, projected}))

/** The one that all pods share whose random characters are not known. */
const shownVolume = newTokenVolume(shownTokenVolume)

export const tokenVolume = (name: string): Volume => name === shownTokenVolume ? shownVolume : newTokenVolume(name)

const newTokenMount = (name: string): VolumeMount => share(freezeAll({name, readOnly: true, mountPath: tokenMountPath}))

const shownMount = newTokenMount(shownTokenVolume)

/** The mount of a token volume. */
export const tokenMount = (name: string): VolumeMount => name === shownTokenVolume ? shownMount : newTokenMount(name)

/** True for a volume with the generated name in output that the server did not add: no client can give it this name. */
export const isCopiedFromOutput = (volume: Volume): boolean => volume.name === shownTokenVolume && volume !== shownVolume
