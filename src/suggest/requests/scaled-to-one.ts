import {isObject} from '../../machinery/go/json-value.js'
import type {JsonObject, JsonValue} from '../../source/json-value.js'

/**
 * A workload that creates one pod now. Without bounds of quotas, the answer to it is that to all of its pods. Workloads that are suspended or
 * have no replicas get one, too, as autoscalers and users start them later.
 */
export function scaledToOne(body: JsonObject): JsonObject {
  switch (body['kind']) {
    case 'Deployment': case 'ReplicaSet': case 'ReplicationController': case 'StatefulSet': return withSpec(body, ({replicas, ...spec}) =>
      ({...spec, ...replicas !== undefined && {replicas: oneOf(replicas)}}))
    case 'Job': return jobOfOne(body)
    case 'CronJob': return withSpec(body, ({suspend: _suspend, jobTemplate, ...spec}) =>
      ({...spec, ...jobTemplate !== undefined && {jobTemplate: isObject(jobTemplate) ? jobOfOne(jobTemplate) : jobTemplate}}))
    default: return body
  }
}

const jobOfOne = (job: JsonObject): JsonObject => withSpec(job, ({suspend: _suspend, parallelism, ...spec}) =>
  ({...spec, ...parallelism !== undefined && {parallelism: oneOf(parallelism)}}))

/** The number 1 for a valid count. */
const oneOf = (count: JsonValue): JsonValue => typeof count === 'number' && count >= 0 ? 1 : count

function withSpec(body: JsonObject, change: (spec: JsonObject) => JsonObject): JsonObject {
  const {spec} = body
  return isObject(spec) ? {...body, spec: change(spec)} : body
}
