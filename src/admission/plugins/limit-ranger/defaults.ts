import {itemsOf} from '../../../kinds/limit-range/items.js'
import type {Container, LimitRange, Pod, PodSpec, ResourceRequirements} from '../../../machinery/api/core-v1.js'
import {append} from '../../../machinery/collections/append.js'
import {assign, merge} from '../../../machinery/collections/immutable.js'
import {remember} from '../../../machinery/collections/remember.js'
import {rememberShared, shareWith} from '../../../machinery/collections/shared.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {compareText} from '../../../machinery/go/text.js'
import type {Quantity} from '../../../machinery/quantity/quantity.js'
import {noResources, type ResourceList, resourceListOf} from '../../../machinery/quantity/resource-list.js'
import type {FieldChange, Mutation, PolicyPlace} from '../../plugin.js'
import type {Side} from './constraints.js'

export const annotation = 'kubernetes.io/limit-ranger'

/** A default amount, and its field in the LimitRange. */
interface Default {
  readonly name: string
  readonly amount: Quantity
  readonly cause: PolicyPlace
}

type Defaults = Readonly<Record<Side, readonly Default[]>>

const sources = {requests: 'defaultRequest', limits: 'default'} as const

/**
 * Fills in missing requests and limits of the containers and init containers of a pod, and lists them in an annotation
 * (`PodMutateLimitFunc`; spec limitranger 2.4, spec limitranger 2.5).
 *
 * @returns undefined if nothing is missing
 */
export function applyDefaults(pod: Pod, limitRange: LimitRange): Mutation | undefined {
  const {spec, notes, changes} = fillingOf(limitRange)(pod.spec ?? {})
  return changes.length === 0 ? undefined : annotated(assign<Pod>(pod, {spec}), notes, changes, limitRange)
}

/** The LimitRanges with a default for which none before them has one: the others never fill in anything. */
export const defaulting = (policies: readonly LimitRange[]): readonly LimitRange[] => policies.length < 2 ? policies : firstWithDefaults(policies)

const firstWithDefaults = remember((policies: readonly LimitRange[]): readonly LimitRange[] => {
  const names: Readonly<Record<Side, Set<string>>> = {requests: new Set(), limits: new Set()}
  return policies.filter((policy) => (['requests', 'limits'] as const).map((side) => {
    const {size} = names[side]
    for (const {name} of defaultsOf(policy, side)) names[side].add(name)
    return names[side].size > size
  }).includes(true))
})

/** A spec with the defaults of a LimitRange, the text for the annotation and the changes. */
interface Filling {
  readonly spec: PodSpec
  readonly notes: string
  readonly changes: readonly FieldChange[]
}

function fill(given: PodSpec, defaults: Defaults): Filling {
  const changes: FieldChange[] = []
  const notes: string[] = []
  let spec = given
  for (const list of ['containers', 'initContainers'] as const) {
    const containers = spec[list]?.map((container, i) => {
      const filled = fillIn(container, FieldPath.of('spec', list).index(i), defaults)
      append(changes, filled.changes)
      append(notes, notesOf(filled, list === 'containers' ? 'container' : 'init container'))
      return filled.container
    })
    if (changes.length > 0 && containers !== undefined) spec = merge(spec, {[list]: containers})
  }
  return {spec: shareWith(given, spec), notes: notes.join('; '), changes}
}

/** Returns a function that fills in the defaults of a LimitRange, which apply to many pods. */
const fillingOf = remember((limitRange: LimitRange): ((spec: PodSpec) => Filling) => {
  const defaults = {requests: defaultsOf(limitRange, 'requests'), limits: defaultsOf(limitRange, 'limits')}
  return rememberShared((spec: PodSpec) => fill(spec, defaults))
})

/** Returns the defaults of all Container items of a LimitRange, sorted by name; later items override earlier ones. */
function defaultsOf(policy: LimitRange, side: Side): Default[] {
  const byName = new Map<string, Default>()
  for (const [i, item] of itemsOf(policy).entries()) {
    const list = item.type === 'Container' ? item[sources[side]] ?? noResources : noResources
    const path = FieldPath.of('spec', 'limits').index(i).child(sources[side])
    for (const [name, amount] of Object.entries(list)) byName.set(name, {name, amount, cause: {policy, field: path.key(name)}})
  }
  return [...byName.values()].sort((a, b) => compareText(a.name, b.name))
}

interface Filled {
  readonly container: Container
  readonly changes: readonly FieldChange[]
  /** The defaults that were filled in. */
  readonly given: Defaults
}

function fillIn(container: Container, path: FieldPath, defaults: Defaults): Filled {
  const resources = container.resources ?? {}
  const given = {requests: missing(resources.requests, defaults.requests), limits: missing(resources.limits, defaults.limits)}
  const changes = (['requests', 'limits'] as const).flatMap((side) => given[side].map(({name, amount, cause}): FieldChange =>
    ({field: path.child('resources', side).key(name), from: undefined, to: amount, cause})))
  if (changes.length === 0) return {container, changes, given}
  const withLimits = given.limits.length === 0 ? resources : merge(resources, {limits: withDefaults(resources.limits, given.limits)})
  const filled: ResourceRequirements =
    given.requests.length === 0 ? withLimits : merge(withLimits, {requests: withDefaults(resources.requests, given.requests)})
  return {container: merge(container, {resources: filled}), changes, given}
}

const missing = (list: ResourceList = noResources, defaults: readonly Default[]): readonly Default[] => defaults.filter(({name}) => list[name] === undefined)

const withDefaults = (list: ResourceList = noResources, given: readonly Default[]): ResourceList =>
  resourceListOf([...Object.entries(list), ...given.map(({name, amount}) => [name, amount] as const)])

const notesOf = ({container: {name = ''}, given: {requests, limits}}: Filled, what: string): string[] => [
  ...requests.length === 0 ? [] : [`${namesOf(requests)} request for ${what} ${name}`],
  ...limits.length === 0 ? [] : [`${namesOf(limits)} limit for ${what} ${name}`],
]

const namesOf = (defaults: readonly Default[]): string => defaults.map(({name}) => name).join(', ')

function annotated(pod: Pod, notes: string, changes: readonly FieldChange[], limitRange: LimitRange): Mutation {
  const {annotations = {}} = pod.metadata
  const value = `LimitRanger plugin set: ${notes}`
  const metadata = assign(pod.metadata, {annotations: merge(annotations, {[annotation]: value})})
  const field = FieldPath.of('metadata', 'annotations').key(annotation)
  const change: FieldChange = {field, from: annotations[annotation], to: value, cause: {policy: limitRange, field: FieldPath.of('spec')}}
  return {object: assign<Pod>(pod, {metadata}), changes: [...changes, change]}
}
