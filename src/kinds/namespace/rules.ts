import type {Rule} from '../../machinery/field/rule.js'

/** The rules for namespaces besides those of their metadata. */
export const rules: readonly Rule[] = [
  {
    id: 'namespace/finalizers',
    severity: 'error',
    summary: 'Finalizers in a spec are names with a domain, or those of Kubernetes.',
    source: 'core validation ValidateNamespace',
    example: `apiVersion: v1
kind: Namespace
metadata:
  name: dev
spec:
  finalizers:
    - cleanup
`,
    fix: 'Add your domain: `example.com/cleanup`. Omit `kubernetes`: the API server adds it.',
  },
]
