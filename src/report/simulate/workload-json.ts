import type {Autoscaler, Completion, FailureEvent, QuotaNeed, Remedy, Rollout, SecondRun, WorkloadReport} from '../../simulate/workloads/types.js'

/** The result for a workload as JSON; the contract is schemas/simulate.schema.json. */
export function workloadJson(report: WorkloadReport): object {
  const {kind, namespace, name, wanted, created, refused, claims, event, rollout, autoscaler, completion, secondRun, notes} = report
  return {
    kind, namespace, name, wanted, created, refused, claims,
    event: eventJson(event),
    rollout: rollout === undefined ? null : rolloutJson(rollout),
    autoscaler: autoscaler === undefined ? null : autoscalerJson(autoscaler),
    completion: completion === undefined ? null : completionJson(completion),
    secondRun: secondRun === undefined ? null : secondRunJson(secondRun),
    notes,
  }
}

const eventJson = (event: FailureEvent | undefined): object | null =>
  event === undefined ? null : {reason: event.reason, message: event.message, object: {kind: event.kind, name: event.name}}

const completionJson = ({event, ...completion}: Completion): object => ({...completion, event: eventJson(event)})

const secondRunJson = ({event, ...run}: SecondRun): object => ({...run, event: eventJson(event)})

const rolloutJson = ({verdict, peak, peakWithTerminating, available, reason, needs, remedies}: Rollout): object =>
  ({verdict, peak, peakWithTerminating, available, ...reason !== undefined && {reason}, needs: needs.map(needJson), remedies: remedies.map(remedyJson)})

const needJson = ({quota, resource, hard, needed}: QuotaNeed): object => ({quota, resource, hard: String(hard), needed: String(needed)})

const remedyJson = ({change, verdict}: Remedy): object =>
  ({...'field' in change ? {field: change.field, value: change.value} : {quotas: change.quotas.map(needJson)}, verdict})

const autoscalerJson = ({name, levels, stopsAt}: Autoscaler): object => ({
  name,
  levels: levels.map(({level, replicas, created, event, rollout}) =>
    ({level, replicas, created, event: eventJson(event), rollout: rollout ?? null})),
  ...stopsAt !== undefined && {stopsAt},
})
