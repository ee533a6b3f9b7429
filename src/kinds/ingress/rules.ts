import type {Rule} from '../../machinery/field/rule.js'

const ingress = (spec: string): string => `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: web
spec:
${spec}`

/** The rules for Ingresses. */
export const rules: readonly Rule[] = [
  {
    id: 'ingress/backend',
    severity: 'error',
    summary: 'A backend is a service with the name or number of a port, or another object.',
    source: 'networking validation validateIngressBackend',
    example: ingress(`  defaultBackend:
    service:
      name: web
      port: {name: http, number: 80}
`),
    fix: 'Write the name of the service, and either the name or the number of one of its ports.',
  },
  {
    id: 'ingress/class-name',
    severity: 'error',
    summary: 'The class of an Ingress is a DNS subdomain, and equals the annotation.',
    source: 'networking validation ValidateIngressSpec, ValidateIngressCreate',
    example: ingress(`  ingressClassName: Nginx
  defaultBackend: {service: {name: web, port: {number: 80}}}
`),
    fix: 'Write the name of the IngressClass in lower case, and remove the annotation `kubernetes.io/ingress.class`.',
  },
  {
    id: 'ingress/host',
    severity: 'error',
    summary: 'The host of a rule is a DNS name, or a wildcard like *.example.com.',
    source: 'networking validation validateIngressRules',
    example: ingress(`  rules:
    - host: www.*.example.com
`),
    fix: 'Write a name without protocol, port and path. A wildcard matches only the first label.',
  },
  {
    id: 'ingress/path',
    severity: 'error',
    summary: 'A path has a type, and a path of type Exact or Prefix is absolute.',
    source: 'networking validation validateHTTPIngressPath',
    example: ingress(`  rules:
    - http:
        paths:
          - path: web
            pathType: Prefix
            backend: {service: {name: web, port: {number: 80}}}
`),
    fix: 'Write `pathType`, and a path that begins with `/` and has no `//`, `/./` or `/../`.',
  },
  {
    id: 'ingress/rules',
    severity: 'error',
    summary: 'An Ingress has rules or a default backend.',
    source: 'networking validation ValidateIngressSpec',
    example: ingress(`  ingressClassName: nginx
`),
    fix: 'Write `rules`, or a `defaultBackend` for all requests.',
  },
  {
    id: 'ingress/tls',
    severity: 'error',
    summary: 'TLS hosts are DNS names or wildcards, and the name of the secret is valid.',
    source: 'networking validation validateIngressTLS',
    example: ingress(`  defaultBackend: {service: {name: web, port: {number: 80}}}
  tls:
    - hosts: [Example.com]
      secretName: web-tls
`),
    fix: 'Write the names in lower case, as in the rules.',
  },
]
