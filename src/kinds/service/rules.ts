import type {Rule} from '../../machinery/field/rule.js'

const service = (spec: string, annotations = ''): string => `apiVersion: v1
kind: Service
metadata:
  name: web
${annotations}spec:
  selector: {app: web}
${spec}`

const ports = `  ports:
    - port: 80
`

const source = 'core validation validateService'

const addressSource = 'core validation ValidateServiceClusterIPsRelatedFields'

/** The rules for services. */
export const rules: readonly Rule[] = [
  {
    id: 'service/app-protocol',
    severity: 'error',
    summary: 'appProtocol is a qualified name.',
    source: 'core validation validateServicePort',
    example: service(`  ports:
    - port: 80
      appProtocol: HTTP/2 cleartext
`),
    fix: 'Write the name of an IANA service (`http`), or one with a domain: `kubernetes.io/h2c`.',
  },
  {
    id: 'service/cluster-ips',
    severity: 'error',
    summary: 'A cluster IP is a free address or None, and clusterIPs begins with it.',
    source: addressSource,
    example: service(`  clusterIP: 10.0.0.256
${ports}`),
    fix: 'Leave it out, and the API server chooses one; `None` makes a headless service.',
  },
  {
    id: 'service/external-ips',
    severity: 'error',
    summary: 'External IPs are addresses that can be reached from outside of a node.',
    source: 'core validation validateService, ValidateEndpointIP',
    example: service(`  externalIPs: [127.0.0.1]
${ports}`),
    fix: 'Write addresses that are routed to the nodes; none for this machine alone, and none for multicast.',
  },
  {
    id: 'service/external-name',
    severity: 'error',
    summary: 'A service of type ExternalName has an externalName, and no addresses of its own.',
    source,
    example: service(`  type: ExternalName
  externalName: https://example.com
`),
    fix: 'Write a DNS name alone: `example.com`.',
  },
  {
    id: 'service/health-check-node-port',
    severity: 'error',
    summary: 'healthCheckNodePort is for load balancers with the externalTrafficPolicy Local.',
    source: 'core validation validateServiceExternalTrafficPolicy',
    example: service(`  type: NodePort
  healthCheckNodePort: 30001
${ports}`),
    fix: 'Leave it out: where one is needed, the API server chooses it.',
  },
  {
    id: 'service/ip-families',
    severity: 'error',
    summary: 'IP families are IPv4 and IPv6, each once, and fit the policy and the addresses.',
    source: `${addressSource}; service registry initIPFamilyFields`,
    example: service(`  ipFamilies: [IPv4, IPv4]
${ports}`),
    fix: 'Leave families and policy to the API server, or write `ipFamilyPolicy: PreferDualStack`, which suits every cluster.',
  },
  {
    id: 'service/load-balancer',
    severity: 'error',
    summary: 'What only a load balancer has stands in a service of type LoadBalancer.',
    source,
    example: service(`  loadBalancerClass: example.com/internal
${ports}`),
    fix: 'Write `type: LoadBalancer`, or remove the field. The class is a qualified name.',
  },
  {
    id: 'service/node-port',
    severity: 'error',
    summary: 'Node ports are free, in range, and not for services of type ClusterIP.',
    source: 'core validation validateService; service registry allocPorts',
    example: service(`  ports:
    - port: 80
      nodePort: 30080
`),
    fix: 'Write `type: NodePort`, or leave the number out: the API server chooses one between 30000 and 32767.',
  },
  {
    id: 'service/port',
    severity: 'error',
    summary: 'A port is a number from 1 to 65535 with a known protocol, and is there once.',
    source: 'core validation validateServicePort',
    example: service(`  ports:
    - {name: http, port: 80}
    - {name: web, port: 80}
`),
    fix: 'Keep one of two equal ports; `TCP` and `UDP` may have the same number.',
  },
  {
    id: 'service/port-name',
    severity: 'error',
    summary: 'The ports of a service have names when there are several, each its own.',
    source: 'core validation validateServicePort',
    example: service(`  ports:
    - {name: http, port: 80}
    - {port: 443}
`),
    fix: 'Name each port: at most 63 small letters, digits and `-`.',
  },
  {
    id: 'service/ports',
    severity: 'error',
    summary: 'A service has ports, unless it is headless or has an external name.',
    source,
    example: service(`  type: NodePort
`),
    fix: 'Write `ports`, or `clusterIP: None`.',
  },
  {
    id: 'service/selector',
    severity: 'error',
    summary: 'The selector of a service consists of valid labels.',
    source,
    example: `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: "web server"}
${ports}`,
    fix: 'Repeat labels of the pods. A service selects by equality alone: it knows no `matchLabels` and no expressions.',
  },
  {
    id: 'service/selects-nothing',
    severity: 'warning',
    summary: 'A selector that matches no pods is not one label away from those beside it.',
    source: 'no server check: the service has no endpoints',
    example: `${service(ports)}---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: {app: wbe}
  template:
    metadata:
      labels: {app: wbe}
    spec:
      containers:
        - name: web
          image: nginx
`,
    fix: 'Write the labels of the pods. Nothing is reported where the selector matches pods of any other manifest, where another service selects the '
      + 'pods, where a kustomization may add labels, or where the folder holds something that kadm cannot judge: an object with errors, or a custom resource.',
  },
  {
    id: 'service/session-affinity',
    severity: 'error',
    summary: 'sessionAffinity is ClientIP or None, for at most a day.',
    source: 'core validation validateClientIPAffinityConfig',
    example: service(`  sessionAffinity: ClientIP
  sessionAffinityConfig:
    clientIP: {timeoutSeconds: 90000}
${ports}`),
    fix: 'Write 1 to 86400 seconds. Left out, it is three hours.',
  },
  {
    id: 'service/source-ranges',
    severity: 'error',
    summary: 'Source ranges are addresses with the length of their prefix.',
    source,
    example: service(`  type: LoadBalancer
  loadBalancerSourceRanges: [192.0.2.1]
${ports}`),
    fix: 'Write the length: `192.0.2.1/32` for a single address.',
  },
  {
    id: 'service/target-port',
    severity: 'error',
    summary: 'A targetPort is a number from 1 to 65535, or the name of a port of the pods.',
    source: 'core validation validateServicePort',
    example: service(`  ports:
    - port: 80
      targetPort: "8080"
`),
    fix: 'Write numbers without quotes. A name has at most 15 small letters, digits and `-`, with a letter among them.',
  },
  {
    id: 'service/topology',
    severity: 'error',
    summary: 'The two annotations about topology say the same.',
    source,
    example: service(ports, `  annotations:
    service.kubernetes.io/topology-aware-hints: Auto
    service.kubernetes.io/topology-mode: Disabled
`),
    fix: 'Remove `topology-aware-hints`: `topology-mode` has taken its place, and `spec.trafficDistribution` that of both.',
  },
  {
    id: 'service/traffic-distribution',
    severity: 'error',
    summary: 'trafficDistribution is PreferSameZone, PreferSameNode or PreferClose.',
    source: 'core validation validateServiceTrafficDistribution',
    example: service(`  trafficDistribution: PreferNear
${ports}`),
    fix: 'Mind the spelling. `PreferClose` is the older name of `PreferSameZone`.',
  },
  {
    id: 'service/traffic-policy',
    severity: 'error',
    summary: 'Traffic policies are Cluster or Local; the external one needs external traffic.',
    source: 'core validation validateServiceExternalTrafficPolicy, validateServiceInternalTrafficFieldsValue',
    example: service(`  externalTrafficPolicy: Local
${ports}`),
    fix: 'Leave `externalTrafficPolicy` out of services that only the cluster reaches, or write `type: LoadBalancer`.',
  },
  {
    id: 'service/type',
    severity: 'error',
    summary: 'The type is ClusterIP, NodePort, LoadBalancer or ExternalName.',
    source,
    example: service(`  type: Nodeport
${ports}`),
    fix: 'Mind the capitals. Left out, it is `ClusterIP`; a headless service is one with `clusterIP: None`.',
  },
]
