import type {Rule} from '../../machinery/field/rule.js'

const ingressClass = (spec: string): string => `apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata:
  name: public
spec:
${spec}`

/** The rules for IngressClasses. */
export const rules: readonly Rule[] = [
  {
    id: 'ingress-class/controller',
    severity: 'error',
    summary: 'The controller of an IngressClass is a path that begins with a domain.',
    source: 'networking validation ValidateIngressClass',
    example: ingressClass(`  controller: nginx
`),
    fix: 'Write the name that the controller documents, such as `k8s.io/ingress-nginx`.',
  },
  {
    id: 'ingress-class/parameters',
    severity: 'error',
    summary: 'The parameters of an IngressClass have a kind, a name and a valid scope.',
    source: 'networking validation validateIngressClassParametersReference',
    example: ingressClass(`  controller: example.com/ingress
  parameters:
    apiGroup: example.com
    kind: IngressParameters
    name: public
    namespace: web
`),
    fix: 'Write a `namespace` only together with `scope: Namespace`.',
  },
]
