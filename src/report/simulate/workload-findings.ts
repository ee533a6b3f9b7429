import type {Diagnostic, Related} from '../../lint/diagnostic.js'
import type {VerdictId} from '../../lint/rules/verdicts.js'
import {locate} from '../../manifests/locate.js'
import {explain} from '../../simulate/explain.js'
import {objectKey} from '../../simulate/object-key.js'
import type {Simulation, WorkloadOutcome} from '../../simulate/simulate.js'
import type {Autoscaler, Completion, Rollout} from '../../simulate/workloads/types.js'
import {counted} from '../counted.js'
import {objectFinding, placeOfFirst, relatedTo} from './denial-finding.js'

type Finding = Pick<Diagnostic, 'ruleId' | 'severity' | 'message'>

/** The missing parts of a workload: pods and claims, a rollout, the end of a Job, the maximum of its autoscaler. */
export function workloadFindings(workload: WorkloadOutcome, simulation: Simulation): Diagnostic[] {
  const findings = findingsOf(workload)
  if (findings.length === 0) return []
  const denied = workload.owned.find(({allowed}) => !allowed)
  const explanations = denied === undefined ? [] : explain(denied, simulation.policies.manifests)
  const {kind, namespace, name, apiVersion, review: {manifest}} = workload
  return findings.map((finding) => {
    const whole = {...objectFinding(manifest, finding), object: {apiVersion, kind, namespace, name}}
    if (finding.ruleId === 'simulate/rollout') return {...whole, related: [...exceededQuotas(workload, simulation), ...relatedTo(explanations)]}
    return {...whole, ...placeOfFirst(explanations), related: relatedTo(explanations)}
  })
}

const findingsOf = (workload: WorkloadOutcome): Finding[] =>
  [...rejections(workload), ...workload.incomplete === undefined ? [] : [error('simulate/not-simulated', workload.incomplete)]]

function rejections({isRefused, wanted, created, event, rollout, completion, autoscaler}: WorkloadOutcome): Finding[] {
  if (!isRefused) return []
  const ofJob = completion?.event === undefined ? [] : [jobFinding(completion)]
  const rolledOut = rollout === undefined || rollout.verdict === 'fits' ? [] : [rolloutFinding(rollout)]
  const isReportedBelow = event !== undefined && [...ofJob, ...rolledOut].some(({message}) => message.endsWith(event.message))
  return [
    ...event === undefined || isReportedBelow ? [] : [error('simulate/pods-denied', `${created} of ${counted(wanted, 'pod')} created: ${event.message}`)],
    ...ofJob,
    ...rolledOut,
    ...autoscaler?.stopsAt === undefined ? [] : [autoscalerFinding(autoscaler, autoscaler.stopsAt)],
  ]
}

const error = (ruleId: VerdictId, message: string): Finding => ({ruleId, severity: 'error', message})

function rolloutFinding({verdict, reason = '', event}: Rollout): Finding {
  const why = reason === '' ? event?.message ?? '' : reason
  return {ruleId: 'simulate/rollout', severity: verdict === 'blocked' ? 'error' : 'warning', message: `the rollout is ${verdict}: ${why}`}
}

function jobFinding({pods, created, completes, event}: Completion): Finding {
  const how = completes ? 'pods are denied until others end' : created === 0 ? 'it never begins' : `it stops after ${created} of ${counted(pods, 'pod')}`
  return {...error('simulate/job', `${how}: ${event?.message ?? ''}`), severity: completes ? 'warning' : 'error'}
}

function autoscalerFinding({name, levels}: Autoscaler, stopsAt: number): Finding {
  const maximum = levels.find(({level}) => level === 'max')
  const why = maximum?.event === undefined ? '' : `: ${maximum.event.message}`
  return error('simulate/autoscaler', `HorizontalPodAutoscaler ${name} stops at ${counted(stopsAt, 'pod')} of ${maximum?.replicas ?? stopsAt}${why}`)
}

/** The places of quota bounds that the peak of a rollout exceeds. */
function exceededQuotas({namespace, rollout}: WorkloadOutcome, {policies}: Simulation): Related[] {
  return (rollout?.needs ?? []).filter(({needed, hard}) => needed.compare(hard) > 0).flatMap(({quota, resource, needed, hard}) => {
    const manifest = policies.manifests.get(objectKey({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {namespace, name: quota}}))
    if (manifest === undefined) return []
    const {document: {file}, node} = manifest
    return [{file, span: locate(file, node, ['spec', 'hard', resource]), message: `needs at most ${needed} of ${resource}: ${hard} in ResourceQuota ${quota}`}]
  })
}
