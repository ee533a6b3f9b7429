import * as fc from 'fast-check'

import type {SimulateOptions} from '../../src/simulate/simulate.js'
import type {Body} from '../helpers/builders.js'
import {autoscaler, daemonSet, deployment, job, statefulSet} from '../helpers/workload-manifests.js'
import {anyLimitRange, anyPod, roomyLimitRange} from './arbitraries.js'

// Random changes of policies, objects, existing objects and settings.

/** One of two runs that are compared. */
export interface Side {
  readonly policies: readonly Body[]
  readonly objects: readonly Body[]
  readonly existing: readonly Body[]
  readonly settings: SimulateOptions
}

const metadata = (name: string): {readonly metadata: Body} => ({metadata: {name, namespace: 'dev'}})

export const quotaPolicy: fc.Arbitrary<Body> = fc.tuple(
  fc.constantFrom('q1', 'q2'),
  fc.record({
    pods: fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '20'), 'count/pods': fc.constantFrom('2', '9'), 'limits.cpu': fc.constantFrom('1', '2', '8'), 'requests.memory': fc.constantFrom('512Mi', '4Gi', '8Gi'),
    'requests.storage': fc.constantFrom('1Gi', '3Gi'), services: fc.constantFrom('0', '1'), 'count/deployments.apps': fc.constantFrom('0', '3'),
  }, {requiredKeys: []}),
  fc.option(fc.constantFrom('BestEffort', 'NotBestEffort', 'Terminating'), {nil: undefined, freq: 4}),
).map(([name, hard, scope]) => ({apiVersion: 'v1', kind: 'ResourceQuota', ...metadata(name), spec: {hard, ...scope !== undefined && {scopes: [scope]}}}))

const namespacePolicy: fc.Arbitrary<Body> = fc.record({
  enforce: fc.constantFrom('privileged', 'baseline', 'restricted'), warn: fc.constantFrom('privileged', 'restricted'),
}, {requiredKeys: []}).map((levels) => ({
  apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'dev', labels: Object.fromEntries(Object.entries(levels).map(([mode, level]) => [`pod-security.kubernetes.io/${mode}`, level]))},
}))

const priorityPolicy: fc.Arbitrary<Body> = fc.integer({min: 1, max: 3})
  .map((value) => ({apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: {name: 'high'}, value, globalDefault: value === 3}))

const nodePolicy: fc.Arbitrary<Body> = fc.constantFrom('n1', 'n2').map((name) => ({apiVersion: 'v1', kind: 'Node', metadata: {name}}))

export const limitRangePolicy = fc.oneof(roomyLimitRange, roomyLimitRange, anyLimitRange)

/** The kind and the name of an object. */
export const keyOfBody = ({kind, metadata: own}: Body): string => `${String(kind)}/${String((own as Body)['name'])}`

const policies: fc.Arbitrary<Body[]> = fc.uniqueArray(
  fc.oneof(limitRangePolicy, limitRangePolicy, quotaPolicy, quotaPolicy, namespacePolicy, priorityPolicy, nodePolicy), {maxLength: 5, selector: keyOfBody},
)

const resources = fc.constantFrom<Body | undefined>(undefined, {limits: {cpu: '500m', memory: '1Gi'}}, {requests: {memory: '512Mi'}})

const cronJob = (name: string): Body => ({
  apiVersion: 'batch/v1', kind: 'CronJob', metadata: {name},
  spec: {schedule: '* * * * *', jobTemplate: {spec: {template: {spec: {restartPolicy: 'Never', containers: [{name: 'app', image: 'i'}]}}}}},
})

const workload: fc.Arbitrary<Body[]> = fc.tuple(fc.constantFrom('w1', 'w2'), fc.nat(3), resources, fc.nat(6)).map(([name, count, amounts, kind]) => {
  switch (kind) {
    case 0: return [deployment(name, count, amounts), autoscaler(name, 1, count + 2)]
    case 1: return [statefulSet(name, count, '1Gi', amounts)]
    case 2: return [daemonSet(name, amounts)]
    case 3: return [job(name, {completions: count + 1, parallelism: 1}, amounts)]
    case 4: return [cronJob(name)]
    default: return [deployment(name, count, amounts)]
  }
})

/** A pod with one of three names. */
export const podOf = (prefix: string): fc.Arbitrary<Body> => fc.tuple(fc.nat(2), anyPod).map(([i, pod]) => ({...pod, metadata: {name: `${prefix}${i}`}}))

const other: fc.Arbitrary<Body> = fc.constantFrom<Body>(
  {apiVersion: 'v1', kind: 'Service', metadata: {name: 's'}, spec: {ports: [{port: 80}]}}, {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'c'}, data: {a: '1'}},
  {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'c'}, data: {a: '2'}},
  {apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: {name: 'v'}, spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '2Gi'}}}},
)

/** The last object of each name. */
export const unique = (objects: readonly Body[]): Body[] => [...new Map(objects.map((body) => [keyOfBody(body), body])).values()]

const objects: fc.Arbitrary<Body[]> = fc.tuple(fc.array(podOf('p'), {maxLength: 3}), fc.array(workload, {maxLength: 2}), fc.array(other, {maxLength: 1}))
  .map(([pods, workloads, others]) => unique([...pods, ...workloads.flat(), ...others]))

const existing: fc.Arbitrary<Body[]> = fc.array(podOf('e'), {maxLength: 2}).map(unique)

const settings: fc.Arbitrary<SimulateOptions> = fc.record({
  disableAdmissionPlugins: fc.constantFrom(['LimitRanger'], ['ResourceQuota'], ['PodSecurity', 'Priority']), kubernetesVersion: fc.constantFrom('1.34', '1.36'),
  pluginConfigurations: fc.constantFrom('baseline', 'restricted').map((enforce) => ({PodSecurity: {defaults: {enforce}}})),
}, {requiredKeys: []})

/** Two sides that differ in one part or in several. */
export const sides: fc.Arbitrary<readonly [Side, Side]> = fc.tuple(
  fc.tuple(policies, policies), fc.tuple(objects, objects), fc.tuple(existing, existing), fc.tuple(settings, settings), fc.constantFrom(1, 2, 4, 8, 3, 15),
).map(([[oldPolicies, newPolicies], [oldObjects, newObjects], [oldExisting, newExisting], [oldSettings, newSettings], changed]) => [
  {policies: oldPolicies, objects: oldObjects, existing: oldExisting, settings: oldSettings},
  {
    policies: (changed & 1) > 0 ? newPolicies : oldPolicies, objects: (changed & 2) > 0 ? newObjects : oldObjects,
    existing: (changed & 4) > 0 ? newExisting : oldExisting, settings: (changed & 8) > 0 ? newSettings : oldSettings,
  },
])
