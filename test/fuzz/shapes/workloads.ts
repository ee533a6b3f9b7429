import {container, documents, fill, list, listOf, mapOf, object, pod, type Shape, templated} from './shape.js'

const policies = `apiVersion: v1
kind: LimitRange
metadata: {name: limits}
spec: {limits: [{type: Container, default: {cpu: 500m, memory: 64Mi}, defaultRequest: {cpu: 2m}, max: {cpu: "4"}}]}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: quota}
spec: {hard: {pods: "100000", requests.cpu: "3000", services: "2", requests.storage: 5Gi, count/deployments.apps: "2000"}}
`

const node = (i: number): object => object('v1', 'Node', `n${i}`, {status: {allocatable: {cpu: '4', memory: '8Gi', pods: '110'}}}, {labels: {zone: `z${i % 9}`, [`k${i}`]: 'v'}})

/** Manifests of objects and the policies beside them. */
const shape = (name: string, objects: (size: number, share: number) => string): Shape => ({
  name, input: 'manifests', files: (size, share) => ({'policies/p.yaml': policies, 'objects/o.yaml': objects(size - policies.length, share)}),
})

const many = (name: string, item: (i: number) => object): Shape => shape(name, (size) => documents(size, item))

/** One object with as many parts as the size allows. */
const one = (name: string, item: (size: number) => object): Shape => shape(name, (size) => JSON.stringify(item(size - 300)))

const oneDeployment = (spec: object, template: object = {}): object =>
  object('apps/v1', 'Deployment', 'x', {spec: {replicas: 3, selector: {matchLabels: {a: 'b'}}, template: {metadata: {labels: {a: 'b'}, ...template}, spec: {containers: [container], ...spec}}}})

/** Workloads and pods, many of them or large. */
export const workloadShapes: readonly Shape[] = [
  many('deployments', (i) => object('apps/v1', 'Deployment', `x${i}`, {spec: {replicas: 1 + i % 7, ...templated(i)}})),
  many('stateful-sets', (i) => object('apps/v1', 'StatefulSet', `x${i}`, {spec: {replicas: 1 + i % 7, serviceName: 's', ...templated(i)}})),
  many('daemon-sets', (i) => object('apps/v1', 'DaemonSet', `x${i}`, {spec: templated(i)})),
  many('replica-sets', (i) => object('apps/v1', 'ReplicaSet', `x${i}`, {spec: {replicas: 3, ...templated(i)}})),
  many('replication-controllers', (i) => object('v1', 'ReplicationController', `x${i}`, {spec: {replicas: 3, template: {metadata: {labels: {a: `x${i}`}}, spec: {containers: [container]}}}})),
  many('jobs', (i) => object('batch/v1', 'Job', `x${i}`, {spec: {completions: 5, parallelism: 2, completionMode: i % 2 ? 'Indexed' : 'NonIndexed', template: {spec: {restartPolicy: 'Never', containers: [container]}}}})),
  many('cron-jobs', (i) => object('batch/v1', 'CronJob', `x${i}`, {spec: {schedule: '*/1 * 31 2,4 *', jobTemplate: {spec: {template: {spec: {restartPolicy: 'Never', containers: [container]}}}}}})),
  many('claims-of-stateful-sets', (i) => object('apps/v1', 'StatefulSet', `x${i}`, {spec: {replicas: 50, serviceName: 's', ...templated(i), volumeClaimTemplates: [{metadata: {name: 'd'}, spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}}}]}})),
  many('autoscaled-deployments', (i) => i % 2 ? object('autoscaling/v2', 'HorizontalPodAutoscaler', `h${i}`, {spec: {minReplicas: 1, maxReplicas: 50 + i, scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: `x${i - 1}`}}})
    : object('apps/v1', 'Deployment', `x${i}`, {spec: {replicas: 2, ...templated(i)}})),
  many('tiny-pods', (i) => pod(`p${i}`)),
  shape('pods-in-a-list', (size) => list(size, (i) => pod(`p${i}`))),
  many('pods-with-many-requests', (i) => pod(`p${i}`, {containers: [{...container, resources: {requests: Object.fromEntries(Array.from({length: 40}, (_, k) => [`example.com/r${i}-${k}`, '1']))}}]})),
  many('privileged-pods', (i) => pod(`p${i}`, {hostNetwork: true, hostPID: true, containers: [{...container, securityContext: {privileged: true, capabilities: {add: ['ALL', 'SYS_ADMIN']}}, ports: [{containerPort: 1, hostPort: 1}]}]})),
  many('rejected-pods', (i) => pod(`P_${i}`, {containers: [{name: 'C', resources: {requests: {cpu: '2', memory: 'x'}, limits: {cpu: '1'}}}]})),
  many('pods-with-misspelled-fields', (i) => pod(`p${i}`, {contaners: [], restartPolicys: 1, hostNetworks: true, containers: [{...container, imag: 'x', enviro: []}]})),
  many('the-same-pod', () => pod('p')),
  many('pods-of-other-namespaces', (i) => pod('p', {}, {namespace: `n${i}`})),
  shape('nodes-and-daemon-sets', (size, share) => [documents(size * share, node), documents(size * (1 - share), (i) => object('apps/v1', 'DaemonSet', `x${i}`, {spec: templated(i, {nodeSelector: {zone: `z${i % 9}`}})}))].join('\n')),
  shape('nodes-and-long-affinity', (size, share) => [documents(size * share, node), JSON.stringify(object('apps/v1', 'DaemonSet', 'x', {spec: templated(0, {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: listOf(size * (1 - share) - 500, (i) => ({matchExpressions: [{key: `k${i}`, operator: 'In', values: ['w']}]}))}}}})}))].join('\n---\n')),
  shape('nodes-and-long-tolerations', (size, share) => [documents(size * share, (i) => object('v1', 'Node', `n${i}`, {spec: {taints: Array.from({length: 10}, (_, k) => ({key: `t${i}-${k}`, effect: 'NoSchedule'}))}})), JSON.stringify(object('apps/v1', 'DaemonSet', 'x', {spec: templated(0, {tolerations: listOf(size * (1 - share) - 500, (i) => ({key: `k${i}`, operator: 'Exists'}))})}))].join('\n---\n')),
  one('one-deployment-of-containers', (size) => oneDeployment({containers: listOf(size, (i) => ({name: `c${i}`, image: 'i', resources: {requests: {cpu: '1m'}}}))})),
  one('one-deployment-of-init-containers', (size) => oneDeployment({initContainers: listOf(size, (i) => ({name: `c${i}`, image: 'i', restartPolicy: 'Always', resources: {requests: {cpu: `${i}m`}}}))})),
  one('one-deployment-of-broken-containers', (size) => oneDeployment({containers: listOf(size, () => ({name: 'c', resources: {limits: {cpu: '1'}, requests: {cpu: '2'}}}))})),
  one('one-deployment-of-environment', (size) => oneDeployment({containers: [{...container, env: listOf(size, (i) => ({name: `E${i}`, value: `$(E${i - 1})$(E${i + 1})`}))}]})),
  one('one-deployment-of-repeated-environment', (size) => oneDeployment({containers: [{...container, env: listOf(size, () => ({name: 'E', value: 'v'}))}]})),
  one('one-deployment-of-references', (size) => oneDeployment({containers: [{...container, envFrom: listOf(size, (i) => ({configMapRef: {name: `c${i}`}}))}]})),
  one('one-deployment-of-labels', (size) => oneDeployment({}, {labels: {a: 'b', ...mapOf(size, (i) => [`l${i}`, `v${i}`])}})),
  one('one-deployment-of-annotations', (size) => oneDeployment({}, {annotations: mapOf(size, (i) => [`l${i}`, 'v'])})),
  one('one-deployment-of-selectors', (size) => object('apps/v1', 'Deployment', 'x', {spec: {selector: {matchExpressions: [{key: 'a', operator: 'In', values: listOf(size, (i) => `v${i}`)}]}, template: {metadata: {labels: {a: 'v1'}}, spec: {containers: [container]}}}})),
  one('one-deployment-of-expressions', (size) => object('apps/v1', 'Deployment', 'x', {spec: {selector: {matchLabels: {a: 'v1'}, matchExpressions: listOf(size, (i) => ({key: 'a', operator: 'NotIn', values: [`w${i}`]}))}, template: {metadata: {labels: {a: 'v1'}}, spec: {containers: [container]}}}})),
  one('one-deployment-of-volumes', (size) => oneDeployment({volumes: listOf(size / 2, (i) => ({name: `v${i}`, emptyDir: {}})), containers: [{...container, volumeMounts: listOf(size / 2, (i) => ({name: `v${i}`, mountPath: `/m${i}`}))}]})),
  one('one-deployment-of-same-volumes', (size) => oneDeployment({volumes: listOf(size, () => ({name: 'v', emptyDir: {}}))})),
  one('one-deployment-of-ports', (size) => oneDeployment({containers: [{...container, ports: listOf(size, (i) => ({name: 'p', containerPort: 1 + i % 60000, hostPort: 1}))}]})),
  one('one-deployment-of-projected-volumes', (size) => oneDeployment({volumes: [{name: 'v', projected: {sources: listOf(size, (i) => ({configMap: {name: `c${i}`, items: [{key: 'a', path: 'b'}]}}))}}]})),
  one('one-deployment-of-unknown-fields', (size) => oneDeployment({...mapOf(size, (i) => [`imagePullSecret${i}`, 1])})),
  one('one-deployment-of-requests', (size) => oneDeployment({containers: [{...container, resources: {requests: mapOf(size, (i) => [`example.com/r${i}`, '1'])}}]})),
  one('one-deployment-of-wrong-requests', (size) => oneDeployment({containers: [{...container, resources: {limits: mapOf(size, (i) => [`r${i}`, 'x'])}}]})),
  one('one-stateful-set-of-claims', (size) => object('apps/v1', 'StatefulSet', 'x', {spec: {replicas: 1000, serviceName: 's', ...templated(0), volumeClaimTemplates: listOf(size, (i) => ({metadata: {name: `d${i}`}, spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}}}))}})),
  one('one-pod-of-finalizers', (size) => pod('x', {}, {finalizers: listOf(size, (i) => `example.com/f${i}`)})),
  one('one-pod-of-same-finalizers', (size) => pod('x', {}, {finalizers: listOf(size, () => 'example.com/f')})),
  one('one-pod-of-owners', (size) => pod('x', {}, {ownerReferences: listOf(size, (i) => ({apiVersion: 'v1', kind: 'Pod', name: 'x', uid: `${i}`}))})),
  one('one-pod-of-scheduling-gates', (size) => pod('x', {schedulingGates: listOf(size, (i) => ({name: `g${i}`})), imagePullSecrets: []})),
  one('one-pod-of-topology-spread', (size) => pod('x', {topologySpreadConstraints: listOf(size, (i) => ({maxSkew: 1, topologyKey: `k${i}`, whenUnsatisfiable: 'DoNotSchedule'}))})),
  one('one-pod-of-tolerations', (size) => pod('x', {tolerations: listOf(size, (i) => ({key: `k${i}`, operator: 'Exists', effect: 'NoExecute'}))})),
  one('one-pod-of-resource-claims', (size) => pod('x', {resourceClaims: listOf(size, (i) => ({name: `k${i}`, resourceClaimName: `c${i}`}))})),
  one('one-pod-of-sysctls', (size) => pod('x', {securityContext: {sysctls: listOf(size, (i) => ({name: `net.k${i}`, value: '1'}))}})),
  one('one-pod-of-capabilities', (size) => pod('x', {containers: [{...container, securityContext: {capabilities: {add: listOf(size, (i) => `CAP_${i}`)}}}]})),
  {name: 'many-files', input: 'manifests', files: (size) => Object.fromEntries([
    ['policies/p.yaml', policies], ...fill(size, (i) => JSON.stringify(pod(`p${i}`))).map((text, i): [string, string] => [`objects/d${i % 50}/o${i}.yaml`, text]),
  ] as readonly (readonly [string, string])[])},
]
