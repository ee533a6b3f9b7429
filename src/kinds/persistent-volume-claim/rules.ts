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
    summary: 'A claim has at least one access mode, and ReadWriteOncePod stands alone.',
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
    fix: 'Write the name as `kubectl get storageclass` lists it. `""` asks for a volume without a class; left out, the default class is taken.',
  },
  {
    id: 'persistent-volume-claim/data-source',
    severity: 'error',
    summary: 'A data source has a kind and a name, and a group unless it is a claim.',
    source: 'core validation validateDataSourceRef',
    example: claim(`${accessModes}${resources}  dataSourceRef:
    kind: VolumeSnapshot
    name: nightly
`),
    fix: 'Name the group: `apiGroup: snapshot.storage.k8s.io`. Give `dataSource` or `dataSourceRef`, not two that differ.',
  },
  {
    id: 'persistent-volume-claim/storage',
    severity: 'error',
    summary: 'A claim requests an amount of storage above zero.',
    source,
    example: claim(`${accessModes}  resources:
    limits: {storage: 1Gi}
`),
    fix: 'Write `resources.requests.storage`; a limit does not take its place.',
  },
  {
    id: 'persistent-volume-claim/volume-mode',
    severity: 'error',
    summary: 'volumeMode is Filesystem or Block.',
    source,
    example: claim(`${accessModes}${resources}  volumeMode: FileSystem
`),
    fix: 'Mind the capitals. Left out, it is `Filesystem`.',
  },
]
