import type {Rule} from '../../machinery/field/rule.js'

const claim = (spec: string): string => `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
spec:
${spec}`

const accessModes = `  accessModes: [ReadWriteOnce]
`

const resources = `  resources:
    requests: {storage: 1Gi}
`

const source = 'core validation ValidatePersistentVolumeClaimSpec'

/** The rules for claims of storage. */
export const rules: readonly Rule[] = [
  {
    id: 'persistent-volume-claim/access-modes',
    severity: 'error',
    summary: 'A claim has at least one access mode, and no other with ReadWriteOncePod.',
    source,
    example: claim(`  accessModes: [ReadWriteOncePod, ReadOnlyMany]
${resources}`),
    fix: 'The modes are `ReadWriteOnce`, `ReadOnlyMany`, `ReadWriteMany` and `ReadWriteOncePod`.',
  },
  {
    id: 'persistent-volume-claim/class-name',
    severity: 'error',
    summary: 'The name of a storage class or volume attributes class is a DNS subdomain.',
    source,
    example: claim(`${accessModes}  storageClassName: Fast_SSD
${resources}`),
    fix: 'Write the name as `kubectl get storageclass` prints it. `""` requests a volume without a class. If there is no name, the default class is used.',
  },
  {
    id: 'persistent-volume-claim/data-source',
    severity: 'error',
    summary: 'A data source has a kind and a name, and an API group unless it is a claim.',
    source: 'core validation validateDataSourceRef',
    example: claim(`${accessModes}${resources}  dataSourceRef:
    kind: VolumeSnapshot
    name: nightly
`),
    fix: 'Write the API group: `apiGroup: snapshot.storage.k8s.io`. Write `dataSource` or `dataSourceRef`, as two must be equal.',
  },
  {
    id: 'persistent-volume-claim/storage',
    severity: 'error',
    summary: 'A claim requests an amount of storage above zero.',
    source,
    example: claim(`${accessModes}  resources:
    limits: {storage: 1Gi}
`),
    fix: 'Write `resources.requests.storage`. A limit does not replace it.',
  },
  {
    id: 'persistent-volume-claim/volume-mode',
    severity: 'error',
    summary: 'volumeMode is Filesystem or Block.',
    source,
    example: claim(`${accessModes}${resources}  volumeMode: FileSystem
`),
    fix: 'Check the capitalization. The default is `Filesystem`.',
  },
]
