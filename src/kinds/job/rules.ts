import type {Rule} from '../../machinery/field/rule.js'

const job = (fields: string, {name = 'report', labels = '', restartPolicy = 'Never'} = {}): string => `apiVersion: batch/v1
kind: Job
metadata:
  name: ${name}
spec:
${fields}  template:
${labels}    spec:
      restartPolicy: ${restartPolicy}
      containers:
        - name: report
          image: busybox
`

const source = 'batch validation validateJobSpec'

/** The rules for Jobs, and for the job templates of CronJobs. */
export const rules: readonly Rule[] = [
  {
    id: 'job/completion-mode',
    severity: 'error',
    summary: 'completionMode is NonIndexed or Indexed.',
    source,
    example: job(`  completions: 3
  completionMode: indexed
`),
    fix: 'Check the capitalization. The default is `NonIndexed`.',
  },
  {
    id: 'job/generated-labels',
    severity: 'error',
    summary: 'The API server generates the labels that identify the pods of a Job.',
    source: 'batch validation validateGeneratedSelector',
    example: job('', {labels: `    metadata:
      labels: {job-name: other}
`}),
    fix: 'Remove `spec.selector` and the labels `job-name` and `controller-uid`, which the output of `kubectl get -o yaml` contains.',
  },
  {
    id: 'job/indexing',
    severity: 'error',
    summary: 'Fields about indexes need completionMode Indexed, which needs completions.',
    source,
    example: job(`  backoffLimitPerIndex: 1
`),
    fix: 'Write `completionMode: Indexed` and `completions`. `maxFailedIndexes` needs `backoffLimitPerIndex`.',
  },
  {
    id: 'job/managed-by',
    severity: 'error',
    summary: 'managedBy is a path that begins with a domain, of at most 63 bytes.',
    source,
    example: job(`  managedBy: kueue
`),
    fix: 'Write the name of the controller with its domain: `kueue.x-k8s.io/multikueue`. By default, the Job controller of Kubernetes runs the Job.',
  },
  {
    id: 'job/name',
    severity: 'error',
    summary: 'The name of an Indexed Job, with the largest index, is a valid host name.',
    source: 'batch validation ValidateJob',
    example: job(`  completions: 3
  completionMode: Indexed
`, {name: 'report.weekly'}),
    fix: 'Write a DNS label: no dots, and at most 63 characters including the dash and the largest index.',
  },
  {
    id: 'job/pod-failure-policy',
    severity: 'error',
    summary: 'A rule for failed pods has an action, and exit codes or conditions.',
    source: 'batch validation validatePodFailurePolicy',
    example: job(`  podFailurePolicy:
    rules:
      - action: FailJob
        onExitCodes: {operator: In, values: [0, 42]}
`),
    fix: 'The actions are `Count`, `FailIndex`, `FailJob` and `Ignore`. Write exit codes in ascending order, without duplicates and without 0.',
  },
  {
    id: 'job/pod-replacement-policy',
    severity: 'error',
    summary: 'podReplacementPolicy is Failed or, with no failure policy, TerminatingOrFailed.',
    source: 'batch validation validatePodReplacementPolicy',
    example: job(`  podReplacementPolicy: Terminating
`),
    fix: 'Check the spelling. The default is `Failed` with a `podFailurePolicy`, otherwise `TerminatingOrFailed`.',
  },
  {
    id: 'job/restart-policy',
    severity: 'error',
    summary: 'The pods of a Job have the restartPolicy OnFailure or Never.',
    source,
    example: job('', {restartPolicy: 'Always'}),
    fix: 'Write one of the two, as the default for pods is `Always`. A pod failure policy needs `Never`.',
  },
  {
    id: 'job/success-policy',
    severity: 'error',
    summary: 'Only Indexed Jobs have a success policy, whose rules have indexes or a count.',
    source: 'batch validation validateSuccessPolicy',
    example: job(`  completions: 3
  completionMode: Indexed
  successPolicy:
    rules: []
`),
    fix: 'Write a rule: `succeededIndexes: 0,2-4`, `succeededCount: 2`, or both.',
  },
]
