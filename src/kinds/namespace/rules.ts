import type {Rule} from '../../machinery/field/rule.js'

/** The rules for namespaces besides those of their metadata. */
export const rules: readonly Rule[] = [
  {
    id: 'namespace/finalizers',
    severity: 'error',
    summary: 'Finalizers in a spec are qualified names with a slash, or those of Kubernetes.',
    source: 'core validation ValidateNamespace',
    example: `apiVersion: v1
kind: Namespace
metadata:
  name: dev
spec:
  finalizers:
    - cleanup
`,
    fix: 'Put your domain in front: `example.com/cleanup`. `kubernetes` need not be written: the API server adds it.',
  },
]
