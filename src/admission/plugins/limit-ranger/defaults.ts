import type {Container, Pod, PodSpec, ResourceRequirements} from '../../../kinds/pod/types.js'
import {FieldPath} from '../../../machinery/field-path.js'
import {assign} from '../../../machinery/immutable.js'
import {noResources, type ResourceList, resourceListOf, resourceNames} from '../../../machinery/resource-list.js'
import type {FieldChange, Mutation} from '../../plugin.js'
import {itemsOf, type LimitRange} from './types.js'
import type {Side} from './constraints.js'

export const annotation = 'kubernetes.io/limit-ranger'

/** Amounts that a LimitRange fills in, with the item that each comes from. */
interface Defaults {
  readonly amounts: ResourceList
  readonly items: ReadonlyMap<string, number>
}

const sources = {requests: 'defaultRequest', limits: 'default'} as const

/**
 * Fills in requests and limits of the containers and init containers of a pod, as far as they are missing, and says so in
 * an annotation (`PodMutateLimitFunc`; limitranger spec 2.4 and 2.5).
 *
 * @returns undefined when nothing is missing
 */
export function applyDefaults(pod: Pod, limitRange: LimitRange): Mutation | undefined {
  const defaults = {requests: defaultsOf(limitRange, 'requests'), limits: defaultsOf(limitRange, 'limits')}
  const changes: FieldChange[] = []
  const notes: string[] = []
  let spec: PodSpec = pod.spec ?? {}
  for (const list of ['containers', 'initContainers'] as const) {
    const containers = spec[list]?.map((container, i) => {
      const filled = fillIn(container, FieldPath.of('spec', list).index(i), defaults, limitRange)
      changes.push(...filled.changes)
      notes.push(...notesOf(filled, list === 'containers' ? 'container' : 'init container'))
      return filled.container
    })
    if (changes.length > 0 && containers !== undefined) spec = {...spec, [list]: containers}
  }
  return changes.length === 0 ? undefined : annotated({...pod, spec}, notes.join('; '), changes, limitRange)
}

/** What all Container items of a LimitRange give; a later item counts for more. */
function defaultsOf(limitRange: LimitRange, side: Side): Defaults {
  const items = new Map<string, number>()
  const entries = itemsOf(limitRange).flatMap((item, i) => {
    const list = item.type === 'Container' ? item[sources[side]] ?? noResources : noResources
    for (const name of Object.keys(list)) items.set(name, i)
    return Object.entries(list)
  })
  return {amounts: resourceListOf(entries), items}
}

interface Filled {
  readonly container: Container
  readonly changes: readonly FieldChange[]
  readonly names: Readonly<Record<Side, readonly string[]>>
}

function fillIn(container: Container, path: FieldPath, defaults: Record<Side, Defaults>, limitRange: LimitRange): Filled {
  const resources = container.resources ?? {}
  const names = {requests: missing(resources.requests, defaults.requests), limits: missing(resources.limits, defaults.limits)}
  const changes = (['requests', 'limits'] as const).flatMap((side) => names[side].map((name): FieldChange => {
    const field = FieldPath.of('spec', 'limits').index(defaults[side].items.get(name) ?? 0).child(sources[side]).key(name)
    return {field: path.child('resources', side).key(name), from: undefined, to: defaults[side].amounts[name], cause: {policy: limitRange, field}}
  }))
  if (changes.length === 0) return {container, changes, names}
  const filled: ResourceRequirements = {
    ...resources,
    ...names.limits.length > 0 && {limits: withDefaults(resources.limits, names.limits, defaults.limits)},
    ...names.requests.length > 0 && {requests: withDefaults(resources.requests, names.requests, defaults.requests)},
  }
  return {container: {...container, resources: filled}, changes, names}
}

const missing = (list: ResourceList = noResources, {amounts}: Defaults): string[] => resourceNames(amounts).filter((name) => list[name] === undefined)

const withDefaults = (list: ResourceList = noResources, names: readonly string[], {amounts}: Defaults): ResourceList =>
  resourceListOf([...Object.entries(list), ...names.flatMap((name) => amounts[name] === undefined ? [] : [[name, amounts[name]] as const])])

const notesOf = ({container, names}: Filled, what: string): string[] => [
  ...names.requests.length === 0 ? [] : [`${names.requests.join(', ')} request for ${what} ${container.name ?? ''}`],
  ...names.limits.length === 0 ? [] : [`${names.limits.join(', ')} limit for ${what} ${container.name ?? ''}`],
]

function annotated(pod: Pod, notes: string, changes: readonly FieldChange[], limitRange: LimitRange): Mutation {
  const {annotations = {}} = pod.metadata
  const value = `LimitRanger plugin set: ${notes}`
  const metadata = assign(pod.metadata, {annotations: {...annotations, [annotation]: value}})
  const field = FieldPath.of('metadata', 'annotations').key(annotation)
  const change: FieldChange = {field, from: annotations[annotation], to: value, cause: {policy: limitRange, field: FieldPath.of('spec')}}
  return {object: assign<Pod>(pod, {metadata}), changes: [...changes, change]}
}
