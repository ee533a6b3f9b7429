import type {JsonObject, JsonValue} from '../../source/json-value.js'
import {listOf, objectAt, scalarText} from '../mutate/body.js'
import type {PolicyDocument} from '../mutate/policy-document.js'
import {inline, type Subject} from './draft.js'
import {filled, type Materials} from './limit-range-tests.js'

const none = {requests: {}, limits: {}}

/** Fields of a pod that put it into scopes. */
const scopeFields: ReadonlyMap<string, JsonObject> = new Map([
  ['Terminating', {activeDeadlineSeconds: 600}],
  ['CrossNamespacePodAffinity', {affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [
    {labelSelector: {matchLabels: {app: 'test'}}, namespaceSelector: {}, topologyKey: 'kubernetes.io/hostname'},
  ]}}}],
])

/** Returns objects that a quota can count, or leave out because of its scopes: first pods, then objects of other kinds. */
export function subjectsFor(quota: PolicyDocument, {makers, fills}: Materials): Subject[] {
  const specs = [{}, inScopes(quota), ...scopeFields.values()]
  const pods = makers.flatMap((make) => specs.flatMap((spec) => [...fills, {cpu: '100m', memory: '64Mi'}].flatMap((fill) => make([filled(none, fill)], spec) ?? [])))
  return [...pods, ...others]
}

/** Returns the fields of a pod in all scopes of a quota, as far as fields decide them. */
function inScopes({body}: PolicyDocument): JsonObject {
  const spec = objectAt(body, 'spec')
  const terms = [...listOf(spec['scopes']).map((scopeName): JsonValue => ({scopeName, operator: 'Exists'})), ...listOf(objectAt(spec, 'scopeSelector')['matchExpressions'])]
  return terms.reduce<JsonObject>((fields, term) => ({...fields, ...fieldsIn(objectAt(term))}), {})
}

/** Returns the fields of a pod in one scope. */
function fieldsIn({scopeName, operator, values}: JsonObject): JsonObject {
  if (scopeName !== 'PriorityClass') return scopeFields.get(scalarText(scopeName)) ?? {}
  const [name] = listOf(values)
  if (operator === 'In' && name !== undefined) return {priorityClassName: name}
  return operator === 'Exists' ? {priorityClassName: 'system-cluster-critical'} : {}
}

const template = (labels: JsonObject, restartPolicy?: string): JsonObject => ({
  metadata: {labels}, spec: {...restartPolicy !== undefined && {restartPolicy}, containers: [{name: 'app', image: 'registry.k8s.io/pause:3.10'}]},
})

const labels = {app: 'test'}

const workload = {replicas: 0, selector: {matchLabels: labels}, template: template(labels)}

const object = (apiVersion: string, kind: string, fields: JsonObject = {}): Subject => inline({apiVersion, kind, metadata: {name: 'test'}, ...fields})

const service = (type: string): Subject => object('v1', 'Service', {spec: {type, selector: labels, ports: [{port: 80}]}})

const job = {template: template(labels, 'Never')}

/** A minimal object of each other kind that quotas often count. */
const others: readonly Subject[] = [
  object('v1', 'ConfigMap', {data: {}}),
  object('v1', 'Secret', {}),
  service('ClusterIP'), service('NodePort'), service('LoadBalancer'),
  object('v1', 'PersistentVolumeClaim', {spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}}}),
  object('v1', 'ReplicationController', {spec: {replicas: 0, selector: labels, template: template(labels)}}),
  object('v1', 'ServiceAccount', {}),
  object('apps/v1', 'Deployment', {spec: workload}),
  object('apps/v1', 'ReplicaSet', {spec: workload}),
  object('apps/v1', 'StatefulSet', {spec: {...workload, serviceName: 'test'}}),
  object('batch/v1', 'Job', {spec: job}),
  object('batch/v1', 'CronJob', {spec: {schedule: '0 0 * * *', jobTemplate: {spec: job}}}),
  object('networking.k8s.io/v1', 'Ingress', {spec: {defaultBackend: {service: {name: 'test', port: {number: 80}}}}}),
]

/** Returns a claim of the class that a quota's resource names: `gold.storageclass.storage.k8s.io/requests.storage`. */
export function claimOfClass(resource: string): Subject[] {
  const storageClassName = /^(.+)\.storageclass\.storage\.k8s\.io\//.exec(resource)?.[1]
  const spec = {accessModes: ['ReadWriteOnce'], storageClassName: storageClassName ?? '', resources: {requests: {storage: '1Gi'}}}
  return storageClassName === undefined ? [] : [object('v1', 'PersistentVolumeClaim', {spec})]
}
