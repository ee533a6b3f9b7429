import type {DaemonSet, DaemonSetSpec, DaemonSetUpdateStrategy, RollingUpdateDeployment} from '../../machinery/api/apps-v1.js'
import {allErrors, type FieldError, invalid, notSupported, required} from '../../machinery/field/error.js'
import {isZeroAmount, printedAmount, validateAtMostWhole, validateIntOrPercent} from '../../machinery/field/int-or-percent.js'
import {validateNotNegative} from '../../machinery/field/number-rules.js'
import {FieldPath} from '../../machinery/field/path.js'
import type {KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import {validateLabelSelector} from '../../machinery/meta/label-selector.js'
import {validatePodTemplate, validateRunsForever} from '../pod-template/validate.js'
import {validateUnchanged} from '../shared/internal-equal.js'
import {internalForm} from '../shared/internal-form.js'
import {isCompilable, validateNotEmpty, validateSelectsTemplate} from '../shared/workload-selector.js'

const path = FieldPath.of('spec')

const templatePath = path.child('template')

const selectorPath = path.child('selector')

const origin = 'daemon-set/update-strategy'

/** The rules for a DaemonSet, and first that for a change of its selector (apps validation `ValidateDaemonSetUpdate`; spec kinds 9). */
export const validateDaemonSet = ({spec = {}}: DaemonSet, old?: DaemonSet, version?: KubernetesVersion): FieldError[] => allErrors(
  old === undefined ? [] : validateUnchanged('*selector', spec.selector, old.spec?.selector, selectorPath, 'workload/immutable'),
  validateTemplate(spec, old?.spec, version),
  validateNotNegative(spec.minReadySeconds, path.child('minReadySeconds'), 'workload/amounts'),
  validateStrategy(spec.updateStrategy ?? {}, path.child('updateStrategy')),
  validateNotNegative(spec.revisionHistoryLimit, path.child('revisionHistoryLimit'), 'workload/amounts'),
)

const validateTemplate = ({selector, template = {}}: DaemonSetSpec, old?: DaemonSetSpec, version?: KubernetesVersion): FieldError[] => allErrors(
  validateLabelSelector(selector, selectorPath),
  isCompilable(selector, selectorPath) ? validateSelectsTemplate(selector, template, templatePath) : [],
  selector === undefined ? [] : validateNotEmpty(selector, selectorPath, 'daemonset'),
  validatePodTemplate(template, templatePath, version, old?.template),
  validateRunsForever(template, templatePath, 'DaemonSet'),
)

function validateStrategy(strategy: DaemonSetUpdateStrategy, place: FieldPath): FieldError[] {
  switch (strategy.type) {
    case 'OnDelete': return []
    case 'RollingUpdate': return validateRollingUpdate(strategy.rollingUpdate ?? {}, place.child('rollingUpdate'))
    default: return [notSupported(place, internalForm('DaemonSetUpdateStrategy', strategy) as object, ['RollingUpdate', 'OnDelete'], origin)]
  }
}

function validateRollingUpdate({maxUnavailable = 0, maxSurge = 0}: RollingUpdateDeployment, place: FieldPath): FieldError[] {
  const unavailable = place.child('maxUnavailable')
  const surge = place.child('maxSurge')
  return allErrors(
    validateIntOrPercent(maxUnavailable, unavailable, origin),
    validateIntOrPercent(maxSurge, surge, origin),
    validateAtMostWhole(maxUnavailable, unavailable, origin),
    validateAtMostWhole(maxSurge, surge, origin),
    !isZeroAmount(maxUnavailable) && !isZeroAmount(maxSurge)
      ? [invalid(surge, printedAmount(maxSurge), 'may not be set when maxUnavailable is non-zero', origin)] : [],
    isZeroAmount(maxUnavailable) && isZeroAmount(maxSurge) ? [required(unavailable, 'cannot be 0 when maxSurge is 0', origin)] : [],
  )
}
