import type {Cluster} from '../../cluster/cluster.js'
import type {ControlledWorkload} from '../../controllers/workload/controlled-workload.js'
import type {OwnerIdentity} from '../../controllers/workload/owner.js'
import {horizontalPodAutoscaler} from '../../kinds/horizontal-pod-autoscaler/index.js'
import type {AnyKind} from '../../kinds/kind.js'
import type {CrossVersionObjectReference, HorizontalPodAutoscaler} from '../../machinery/api/autoscaling-v2.js'
import {merge} from '../../machinery/collections/immutable.js'
import {parseApiVersion} from '../../machinery/schema/rest-mapper.js'
import {restarted, scaled} from './edit.js'
import {evaluateRollout} from './rollout.js'
import {type Scenario, sharedResult, type WorkloadState} from './scenario.js'
import type {Autoscaler, AutoscalerLevel, ScenarioResult} from './types.js'

/** The autoscalers of a cluster, by target. */
export class Autoscalers {
  private readonly byTarget = new Map<string, HorizontalPodAutoscaler>()

  constructor(cluster: Cluster) {
    for (const namespace of cluster.namespacesWith(horizontalPodAutoscaler)) {
      for (const autoscaler of cluster.list(horizontalPodAutoscaler, namespace)) {
        const {spec: {scaleTargetRef: {apiVersion = '', kind = '', name = ''} = {}} = {}} = autoscaler
        const target = keyOf({apiVersion, kind, namespace, name})
        if (!this.byTarget.has(target)) this.byTarget.set(target, autoscaler)
      }
    }
  }

  /** The autoscaler of a workload; the first by name if there are several. */
  of({identity}: Pick<ControlledWorkload, 'identity'>): HorizontalPodAutoscaler | undefined {
    return this.byTarget.get(keyOf(identity))
  }
}

/** A key that is the same for all versions of an API group. */
const keyOf = ({apiVersion, kind, namespace, name}: OwnerIdentity): string => JSON.stringify([groupOf(apiVersion), kind, namespace, name])

const groupOf = (apiVersion: string): string | undefined => parseApiVersion(apiVersion)?.group

/** True if an autoscaler targets a kind, in any version. */
export const isTarget = ({apiVersion = '', kind}: CrossVersionObjectReference, target: AnyKind): boolean =>
  kind === target.kind && groupOf(apiVersion) === groupOf(target.apiVersion)

/** True if a stored autoscaler is the first by name of those that target a workload. */
export const isScaledBy = (identity: OwnerIdentity, name: string, cluster: Cluster): boolean =>
  cluster.list(horizontalPodAutoscaler, identity.namespace)
    .find(({spec: {scaleTargetRef = {}} = {}}) => scaleTargetRef.name === identity.name && isTarget(scaleTargetRef, identity))?.metadata.name === name

/** Simulates a workload at the minimum, its own number and the maximum of replicas, each steady and in a rollout. */
export function simulateAutoscaler(state: WorkloadState, workload: ControlledWorkload, {metadata, spec = {}}: HorizontalPodAutoscaler): Autoscaler {
  const {minReplicas = 1, maxReplicas = minReplicas} = spec
  const atMax = levelOf('max', maxReplicas)
  const levels = [
    levelOf('min', minReplicas), levelOf('own', workload.controller.wanted), atMax,
  ]
  return {name: metadata.name ?? '', levels, ...atMax.created < atMax.replicas && {stopsAt: atMax.created}}

  function levelOf(level: AutoscalerLevel['level'], replicas: number): AutoscalerLevel {
    const {created, event = workload.record.failures[0], rollout} = sharedResult(state, `scale to ${replicas}`, (scenario) => scale(scenario, replicas))
    const steady = {level, replicas, created, ...created < replicas && event && {event}}
    if (rollout === undefined) return steady
    const {reason, event: _event, ...numbers} = rollout
    return merge(steady, {rollout: reason !== undefined && rollout.verdict !== 'fits' ? merge(numbers, {reason}) : numbers})
  }
}

/** Scales the workload of a scenario, and rolls it out if that makes all of its pods. */
function scale(scenario: Scenario, replicas: number): ScenarioResult {
  const {record} = scenario.change(scaled(scenario.workload.record.object, replicas))
  const created = Math.min(record.counts.alive, replicas)
  const [event] = record.failures
  return {created, ...event && {event}, ...created >= replicas && {rollout: evaluateRollout(scenario.change(restarted(record.object)))}}
}
