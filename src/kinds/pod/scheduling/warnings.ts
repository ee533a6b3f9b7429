import type {Affinity, NodeAffinity, NodeSelectorTerm, PodAffinity, PodSpec, TopologySpreadConstraint} from '../../../machinery/api/core-v1.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {compareText} from '../../../machinery/go/text.js'
import {labelValue} from '../../../machinery/meta/names.js'
import {deprecatedNodeLabel} from '../../shared/node-labels.js'

// Warnings about the affinity of a pod to nodes and to other pods (spec pod 5, rows 2 to 4 and 15).

const nullSelector = 'a null labelSelector results in matching no pod'

/** The warnings about nodes; the path is that of the spec. */
export function nodeWarnings({nodeSelector, affinity, topologySpreadConstraints}: PodSpec, path: FieldPath): string[] {
  return [
    ...nodeSelector === undefined ? [] : Object.keys(nodeSelector).sort(compareText).flatMap((key) => {
      const message = deprecatedNodeLabel(key)
      return message === undefined ? [] : [`${path.child('nodeSelector').key(key)}: ${message}`]
    }),
    ...affinity?.nodeAffinity === undefined ? [] : affinityWarnings(affinity.nodeAffinity, path.child('affinity', 'nodeAffinity')),
    ...(topologySpreadConstraints ?? []).flatMap((constraint, i) => spreadWarnings(constraint, path.child('topologySpreadConstraints').index(i))),
  ]
}

function affinityWarnings(affinity: NodeAffinity, path: FieldPath): string[] {
  const terms = affinity.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  const preferred = affinity.preferredDuringSchedulingIgnoredDuringExecution ?? []
  return [
    ...terms.flatMap((term, i) => termWarnings(term, false, path.child('requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms').index(i))),
    ...preferred.flatMap(({preference = {}}, i) =>
      termWarnings(preference, true, path.child('preferredDuringSchedulingIgnoredDuringExecution').index(i).child('preference'))),
  ]
}

/** @param areValuesFree true if invalid values are not errors, so they get warnings */
const termWarnings = ({matchExpressions = []}: NodeSelectorTerm, areValuesFree: boolean, path: FieldPath): string[] =>
  matchExpressions.flatMap(({key = '', values = []}, i) => {
    const place = path.child('matchExpressions').index(i)
    return [
      ...labelWarnings(key, place.child('key')),
      ...areValuesFree ? values.flatMap((value, j) => labelValue(value).map((error) => `${place.child('values').index(j)}: ${value} is invalid, ${error}`)) : [],
    ]
  })

function labelWarnings(key: string, path: FieldPath): string[] {
  const message = deprecatedNodeLabel(key)
  return message === undefined ? [] : [`${path}: ${key} is ${message}`]
}

const spreadWarnings = ({topologyKey = '', labelSelector}: TopologySpreadConstraint, path: FieldPath): string[] => [
  ...labelWarnings(topologyKey, path.child('topologyKey')),
  ...labelSelector === undefined ? [`${path.child('labelSelector')}: ${nullSelector}`] : [],
]

/** The warnings about other pods; the path is that of the affinity. */
export const podAffinityWarnings = ({podAffinity, podAntiAffinity}: Affinity, path: FieldPath): string[] => [
  ...podAffinity === undefined ? [] : selectorWarnings(podAffinity, path.child('podAffinity')),
  ...podAntiAffinity === undefined ? [] : selectorWarnings(podAntiAffinity, path.child('podAntiAffinity')),
]

function selectorWarnings(affinity: PodAffinity, path: FieldPath): string[] {
  const terms = affinity.requiredDuringSchedulingIgnoredDuringExecution ?? []
  const preferred = affinity.preferredDuringSchedulingIgnoredDuringExecution ?? []
  const warning = (place: FieldPath): string => `${place.child('labelSelector')}: ${nullSelector}`
  return [
    ...terms.flatMap(({labelSelector}, i) =>
      labelSelector === undefined ? [warning(path.child('requiredDuringSchedulingIgnoredDuringExecution').index(i))] : []),
    ...preferred.flatMap(({podAffinityTerm}, i) => podAffinityTerm?.labelSelector === undefined
      ? [warning(path.child('preferredDuringSchedulingIgnoredDuringExecution').index(i).child('podAffinityTerm'))] : []),
  ]
}
