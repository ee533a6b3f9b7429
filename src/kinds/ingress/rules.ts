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
    summary: 'A backend is a port of a service, by name or number, or another object.',
    source: 'networking validation validateIngressBackend',
    example: ingress(`  defaultBackend:
    service:
      name: web
      port: {name: http, number: 80}
`),
    fix: 'Write the name of the service, and the name or the number of one of its ports: not both.',
  },
  {
    id: 'ingress/class-name',
    severity: 'error',
    summary: 'The class of an Ingress is a DNS subdomain, and its annotation agrees.',
    source: 'networking validation ValidateIngressSpec, ValidateIngressCreate',
    example: ingress(`  ingressClassName: Nginx
  defaultBackend: {service: {name: web, port: {number: 80}}}
`),
    fix: 'Write the name of the IngressClass, in small letters, and leave the annotation `kubernetes.io/ingress.class` out.',
  },
  {
    id: 'ingress/host',
    severity: 'error',
    summary: 'The host of a rule is a DNS name, or a wildcard like *.example.com.',
    source: 'networking validation validateIngressRules',
    example: ingress(`  rules:
    - host: www.*.example.com
`),
    fix: 'Write a name without protocol, port and path. A wildcard matches one label, the first.',
  },
  {
    id: 'ingress/path',
    severity: 'error',
    summary: 'A path has a type, and one of type Exact or Prefix is absolute and plain.',
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
    summary: 'The hosts of TLS are DNS names or wildcards, and their secret has a valid name.',
    source: 'networking validation validateIngressTLS',
    example: ingress(`  defaultBackend: {service: {name: web, port: {number: 80}}}
  tls:
    - hosts: [Example.com]
      secretName: web-tls
`),
    fix: 'Write the names in small letters, as in the rules.',
  },
]
