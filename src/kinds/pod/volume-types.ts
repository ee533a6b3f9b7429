import type {PersistentVolumeClaimSpec} from '../claim-spec.js'

/** A field of the pod that a volume or variable shows to its containers. */
export interface ObjectFieldSelector {
  readonly apiVersion?: string
  readonly fieldPath?: string
}

/** Files that hold fields of the pod. */
export interface DownwardApiSource {
  readonly items?: readonly {readonly fieldRef?: ObjectFieldSelector, readonly resourceFieldRef?: object}[]
}

/** One of the sources that a projected volume puts together. */
export interface VolumeProjection {
  readonly downwardAPI?: DownwardApiSource
  readonly serviceAccountToken?: {readonly expirationSeconds?: number}
  readonly clusterTrustBundle?: object
  readonly podCertificate?: object
}

export interface ProjectedSource {
  readonly sources?: readonly VolumeProjection[]
}

export interface EphemeralSource {
  readonly volumeClaimTemplate?: {readonly spec?: PersistentVolumeClaimSpec}
}

/** A volume of a pod: its name, and one source or, by mistake, several. The sources without a type here have nothing that defaults depend on. */
export interface Volume {
  readonly name?: string
  readonly emptyDir?: object
  readonly hostPath?: object
  readonly secret?: object
  readonly configMap?: object
  readonly downwardAPI?: DownwardApiSource
  readonly projected?: ProjectedSource
  readonly persistentVolumeClaim?: {readonly claimName?: string}
  readonly iscsi?: object
  readonly rbd?: object
  readonly azureDisk?: object
  readonly scaleIO?: object
  readonly ephemeral?: EphemeralSource
  readonly image?: {readonly reference?: string, readonly pullPolicy?: string}
}
