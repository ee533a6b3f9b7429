import type {Rule} from '../../machinery/field/rule.js'

const statefulSet = (spec: string): string => `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: db
spec:
${spec}  selector:
    matchLabels: {app: db}
  template:
    metadata:
      labels: {app: db}
    spec:
      containers:
        - name: db
          image: postgres
`

const source = 'apps validation ValidateStatefulSetSpec'

/** The rules for StatefulSets besides those of all workloads. */
export const rules: readonly Rule[] = [
  {
    id: 'stateful-set/pod-management-policy',
    severity: 'error',
    summary: 'podManagementPolicy is OrderedReady or Parallel.',
    source,
    example: statefulSet(`  podManagementPolicy: Ordered
`),
    fix: 'Check the spelling. The default is `OrderedReady`.',
  },
  {
    id: 'stateful-set/retention-policy',
    severity: 'error',
    summary: 'The retention policies for claims of a StatefulSet are Retain and Delete.',
    source: 'apps validation ValidatePersistentVolumeClaimRetentionPolicy',
    example: statefulSet(`  persistentVolumeClaimRetentionPolicy:
    whenDeleted: Keep
`),
    fix: 'Check the spelling. `whenDeleted` and `whenScaled` default to `Retain`.',
  },
  {
    id: 'stateful-set/service-name',
    severity: 'error',
    summary: 'serviceName is a DNS label.',
    source,
    example: statefulSet(`  serviceName: db.prod
`),
    fix: 'Write the name of a headless Service in the same namespace.',
  },
  {
    id: 'stateful-set/update-strategy',
    severity: 'error',
    summary: 'The strategy is OnDelete, or RollingUpdate with a partition of at least 0.',
    source,
    example: statefulSet(`  updateStrategy:
    type: OnDelete
    rollingUpdate: {partition: 1}
`),
    fix: 'Remove `rollingUpdate` if the type is `OnDelete`.',
  },
]
