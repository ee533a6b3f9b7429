import type {Rule} from '../../../machinery/field/rule.js'

const configuration = (body: string): string => `apiVersion: pod-security.admission.config.k8s.io/v1
kind: PodSecurityConfiguration
${body}`

const source = 'pod-security-admission ValidatePodSecurityConfiguration'

/** The rules for the configuration of the plugin, and for labels of namespaces. */
export const rules: readonly Rule[] = [
  {
    id: 'pod-security/exemption',
    severity: 'error',
    summary: 'Each exemption from Pod Security is a valid name, and is there once.',
    source,
    example: configuration('exemptions:\n  namespaces: [kube-system, kube-system]\n'),
    fix: 'Remove the second of two equal names. Correct names of namespaces and runtime classes: small letters, digits and `-`.',
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
    id: 'pod-security/version',
    severity: 'error',
    summary: 'A version of Pod Security is `latest` or a minor version such as `v1.36`.',
    source: `${source}, api PolicyToEvaluate`,
    example: configuration('defaults:\n  enforce: baseline\n  enforce-version: "1.36"\n'),
    fix: 'Write `latest`, or the version with a `v` and without a patch number: `v1.36`.',
  },
]
