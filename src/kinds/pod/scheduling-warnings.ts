import type {FieldPath} from '../../machinery/field-path.js'
import {compareText} from '../../machinery/go-text.js'
import {labelValue} from '../../machinery/names.js'
import type {Affinity, NodeAffinity, NodeSelectorTerm, PodAffinity, TopologySpreadConstraint} from './scheduling-types.js'
import type {PodSpec} from './types.js'

// Warnings about what a pod asks of nodes and of other pods (pod spec 5, rows 2 to 4 and 15).

/** Labels of nodes that have other names by now, and what the server says of them (pkg/api/node `GetNodeLabelDeprecatedMessage`). */
const deprecatedLabels: ReadonlyMap<string, string> = new Map([
  ['beta.kubernetes.io/arch', 'deprecated since v1.14; use "kubernetes.io/arch" instead'],
  ['beta.kubernetes.io/os', 'deprecated since v1.14; use "kubernetes.io/os" instead'],
  ['failure-domain.beta.kubernetes.io/region', 'deprecated since v1.17; use "topology.kubernetes.io/region" instead'],
  ['failure-domain.beta.kubernetes.io/zone', 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead'],
  ['beta.kubernetes.io/instance-type', 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead'],
  ['app.kubernetes.io/created-by', 'deprecated since v1.9'],
  ['scheduler.alpha.kubernetes.io/preferAvoidPods', 'deprecated since v1.22; use Taints and Tolerations instead'],
  ['node-role.kubernetes.io/master', 'use "node-role.kubernetes.io/control-plane" instead'],
])

const nullSelector = 'a null labelSelector results in matching no pod'

/** The warnings about nodes; the path is that of the spec. */
export function nodeWarnings({nodeSelector, affinity, topologySpreadConstraints}: PodSpec, path: FieldPath): string[] {
  return [
    ...nodeSelector === undefined ? [] : Object.keys(nodeSelector).sort(compareText).flatMap((key) => {
      const message = deprecatedLabels.get(key)
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

/** @param areValuesFree whether bad values are no error, and so are warned of */
const termWarnings = ({matchExpressions = []}: NodeSelectorTerm, areValuesFree: boolean, path: FieldPath): string[] =>
  matchExpressions.flatMap(({key = '', values = []}, i) => {
    const place = path.child('matchExpressions').index(i)
    return [
      ...labelWarnings(key, place.child('key')),
      ...areValuesFree ? values.flatMap((value, j) => labelValue(value).map((fault) => `${place.child('values').index(j)}: ${value} is invalid, ${fault}`)) : [],
    ]
  })

function labelWarnings(key: string, path: FieldPath): string[] {
  const message = deprecatedLabels.get(key)
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
