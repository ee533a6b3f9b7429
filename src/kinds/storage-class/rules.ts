import type {Rule} from '../../machinery/field/rule.js'

const storageClass = (fields: string): string => `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: fast
${fields}`

/** The rules for storage classes. */
export const rules: readonly Rule[] = [
  {
    id: 'storage-class/allowed-topologies',
    severity: 'error',
    summary: 'Each topology of a storage class has label keys without duplicates, with values.',
    source: 'storage validation validateAllowedTopologies, core validation ValidateTopologySelectorTerm',
    example: storageClass(`provisioner: example.com/disk
allowedTopologies:
  - matchLabelExpressions:
      - key: topology.kubernetes.io/zone
        values: []
`),
    fix: 'List each zone once in `values`. A term must have expressions.',
  },
  {
    id: 'storage-class/parameters',
    severity: 'error',
    summary: 'The parameters of a storage class have names, and at most 256 KiB in total.',
    source: 'storage validation validateParameters',
    example: storageClass(`provisioner: example.com/disk
parameters:
  "": gp3
`),
    fix: 'Write a parameter name that the driver supports.',
  },
  {
    id: 'storage-class/provisioner',
    severity: 'error',
    summary: 'A storage class has a provisioner, which is a qualified name.',
    source: 'storage validation validateProvisioner',
    example: storageClass(`reclaimPolicy: Delete
`),
    fix: 'Write the name of the driver: `provisioner: ebs.csi.aws.com`, or `kubernetes.io/no-provisioner` for volumes that an administrator creates.',
  },
  {
    id: 'storage-class/reclaim-policy',
    severity: 'error',
    summary: 'reclaimPolicy is Delete or Retain.',
    source: 'storage validation validateReclaimPolicy',
    example: storageClass(`provisioner: example.com/disk
reclaimPolicy: Recycle
`),
    fix: '`Recycle` is only for volumes. The default is `Delete`.',
  },
  {
    id: 'storage-class/volume-binding-mode',
    severity: 'error',
    summary: 'volumeBindingMode is Immediate or WaitForFirstConsumer.',
    source: 'storage validation validateVolumeBindingMode',
    example: storageClass(`provisioner: example.com/disk
volumeBindingMode: WaitForConsumer
`),
    fix: 'Check the capitalization. The default is `Immediate`.',
  },
]
