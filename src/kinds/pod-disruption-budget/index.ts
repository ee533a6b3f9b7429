import type {PodDisruptionBudget} from '../../machinery/api/policy-v1.js'
import {allErrors, type FieldError, invalid, notSupported} from '../../machinery/field/error.js'
import {type IntOrString, validateAtMostWhole, validateIntOrPercent} from '../../machinery/field/int-or-percent.js'
import {FieldPath} from '../../machinery/field/path.js'
import {validateLabelSelector} from '../../machinery/meta/label-selector.js'
import type {KindDefinition} from '../kind.js'
import {firstGeneration, withGeneration} from '../shared/generation.js'
import {internallyEqual} from '../shared/internal-equal.js'
import {internalForm} from '../shared/internal-form.js'
import {withStatus} from '../shared/status.js'

const path = FieldPath.of('spec')

const origin = 'pod-disruption-budget/amount'

const evictionPolicies = ['AlwaysAllow', 'IfHealthyBudget']

const noPods = {currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0}

/** PodDisruptionBudget (pkg/registry/policy/poddisruptionbudget, policy validation; spec kinds 11). */
export const podDisruptionBudget: KindDefinition<PodDisruptionBudget> = {
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: {name: 'path-segment', qualifiedFinalizers: false},
  prepareForCreate: (object) => firstGeneration(withStatus(object, noPods)),
  prepareForUpdate: (object, old) => withGeneration(withStatus(object, old.status), old, internallyEqual('PodDisruptionBudgetSpec', object.spec, old.spec)),

  validate: ({spec = {}}) => allErrors(
    spec.minAvailable === undefined || spec.maxUnavailable === undefined ? []
      : [invalid(path, internalForm('PodDisruptionBudgetSpec', spec), 'minAvailable and maxUnavailable cannot be both set', origin)],
    validateAmount(spec.minAvailable, path.child('minAvailable')),
    validateAmount(spec.maxUnavailable, path.child('maxUnavailable')),
    validateLabelSelector(spec.selector, path.child('selector')),
    validateEvictionPolicy(spec.unhealthyPodEvictionPolicy, path.child('unhealthyPodEvictionPolicy')),
  ),
}

const validateAmount = (amount: IntOrString | undefined, place: FieldPath): FieldError[] =>
  amount === undefined ? [] : allErrors(validateIntOrPercent(amount, place, origin), validateAtMostWhole(amount, place, origin))

const validateEvictionPolicy = (policy: string | undefined, place: FieldPath): FieldError[] => policy === undefined || evictionPolicies.includes(policy)
  ? [] : [notSupported(place, policy, evictionPolicies, 'pod-disruption-budget/eviction-policy')]
