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
    summary: 'Pods that are replaced when they end have no deadline.',
    source: 'core validation ValidatePodTemplateSpecForRC; apps validation ValidatePodTemplateSpecForReplicaSet',
    example: deployment(`${selector}${template('{app: web}', '      activeDeadlineSeconds: 600\n')}`),
    fix: 'Use a Job or CronJob for pods that have to end by themselves.',
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
    summary: 'Pods that run forever have the restartPolicy Always.',
    source: 'core validation ValidatePodTemplateSpecForRC; apps validation ValidatePodTemplateSpecForReplicaSet',
    example: deployment(`${selector}${template('{app: web}', '      restartPolicy: OnFailure\n')}`),
    fix: 'Leave it out: it is `Always`. Only Jobs and CronJobs run pods that end.',
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
    fix: 'Write `template`; or better, a Deployment.',
  },
  {
    id: 'workload/amounts',
    severity: 'error',
    summary: 'Numbers of pods, seconds and retries are not negative.',
    source: 'core validation ValidateNonnegativeField',
    example: deployment(`  replicas: -1
${selector}${template('{app: web}', '')}`),
    fix: 'Write 0 or more. Fields that are left out have sensible defaults.',
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
    fix: 'Ask for fewer pods or less for each of them, or raise the quota. `kadm simulate` and `kadm capacity` show the details, also of rollouts.',
  },
  {
    id: 'workload/selector',
    severity: 'error',
    summary: 'A workload selects the pods that it makes, and has a selector that is not empty.',
    source: 'apps validation ValidateDeploymentSpec, ValidatePodTemplateSpecForReplicaSet',
    example: deployment(`${selector}${template('{app: webserver}', '')}`),
    fix: 'Repeat the labels of `spec.selector` in `spec.template.metadata.labels`; more labels there do no harm.',
  },
]
