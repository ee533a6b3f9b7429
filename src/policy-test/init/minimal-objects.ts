import type {JsonObject} from '../../source/json-value.js'
import {objectAt} from '../mutate/body.js'
import {inline, type Subject} from './draft.js'

const labels = {app: 'test'}

const template = (restartPolicy?: string): JsonObject => ({
  metadata: {labels}, spec: {...restartPolicy !== undefined && {restartPolicy}, containers: [{name: 'app', image: 'registry.k8s.io/pause:3.10'}]},
})

const selected = {selector: {matchLabels: labels}, template: template()}

const workload = {replicas: 0, ...selected}

const job = {template: template('Never')}

const exactDevice = {name: 'test', exactly: {deviceClassName: 'test'}}

/** The fields that an object of a kind must have, by kind. Objects of other kinds need none. */
const fieldsOf: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  ['Service', {spec: {selector: labels, ports: [{port: 80}]}}],
  ['PersistentVolumeClaim', {spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}}}],
  ['ReplicationController', {spec: {replicas: 0, selector: labels, template: template()}}],
  ['Deployment', {spec: workload}],
  ['ReplicaSet', {spec: workload}],
  ['StatefulSet', {spec: {...workload, serviceName: 'test'}}],
  ['DaemonSet', {spec: selected}],
  ['Job', {spec: job}],
  ['CronJob', {spec: {schedule: '0 0 * * *', jobTemplate: {spec: job}}}],
  ['PodTemplate', {template: template()}],
  ['Ingress', {spec: {defaultBackend: {service: {name: 'test', port: {number: 80}}}}}],
  ['NetworkPolicy', {spec: {podSelector: {}}}],
  ['PodDisruptionBudget', {spec: {minAvailable: 1, selector: {matchLabels: labels}}}],
  ['HorizontalPodAutoscaler', {spec: {scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'test'}, maxReplicas: 2}}],
  ['LimitRange', {spec: {limits: []}}],
  ['ResourceQuota', {spec: {hard: {}}}],
  ['ResourceClaim', {spec: {devices: {requests: [exactDevice]}}}],
  ['ResourceClaimTemplate', {spec: {spec: {devices: {requests: [exactDevice]}}}}],
])

/** Returns a minimal object of a kind, with further fields in its spec. */
export function minimalObject(apiVersion: string, kind: string, spec: JsonObject = {}): Subject {
  const fields = fieldsOf.get(kind) ?? {}
  const merged = {...objectAt(fields, 'spec'), ...spec}
  return inline({apiVersion, kind, metadata: {name: 'test'}, ...fields, ...Object.keys(merged).length > 0 && {spec: merged}})
}
