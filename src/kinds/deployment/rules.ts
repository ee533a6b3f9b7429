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
    fix: 'Raise the deadline: a pod that is not yet counted as ready makes no progress. Left out, it is 600.',
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
    summary: 'The strategy is Recreate, or RollingUpdate with room for a pod more or less.',
    source: 'apps validation ValidateDeploymentStrategy',
    example: deployment(`  strategy:
    type: RollingUpdate
    rollingUpdate: {maxSurge: 0, maxUnavailable: 0}
`),
    fix: 'Allow one of the two: `maxSurge: 1`, say. Both are numbers of pods or percentages of at most 100%; `Recreate` takes neither.',
  },
]
