import type {Rule} from '../../machinery/field/rule.js'

const deployment = (spec: string, annotations = ''): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
${annotations}spec:
${spec}  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: nginx
`

/** The rules for Deployments besides those of all workloads. */
export const rules: readonly Rule[] = [
  {
    id: 'deployment/progress-deadline',
    severity: 'error',
    summary: 'progressDeadlineSeconds is longer than minReadySeconds.',
    source: 'apps validation ValidateDeploymentSpec',
    example: deployment(`  minReadySeconds: 60
  progressDeadlineSeconds: 60
`),
    fix: 'Raise the deadline: only a pod that was ready for `minReadySeconds` counts as progress. The default is 600.',
  },
  {
    id: 'deployment/rollback',
    severity: 'error',
    summary: 'The revision to roll back to is not negative.',
    source: 'apps validation ValidateRollback',
    example: deployment('', `  annotations:
    deprecated.deployment.rollback.to: "-1"
`),
    fix: 'Remove the annotation, and use `kubectl rollout undo`.',
  },
  {
    id: 'deployment/strategy',
    severity: 'error',
    summary: 'The strategy is Recreate, or RollingUpdate with maxSurge or maxUnavailable.',
    source: 'apps validation ValidateDeploymentStrategy',
    example: deployment(`  strategy:
    type: RollingUpdate
    rollingUpdate: {maxSurge: 0, maxUnavailable: 0}
`),
    fix: 'Set one of the two above 0, for example `maxSurge: 1`. Both are numbers of pods or percentages. `Recreate` supports neither.',
  },
]
