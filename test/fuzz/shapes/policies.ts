import {container, documents, listOf, mapOf, object, pod, type Shape, templated} from './shape.js'

const pods = (size: number): string => documents(size, (i) => pod(`p${i}`))

/** Policies and the objects that they admit. */
const shape = (name: string, policies: (size: number) => string, objects = pods): Shape => ({
  name, input: 'manifests', files: (size, share) => ({'policies/p.yaml': policies(size * share), 'objects/o.yaml': objects(size * (1 - share))}),
})

const many = (name: string, item: (i: number) => object, objects?: (size: number) => string): Shape => shape(name, (size) => documents(size, item), objects)

const one = (name: string, item: (size: number) => object, objects?: (size: number) => string): Shape =>
  shape(name, (size) => JSON.stringify(item(size - 300)), objects)

const quota = (i: number, spec: object): object => object('v1', 'ResourceQuota', `q${i}`, {spec})

const limitRange = (i: number, limits: readonly unknown[]): object => object('v1', 'LimitRange', `l${i}`, {spec: {limits}})

const metadataPolicy = (i: number, rules: readonly unknown[]): object => object('kadm.dev/v1', 'MetadataPolicy', `m${i}`, {spec: {rules}})

const deployments = (size: number): string => documents(size, (i) => object('apps/v1', 'Deployment', `x${i}`, {spec: {replicas: 3, ...templated(i)}}))

const labelledPods = (size: number): string => documents(size, (i) => pod(`p${i}`, {}, {labels: Object.fromEntries(Array.from({length: 10}, (_, k) => [`l${i}-${k}`, 'v']))}))

/** Policies, many of them or large, beside many objects. */
export const policyShapes: readonly Shape[] = [
  many('quotas', (i) => quota(i, {hard: {pods: `${100 + i}`, 'requests.cpu': `${i}`}})),
  many('quotas-and-deployments', (i) => quota(i, {hard: {pods: `${100 + i}`, 'requests.cpu': `${i}`}}), deployments),
  many('quotas-with-scopes', (i) => quota(i, {hard: {pods: `${i}`}, scopes: ['NotTerminating', 'NotBestEffort']})),
  many('quotas-with-classes', (i) => quota(i, {hard: {pods: `${i}`}, scopeSelector: {matchExpressions: [{scopeName: 'PriorityClass', operator: 'In', values: [`c${i}`, 'd']}]}}), (size) => documents(size, (i) => pod(`p${i}`, {priorityClassName: 'd', priority: 1}))),
  one('one-quota-of-resources', (size) => quota(0, {hard: mapOf(size, (i) => [`requests.example.com/r${i}`, '1'])})),
  one('one-quota-of-counts', (size) => quota(0, {hard: mapOf(size, (i) => [`count/r${i}.example.com`, '1'])})),
  one('one-quota-of-wrong-resources', (size) => quota(0, {hard: mapOf(size, (i) => [`r${i}`, 'x'])})),
  one('one-quota-of-storage-classes', (size) => quota(0, {hard: mapOf(size, (i) => [`c${i}.storageclass.storage.k8s.io/requests.storage`, '1'])}), (size) => documents(size, (i) => object('v1', 'PersistentVolumeClaim', `p${i}`, {spec: {storageClassName: `c${i}`, accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '2'}}}}))),
  one('one-quota-of-scope-values', (size) => quota(0, {hard: {pods: '1'}, scopeSelector: {matchExpressions: [{scopeName: 'PriorityClass', operator: 'NotIn', values: listOf(size, (i) => `c${i}`)}]}})),
  one('one-quota-of-scope-terms', (size) => quota(0, {hard: {pods: '1'}, scopeSelector: {matchExpressions: listOf(size, () => ({scopeName: 'PriorityClass', operator: 'Exists'}))}})),
  one('one-quota-of-scopes', (size) => quota(0, {hard: {pods: '1'}, scopes: listOf(size, (i) => i % 2 ? 'Terminating' : 'BestEffort')})),
  many('limit-ranges', (i) => limitRange(i, [{type: 'Container', default: {cpu: '2'}, max: {cpu: '3'}}])),
  many('limit-ranges-that-deny', (i) => limitRange(i, [{type: 'Container', min: {cpu: '2', memory: '1Gi'}}])),
  many('limit-ranges-and-deployments', (i) => limitRange(i, [{type: 'Container', default: {cpu: '2'}, max: {cpu: '3'}}, {type: 'Pod', max: {cpu: '9'}}]), deployments),
  one('one-limit-range-of-items', (size) => limitRange(0, listOf(size, (i) => ({type: ['Container', 'Pod', 'PersistentVolumeClaim', `x${i}`][i % 4], max: {cpu: '3'}})))),
  one('one-limit-range-of-resources', (size) => limitRange(0, [{type: 'Container', default: mapOf(size, (i) => [`example.com/r${i}`, '1'])}])),
  one('one-limit-range-of-all-bounds', (size) => limitRange(0, [{type: 'Container', ...Object.fromEntries(['min', 'max', 'default', 'defaultRequest', 'maxLimitRequestRatio'].map((bound) => [bound, mapOf(size / 5, (i) => [`example.com/r${i}`, '1'])]))}])),
  one('one-limit-range-of-wrong-bounds', (size) => limitRange(0, [{type: 'Container', ...Object.fromEntries(['min', 'max', 'default', 'defaultRequest', 'maxLimitRequestRatio'].map((bound, k) => [bound, mapOf(size / 5, (i) => [`r${i}`, `${9 - k}`])]))}])),
  many('metadata-policies', (i) => metadataPolicy(i, [{policyPredicate: {labelSelector: {matchLabels: {a: `b${i}`}}}, policyAction: {updatedLabels: {[`l${i}`]: 'v'}}}])),
  many('metadata-policies-that-change', (i) => metadataPolicy(i, [{policyPredicate: {labelSelector: {matchExpressions: [{key: `l${i}`, operator: 'DoesNotExist'}]}}, policyAction: {updatedLabels: {[`l${i}`]: 'v'}, updatedAnnotations: {a: `${i}`}}}])),
  many('metadata-policies-and-labelled-pods', (i) => metadataPolicy(i, [{policyPredicate: {labelSelector: {matchExpressions: [{key: `l${i}`, operator: 'Exists'}]}}, policyAction: {reject: true}}]), labelledPods),
  one('one-metadata-policy-of-rules', (size) => metadataPolicy(0, listOf(size, (i) => ({policyPredicate: {labelSelector: {matchExpressions: [{key: `l${i}`, operator: 'DoesNotExist'}]}}, policyAction: {updatedLabels: {[`l${i}`]: 'v'}}})))),
  one('one-metadata-policy-of-expressions', (size) => metadataPolicy(0, [{policyPredicate: {labelSelector: {matchExpressions: listOf(size, (i) => ({key: `l${i}`, operator: 'DoesNotExist'}))}}, policyAction: {reject: true}}])),
  one('one-metadata-policy-of-values', (size) => metadataPolicy(0, [{policyPredicate: {labelSelector: {matchExpressions: [{key: 'a', operator: 'NotIn', values: listOf(size, (i) => `v${i}`)}]}}, policyAction: {updatedLabels: {b: 'c'}}}])),
  one('one-metadata-policy-of-labels', (size) => metadataPolicy(0, [{policyPredicate: {labelSelector: {matchExpressions: [{key: 'l0', operator: 'DoesNotExist'}]}}, policyAction: {updatedLabels: mapOf(size, (i) => [`l${i}`, 'v'])}}])),
  many('namespaces', (i) => object('v1', 'Namespace', `n${i}`, {}, {labels: {'pod-security.kubernetes.io/enforce': 'restricted', 'pod-security.kubernetes.io/warn': 'baseline'}}), (size) => documents(size, (i) => pod('p', {hostNetwork: true}, {namespace: `n${i}`}))),
  many('namespaces-with-quotas', (i) => i % 2 ? object('v1', 'ResourceQuota', 'q', {spec: {hard: {pods: '1'}}}, {namespace: `n${i - 1}`}) : object('v1', 'Namespace', `n${i}`), (size) => documents(size, (i) => object('apps/v1', 'Deployment', 'x', {spec: {replicas: 3, ...templated(i)}}, {namespace: `n${2 * i}`}))),
  one('one-namespace-of-labels', (size) => object('v1', 'Namespace', 'default', {}, {labels: mapOf(size, (i) => [`pod-security.kubernetes.io/x${i}`, 'v'])})),
  many('priority-classes', (i) => object('scheduling.k8s.io/v1', 'PriorityClass', `c${i}`, {value: i, globalDefault: true}), (size) => documents(size, (i) => pod(`p${i}`, {priorityClassName: `c${i}`}))),
  many('storage-classes', (i) => object('storage.k8s.io/v1', 'StorageClass', `c${i}`, {provisioner: 'p'}, {annotations: {'storageclass.kubernetes.io/is-default-class': 'true'}}), (size) => documents(size, (i) => object('v1', 'PersistentVolumeClaim', `p${i}`, {spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '2'}}}}))),
  many('runtime-classes', (i) => object('node.k8s.io/v1', 'RuntimeClass', `c${i}`, {handler: 'h', overhead: {podFixed: {cpu: '1m'}}, scheduling: {nodeSelector: {a: `${i}`}, tolerations: [{key: 'a', operator: 'Exists'}]}}), (size) => documents(size, (i) => pod(`p${i}`, {runtimeClassName: `c${i}`, containers: [container]}))),
  one('one-runtime-class-of-tolerations', (size) => object('node.k8s.io/v1', 'RuntimeClass', 'c', {handler: 'h', scheduling: {tolerations: listOf(size, (i) => ({key: `k${i}`, operator: 'Exists'}))}}), (size) => documents(size, (i) => pod(`p${i}`, {runtimeClassName: 'c'}))),
]
