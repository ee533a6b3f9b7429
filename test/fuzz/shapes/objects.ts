import {documents, fill, list, listOf, mapOf, object, pod, type Shape, templated} from './shape.js'

const shape = (name: string, objects: (size: number, share: number) => string): Shape => ({name, input: 'manifests', files: (size, share) => ({'objects/o.yaml': objects(size, share)})})

const many = (name: string, item: (i: number) => object): Shape => shape(name, (size) => documents(size, item))

const one = (name: string, item: (size: number) => object): Shape => shape(name, (size) => JSON.stringify(item(size - 300)))

const nested = (depth: number, inner: object): object => depth === 0 ? inner : {apiVersion: 'v1', kind: 'List', items: [nested(depth - 1, inner)]}

const event = (i: number): object => ({apiVersion: 'v1', kind: 'Event', metadata: {name: `e${i}`, namespace: 'default'}, involvedObject: {kind: 'Pod', name: `p${i}`, namespace: 'default'}, reason: 'BackOff', message: `m${i}`, type: 'Warning', count: 100_000, firstTimestamp: '2026-01-01T10:00:00Z', lastTimestamp: '2026-01-01T12:00:00Z'})

/** Selectors that choose the same pods many times, and pods. */
const selecting = (name: string, item: (i: number) => object): Shape => shape(name, (size, share) => [
  documents(size * share, item), documents(size * (1 - share), (i) => object('apps/v1', 'Deployment', `x${i}`, {spec: {replicas: 1, ...templated(0)}})),
].join('\n'))

/** Other objects, and texts that are hard to read. */
export const objectShapes: readonly Shape[] = [
  many('tiny-config-maps', (i) => object('v1', 'ConfigMap', `c${i}`)),
  many('config-maps-with-the-same-name', () => object('v1', 'ConfigMap', 'c')),
  one('one-config-map-of-keys', (size) => object('v1', 'ConfigMap', 'c', {data: mapOf(size, (i) => [`k${i}`, 'v'])})),
  one('one-config-map-of-wrong-keys', (size) => object('v1', 'ConfigMap', 'c', {data: mapOf(size, (i) => [`k ${i}`, i])})),
  one('one-secret-of-keys', (size) => object('v1', 'Secret', 'c', {data: mapOf(size, (i) => [`k${i}`, 'YQ==']), stringData: {}})),
  many('config-maps-of-manifests', (i) => object('v1', 'ConfigMap', `c${i}`, {data: {'a.yaml': 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: x}\nspec: {limits: [{type: Container, max: {cpu: 1}, min: {cpu: 2}}]}\n'}})),
  many('services', (i) => object('v1', 'Service', `s${i}`, {spec: {selector: {a: 'x0'}, ports: [{port: 80}]}})),
  selecting('services-and-deployments', (i) => object('v1', 'Service', `s${i}`, {spec: {selector: {a: 'x0'}, ports: [{port: 80, targetPort: 'http'}]}})),
  one('one-service-of-ports', (size) => object('v1', 'Service', 's', {spec: {type: 'NodePort', ports: listOf(size, (i) => ({name: 'p', port: 1 + i % 60000, nodePort: 30000}))}})),
  one('one-service-of-addresses', (size) => object('v1', 'Service', 's', {spec: {ports: [{port: 1}], externalIPs: listOf(size, (i) => `10.0.${i % 256}.${i % 256}`), loadBalancerSourceRanges: ['x']}})),
  selecting('disruption-budgets-and-deployments', (i) => object('policy/v1', 'PodDisruptionBudget', `b${i}`, {spec: {minAvailable: 1, selector: {matchLabels: {a: 'x0'}}}})),
  selecting('network-policies-and-deployments', (i) => object('networking.k8s.io/v1', 'NetworkPolicy', `n${i}`, {spec: {podSelector: {matchLabels: {a: 'x0'}}}})),
  one('one-network-policy-of-rules', (size) => object('networking.k8s.io/v1', 'NetworkPolicy', 'n', {spec: {podSelector: {}, ingress: listOf(size, (i) => ({ports: [{port: i % 60000, endPort: 1}], from: [{ipBlock: {cidr: '10.0.0.0/8', except: ['11.0.0.0/9']}}]}))}})),
  many('ingresses', (i) => object('networking.k8s.io/v1', 'Ingress', `i${i}`, {spec: {rules: [{host: 'a.example.com', http: {paths: [{path: '/', pathType: 'Prefix', backend: {service: {name: `s${i}`, port: {number: 80}}}}]}}]}})),
  one('one-ingress-of-rules', (size) => object('networking.k8s.io/v1', 'Ingress', 'i', {spec: {rules: listOf(size, (i) => ({host: `h${i}.example.com`, http: {paths: [{path: '/', pathType: 'Prefix', backend: {service: {name: `s${i}`, port: {number: 80}}}}]}}))}})),
  many('claims', (i) => object('v1', 'PersistentVolumeClaim', `p${i}`, {spec: {storageClassName: `c${i}`, accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}}})),
  many('autoscalers-without-targets', (i) => object('autoscaling/v2', 'HorizontalPodAutoscaler', `h${i}`, {spec: {maxReplicas: 9, scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'x'}}})),
  one('one-autoscaler-of-metrics', (size) => object('autoscaling/v2', 'HorizontalPodAutoscaler', 'h', {spec: {maxReplicas: 9, scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'x'}, metrics: listOf(size, () => ({type: 'Resource', resource: {name: 'cpu', target: {type: 'Utilization', averageUtilization: 50}}}))}})),
  many('autoscaler-annotations', (i) => object('autoscaling/v1', 'HorizontalPodAutoscaler', `h${i}`, {spec: {maxReplicas: 9, scaleTargetRef: {kind: 'Deployment', name: 'x'}}}, {annotations: {'autoscaling.alpha.kubernetes.io/metrics': '[{"type":"Resource"}]'}})),
  many('custom-resource-definitions', (i) => object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', `rs${i}.example.com`, {spec: {group: 'example.com', scope: 'Namespaced', names: {plural: `rs${i}`, kind: `R${i}`}, versions: [{name: 'v1', served: true, storage: true}]}})),
  one('one-custom-resource-definition-of-versions', (size) => object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'rs.example.com', {spec: {group: 'example.com', scope: 'Namespaced', names: {plural: 'rs', kind: 'R'}, versions: listOf(size, (i) => ({name: `v${i}`, served: true, storage: i === 0}))}})),
  many('custom-resources', (i) => object('example.com/v1', `R${i}`, `r${i}`)),
  many('unserved-kinds', (i) => object('extensions/v1beta1', 'Deploymnt', `r${i}`)),
  many('resource-claim-templates', (i) => object('resource.k8s.io/v1', 'ResourceClaimTemplate', `r${i}`, {spec: {spec: {devices: {requests: [{name: 'a', exactly: {deviceClassName: 'd', count: 3}}]}}}})),
  one('one-resource-claim-of-requests', (size) => object('resource.k8s.io/v1', 'ResourceClaim', 'r', {spec: {devices: {requests: listOf(size, (i) => ({name: `a${i}`, exactly: {deviceClassName: 'd', count: 3}}))}}})),
  many('events', event),
  shape('events-in-a-list', (size) => list(size, event)),
  shape('nested-lists', (size) => fill(size, (i) => `---\n${JSON.stringify(nested(200, object('v1', 'ConfigMap', `c${i}`)))}`).join('\n')),
  one('an-empty-list-of-items', (size) => ({apiVersion: 'v1', kind: 'List', items: listOf(size, () => ({}))})),
  one('a-list-of-objects-without-names', (size) => ({apiVersion: 'v1', kind: 'List', items: listOf(size, () => ({apiVersion: 'v1', kind: 'Pod'}))})),
  shape('deep-nesting', (size) => fill(size, () => `---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: x}, data: ${'{a: '.repeat(490)}1${'}'.repeat(490)}}`).join('\n')),
  shape('too-deep-nesting', (size) => `data: ${'['.repeat(size / 2 - 10)}${']'.repeat(size / 2 - 10)}`),
  shape('deep-blocks', (size) => fill(size, () => `---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\ndata:\n${Array.from({length: 200}, (_, i) => `${' '.repeat(i + 1)}a:`).join('\n')}`).join('\n')),
  one('a-long-value', (size) => object('v1', 'ConfigMap', 'c', {data: {a: 'x'.repeat(size)}})),
  one('a-long-name', (size) => object('v1', 'ConfigMap', 'A'.repeat(size))),
  one('a-long-annotation', (size) => pod('p', {}, {annotations: {a: 'x'.repeat(size)}})),
  one('a-long-image', (size) => pod('p', {containers: [{name: 'c', image: 'a/'.repeat(size / 2)}]})),
  one('a-long-quantity', (size) => pod('p', {containers: [{name: 'c', image: 'i', resources: {requests: {cpu: '1'.repeat(size)}}}]})),
  one('a-long-fraction', (size) => pod('p', {containers: [{name: 'c', image: 'i', resources: {requests: {cpu: `0.${'1'.repeat(size)}`}}}]})),
  shape('a-long-number', (size) => `apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec: {ports: [{port: ${'1'.repeat(size - 100)}}]}\n`),
  many('large-exponents', (i) => pod(`p${i}`, {containers: [{name: 'c', image: 'i', resources: {requests: {cpu: '1e999999999', memory: '1e-999999999'}}}]})),
  one('a-long-environment-value', (size) => pod('p', {containers: [{name: 'c', image: 'i', env: [{name: 'A', value: '$('.repeat(size / 2)}]}]})),
  one('a-long-schedule', (size) => object('batch/v1', 'CronJob', 'c', {spec: {schedule: `${'1,'.repeat(size / 2)}1 * * * *`, jobTemplate: {spec: {template: {spec: {restartPolicy: 'Never', containers: [{name: 'c', image: 'i'}]}}}}}})),
  one('a-long-address', (size) => object('v1', 'Service', 's', {spec: {clusterIP: ':'.repeat(size), ports: [{port: 1}]}})),
  one('a-long-indexes', (size) => object('batch/v1', 'Job', 'j', {spec: {completionMode: 'Indexed', completions: 9, successPolicy: {rules: [{succeededIndexes: listOf(size, (i) => i).join(',')}]}, template: {spec: {restartPolicy: 'Never', containers: [{name: 'c', image: 'i'}]}}}})),
  shape('comments', (size) => fill(size, (i) => `# comment ${i}`).join('\n')),
  shape('ignore-comments', (size) => fill(size, (i) => `# kadm-ignore limit-range/*\n---\n{apiVersion: v1, kind: LimitRange, metadata: {name: l${i}}, spec: {limits: [{type: Container, max: {cpu: 1}, min: {cpu: 2}}]}}`).join('\n')),
  shape('wrong-ignore-comments', (size) => fill(size, (i) => `# kadm-ignore limit-rnge/x${i}`).join('\n')),
  shape('empty-documents', (size) => '---\n'.repeat(size / 4)),
  shape('syntax-errors', (size) => fill(size, () => '---\na: [}').join('\n')),
  shape('repeated-keys', (size) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n${fill(size - 100, () => '  a: b').join('\n')}`),
  shape('aliases', (size) => `apiVersion: v1\nkind: List\nitems:\n- &a ${JSON.stringify(pod('p', {containers: Array.from({length: 20}, (_, i) => ({name: `c${i}`, image: 'i'}))}))}\n${'- *a\n'.repeat((size - 2000) / 5)}`),
  shape('aliases-of-aliases', (size) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\nx0: &x0 [${fill(size / 4, () => 'a').join(',')}]\n${Array.from({length: 9}, (_, i) => `x${i + 1}: &x${i + 1} [*x${i}, *x${i}]`).join('\n')}\n`),
  shape('anchors', (size) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n${fill(size - 100, (i) => `  k${i}: &a${i} v`).join('\n')}`),
  shape('merge-keys', (size) => `a: &a {${fill(size / 3, (i) => `k${i}: v`).join(', ')}}\nb:\n${'- {<<: *a}\n'.repeat(40)}`),
  shape('block-texts', (size) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n  a: |\n${fill(size - 100, () => '    x').join('\n')}`),
  shape('folded-quotes', (size) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n  a: "${'x\n\n  '.repeat(size / 6)}"`),
  shape('format-characters', (size) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "${'\u202e'.repeat(size / 2)}"}\n`),
  shape('templates', (size) => fill(size, (i) => `{{- if .Values.a${i} }}\na${i}: {{ .b }}\n{{- end }}`).join('\n')),
  shape('spaces', (size) => `a: ${' '.repeat(size - 10)}b`),
  shape('tabs', (size) => `a:\n${'\t\n'.repeat(size / 2)}`),
  shape('one-line-of-keys', (size) => `{${fill(size - 2, (i) => `a${i}: b,`).join(' ')}}`),
]
