import type {Autoscaler, FailureEvent, QuotaNeed, Remedy, Rollout, WorkloadReport} from '../../simulate/workloads/types.js'

/** What a workload gets, as JSON; the contract is schemas/simulate.schema.json. */
export function workloadJson({kind, namespace, name, wanted, created, refused, claims, event, rollout, autoscaler, notes}: WorkloadReport): object {
  return {
    kind, namespace, name, wanted, created, refused, claims,
    event: event === undefined ? null : eventJson(event),
    rollout: rollout === undefined ? null : rolloutJson(rollout),
    autoscaler: autoscaler === undefined ? null : autoscalerJson(autoscaler),
    notes,
  }
}

const eventJson = ({kind, name, reason, message}: FailureEvent): object => ({reason, message, object: {kind, name}})

const rolloutJson = ({verdict, peak, peakWithTerminating, available, reason, needs, remedies}: Rollout): object =>
  ({verdict, peak, peakWithTerminating, available, ...reason !== undefined && {reason}, needs: needs.map(needJson), remedies: remedies.map(remedyJson)})

const needJson = ({quota, resource, hard, needed}: QuotaNeed): object => ({quota, resource, hard: String(hard), needed: String(needed)})

const remedyJson = ({change, verdict}: Remedy): object =>
  ({...'field' in change ? {field: change.field, value: change.value} : {quotas: change.quotas.map(needJson)}, verdict})

const autoscalerJson = ({name, levels, stopsAt}: Autoscaler): object => ({
  name,
  levels: levels.map(({level, replicas, created, event, rollout}) =>
    ({level, replicas, created, event: event === undefined ? null : eventJson(event), rollout: rollout ?? null})),
  ...stopsAt !== undefined && {stopsAt},
})
