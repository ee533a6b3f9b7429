import {type FieldError, invalid} from '../../machinery/field-error.js'
import {FieldPath} from '../../machinery/field-path.js'
import {mapItems} from '../../machinery/immutable.js'
import {validateImmutable} from '../../machinery/immutable-field.js'
import {internalForm} from '../internal-form.js'
import type {PodTemplateSpec} from '../pod-template/types.js'
import type {Container, PodSpec} from '../pod/types.js'
import {printedSelector} from '../workload/selector.js'
import type {Job, JobSpec} from './types.js'

const path = FieldPath.of('spec')

const origin = 'job/immutable'

/** What an update of a stored Job may change (batch validation `ValidateJobSpecUpdate`; kinds spec 10). */
export function validateJobUpdate({spec = {}}: Job, old: Job): FieldError[] {
  const {spec: oldSpec = {}} = old
  return [
    ...validateCompletions(spec, oldSpec),
    ...validateImmutable(spec.selector, oldSpec.selector, path.child('selector'), origin, printedSelector(spec.selector)),
    ...validateTemplate(spec.template ?? {}, old),
    ...validateFixed('completionMode', spec, oldSpec),
    ...validateImmutable(
      spec.podFailurePolicy, oldSpec.podFailurePolicy, path.child('podFailurePolicy'), origin, internalForm('*PodFailurePolicy', spec.podFailurePolicy)),
    ...validateFixed('backoffLimitPerIndex', spec, oldSpec),
    ...validateFixed('managedBy', spec, oldSpec),
    ...validateImmutable(spec.successPolicy, oldSpec.successPolicy, path.child('successPolicy'), origin, internalForm('*SuccessPolicy', spec.successPolicy)),
  ]
}

/** Fields that are pointers to the server, so that 0 differs from nothing. */
const validateFixed = (field: 'completions' | 'completionMode' | 'backoffLimitPerIndex' | 'managedBy', spec: JobSpec, oldSpec: JobSpec): FieldError[] =>
  spec[field] === oldSpec[field] ? [] : [invalid(path.child(field), spec[field] ?? null, 'field is immutable', origin)]

function validateCompletions(spec: JobSpec, oldSpec: JobSpec): FieldError[] {
  const {completions, parallelism, completionMode} = spec
  if (completionMode !== 'Indexed') return validateFixed('completions', spec, oldSpec)
  if (completions === oldSpec.completions || completions === undefined || completions === parallelism) return []
  return [invalid(path.child('completions'), completions, 'can only be modified in tandem with spec.parallelism', origin)]
}

function validateTemplate(template: PodTemplateSpec, old: Job): FieldError[] {
  const {spec: oldSpec = {}} = old
  const place = path.child('template')
  const oldTemplate = oldSpec.template ?? {}
  if (oldSpec.suspend !== true || !isWithoutPods(old)) {
    return validateImmutable(template, oldTemplate, place, origin, internalForm('PodTemplateSpec', template))
  }
  const {spec = {}} = template
  return validateImmutable(spec, withMutable(oldTemplate.spec ?? {}, spec), place.child('spec'), origin, internalForm('PodSpec', spec))
}

/** True of a Job of which no pod runs: it never started, or has been stopped altogether. */
const isWithoutPods = ({status = {}}: Job): boolean => (status.active ?? 0) === 0
  && (status.startTime === undefined || (status.conditions ?? []).some(({type, status: value}) => type === 'Suspended' && value === 'True'))

/** The stored pod spec with the new values of all that may change while no pod runs. */
function withMutable(old: PodSpec, spec: PodSpec): PodSpec {
  const {nodeSelector: _nodes, tolerations: _tolerations, schedulingGates: _gates, affinity: _affinity, ...fixed} = old
  const {nodeSelector, tolerations, schedulingGates} = spec
  return {
    ...fixed,
    ...nodeSelector && {nodeSelector},
    ...tolerations && {tolerations},
    ...schedulingGates && {schedulingGates},
    ...withNodeAffinity(old.affinity, spec.affinity),
    containers: withResources(old.containers ?? [], spec.containers ?? []),
    initContainers: withResources(old.initContainers ?? [], spec.initContainers ?? []),
  }
}

type Affinity = PodSpec['affinity']

/** Affinity to nodes may change; a stored affinity of which nothing else is left may go altogether. */
function withNodeAffinity(old: Affinity, affinity: Affinity): {readonly affinity?: NonNullable<Affinity>} {
  const {nodeAffinity: _nodes, ...others} = old ?? {}
  const {nodeAffinity} = affinity ?? {}
  if (affinity === undefined && Object.keys(others).length === 0) return {}
  return {affinity: {...others, ...nodeAffinity && {nodeAffinity}}}
}

function withResources(old: readonly Container[], containers: readonly Container[]): readonly Container[] {
  if (old.length !== containers.length) return old
  return mapItems(old, (was, i) => {
    const {resources: _old, ...rest} = was
    const now = containers[i]
    return now?.name !== was.name ? was : {...rest, ...now?.resources && {resources: now.resources}}
  })
}
