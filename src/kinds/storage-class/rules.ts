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
    summary: 'The topologies of a storage class name each label once, with values.',
    source: 'storage validation validateAllowedTopologies, core validation ValidateTopologySelectorTerm',
    example: storageClass(`provisioner: example.com/disk
allowedTopologies:
  - matchLabelExpressions:
      - key: topology.kubernetes.io/zone
        values: []
`),
    fix: 'List the zones in `values`, each once. A term without expressions is never fine.',
  },
  {
    id: 'storage-class/parameters',
    severity: 'error',
    summary: 'The parameters of a storage class have names, and 256 KiB at most.',
    source: 'storage validation validateParameters',
    example: storageClass(`provisioner: example.com/disk
parameters:
  "": gp3
`),
    fix: 'Write the name that the driver knows.',
  },
  {
    id: 'storage-class/provisioner',
    severity: 'error',
    summary: 'A storage class has a provisioner, whose name is a qualified name.',
    source: 'storage validation validateProvisioner',
    example: storageClass(`reclaimPolicy: Delete
`),
    fix: 'Name the driver: `provisioner: ebs.csi.aws.com`; `kubernetes.io/no-provisioner` for volumes that are made by hand.',
  },
  {
    id: 'storage-class/reclaim-policy',
    severity: 'error',
    summary: 'reclaimPolicy is Delete or Retain.',
    source: 'storage validation validateReclaimPolicy',
    example: storageClass(`provisioner: example.com/disk
reclaimPolicy: Recycle
`),
    fix: '`Recycle` is for volumes alone. Left out, the policy is `Delete`.',
  },
  {
    id: 'storage-class/volume-binding-mode',
    severity: 'error',
    summary: 'volumeBindingMode is Immediate or WaitForFirstConsumer.',
    source: 'storage validation validateVolumeBindingMode',
    example: storageClass(`provisioner: example.com/disk
volumeBindingMode: WaitForConsumer
`),
    fix: 'Mind the capitals. Left out, it is `Immediate`.',
  },
]
