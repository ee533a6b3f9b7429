import type {Deployment, DeploymentSpec, DeploymentStrategy, RollingUpdateDeployment} from '../../machinery/api/apps-v1.js'
import {allErrors, type FieldError, forbidden, invalid, notSupported} from '../../machinery/field/error.js'
import {isZeroAmount, printedAmount, validateAtMostWhole, validateIntOrPercent} from '../../machinery/field/int-or-percent.js'
import {validateNotNegative} from '../../machinery/field/number-rules.js'
import {FieldPath} from '../../machinery/field/path.js'
import type {KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import {readAnnotation} from '../shared/integer-annotation.js'
import {internalForm} from '../shared/internal-form.js'
import {validateReplicaTemplate} from '../shared/replica-spec.js'
import {rollbackAnnotation} from './defaults.js'

const path = FieldPath.of('spec')

const origin = 'deployment/strategy'

/** The rules for a Deployment (apps validation `ValidateDeploymentSpec`; spec kinds 8). */
export const validateDeployment = ({metadata, spec = {}}: Deployment, old?: Deployment, version?: KubernetesVersion): FieldError[] => allErrors(
  validateNotNegative(spec.replicas, path.child('replicas'), 'workload/amounts'),
  validateReplicaTemplate(spec, path, version, old?.spec),
  validateStrategy(spec.strategy ?? {}, path.child('strategy')),
  validateNotNegative(spec.minReadySeconds, path.child('minReadySeconds'), 'workload/amounts'),
  validateNotNegative(spec.revisionHistoryLimit, path.child('revisionHistoryLimit'), 'workload/amounts'),
  validateNotNegative(readAnnotation(metadata, rollbackAnnotation), path.child('rollback', 'version'), 'deployment/rollback'),
  validateProgressDeadline(spec, path.child('progressDeadlineSeconds')),
)

function validateStrategy(strategy: DeploymentStrategy, place: FieldPath): FieldError[] {
  const {type, rollingUpdate} = strategy
  switch (type) {
    case 'RollingUpdate': return validateRollingUpdate(rollingUpdate ?? {}, place.child('rollingUpdate'))
    case 'Recreate':
      return rollingUpdate === undefined ? []
        : [forbidden(place.child('rollingUpdate'), "may not be specified when strategy `type` is 'Recreate'", origin)]
    default: return [notSupported(place, internalForm('DeploymentStrategy', strategy) as object, ['Recreate', 'RollingUpdate'], origin)]
  }
}

function validateRollingUpdate({maxUnavailable = 0, maxSurge = 0}: RollingUpdateDeployment, place: FieldPath): FieldError[] {
  const unavailable = place.child('maxUnavailable')
  return allErrors(
    validateIntOrPercent(maxUnavailable, unavailable, origin),
    validateIntOrPercent(maxSurge, place.child('maxSurge'), origin),
    isZeroAmount(maxUnavailable) && isZeroAmount(maxSurge)
      ? [invalid(unavailable, printedAmount(maxUnavailable), 'may not be 0 when `maxSurge` is 0', origin)] : [],
    validateAtMostWhole(maxUnavailable, unavailable, origin),
  )
}

function validateProgressDeadline({progressDeadlineSeconds: deadline, minReadySeconds = 0}: DeploymentSpec, place: FieldPath): FieldError[] {
  const ruleId = 'deployment/progress-deadline'
  return allErrors(
    validateNotNegative(deadline, place, ruleId),
    deadline === undefined || deadline > minReadySeconds ? [] : [invalid(place, deadline, 'must be greater than minReadySeconds', ruleId)],
  )
}
