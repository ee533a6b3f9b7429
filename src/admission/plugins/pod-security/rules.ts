import type {Rule} from '../../../machinery/field/rule.js'

const configuration = (body: string): string => `apiVersion: pod-security.admission.config.k8s.io/v1
kind: PodSecurityConfiguration
${body}`

/** A Namespace with labels of Pod Security. */
const labelled = (...labels: readonly string[]): string => `apiVersion: v1
kind: Namespace
metadata:
  name: dev
  labels:
${labels.map((label) => `    pod-security.kubernetes.io/${label}\n`).join('')}`

const violations = 'pod-security-admission Admission.EvaluatePod'

const source = 'pod-security-admission ValidatePodSecurityConfiguration'

/** The rules for the configuration of the plugin, and for labels of namespaces. */
export const rules: readonly Rule[] = [
  {
    id: 'pod-security/audit',
    severity: 'info',
    summary: 'A pod meets the level of Pod Security that its namespace audits.',
    source: violations,
    example: `${labelled('audit: baseline')}---
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: dev}
spec:
  hostPID: true
  containers: [{name: app, image: web}]
`,
    fix: 'Change the field as the finding says. The server admits the pod, and notes the violation in its audit log.',
  },
  {
    id: 'pod-security/enforce',
    severity: 'error',
    summary: 'A pod meets the level of Pod Security that its namespace enforces.',
    source: violations,
    example: `${labelled('enforce: baseline')}---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: dev}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: app, image: web}]
      volumes: [{name: logs, hostPath: {path: /var/log}}]
`,
    fix: 'Change the field as the finding says, or label the namespace with a weaker level. The server admits the workload, but rejects all its pods.',
  },
  {
    id: 'pod-security/exemption',
    severity: 'error',
    summary: 'Each exemption from Pod Security is a valid name, and is there once.',
    source,
    example: configuration('exemptions:\n  namespaces: [kube-system, kube-system]\n'),
    fix: 'Remove the second of two equal names. Correct names of namespaces and runtime classes: small letters, digits and `-`.',
  },
  {
    id: 'pod-security/label',
    severity: 'warning',
    summary: 'A label of a namespace for Pod Security is one that the server reads.',
    source: 'pod-security-admission api PolicyToEvaluate',
    example: labelled('enfore: restricted'),
    fix: 'Correct the key: `pod-security.kubernetes.io/` with `enforce`, `audit` or `warn`, or one of these with `-version`. The server ignores all others.',
  },
  {
    id: 'pod-security/level',
    severity: 'error',
    summary: 'A level of Pod Security is `privileged`, `baseline` or `restricted`.',
    source: `${source}, api PolicyToEvaluate`,
    example: configuration('defaults:\n  enforce: strict\n'),
    fix: 'Write one of the three levels.',
  },
  {
    id: 'pod-security/old-version',
    severity: 'info',
    summary: 'A version of Pod Security has all checks of the current one.',
    source: 'pod-security-admission policy DefaultChecks',
    example: labelled('enforce: baseline', 'enforce-version: v1.30'),
    fix: 'Check the pods against the new version with `kadm pod-security`, then raise the version.',
  },
  {
    id: 'pod-security/version',
    severity: 'error',
    summary: 'A version of Pod Security is `latest` or a minor version such as `v1.36`.',
    source: `${source}, api PolicyToEvaluate`,
    example: configuration('defaults:\n  enforce: baseline\n  enforce-version: "1.36"\n'),
    fix: 'Write `latest`, or the version with a `v` and without a patch number: `v1.36`.',
  },
  {
    id: 'pod-security/warn',
    severity: 'warning',
    summary: 'A pod meets the level of Pod Security that its namespace warns about.',
    source: violations,
    example: `${labelled('warn: restricted')}---
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: dev}
spec:
  securityContext: {runAsNonRoot: true, seccompProfile: {type: RuntimeDefault}}
  containers:
    - name: app
      image: web
      securityContext: {capabilities: {drop: [ALL]}}
`,
    fix: 'Change the field as the finding says. The server admits the pod with a warning.',
  },
  {
    id: 'pod-security/weaker-mode',
    severity: 'info',
    summary: 'A namespace warns about and audits the level that it enforces, or a stricter one.',
    source: 'pod-security-admission Admission.EvaluatePodRequest',
    example: labelled('enforce: baseline', 'warn: privileged'),
    fix: 'Remove the label, or set it to the level of `enforce`. Without `warn`, the server warns about the level that is enforced.',
  },
]
