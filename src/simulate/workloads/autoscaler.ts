import type {Cluster} from '../../cluster/cluster.js'
import type {ControlledWorkload} from '../../controllers/workload/controlled-workload.js'
import {horizontalPodAutoscaler} from '../../kinds/horizontal-pod-autoscaler/index.js'
import type {HorizontalPodAutoscaler} from '../../kinds/horizontal-pod-autoscaler/types.js'
import {parseApiVersion} from '../../machinery/schema/rest-mapper.js'
import {restarted, scaled} from './edit.js'
import {judge} from './rollout.js'
import {type Machines, Scenario, standingOf} from './scenario.js'
import type {Autoscaler, AutoscalerLevel} from './types.js'

/** The autoscaler of a workload, the first by name if there are several. */
export function autoscalerOf(cluster: Cluster, {identity}: ControlledWorkload): HorizontalPodAutoscaler | undefined {
  const group = groupOf(identity.apiVersion)
  return cluster.list(horizontalPodAutoscaler, identity.namespace).find(({spec: {scaleTargetRef: {apiVersion = '', kind, name} = {}} = {}}) =>
    kind === identity.kind && name === identity.name && groupOf(apiVersion) === group)
}

const groupOf = (apiVersion: string): string | undefined => parseApiVersion(apiVersion)?.group

/** What an autoscaler may make of a workload: at the fewest replicas, at its own, and at the most, each steady and in a rollout. */
export function examineAutoscaler(
  cluster: Cluster, machines: Machines, workload: ControlledWorkload, {metadata, spec = {}}: HorizontalPodAutoscaler,
): Autoscaler {
  const {minReplicas = 1, maxReplicas = minReplicas} = spec
  const levels = [
    ...levelOf('min', minReplicas), ...levelOf('own', workload.controller.wanted), ...levelOf('max', maxReplicas),
  ]
  const most = levels.find(({level}) => level === 'max')
  return {name: metadata.name ?? '', levels, ...most !== undefined && most.created < most.replicas && {stopsAt: most.created}}

  /** One that asks for too much to be played is left out. */
  function levelOf(level: AutoscalerLevel['level'], replicas: number): AutoscalerLevel[] {
    const scenario = new Scenario(standingOf(cluster, machines, workload))
    const {record, skipped} = scenario.change(scaled(workload.record.object, replicas))
    if (skipped !== undefined) return []
    const created = Math.min(record.tally.alive, replicas)
    const [event] = created < replicas ? [...record.failures, ...workload.record.failures] : []
    const steady = {level, replicas, created, ...event && {event}}
    if (created < replicas) return [steady]
    const {reason: _reason, event: _event, ...rollout} = judge(scenario.change(restarted(record.object)))
    return [{...steady, rollout}]
  }
}
