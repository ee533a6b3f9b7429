import type {Rule} from '../../machinery/field/rule.js'

const scheduled = (scheduling: string): string => `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: sandboxed
handler: runsc
scheduling:
${scheduling}`

/** The rules for runtime classes. */
export const rules: readonly Rule[] = [
  {
    id: 'runtime-class/handler',
    severity: 'error',
    summary: 'The handler of a runtime class is a DNS label.',
    source: 'node validation ValidateRuntimeClass',
    example: `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: sandboxed
handler: gVisor
`,
    fix: 'Write the name of a handler in the configuration of the container runtime, such as `runsc`.',
  },
  {
    id: 'runtime-class/node-selector',
    severity: 'error',
    summary: 'The nodeSelector of a runtime class has valid labels.',
    source: 'node validation validateScheduling',
    example: scheduled(`  nodeSelector:
    runtime: -gvisor
`),
    fix: 'Write labels as `kubectl get nodes --show-labels` prints them.',
  },
  {
    id: 'runtime-class/tolerations',
    severity: 'error',
    summary: 'The tolerations of a runtime class are unique.',
    source: 'node validation validateTolerations',
    example: scheduled(`  tolerations:
    - {key: sandbox, operator: Exists, effect: NoSchedule}
    - {key: sandbox, operator: Exists, effect: NoSchedule}
`),
    fix: 'Remove the duplicate: tolerations with the same key, operator, value and effect are equal.',
  },
]
