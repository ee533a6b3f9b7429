import {isObject} from '../../machinery/go/json-value.js'
import type {JsonObject, JsonValue} from '../../source/json-value.js'

/**
 * A workload that creates at least a pod now, so that there is an answer to its pods: autoscalers and users start workloads later that are
 * suspended or have no replicas.
 */
export function scaledUp(body: JsonObject): JsonObject {
  switch (body['kind']) {
    case 'Deployment': case 'ReplicaSet': case 'ReplicationController': case 'StatefulSet': return withSpec(body, ({replicas, ...spec}) =>
      ({...spec, ...replicas !== undefined && {replicas: oneOf(replicas)}}))
    case 'Job': return scaledUpJob(body)
    case 'CronJob': return withSpec(body, ({suspend: _suspend, jobTemplate, ...spec}) =>
      ({...spec, ...jobTemplate !== undefined && {jobTemplate: isObject(jobTemplate) ? scaledUpJob(jobTemplate) : jobTemplate}}))
    default: return body
  }
}

const scaledUpJob = (job: JsonObject): JsonObject => withSpec(job, ({suspend: _suspend, parallelism, ...spec}) =>
  ({...spec, ...parallelism !== undefined && {parallelism: oneOf(parallelism)}}))

const oneOf = (count: JsonValue): JsonValue => count === 0 ? 1 : count

function withSpec(body: JsonObject, change: (spec: JsonObject) => JsonObject): JsonObject {
  const {spec} = body
  return isObject(spec) ? {...body, spec: change(spec)} : body
}
