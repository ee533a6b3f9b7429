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
    summary: 'A runtime class has a handler, whose name is a DNS label.',
    source: 'node validation ValidateRuntimeClass',
    example: `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: sandboxed
handler: gVisor
`,
    fix: 'Write the name that the container runtime of the nodes has for it, in small letters: `runsc`, say.',
  },
  {
    id: 'runtime-class/node-selector',
    severity: 'error',
    summary: 'The nodes of a runtime class are chosen by valid labels.',
    source: 'node validation validateScheduling',
    example: scheduled(`  nodeSelector:
    runtime: -gvisor
`),
    fix: 'Write the labels as the nodes have them.',
  },
  {
    id: 'runtime-class/tolerations',
    severity: 'error',
    summary: 'A runtime class has each toleration once.',
    source: 'node validation validateTolerations',
    example: scheduled(`  tolerations:
    - {key: sandbox, operator: Exists, effect: NoSchedule}
    - {key: sandbox, operator: Exists, effect: NoSchedule}
`),
    fix: 'Leave the second one out: two with the same key, operator, value and effect are one.',
  },
]
