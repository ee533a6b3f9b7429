import type {Diagnostic, Related} from '../../lint/diagnostic.js'
import {locate} from '../../manifests/locate.js'
import {explain} from '../../simulate/explain.js'
import {objectKey} from '../../simulate/object-key.js'
import type {Simulation, WorkloadOutcome} from '../../simulate/simulate.js'
import type {Autoscaler, Completion, Rollout} from '../../simulate/workloads/types.js'
import {counted} from '../counted.js'
import {objectFinding, placeOfFirst, relatedTo} from './denial-finding.js'

type Told = Pick<Diagnostic, 'ruleId' | 'severity' | 'message'>

/** What a workload asks for and does not get: pods and claims, a rollout, the end of a Job, the most of its autoscaler. */
export function workloadFindings(workload: WorkloadOutcome, simulation: Simulation): Diagnostic[] {
  const told = toldOf(workload)
  if (told.length === 0) return []
  const denied = workload.owned.find(({allowed}) => !allowed)
  const explanations = denied === undefined ? [] : explain(denied, simulation.policies.manifests)
  const {kind, namespace, name, apiVersion, review: {manifest}} = workload
  return told.map((one) => {
    const whole = {...objectFinding(manifest, one), object: {apiVersion, kind, namespace, name}}
    if (one.ruleId === 'simulate/rollout') return {...whole, related: [...exceededQuotas(workload, simulation), ...relatedTo(explanations)]}
    return {...whole, ...placeOfFirst(explanations), related: relatedTo(explanations)}
  })
}

const toldOf = (workload: WorkloadOutcome): Told[] =>
  [...refusals(workload), ...workload.incomplete === undefined ? [] : [error('simulate/not-simulated', workload.incomplete)]]

function refusals({isRefused, wanted, created, event, rollout, completion, autoscaler}: WorkloadOutcome): Told[] {
  if (!isRefused) return []
  const ofJob = completion?.event === undefined ? [] : [jobFinding(completion)]
  const rolledOut = rollout === undefined || rollout.verdict === 'fits' ? [] : [rolloutFinding(rollout)]
  const isToldBehind = event !== undefined && [...ofJob, ...rolledOut].some(({message}) => message.endsWith(event.message))
  return [
    ...event === undefined || isToldBehind ? [] : [error('simulate/pods-denied', `${created} of ${counted(wanted, 'pod')} created: ${event.message}`)],
    ...ofJob,
    ...rolledOut,
    ...autoscaler?.stopsAt === undefined ? [] : [autoscalerFinding(autoscaler, autoscaler.stopsAt)],
  ]
}

const error = (ruleId: string, message: string): Told => ({ruleId, severity: 'error', message})

function rolloutFinding({verdict, reason = '', event}: Rollout): Told {
  const why = reason === '' ? event?.message ?? '' : reason
  return {ruleId: 'simulate/rollout', severity: verdict === 'blocked' ? 'error' : 'warning', message: `the rollout is ${verdict}: ${why}`}
}

function jobFinding({pods, created, completes, event}: Completion): Told {
  const how = completes ? 'pods are refused until others end' : created === 0 ? 'it never begins' : `it stops for good after ${created} of ${counted(pods, 'pod')}`
  return {...error('simulate/job', `${how}: ${event?.message ?? ''}`), severity: completes ? 'warning' : 'error'}
}

function autoscalerFinding({name, levels}: Autoscaler, stopsAt: number): Told {
  const most = levels.find(({level}) => level === 'max')
  const why = most?.event === undefined ? '' : `: ${most.event.message}`
  return error('simulate/autoscaler', `HorizontalPodAutoscaler ${name} stops at ${counted(stopsAt, 'pod')} of ${most?.replicas ?? stopsAt}${why}`)
}

/** Where the bounds of quotas are written that the peak of a rollout is above. */
function exceededQuotas({namespace, rollout}: WorkloadOutcome, {policies}: Simulation): Related[] {
  return (rollout?.needs ?? []).filter(({needed, hard}) => needed.compare(hard) > 0).flatMap(({quota, resource, needed, hard}) => {
    const manifest = policies.manifests.get(objectKey({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {namespace, name: quota}}))
    if (manifest === undefined) return []
    const {document: {file}, node} = manifest
    return [{file, span: locate(file, node, ['spec', 'hard', resource]), message: `needs ${needed} of ${resource} at the most: ${hard} in ResourceQuota ${quota}`}]
  })
}
