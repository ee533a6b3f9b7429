import {dns1123Label} from '../../../../src/machinery/meta/names.js'
import type {Body} from '../../../helpers/builders.js'
import {check, podErrors} from '../../../helpers/pod-errors.js'

const errorsOf = (volumes: unknown): string[] => podErrors({volumes})

/** Returns the errors of a volume with this source, without the path of the volume. */
const ofSource = (source: Body): string[] => errorsOf([{name: 'v', ...source}]).map((error) => error.replace(/^spec\.volumes\[0\]\./, ''))

const empty = {emptyDir: {}}

const several = 'Forbidden: may not specify more than 1 volume type'

const range = 'must be between 0 and 255, inclusive'

const form = 'must be valid format'

const mode = 'must be a number between 0 and 0777 (octal), both inclusive'

describe('names of volumes and numbers of sources', () => {
  const label = dns1123Label('A').join()

  check({
    'volumes of different names': [{volumes: [{name: 'a', ...empty}, {name: 'b'}]}],
    'no name': [{volumes: [empty]}, 'spec.volumes[0].name: Required value'],
    'a name that is not a DNS label': [{volumes: [{name: 'A'}]}, `spec.volumes[0].name: Invalid value: "A": ${label}`],
    'a duplicate name': [{volumes: [{name: 'a'}, {name: 'a'}]}, 'spec.volumes[1].name: Duplicate value: "a"'],
    'a duplicate name, unless the first volume is invalid': [
      {volumes: [{name: 'a', secret: {}}, {name: 'a'}, {name: 'a'}]},
      'spec.volumes[0].secret.secretName: Required value', 'spec.volumes[2].name: Duplicate value: "a"',
    ],
    'several sources, validating only the first': [
      {volumes: [{name: 'a', secret: {}, configMap: {}, cephfs: {}, downwardAPI: {}, image: {}}]},
      'spec.volumes[0].secret.secretName: Required value', `spec.volumes[0].cephFS: ${several}`, `spec.volumes[0].downwarAPI: ${several}`,
      `spec.volumes[0].configMap: ${several}`, `spec.volumes[0].image: ${several}`,
    ],
    'a claim that is created for an ephemeral volume': [
      {volumes: [
        {name: 'a', ephemeral: {volumeClaimTemplate: {spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1'}}}}}},
        {name: 'b', persistentVolumeClaim: {claimName: 'p-a'}}, {name: 'c', persistentVolumeClaim: {claimName: 'p-b'}},
      ]},
      'spec.volumes[1].persistentVolumeClaim.claimName: Invalid value: "p-a": must not reference a PVC that gets created for an ephemeral volume',
    ],
  }, podErrors)
})

describe('volume sources', () => {
  check({
    'an emptyDir without size limit': [{emptyDir: {medium: 'x'}}],
    'a negative size limit': [{emptyDir: {sizeLimit: '-1'}}, 'emptyDir.sizeLimit: Forbidden: SizeLimit field must be a valid resource quantity'],
    'a hostPath': [{hostPath: {path: '/a', type: 'Socket'}}],
    'a hostPath without path, without checking the type': [{hostPath: {type: 'x'}}, 'hostPath.path: Required value'],
    'a hostPath with ".." and an unknown type': [
      {hostPath: {path: '/a/../b', type: 'x'}}, "hostPath.path: Invalid value: \"/a/../b\": must not contain '..'",
      'hostPath.type: Unsupported value: "x": supported values: "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"',
    ],
    'a gitRepo without repository and with an invalid directory': [{gitRepo: {directory: '/../a'}}, 'gitRepo.repository: Required value',
      'gitRepo.directory: Invalid value: "/../a": must be a relative path', "gitRepo.directory: Invalid value: \"/../a\": must not contain '..'"],
    'a GCE disk, reported as persistentDisk': [
      {gcePersistentDisk: {partition: 256}}, 'persistentDisk.pdName: Required value', 'persistentDisk.partition: Invalid value: 256: must be between 1 and 255, inclusive',
    ],
    'an AWS disk without ID and with an invalid partition': [
      {awsElasticBlockStore: {partition: -1}}, 'awsElasticBlockStore.volumeID: Required value', 'awsElasticBlockStore.partition: Invalid value: -1: must be between 1 and 255, inclusive',
    ],
    'partition 0': [{awsElasticBlockStore: {volumeID: 'v', partition: 0}}],
    'a secret without name and with invalid modes': [
      {secret: {defaultMode: 512, items: [{mode: -1}]}}, 'secret.secretName: Required value', `secret.defaultMode: Invalid value: 512: ${mode}`,
      'secret.items[0].key: Required value', 'secret.items[0].path: Required value', `secret.items[0].mode: Invalid value: -1: ${mode}`,
    ],
    'paths that contain or start with ".."': [
      {configMap: {items: [{key: 'k', path: '..'}, {key: 'k', path: '..a'}, {key: 'k', path: '../a'}, {key: 'k', path: '.a'}]}}, 'configMap.name: Required value',
      "configMap.items[0].path: Invalid value: \"..\": must not contain '..'", "configMap.items[0].path: Invalid value: \"..\": must not start with '..'",
      "configMap.items[1].path: Invalid value: \"..a\": must not start with '..'", "configMap.items[2].path: Invalid value: \"../a\": must not contain '..'",
    ],
    'an empty NFS source': [{nfs: {}}, 'nfs.server: Required value', 'nfs.path: Required value', 'nfs.path: Invalid value: "": must be an absolute path'],
    'an empty Glusterfs source': [{glusterfs: {}}, 'glusterfs.endpoints: Required value', 'glusterfs.path: Required value'],
    'Flocker without a dataset': [{flocker: {}}, 'flocker: Required value: one of datasetName and datasetUUID is required'],
    'Flocker with two datasets': [
      {flocker: {datasetName: 'a/b', datasetUUID: 'c'}}, 'flocker: Invalid value: "resource": datasetName and datasetUUID can not be specified simultaneously',
      "flocker.datasetName: Invalid value: \"a/b\": must not contain '/'",
    ],
    'a persistentVolumeClaim without claimName': [{persistentVolumeClaim: {}}, 'persistentVolumeClaim.claimName: Required value'],
    'an RBD source without monitors and image': [{rbd: {monitors: []}}, 'rbd.monitors: Required value', 'rbd.image: Required value'],
    'a Cinder source without ID and secret name': [{cinder: {secretRef: {}}}, 'cinder.volumeID: Required value', 'cinder.secretRef.name: Required value'],
    'a CephFS source without monitors': [{cephfs: {}}, 'cephfs.monitors: Required value'],
    'a Fibre Channel source without targetWWNs and wwids': [{fc: {}}, 'fc.targetWWNs: Required value: must specify either targetWWNs or wwids, but not both'],
    'a Fibre Channel source with targetWWNs and wwids': [
      {fc: {targetWWNs: ['a'], wwids: ['b']}}, 'fc.targetWWNs: Invalid value: ["a"]: targetWWNs and wwids can not be specified simultaneously',
      'fc.lun: Required value: lun is required if targetWWNs is specified',
    ],
    'a Fibre Channel source with an invalid lun': [{fc: {targetWWNs: ['a'], lun: 256}}, `fc.lun: Invalid value: 256: ${range}`],
    'a FlexVolume with reserved options': [
      {flexVolume: {options: {'a': 'x', 'K8S.io/a': 'x', 'x.kubernetes.io/b': 'x', 'xk8s.io/c': 'x'}}}, 'flexVolume.driver: Required value',
      'flexVolume.options[K8S.io/a]: Invalid value: "K8S.io/a": kubernetes.io and k8s.io namespaces are reserved',
      'flexVolume.options[x.kubernetes.io/b]: Invalid value: "x.kubernetes.io/b": kubernetes.io and k8s.io namespaces are reserved',
    ],
    'an empty AzureFile source': [{azureFile: {}}, 'azureFile.secretName: Required value', 'azureFile.shareName: Required value'],
    'an empty vSphere source': [{vsphereVolume: {}}, 'vsphereVolume.volumePath: Required value'],
    'an empty Photon source': [{photonPersistentDisk: {}}, 'photonPersistentDisk.pdID: Required value'],
    'an empty Portworx source': [{portworxVolume: {}}, 'portworxVolume.volumeID: Required value'],
    'an AzureDisk source without names and with unknown modes': [
      {azureDisk: {cachingMode: 'x', kind: 'y'}}, 'azureDisk.diskName: Required value', 'azureDisk.diskURI: Required value',
      'azureDisk.cachingMode: Unsupported value: "x": supported values: "None", "ReadOnly", "ReadWrite"',
      'azureDisk.kind: Unsupported value: "y": supported values: "Dedicated", "Managed", "Shared"',
      'azureDisk.diskURI: Unsupported value: "": supported values: "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"',
    ],
    'a managed Azure disk with the URI of another kind': [
      {azureDisk: {diskName: 'd', diskURI: 'https://x', kind: 'Managed'}}, 'azureDisk.diskURI: Unsupported value: "https://x": supported values: '
        + '"/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}"',
    ],
    'a shared Azure disk': [{azureDisk: {diskName: 'd', diskURI: 'https://x'}}],
    'a StorageOS source without names': [
      {storageos: {volumeNamespace: 'a.b', secretRef: {}}}, 'storageos.volumeName: Required value', 'storageos.volumeNamespace: Invalid value: "a.b": must not contain dots',
      'storageos.secretRef.name: Required value',
    ],
    'an empty ScaleIO source': [{scaleIO: {secretRef: null}}, 'scaleIO.gateway: Required value', 'scaleIO.system: Required value', 'scaleIO.volumeName: Required value'],
    'CSI without a driver': [{csi: {nodePublishSecretRef: {}}}, 'csi.driver: Required value', 'csi.nodePublishSecretRef.name: Required value'],
    'a CSI driver with capital letters and a secret': [{csi: {driver: 'Ebs.CSI', nodePublishSecretRef: {name: 's'}}}],
    'a CSI driver of 64 bytes': [{csi: {driver: 'a'.repeat(64)}}, 'csi.driver: Too long: may not be more than 63 bytes'],
    'an image volume without reference and with an unknown pullPolicy': [{image: {pullPolicy: 'x'}}, 'image.reference: Required value', 'image.pullPolicy: Unsupported value: "x": supported values: "Always", "IfNotPresent", "Never"'],
  }, ofSource)
})

describe('iSCSI volumes', () => {
  const disk = (fields: Body): Body => ({iscsi: {targetPortal: 't', iqn: 'eui.0123456789ABCDEF', ...fields}})

  check({
    'names that start with iqn, eui and naa': [disk({iqn: 'iqn.2001-04.com.example:storage', initiatorName: `naa.${'0'.repeat(32)}`})],
    'an empty iSCSI source': [{iscsi: {}}, 'iscsi.targetPortal: Required value', 'iscsi.iqn: Required value'],
    'a name with another prefix': [disk({iqn: 'x'}), 'iscsi.iqn: Invalid value: "x": must be valid format starting with iqn, eui, or naa'],
    'an iqn name that is incomplete': [disk({iqn: 'iqn.2001-04.com'}), `iscsi.iqn: Invalid value: "iqn.2001-04.com": ${form}`],
    'an invalid initiatorName': [disk({initiatorName: 'eui.1'}), `iscsi.initiatorname: Invalid value: "eui.1": ${form}`],
    'a negative lun': [disk({lun: -1}), `iscsi.lun: Invalid value: -1: ${range}`],
    'CHAP authentication without secretRef': [disk({chapAuthSession: true}), 'iscsi.secretRef: Required value'],
    'CHAP authentication with secretRef': [disk({chapAuthDiscovery: true, secretRef: {name: 's'}})],
    'a targetPortal that is too long together with the volume name': [disk({targetPortal: 't'.repeat(63), initiatorName: 'eui.0123456789ABCDEF'}), 'name: Invalid value: "v": '
      + 'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.'],
    'a long targetPortal in a volume with several sources': [
      {emptyDir: {}, rbd: {}, ...disk({targetPortal: 't'.repeat(63), initiatorName: 'x'})}, `iscsi: ${several}`, 'name: Invalid value: "v": '
        + 'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.', `rbd: ${several}`,
    ],
  }, ofSource)
})

describe('Quobyte volumes', () => {
  const rule = 'must be a host:port pair or multiple pairs separated by commas'

  check({
    'pairs of hosts and ports': [{quobyte: {registry: 'a:1,[::1]:2,:', volume: 'v'}}],
    'an empty Quobyte source': [{quobyte: {}}, `quobyte.registry: Required value: ${rule}`, 'quobyte.volume: Required value'],
    'a tenant of 65 characters, without checking the registry': [{quobyte: {registry: 'x', tenant: 't'.repeat(65), volume: 'v'}},
      'quobyte.tenant: Required value: must be a UUID and may not exceed a length of 64 characters'],
    'a registry that is not host:port pairs': [{quobyte: {registry: 'a,::1:2', volume: 'v'}}, `quobyte.registry: Invalid value: "a,::1:2": ${rule}`, `quobyte.registry: Invalid value: "a,::1:2": ${rule}`],
  }, ofSource)
})

describe('projected volumes', () => {
  const token = {serviceAccountToken: {path: 't'}}
  const ofSources = (...sources: Body[]): Body => ({projected: {sources}})
  const conflict = (name: string): string => `projected: Invalid value: "${name}": conflicting duplicate paths`
  const account = 'projected.sources[0].serviceAccountToken: Forbidden: must not be specified when serviceAccountName is not set'

  check({
    'no sources': [{projected: {}}],
    'an empty source': [ofSources({})],
    'an invalid defaultMode': [{projected: {defaultMode: 512}}, `projected.defaultMode: Invalid value: 512: ${mode}`],
    'sources without names': [ofSources({secret: {}}, {configMap: {}}), 'projected.sources[0].secret.name: Required value', 'projected.sources[1].configMap.name: Required value'],
    'duplicate paths': [
      ofSources({secret: {name: 's', items: [{key: 'a', path: 'x'}, {key: 'b', path: 'x'}]}}, {configMap: {name: 'c', items: [{key: 'a', path: 'x'}]}},
        {downwardAPI: {items: [{path: 'x', fieldRef: {fieldPath: 'metadata.name'}}]}}), conflict('s'), conflict('c'), conflict('x'),
    ],
    'two types in one source': [ofSources({secret: {name: 's'}, configMap: {name: 'c'}}), 'projected.sources[0]: Forbidden: may not specify more than 1 volume type per source'],
    'a token without path that expires in under 10 minutes': [
      ofSources({serviceAccountToken: {expirationSeconds: 599}}), 'projected.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 599: '
        + 'may not specify a duration less than 10 minutes', 'projected.path: Required value', account,
    ],
    'a token with an absolute path that expires too late': [
      ofSources({serviceAccountToken: {expirationSeconds: 4294967297, path: '/t'}}), 'projected.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 4294967297: '
        + 'may not specify a duration larger than 2^32 seconds', 'projected.path: Invalid value: "/t": must be a relative path', account,
    ],
    'a token of a pod without serviceAccountName': [ofSources(token), account],
  }, ofSource)

  check({'a token of a pod with serviceAccountName': [{serviceAccountName: 'a', volumes: [{name: 'v', ...ofSources(token)}]}]}, podErrors)
})

describe('downwardAPI volumes', () => {
  const files = (...items: Body[]): Body => ({downwardAPI: {items}})
  const fieldRef = {fieldPath: 'metadata.labels'}

  check({
    'a fieldRef and a resourceFieldRef': [files({path: 'a', fieldRef}, {path: 'b', resourceFieldRef: {containerName: 'x', resource: 'limits.cpu'}})],
    'an item without fieldRef and resourceFieldRef': [files({path: 'a'}), 'downwardAPI: Required value: one of fieldRef and resourceFieldRef is required'],
    'an item with both fieldRef and resourceFieldRef': [files({path: 'a', fieldRef, resourceFieldRef: {}}), 'downwardAPI: Invalid value: "resource": fieldRef and resourceFieldRef can not be specified simultaneously'],
    'an item without path and with an invalid mode': [files({fieldRef, mode: 512}), 'downwardAPI.path: Required value', `downwardAPI.mode: Invalid value: 512: ${mode}`],
    'a field that only environment variables support': [files({path: 'a', fieldRef: {fieldPath: 'status.podIP'}}), 'downwardAPI.fieldRef.fieldPath: Unsupported value: "status.podIP": supported values: '
      + '"metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"'],
    'a resourceFieldRef without containerName': [files({path: 'a', resourceFieldRef: {resource: 'x'}}), 'downwardAPI.resourceFieldRef.containerName: Required value'],
  }, ofSource)
})

describe('ephemeral volumes', () => {
  const claim = (spec: Body, metadata: Body = {}): Body => ({ephemeral: {volumeClaimTemplate: {metadata, spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1'}}, ...spec}}}})
  const spec = 'ephemeral.volumeClaimTemplate.spec'

  check({
    'a claim with labels and annotations': [claim({}, {labels: {a: 'b'}, annotations: {a: 'b'}})],
    'no claim template': [{ephemeral: {}}, 'ephemeral.volumeClaimTemplate: Required value'],
    'deletionGracePeriodSeconds 0 in the template': [
      claim({}, {deletionGracePeriodSeconds: 0, generation: 0, selfLink: ''}), 'ephemeral.volumeClaimTemplate.metadata.deletionGracePeriodSeconds: Forbidden: cannot be set',
    ],
    'a name, UID and finalizers in the template': [claim({}, {name: 'n', uid: 'u', finalizers: ['x/y']}), ...['name', 'uID', 'finalizers'].map((field) => `ephemeral.volumeClaimTemplate.metadata.${field}: Forbidden: cannot be set`)],
    'an invalid claim spec': [claim({accessModes: []}), `${spec}.accessModes: Required value: at least 1 access mode is required`],
    'a dataSource together with a dataSourceRef into another namespace': [
      claim({dataSource: {kind: 'PersistentVolumeClaim', name: 'a'}, dataSourceRef: {kind: 'PersistentVolumeClaim', name: 'a', namespace: 'A'}}),
      `${spec}.dataSourceRef.namespace: Invalid value: "A": ${dns1123Label('A').join()}`, `${spec}: Invalid value: {}: may not be specified when dataSourceRef.namespace is specified`,
    ],
    'data sources that differ': [
      claim({dataSource: {kind: 'PersistentVolumeClaim', name: 'a'}, dataSourceRef: {kind: 'PersistentVolumeClaim', name: 'b'}}), `${spec}: Invalid value: {}: must match dataSourceRef`,
    ],
  }, ofSource)

  check({
    'a volume name that makes the name of the claim too long': [
      {volumes: [{name: 'a'.repeat(63), ...claim({})}]}, `spec.volumes[0].name: Invalid value: "${'a'.repeat(63)}": PVC name "${'p'.repeat(200)}-${'a'.repeat(63)}": must be no more than 253 characters`,
    ],
  }, (given) => podErrors(given, {name: 'p'.repeat(200)}))
})
