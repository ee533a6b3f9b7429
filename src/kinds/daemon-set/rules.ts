import type {Rule} from '../../machinery/field/rule.js'

/** The rules for DaemonSets besides those of all workloads. */
export const rules: readonly Rule[] = [
  {
    id: 'daemon-set/update-strategy',
    severity: 'error',
    summary: 'The strategy is OnDelete, or RollingUpdate with maxUnavailable or maxSurge.',
    source: 'apps validation ValidateDaemonSetUpdateStrategy',
    example: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  updateStrategy:
    type: RollingUpdate
    rollingUpdate: {maxSurge: 1, maxUnavailable: 1}
  selector:
    matchLabels: {app: agent}
  template:
    metadata:
      labels: {app: agent}
    spec:
      containers:
        - name: agent
          image: nginx
`,
    fix: 'Set exactly one of the two to 0. During the update, a node has either both pods for a while (`maxSurge`) or none (`maxUnavailable`).',
  },
]
