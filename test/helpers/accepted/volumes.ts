import {type Body, pod} from '../builders.js'
import type {Accepted, AcceptedTable} from './accepted.js'

const withVolumes = (volumes: readonly Body[], stored: readonly Body[]): Accepted => ({object: pod().asking({volumes}), stored: {spec: {volumes: [...stored]}}})

const fieldRef = {fieldPath: 'metadata.labels'}

const podInfo: Body[] = [
  {path: 'labels', fieldRef, mode: 0o400},
  {path: 'cpu', resourceFieldRef: {containerName: 'app', resource: 'limits.cpu', divisor: '1m'}},
]

const podInfoStored: Body[] = [
  {path: 'labels', fieldRef: {...fieldRef, apiVersion: 'v1'}, mode: 0o400},
  {path: 'cpu', resourceFieldRef: {divisor: '1m'}},
]

/** Pods with volumes of all sources. */
export const acceptedVolumes: AcceptedTable = {
  'a pod with file modes': withVolumes([
    {name: 'config', configMap: {name: 'config', defaultMode: 0o444}},
    {name: 'info', downwardAPI: {defaultMode: 0o440, items: podInfo}},
    {name: 'secret', secret: {secretName: 'secret', items: [{key: 'a', path: 'a', mode: 0o600}]}},
    {name: 'all', projected: {sources: [{downwardAPI: {items: podInfo}}, {configMap: {name: 'config', items: [{key: 'b', path: 'b/c'}]}}]}},
  ], [
    {configMap: {defaultMode: 0o444}},
    {downwardAPI: {defaultMode: 0o440, items: podInfoStored}},
    {secret: {defaultMode: 0o644, items: [{mode: 0o600}]}},
    {projected: {defaultMode: 0o644, sources: [{downwardAPI: {items: podInfoStored}}, {configMap: {items: [{key: 'b', path: 'b/c'}]}}]}},
  ]),
  'a pod with vendor-specific volumes': withVolumes([
    {name: 'aws', awsElasticBlockStore: {volumeID: 'vol-1', partition: 255}},
    {name: 'azure', azureDisk: {diskName: 'd', diskURI: '/subscriptions/d', kind: 'Managed', cachingMode: 'ReadOnly'}},
    {name: 'cinder', cinder: {volumeID: 'v', secretRef: {name: 's'}}},
    {name: 'csi', csi: {driver: 'csi.example.com', nodePublishSecretRef: {name: 's'}}},
    {name: 'git', gitRepo: {repository: 'https://git.example.com/r', directory: 'checkout'}},
    {name: 'quobyte', quobyte: {registry: 'q.example.com:7861', volume: 'v', tenant: 'b0a3a0a6-8a7e-4c67-9a5d-4d6f2f0c1d11'}},
    {name: 'storageos', storageos: {volumeName: 'v', volumeNamespace: 'ns', secretRef: {name: 's'}}},
  ], [
    {awsElasticBlockStore: {partition: 255}},
    {azureDisk: {cachingMode: 'ReadOnly', fsType: 'ext4', readOnly: false}},
    {cinder: {secretRef: {name: 's'}}},
    {csi: {nodePublishSecretRef: {name: 's'}}},
    {gitRepo: {directory: 'checkout'}},
    {quobyte: {registry: 'q.example.com:7861'}},
    {storageos: {volumeNamespace: 'ns'}},
  ]),
  'a pod with an ephemeral volume': withVolumes([{name: 'own', ephemeral: {volumeClaimTemplate: {
    metadata: {labels: {app: 'web'}},
    spec: {
      accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}, volumeAttributesClassName: 'fast',
      dataSource: {apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 's'},
      selector: {matchExpressions: [{key: 'disk', operator: 'DoesNotExist'}]},
    },
  }}}], [{ephemeral: {volumeClaimTemplate: {spec: {volumeMode: 'Filesystem'}}}}]),
  'a pod with a data source in another namespace': withVolumes([{name: 'copied', ephemeral: {volumeClaimTemplate: {spec: {
    accessModes: ['ReadWriteMany'], resources: {requests: {storage: '1Gi'}},
    dataSourceRef: {apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 's', namespace: 'other'},
  }}}}], [{ephemeral: {volumeClaimTemplate: {spec: {volumeMode: 'Filesystem'}}}}]),
}
