import type {TopologySpreadConstraint} from '../../../machinery/api/core-v1.js'
import {allErrors, duplicate, type FieldError, invalid, notSupported, required} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {validateWord} from '../../../machinery/field/text-rules.js'
import {validateLabelSelector} from '../../../machinery/meta/label-selector.js'
import {validateLabelKeys} from './pod-affinity.js'

const origin = 'pod/topology-spread'

const actions = ['DoNotSchedule', 'ScheduleAnyway']

const nodePolicies = ['Honor', 'Ignore']

/** The rules for topology spread constraints (core validation `validateTopologySpreadConstraints`; spec pod 4.9). */
export const validateSpread = (constraints: readonly TopologySpreadConstraint[], path: FieldPath): FieldError[] => {
  const last = new Map(constraints.map((constraint, i) => [kindOf(constraint), i]))
  return constraints.flatMap((constraint, i) => validateConstraint(constraint, (last.get(kindOf(constraint)) ?? i) > i, path.index(i)))
}

/** The rule that pairs of a topology key and an action are unique. */
const kindOf = ({topologyKey = '', whenUnsatisfiable: action = ''}: TopologySpreadConstraint): string => `{${topologyKey}, ${action}}`

function validateConstraint(constraint: TopologySpreadConstraint, isRepeated: boolean, place: FieldPath): FieldError[] {
  const {maxSkew = 0, topologyKey = '', whenUnsatisfiable: action = ''} = constraint
  return allErrors(
    maxSkew > 0 ? [] : [invalid(place.child('maxSkew'), maxSkew, 'must be greater than zero', origin)],
    topologyKey === '' ? [required(place.child('topologyKey'), 'can not be empty', origin)] : [],
    actions.includes(action) ? [] : [notSupported(place.child('whenUnsatisfiable'), action, actions, origin)],
    isRepeated ? [duplicate(place.child('{topologyKey, whenUnsatisfiable}'), kindOf(constraint), origin)] : [],
    constraint.minDomains === undefined ? [] : validateMinDomains(constraint.minDomains, action, place.child('minDomains')),
    validateWord(constraint.nodeAffinityPolicy, nodePolicies, place.child('nodeAffinityPolicy'), origin),
    validateWord(constraint.nodeTaintsPolicy, nodePolicies, place.child('nodeTaintsPolicy'), origin),
    validateLabelKeys(constraint, place),
    validateLabelSelector(constraint.labelSelector, place.child('labelSelector')),
  )
}

function validateMinDomains(minDomains: number, action: string, path: FieldPath): FieldError[] {
  const detail = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action}`
  return allErrors(
    minDomains > 0 ? [] : [invalid(path, minDomains, 'must be greater than zero', origin)],
    action === 'DoNotSchedule' ? [] : [invalid(path, minDomains, detail, origin)],
  )
}
