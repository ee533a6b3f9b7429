import {oneLine} from '../../machinery/output/printable.js'
import type {Autoscaler, AutoscalerLevel, Completion, FailureEvent, Remedy, Rollout, SecondRun, Verdict, WorkloadReport} from '../../simulate/workloads/types.js'
import {counted} from '../counted.js'
import type {Style} from '../style.js'
import type {Line} from '../tab-writer.js'

/** The lines on what a workload gets, besides the answer to the workload itself. */
export function workloadLines(report: WorkloadReport, style: Style): Line[] {
  const {wanted, created, refused, claims, event, rollout, autoscaler, completion, secondRun, notes} = report
  return [
    ['Pods:', gotText({wanted, created}, style, event === undefined && refused > 0 ? `${refused} not made` : `${refused} denied`)],
    ...claims.wanted === 0 ? [] : [['Claims:', gotText(claims, style, `${claims.wanted - claims.created} not made`)]],
    ...event === undefined ? [] : [['Event:', `${event.reason} on ${event.kind} ${oneLine(event.name)}: ${oneLine(event.message)}`]],
    ...completion === undefined ? [] : completionLines(completion, style, event),
    ...secondRun === undefined ? [] : [['Second run:', secondRunText(secondRun, style)]],
    ...rollout === undefined ? [] : rolloutLines(rollout, style, event),
    ...autoscaler === undefined ? [] : autoscalerLines(autoscaler, style),
    ...notes.map((note) => ['Note:', oneLine(note)]),
  ]
}

function gotText({wanted, created}: {readonly wanted: number, readonly created: number}, style: Style, missing: string): string {
  const text = `${wanted} wanted, ${created} created`
  return created >= wanted ? text : `${text}, ${style.red(missing)}`
}

function completionLines({pods, mostPods, created, completes, event}: Completion, style: Style, before: FailureEvent | undefined): Line[] {
  const failing = mostPods > pods ? `; up to ${counted(mostPods, 'pod')} when some fail` : ''
  const suffix = event === undefined ? '' : event.message === before?.message ? ', see the event' : `: ${oneLine(event.message)}`
  const stop = created === 0 ? 'never begins' : `stops after ${created} of ${counted(pods, 'pod')}`
  if (!completes) return [['Completion:', `${style.red(stop)}${suffix}`]]
  const how = event === undefined ? `after ${counted(pods, 'pod')}` : `after ${counted(pods, 'pod')}, some of them ${style.red('denied until others end')}${suffix}`
  return [['Completion:', `ends ${how}${failing}`]]
}

function secondRunText({concurrencyPolicy, wanted, created, peakWithTerminating, event}: SecondRun, style: Style): string {
  const suffix = event === undefined ? '' : `: ${oneLine(event.message)}`
  switch (concurrencyPolicy) {
    case 'Forbid': return 'Forbid: it is left out while the first one runs'
    case 'Replace': return `Replace: it takes the place of the first one; up to ${counted(peakWithTerminating, 'pod')} with those that terminate${suffix}`
    default: return `${concurrencyPolicy}: runs that overlap add up, two of them to ${gotText({wanted, created}, style, `${wanted - created} denied`)}${suffix}`
  }
}

const coloured = (verdict: Verdict, style: Style): string => verdict === 'fits' ? style.green(verdict) : style.red(verdict)

const extent = ({peak, peakWithTerminating, available}: Pick<Rollout, 'peak' | 'peakWithTerminating' | 'available'>): string =>
  `peak ${counted(peak, 'pod')}, ${peakWithTerminating} with those that terminate, at least ${available} ready`

function rolloutLines(rollout: Rollout, style: Style, shownEvent: FailureEvent | undefined): Line[] {
  const {verdict, reason, needs, remedies} = rollout
  return [
    ['Rollout:', `${coloured(verdict, style)}: ${extent(rollout)}`],
    ...reason === undefined ? [] : [['  Reason:', reasonText(reason, shownEvent)]],
    ...needs.map(({quota, resource, hard, needed}) => ['  Needs:', `${oneLine(resource)}: at most ${needed}, of ${hard} in quota ${oneLine(quota)}`]),
    ...remedies.map((remedy) => ['  Helps:', remedyText(remedy)]),
  ]
}

/** The reason without the message of an event that is shown above. */
function reasonText(reason: string, shownEvent: FailureEvent | undefined): string {
  if (shownEvent === undefined || !reason.endsWith(shownEvent.message)) return oneLine(reason)
  const before = reason.slice(0, -shownEvent.message.length).replace(/: $/, '')
  return before === '' ? 'pods are denied, see the event' : `${oneLine(before)}, see the event`
}

function remedyText({change, verdict}: Remedy): string {
  const effect = verdict === 'fits' ? 'with which it fits' : 'with which it completes, slowly'
  if (!('field' in change)) return `${change.quotas.map(({quota, resource, needed}) => `${oneLine(resource)}: ${needed} in quota ${oneLine(quota)}`).join(', ')}, ${effect}`
  const text = `${change.field}: ${change.value}`
  return change.field === 'maxSurge' && verdict !== 'fits' ? `${text}, for which there is room when old pods stop at once` : `${text}, ${effect}`
}

function autoscalerLines({name, levels, stopsAt}: Autoscaler, style: Style): Line[] {
  return [
    ['Autoscaler:', stopsAt === undefined ? oneLine(name) : `${oneLine(name)}: ${style.red(`stops at ${counted(stopsAt, 'pod')}`)}`],
    ...levels.flatMap((level): Line[] => [
      [`  ${level.level}:`, levelText(level, style)],
      ...level.rollout?.reason === undefined ? [] : [['    Reason:', `in the rollout at ${counted(level.replicas, 'replica')}: ${oneLine(level.rollout.reason)}`]],
    ]),
  ]
}

function levelText({replicas, created, event, rollout}: AutoscalerLevel, style: Style): string {
  const steady = created === replicas ? counted(replicas, 'pod') : gotText({wanted: replicas, created}, style, `${replicas - created} denied`)
  const rest = rollout === undefined ? event === undefined ? '' : `: ${oneLine(event.message)}`
    : `; rollout ${coloured(rollout.verdict, style)}: ${extent(rollout)}`
  return `${steady}${rest}`
}
