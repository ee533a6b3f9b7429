import type {ObjectMeta} from '../../../machinery/meta/object-meta.js'
import type {Quantity} from '../../../machinery/quantity/quantity.js'
import type {PersistentVolumeClaimSpec} from '../../persistent-volume-claim/claim-spec.js'
import type {ObjectFieldSelector, ResourceFieldSelector} from '../containers/types.js'

// The sources of a volume's files (core/v1 Volume and the types in it).

/** A file that holds a field of the pod. */
export interface DownwardApiFile {
  readonly path?: string
  readonly fieldRef?: ObjectFieldSelector
  readonly resourceFieldRef?: ResourceFieldSelector
  readonly mode?: number
}

/** Files that hold fields of the pod. */
export interface DownwardApiSource {
  readonly items?: readonly DownwardApiFile[]
  readonly defaultMode?: number
}

/** A key that becomes a file. */
export interface KeyToPath {
  readonly key?: string
  readonly path?: string
  readonly mode?: number
}

export interface SecretSource {
  readonly secretName?: string
  readonly items?: readonly KeyToPath[]
  readonly defaultMode?: number
}

export interface ConfigMapSource {
  readonly name?: string
  readonly items?: readonly KeyToPath[]
  readonly defaultMode?: number
}

/** One of the sources that a projected volume puts together. */
export interface VolumeProjection {
  readonly secret?: Omit<ConfigMapSource, 'defaultMode'>
  readonly configMap?: Omit<ConfigMapSource, 'defaultMode'>
  readonly downwardAPI?: DownwardApiSource
  readonly serviceAccountToken?: {readonly path?: string, readonly expirationSeconds?: number | bigint}
  readonly clusterTrustBundle?: object
  readonly podCertificate?: object
}

export interface ProjectedSource {
  readonly sources?: readonly VolumeProjection[]
  readonly defaultMode?: number
}

/** The claim that a volume makes for each pod. */
export interface ClaimTemplate {
  readonly metadata?: ObjectMeta
  readonly spec?: PersistentVolumeClaimSpec
}

export interface IscsiSource {
  readonly targetPortal?: string
  readonly iqn?: string
  readonly lun?: number
  readonly chapAuthDiscovery?: boolean
  readonly chapAuthSession?: boolean
  readonly secretRef?: {readonly name?: string}
  readonly initiatorName?: string
}

/** A volume of a pod: its name, and one source or, by mistake, several. */
export interface Volume {
  readonly name?: string
  readonly emptyDir?: {readonly medium?: string, readonly sizeLimit?: Quantity}
  readonly hostPath?: {readonly path?: string, readonly type?: string}
  readonly gitRepo?: {readonly repository?: string, readonly directory?: string}
  readonly gcePersistentDisk?: {readonly pdName?: string, readonly partition?: number}
  readonly awsElasticBlockStore?: {readonly volumeID?: string, readonly partition?: number}
  readonly secret?: SecretSource
  readonly nfs?: {readonly server?: string, readonly path?: string}
  readonly iscsi?: IscsiSource
  readonly glusterfs?: {readonly endpoints?: string, readonly path?: string}
  readonly flocker?: {readonly datasetName?: string, readonly datasetUUID?: string}
  readonly persistentVolumeClaim?: {readonly claimName?: string}
  readonly rbd?: {readonly monitors?: readonly string[], readonly image?: string}
  readonly cinder?: {readonly volumeID?: string, readonly secretRef?: {readonly name?: string}}
  readonly cephfs?: {readonly monitors?: readonly string[]}
  readonly quobyte?: {readonly registry?: string, readonly tenant?: string, readonly volume?: string}
  readonly downwardAPI?: DownwardApiSource
  readonly fc?: {readonly targetWWNs?: readonly string[], readonly wwids?: readonly string[], readonly lun?: number}
  readonly flexVolume?: {readonly driver?: string, readonly options?: Readonly<Record<string, string>>}
  readonly configMap?: ConfigMapSource
  readonly azureFile?: {readonly secretName?: string, readonly shareName?: string}
  readonly vsphereVolume?: {readonly volumePath?: string}
  readonly photonPersistentDisk?: {readonly pdID?: string}
  readonly portworxVolume?: {readonly volumeID?: string}
  readonly azureDisk?: {readonly diskName?: string, readonly diskURI?: string, readonly cachingMode?: string, readonly kind?: string}
  readonly storageos?: {readonly volumeName?: string, readonly volumeNamespace?: string, readonly secretRef?: {readonly name?: string}}
  readonly projected?: ProjectedSource
  readonly scaleIO?: {readonly gateway?: string, readonly system?: string, readonly volumeName?: string}
  readonly csi?: {readonly driver?: string, readonly nodePublishSecretRef?: {readonly name?: string}}
  readonly ephemeral?: {readonly volumeClaimTemplate?: ClaimTemplate}
  readonly image?: {readonly reference?: string, readonly pullPolicy?: string}
}
