import type {Job, JobSpec} from '../../machinery/api/batch-v1.js'
import type {Container, PodSpec, PodTemplateSpec} from '../../machinery/api/core-v1.js'
import {mapItems} from '../../machinery/collections/immutable.js'
import {allErrors, type FieldError, invalid} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {defaultVersion, hasFeature, type KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import {validateUnchanged} from '../shared/internal-equal.js'

const path = FieldPath.of('spec')

const origin = 'job/immutable'

/** The rules for an update of a stored Job (batch validation `ValidateJobSpecUpdate`; spec kinds 10). */
export function validateJobUpdate({spec = {}}: Job, old: Job, version = defaultVersion): FieldError[] {
  const {spec: oldSpec = {}} = old
  const validateKept = (field: keyof JobSpec, form: string): FieldError[] => validateUnchanged(form, spec[field], oldSpec[field], path.child(field), origin)
  return allErrors(
    spec.completionMode === 'Indexed' ? validateCompletions(spec, oldSpec) : validateKept('completions', '*'),
    validateKept('selector', '*selector'),
    validateTemplate(spec.template ?? {}, old, version),
    validateKept('completionMode', '*'),
    validateKept('podFailurePolicy', '*PodFailurePolicy'),
    validateKept('backoffLimitPerIndex', '*'),
    validateKept('managedBy', '*'),
    validateKept('successPolicy', '*SuccessPolicy'),
  )
}

/** The number of pods of an Indexed Job may change as long as all of them run at once. */
function validateCompletions({completions, parallelism}: JobSpec, oldSpec: JobSpec): FieldError[] {
  if (completions === oldSpec.completions || completions === undefined || completions === parallelism) return []
  return [invalid(path.child('completions'), completions, 'can only be modified in tandem with spec.parallelism', origin)]
}

function validateTemplate(template: PodTemplateSpec, old: Job, version: KubernetesVersion): FieldError[] {
  const {spec: oldSpec = {}} = old
  const place = path.child('template')
  const oldTemplate = oldSpec.template ?? {}
  if (oldSpec.suspend !== true || !isWithoutPods(old, version)) {
    return validateUnchanged('PodTemplateSpec', template, oldTemplate, place, origin, version)
  }
  const {spec = {}} = template
  return validateUnchanged('PodSpec', spec, withMutable(oldTemplate.spec ?? {}, spec, version), place.child('spec'), origin, version)
}

/** True if no pod of a Job runs: it never started, or (ignored by older servers) is suspended without active pods. */
const isWithoutPods = ({status = {}}: Job, version: KubernetesVersion): boolean => !hasFeature(version, 'mutableSchedulingDirectivesForSuspendedJobs')
  ? status.startTime === undefined
  : (status.active ?? 0) === 0 && (status.startTime === undefined || (status.conditions ?? []).some(({type, status: value}) => type === 'Suspended' && value === 'True'))

/** Returns the stored pod spec with the new values of all fields that may change while no pod runs. */
function withMutable(old: PodSpec, spec: PodSpec, version: KubernetesVersion): PodSpec {
  const {nodeSelector: _nodes, tolerations: _tolerations, schedulingGates: _gates, affinity: _affinity, ...fixed} = old
  const {nodeSelector, tolerations, schedulingGates} = spec
  return {
    ...fixed,
    ...nodeSelector && {nodeSelector},
    ...tolerations && {tolerations},
    ...schedulingGates && {schedulingGates},
    ...withNodeAffinity(old.affinity, spec.affinity),
    ...hasFeature(version, 'mutablePodResourcesForSuspendedJobs') && {
      containers: withResources(old.containers ?? [], spec.containers ?? []),
      initContainers: withResources(old.initContainers ?? [], spec.initContainers ?? []),
    },
  }
}

type Affinity = PodSpec['affinity']

/** Node affinity may change; a stored affinity with nothing but node affinity may be removed. */
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
