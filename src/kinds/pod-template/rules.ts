import type {Rule} from '../../machinery/field/rule.js'

const deployment = (spec: string): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
${spec}`

const selector = `  selector:
    matchLabels: {app: web}
`

const template = (labels: string, podSpec: string): string => `  template:
    metadata:
      labels: ${labels}
    spec:
${podSpec}      containers:
        - name: web
          image: nginx
`

/** The rules for all kinds that make pods from a template. */
export const rules: readonly Rule[] = [
  {
    id: 'pod-template/active-deadline',
    severity: 'error',
    summary: 'Pods of workloads other than Jobs have no deadline.',
    source: 'core validation ValidatePodTemplateSpecForRC; apps validation ValidatePodTemplateSpecForReplicaSet',
    example: deployment(`${selector}${template('{app: web}', '      activeDeadlineSeconds: 600\n')}`),
    fix: 'Use a Job or CronJob for pods with a deadline.',
  },
  {
    id: 'pod-template/ephemeral-containers',
    severity: 'error',
    summary: 'A pod template has no ephemeral containers.',
    source: 'core validation ValidatePodTemplateSpec',
    example: deployment(`${selector}${template('{app: web}', '      ephemeralContainers:\n        - name: debug\n          image: busybox\n')}`),
    fix: 'Add them to a running pod with `kubectl debug`.',
  },
  {
    id: 'pod-template/restart-policy',
    severity: 'error',
    summary: 'Pods of workloads other than Jobs have the restartPolicy Always.',
    source: 'core validation ValidatePodTemplateSpecForRC; apps validation ValidatePodTemplateSpecForReplicaSet',
    example: deployment(`${selector}${template('{app: web}', '      restartPolicy: OnFailure\n')}`),
    fix: 'Remove it: the default is `Always`. Only Jobs and CronJobs support other policies.',
  },
  {
    id: 'replication-controller/template',
    severity: 'error',
    summary: 'A ReplicationController has a template.',
    source: 'core validation ValidatePodTemplateSpecForRC',
    example: `apiVersion: v1
kind: ReplicationController
metadata:
  name: web
spec:
  selector: {app: web}
`,
    fix: 'Write `template`, or use a Deployment instead.',
  },
  {
    id: 'workload/amounts',
    severity: 'error',
    summary: 'Numbers of pods, seconds and retries are not negative.',
    source: 'core validation ValidateNonnegativeField',
    example: deployment(`  replicas: -1
${selector}${template('{app: web}', '')}`),
    fix: 'Write 0 or more, or remove the field to use its default.',
  },
  {
    id: 'workload/refused-pods',
    severity: 'warning',
    summary: 'The policies of a namespace admit all pods of a workload.',
    source: 'the workload controllers of kube-controller-manager, which create the pods, and admission, which rejects them; kubectl apply does not report it',
    example: `apiVersion: v1
kind: ResourceQuota
metadata:
  name: small
spec:
  hard:
    pods: "2"
---
${deployment(`  replicas: 3
${selector}${template('{app: web}', '')}`)}`,
    fix: 'Reduce the replicas or the requests of each pod, or raise the quota. `kadm simulate` and `kadm capacity` show the details, also of rollouts.',
  },
  {
    id: 'workload/selector',
    severity: 'error',
    summary: 'The selector of a workload is not empty, and matches the labels of its template.',
    source: 'apps validation ValidateDeploymentSpec, ValidatePodTemplateSpecForReplicaSet',
    example: deployment(`${selector}${template('{app: webserver}', '')}`),
    fix: 'Write the labels of `spec.selector` in `spec.template.metadata.labels`, which can have more labels.',
  },
]
