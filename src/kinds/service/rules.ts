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
    fix: 'Write the name of an IANA service (`http`), or a name with a domain: `kubernetes.io/h2c`.',
  },
  {
    id: 'service/cluster-ips',
    severity: 'error',
    summary: 'clusterIP is an unallocated address or None, and the first value of clusterIPs.',
    source: addressSource,
    example: service(`  clusterIP: 10.0.0.256
${ports}`),
    fix: 'Remove it: the API server allocates an address. `None` creates a headless service.',
  },
  {
    id: 'service/external-ips',
    severity: 'error',
    summary: 'externalIPs are addresses that other machines can reach.',
    source: 'core validation validateService, ValidateEndpointIP',
    example: service(`  externalIPs: [127.0.0.1]
${ports}`),
    fix: 'Write addresses that are routed to the nodes, not unspecified, loopback or link-local addresses.',
  },
  {
    id: 'service/external-name',
    severity: 'error',
    summary: 'A service of type ExternalName has an externalName, and no addresses.',
    source,
    example: service(`  type: ExternalName
  externalName: https://example.com
`),
    fix: 'Write only a DNS name: `example.com`.',
  },
  {
    id: 'service/health-check-node-port',
    severity: 'error',
    summary: 'healthCheckNodePort is for load balancers with the externalTrafficPolicy Local.',
    source: 'core validation validateServiceExternalTrafficPolicy',
    example: service(`  type: NodePort
  healthCheckNodePort: 30001
${ports}`),
    fix: 'Remove it: the API server allocates a port if the service needs one.',
  },
  {
    id: 'service/ip-families',
    severity: 'error',
    summary: 'ipFamilies are IPv4 and IPv6, each once, and match the policy and the addresses.',
    source: `${addressSource}; service registry initIPFamilyFields`,
    example: service(`  ipFamilies: [IPv4, IPv4]
${ports}`),
    fix: 'Remove families and policy, which the API server then sets, or write `ipFamilyPolicy: PreferDualStack`, which works in every cluster.',
  },
  {
    id: 'service/load-balancer',
    severity: 'error',
    summary: 'Fields of load balancers are only in services of type LoadBalancer.',
    source,
    example: service(`  loadBalancerClass: example.com/internal
${ports}`),
    fix: 'Write `type: LoadBalancer`, or remove the field. loadBalancerClass is a qualified name.',
  },
  {
    id: 'service/node-port',
    severity: 'error',
    summary: 'Node ports are unallocated, in range, and not in services of type ClusterIP.',
    source: 'core validation validateService; service registry allocPorts',
    example: service(`  ports:
    - port: 80
      nodePort: 30080
`),
    fix: 'Write `type: NodePort`, or remove the number: the API server allocates a port between 30000 and 32767.',
  },
  {
    id: 'service/port',
    severity: 'error',
    summary: 'A port is unique, with a number from 1 to 65535 and a known protocol.',
    source: 'core validation validateServicePort',
    example: service(`  ports:
    - {name: http, port: 80}
    - {name: web, port: 80}
`),
    fix: 'Remove the duplicate port. `TCP` and `UDP` can have the same number.',
  },
  {
    id: 'service/port-name',
    severity: 'error',
    summary: 'Several ports of a service have unique names.',
    source: 'core validation validateServicePort',
    example: service(`  ports:
    - {name: http, port: 80}
    - {port: 443}
`),
    fix: 'Write a name for each port, of at most 63 lowercase letters, digits and `-`.',
  },
  {
    id: 'service/ports',
    severity: 'error',
    summary: 'A service has ports, unless it is headless or of type ExternalName.',
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
    fix: 'Write labels of the pods. The selector of a service is a plain map: it does not support `matchLabels` and `matchExpressions`.',
  },
  {
    id: 'service/selects-nothing',
    severity: 'warning',
    summary: 'A selector without matching pods does not differ from pods in just one label.',
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
    fix: 'Write the labels of the pods. kadm reports nothing if the selector matches pods of any other manifest, if another service selects the '
      + 'pods, if a kustomization can add labels, or if the folder contains an object with errors or a custom resource.',
  },
  {
    id: 'service/session-affinity',
    severity: 'error',
    summary: 'sessionAffinity is ClientIP or None, with a timeout of at most a day.',
    source: 'core validation validateClientIPAffinityConfig',
    example: service(`  sessionAffinity: ClientIP
  sessionAffinityConfig:
    clientIP: {timeoutSeconds: 90000}
${ports}`),
    fix: 'Write 1 to 86400 seconds. The default is three hours.',
  },
  {
    id: 'service/source-ranges',
    severity: 'error',
    summary: 'Source ranges are addresses with a prefix length.',
    source,
    example: service(`  type: LoadBalancer
  loadBalancerSourceRanges: [192.0.2.1]
${ports}`),
    fix: 'Write the prefix length: `192.0.2.1/32` for a single address.',
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
    fix: 'Write numbers without quotes. A name has at most 15 lowercase letters, digits and `-`, and at least one letter.',
  },
  {
    id: 'service/topology',
    severity: 'error',
    summary: 'The two annotations about topology have the same value.',
    source,
    example: service(ports, `  annotations:
    service.kubernetes.io/topology-aware-hints: Auto
    service.kubernetes.io/topology-mode: Disabled
`),
    fix: 'Remove `topology-aware-hints`, which `topology-mode` replaces. `spec.trafficDistribution` replaces both.',
  },
  {
    id: 'service/traffic-distribution',
    severity: 'error',
    summary: 'trafficDistribution is PreferSameZone, PreferSameNode or PreferClose.',
    source: 'core validation validateServiceTrafficDistribution',
    example: service(`  trafficDistribution: PreferNear
${ports}`),
    fix: 'Check the spelling. `PreferClose` is the deprecated name of `PreferSameZone`.',
  },
  {
    id: 'service/traffic-policy',
    severity: 'error',
    summary: 'Traffic policies are Cluster or Local; the external one needs external traffic.',
    source: 'core validation validateServiceExternalTrafficPolicy, validateServiceInternalTrafficFieldsValue',
    example: service(`  externalTrafficPolicy: Local
${ports}`),
    fix: 'Remove `externalTrafficPolicy` from services that are only for the cluster, or write `type: LoadBalancer`.',
  },
  {
    id: 'service/type',
    severity: 'error',
    summary: 'The type is ClusterIP, NodePort, LoadBalancer or ExternalName.',
    source,
    example: service(`  type: Nodeport
${ports}`),
    fix: 'Check the capitalization. The default is `ClusterIP`. A headless service has `clusterIP: None`.',
  },
]
