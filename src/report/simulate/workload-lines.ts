import {oneLine} from '../../machinery/printable.js'
import type {Autoscaler, AutoscalerLevel, Remedy, Rollout, Verdict, WorkloadReport} from '../../simulate/workloads/types.js'
import {counted} from '../counted.js'
import type {Style} from '../style.js'
import type {Line} from '../tab-writer.js'

/** What a workload gets, line by line, beside the answer to the workload itself. */
export function workloadLines({wanted, created, refused, claims, event, rollout, autoscaler, notes}: WorkloadReport, style: Style): Line[] {
  return [
    ['Pods:', podsText({wanted, created, refused}, style)],
    ...claims.wanted === 0 ? [] : [['Claims:', `${claims.wanted} wanted, ${claims.created} created`]],
    ...event === undefined ? [] : [['Event:', `${event.reason} on ${event.kind} ${oneLine(event.name)}: ${oneLine(event.message)}`]],
    ...rollout === undefined ? [] : rolloutLines(rollout, style),
    ...autoscaler === undefined ? [] : autoscalerLines(autoscaler, style),
    ...notes.map((note) => ['Note:', note]),
  ]
}

function podsText({wanted, created, refused}: Pick<WorkloadReport, 'wanted' | 'created' | 'refused'>, style: Style): string {
  const text = `${wanted} wanted, ${created} created`
  return refused === 0 ? text : `${text}, ${style.red(`${refused} refused`)}`
}

const coloured = (verdict: Verdict, style: Style): string => verdict === 'fits' ? style.green(verdict) : style.red(verdict)

const extent = ({peak, peakWithTerminating, available}: Pick<Rollout, 'peak' | 'peakWithTerminating' | 'available'>): string =>
  `peak ${counted(peak, 'pod')}, ${peakWithTerminating} with those that terminate, at least ${available} ready`

function rolloutLines(rollout: Rollout, style: Style): Line[] {
  const {verdict, reason, needs, remedies} = rollout
  return [
    ['Rollout:', `${coloured(verdict, style)}: ${extent(rollout)}`],
    ...reason === undefined ? [] : [['', oneLine(reason)]],
    ...needs.map(({quota, resource, hard, needed}) => ['', `needs ${needed} of ${oneLine(resource)}, quota ${oneLine(quota)} allows ${hard}`]),
    ...remedies.map((remedy) => ['', remedyText(remedy)]),
  ]
}

function remedyText({change, verdict}: Remedy): string {
  if ('field' in change && change.field === 'maxSurge') return `has room for a maxSurge of ${change.value}, if old pods stop at once`
  const what = 'field' in change ? `${change.field}: ${change.value}`
    : change.quotas.map(({quota, resource, needed}) => `${oneLine(resource)}: ${needed} in quota ${oneLine(quota)}`).join(', ')
  return `${verdict === 'fits' ? 'fits' : 'completes slowly'} with ${what}`
}

function autoscalerLines({name, levels, stopsAt}: Autoscaler, style: Style): Line[] {
  return [
    ['Autoscaler:', stopsAt === undefined ? oneLine(name) : `${oneLine(name)}: ${style.red(`stops at ${counted(stopsAt, 'pod')}`)}`],
    ...levels.map((level) => ['', levelText(level, style)]),
  ]
}

function levelText({level, replicas, created, event, rollout}: AutoscalerLevel, style: Style): string {
  const steady = created === replicas ? counted(replicas, 'pod') : `${counted(replicas, 'pod')} wanted, ${created} created`
  const rest = rollout === undefined ? event === undefined ? '' : `; ${oneLine(event.message)}`
    : `; rollout ${coloured(rollout.verdict, style)}: ${extent(rollout)}`
  return `${level}: ${steady}${rest}`
}
