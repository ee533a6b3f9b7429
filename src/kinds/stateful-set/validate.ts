import type {StatefulSet, StatefulSetPersistentVolumeClaimRetentionPolicy, StatefulSetSpec, StatefulSetUpdateStrategy} from '../../machinery/api/apps-v1.js'
import type {PodTemplateSpec, Volume} from '../../machinery/api/core-v1.js'
import {allErrors, type FieldError, forbidden, invalid, isOfCluster, NamedText, notSupported} from '../../machinery/field/error.js'
import {isZeroAmount, printedAmount, validateAtMostWhole, validateIntOrPercent} from '../../machinery/field/int-or-percent.js'
import {validateNotNegative} from '../../machinery/field/number-rules.js'
import {FieldPath} from '../../machinery/field/path.js'
import {defaultVersion, hasFeature, type KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import {dns1123Label} from '../../machinery/meta/names.js'
import {validateClaimSpec} from '../persistent-volume-claim/claim-spec.js'
import {validatePodTemplate, validateRunsForever, validateTemplateMetadata} from '../pod-template/validate.js'
import {internallyEqual, validateUnchanged} from '../shared/internal-equal.js'
import {internalForm} from '../shared/internal-form.js'
import {isCompilable, printedSelector, validateRequiredSelector, validateSelectsTemplate} from '../shared/workload-selector.js'

const path = FieldPath.of('spec')

const templatePath = path.child('template')

/** The context of a validation. */
interface Exemptions {
  /** The stored spec, in an update: claim templates and the name of the service cannot change. */
  readonly old: StatefulSetSpec | undefined
  /** True if pod spec errors are ignored, because the stored object is invalid already. */
  readonly isPodSpecExempt: boolean
  /** Version of the server. */
  readonly version: KubernetesVersion
}

/** The rules for a StatefulSet (apps validation `ValidateStatefulSet`, `ValidateStatefulSetUpdate`; spec kinds 9). */
export function validateStatefulSet({spec = {}}: StatefulSet, old?: StatefulSet, version = defaultVersion): FieldError[] {
  const stored = old && (old.spec ?? {})
  const isPodSpecExempt = stored !== undefined && validateSpec(stored, {old: stored, isPodSpecExempt: false, version}).some((error) => !isOfCluster(error))
  return validateSpec(spec, {old: stored, isPodSpecExempt, version})
}

function validateSpec(spec: StatefulSetSpec, exemptions: Exemptions): FieldError[] {
  const {podManagementPolicy: policy = '', serviceName = '', volumeClaimTemplates = []} = spec
  const isUpdate = exemptions.old !== undefined
  return allErrors(
    policy === 'OrderedReady' || policy === 'Parallel' ? []
      : [invalid(path.child('podManagementPolicy'), new NamedText(policy), "must be 'OrderedReady' or 'Parallel'", 'stateful-set/pod-management-policy')],
    validateStrategy(spec.updateStrategy ?? {}, path.child('updateStrategy')),
    validateRetentionPolicy(spec.persistentVolumeClaimRetentionPolicy ?? {}, path.child('persistentVolumeClaimRetentionPolicy')),
    isUpdate ? []
      : volumeClaimTemplates.flatMap((template, i) => validateClaimSpec(template.spec ?? {}, path.child('volumeClaimTemplates').index(i).child('spec'))),
    validateNotNegative(spec.replicas, path.child('replicas'), 'workload/amounts'),
    validateNotNegative(spec.minReadySeconds, path.child('minReadySeconds'), 'workload/amounts'),
    validateNotNegative(spec.ordinals?.start, path.child('ordinals', 'start'), 'workload/amounts'),
    isUpdate || serviceName === '' ? []
      : dns1123Label(serviceName).map((error) => invalid(path.child('serviceName'), serviceName, error, 'stateful-set/service-name')),
    validateSelectorAndTemplate(spec, exemptions),
  )
}

function validateRollingUpdate({partition, maxUnavailable}: NonNullable<StatefulSetUpdateStrategy['rollingUpdate']>, place: FieldPath): FieldError[] {
  const origin = 'stateful-set/update-strategy'
  const unavailable = place.child('maxUnavailable')
  return allErrors(
    validateNotNegative(partition, place.child('partition'), origin),
    maxUnavailable === undefined ? [] : allErrors(
      validateIntOrPercent(maxUnavailable, unavailable, origin),
      isZeroAmount(maxUnavailable) ? [invalid(unavailable, printedAmount(maxUnavailable), 'cannot be 0', origin)] : [],
      validateAtMostWhole(maxUnavailable, unavailable, origin),
    ),
  )
}

function validateStrategy(strategy: StatefulSetUpdateStrategy, place: FieldPath): FieldError[] {
  const origin = 'stateful-set/update-strategy'
  const {type, rollingUpdate} = strategy
  const rollingPath = place.child('rollingUpdate')
  switch (type) {
    case 'OnDelete':
      return rollingUpdate === undefined ? []
        : [invalid(rollingPath, internalForm('RollingUpdateStatefulSetStrategy', rollingUpdate), "only allowed for updateStrategy 'RollingUpdate'", origin)]
    case 'RollingUpdate': return validateRollingUpdate(rollingUpdate ?? {}, rollingPath)
    default: return [invalid(place, internalForm('StatefulSetUpdateStrategy', strategy), "must be 'RollingUpdate' or 'OnDelete'", origin)]
  }
}

function validateRetentionPolicy(policy: StatefulSetPersistentVolumeClaimRetentionPolicy, place: FieldPath): FieldError[] {
  const legal = ['Retain', 'Delete']
  return (['whenDeleted', 'whenScaled'] as const).flatMap((field) => {
    const value = policy[field] ?? ''
    return legal.includes(value) ? [] : [notSupported(place.child(field), value, legal, 'stateful-set/retention-policy')]
  })
}

function validateSelectorAndTemplate(spec: StatefulSetSpec, {old, isPodSpecExempt, version}: Exemptions): FieldError[] {
  const {selector, template = {}} = spec
  const place = path.child('selector')
  const checked = templateToCheck(spec)
  return allErrors(
    validateRequiredSelector(selector, place, 'statefulset'),
    isCompilable(selector, place) ? allErrors(
      validateSelectsTemplate(selector, checked, templatePath),
      isPodSpecExempt ? validateTemplateMetadata(checked, templatePath) : validatePodTemplate(checked, templatePath, version, old?.template),
    ) : [invalid(place, printedSelector(selector), '', 'workload/selector')],
    validateRunsForever(template, templatePath, 'StatefulSet'),
  )
}

/** Returns the template as in its pods: with volumes for the claims, and without host name and subdomain, which pods get anyway. */
function templateToCheck({template = {}, volumeClaimTemplates = []}: StatefulSetSpec): PodTemplateSpec {
  const {hostname, subdomain, volumes = [], ...podSpec} = template.spec ?? {}
  const claimNames = new Set(volumeClaimTemplates.map(({metadata}) => metadata?.name ?? ''))
  const claims = [...claimNames].map((claimName): Volume => ({name: claimName, persistentVolumeClaim: {claimName}}))
  return {...template, spec: {...podSpec, volumes: [...claims, ...volumes.filter(({name = ''}) => !claimNames.has(name))]}}
}

const changeRule = "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', "
  + "'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden"

/** The rule that only some fields may change in an update. */
export function validateStatefulSetUpdate({spec = {}}: StatefulSet, {spec: old = {}}: StatefulSet, version = defaultVersion): FieldError[] {
  if (!hasFeature(version, 'immutableStatefulSetFields')) {
    return internallyEqual('StatefulSetSpec', fixedFields(spec), fixedFields(old)) ? [] : [forbidden(path, changeRule, 'stateful-set/immutable')]
  }
  return fixedForms.flatMap(([field, form]) => validateUnchanged(form, spec[field], old[field], path.child(field), 'stateful-set/immutable', version))
}

/** The fields that must not change, with the Go types in which messages print them. */
const fixedForms = [
  ['selector', '*selector'], ['volumeClaimTemplates', '[]PersistentVolumeClaim'], ['serviceName', ''], ['podManagementPolicy', ''],
] as const

const fixedFields = ({selector, volumeClaimTemplates, serviceName, podManagementPolicy}: StatefulSetSpec): StatefulSetSpec => ({
  ...selector && {selector},
  ...volumeClaimTemplates && {volumeClaimTemplates},
  ...serviceName && {serviceName},
  ...podManagementPolicy && {podManagementPolicy},
})
