import type {Rule} from '../../machinery/rule.js'

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
]
