import type {Rule} from '../../machinery/field/rule.js'

const autoscaler = (spec: string): string => `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: web
spec:
${spec}`

const target = `  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
`

const cpu = (metricTarget: string): string => `  metrics:
    - type: Resource
      resource:
        name: cpu
        target: ${metricTarget}
`

const utilization = cpu('{type: Utilization, averageUtilization: 80}')

/** The rules for HorizontalPodAutoscalers of both versions. */
export const rules: readonly Rule[] = [
  {
    id: 'horizontal-pod-autoscaler/behavior',
    severity: 'error',
    summary: 'Scaling policies have positive values, and windows are at most an hour.',
    source: 'autoscaling validation validateScalingRules',
    example: autoscaler(`${target}  maxReplicas: 10
${utilization}  behavior:
    scaleDown:
      stabilizationWindowSeconds: 7200
`),
    fix: 'Write windows of 0 to 3600 seconds. Policies have type `Pods` or `Percent`, a value above zero and a period of 1 to 1800 seconds.',
  },
  {
    id: 'horizontal-pod-autoscaler/metrics',
    severity: 'error',
    summary: 'A metric has the source for its type, with one target above zero.',
    source: 'autoscaling validation validateMetricSpec',
    example: autoscaler(`${target}  maxReplicas: 10
${cpu('{type: Utilization}')}`),
    fix: 'Write a target value: `averageUtilization: 80` in percent of the requests, or `averageValue: 500m`.',
  },
  {
    id: 'horizontal-pod-autoscaler/replicas',
    severity: 'error',
    summary: 'maxReplicas is set and not below minReplicas, which is at least 1.',
    source: 'autoscaling validation validateHorizontalPodAutoscalerSpec',
    example: autoscaler(`${target}  minReplicas: 3
  maxReplicas: 2
${utilization}`),
    fix: 'Raise `maxReplicas` or lower `minReplicas`, which defaults to 1.',
  },
  {
    id: 'horizontal-pod-autoscaler/scale-target',
    severity: 'error',
    summary: 'scaleTargetRef has an API group, a kind and a name.',
    source: 'autoscaling validation ValidateCrossVersionObjectReference, ValidateAPIVersion',
    example: autoscaler(`  scaleTargetRef: {apiVersion: v1, kind: Deployment, name: web}
  maxReplicas: 10
${utilization}`),
    fix: 'Write the API group: `apiVersion: apps/v1`. Only a ReplicationController has no group.',
  },
  {
    id: 'horizontal-pod-autoscaler/unknown-target',
    severity: 'warning',
    summary: 'The target of an autoscaler exists, not just an object of a similar name or kind.',
    source: 'no server check: the autoscaler reports FailedGetScale',
    example: autoscaler(`  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: frontned}
  maxReplicas: 10
${utilization}---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: frontend
spec:
  selector:
    matchLabels: {app: frontend}
  template:
    metadata:
      labels: {app: frontend}
    spec:
      containers:
        - name: web
          image: nginx
          resources:
            requests: {cpu: 100m}
`),
    fix: 'Write the kind and the name of the object. kadm reports nothing if another autoscaler scales that object, if names differ in a number, '
      + 'or if the folder contains an object with errors or a custom resource.',
  },
]
