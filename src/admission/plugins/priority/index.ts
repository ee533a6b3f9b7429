import {priorityClass as kind, systemPriorityClasses} from '../../../kinds/priority-class/index.js'
import type {Pod, PodSpec} from '../../../machinery/api/core-v1.js'
import type {PriorityClass} from '../../../machinery/api/scheduling-v1.js'
import {assign} from '../../../machinery/collections/immutable.js'
import {rememberSharedWith, shareWith} from '../../../machinery/collections/shared.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {type Attributes, isRequestFor, type Operation} from '../../attributes.js'
import {findNamed} from '../../find-named.js'
import {
  type AdmissionPlugin, changesOf, type FieldChange, type Lister, type Mutation, type PluginDefinition, type Reason, reject, type Rejection,
} from '../../plugin.js'

/** The values that a pod gets from its priority class. */
interface ResolvedPriority {
  readonly className: string
  readonly value: number
  readonly preemptionPolicy: string
  readonly warning?: string
}

const fields = ['priorityClassName', 'priority', 'preemptionPolicy'] as const

/** The beginning of the warning about a class if no classes are declared. */
const undeclared = 'kadm: no PriorityClass is declared'

/** Gives pods the priority of their class (spec apimachinery 6.3), and allows one default class only. */
class Priority implements AdmissionPlugin {
  readonly name = 'Priority'

  constructor(private readonly lister: Lister) {}

  handles(operation: Operation): boolean {
    return operation !== 'DELETE'
  }

  admit(attributes: Attributes): Mutation | Rejection | undefined {
    if (!isRequestFor(attributes, 'pods')) return undefined
    const pod = attributes.object as Pod
    return attributes.operation === 'UPDATE' ? keepPriority(pod, attributes.oldObject as Pod) : this.setPriority(pod, attributes)
  }

  validate(attributes: Attributes): Rejection | undefined {
    const object = attributes.object as PriorityClass
    if (!isRequestFor(attributes, 'priorityclasses', 'scheduling.k8s.io') || object.globalDefault !== true) return undefined
    const other = this.defaultClass()?.metadata.name
    if (other === undefined || (attributes.operation === 'UPDATE' && other === object.metadata.name)) return undefined
    return reject(attributes, `PriorityClass ${other} is already marked as default. Only one default can exist`)
  }

  private setPriority(pod: Pod, attributes: Attributes): Mutation | Rejection {
    const spec = pod.spec ?? {}
    const resolved = this.resolve(spec.priorityClassName ?? '')
    if (typeof resolved === 'string') return reject(attributes, resolved)
    const error = contradiction(spec, resolved)
    if (error !== undefined) return reject(attributes, error.message, [error])
    const {spec: prioritised, changes} = specWithPriority(spec, resolved)
    const mutation = {object: assign<Pod>(pod, {spec: prioritised}), changes}
    const {warning} = resolved
    return warning === undefined ? mutation : {...mutation, warnings: [warning]}
  }

  /** The priority behind a class name, or the reason why there is none. */
  private resolve(name: string): ResolvedPriority | string {
    const classes = this.lister.list(kind)
    const found = name === '' ? this.defaultClass() : findNamed(classes, name)
    if (found !== undefined) return {className: found.metadata.name ?? '', value: found.value ?? 0, preemptionPolicy: found.preemptionPolicy ?? preempting}
    if (name === '') return {className: '', value: 0, preemptionPolicy: preempting}
    const system = Object.hasOwn(systemPriorityClasses, name) ? systemPriorityClasses[name] : undefined
    if (system !== undefined) return {className: name, value: system, preemptionPolicy: preempting}
    if (classes.length > 0) return `no PriorityClass with name ${name} was found`
    const warning = `${undeclared}, so ${name} is taken to exist, with priority 0`
    return {className: name, value: 0, preemptionPolicy: preempting, warning}
  }

  /** Of several default classes, the one with the lowest value wins. */
  private defaultClass(): PriorityClass | undefined {
    return this.lister.list(kind).filter(({globalDefault}) => globalDefault === true)
      .reduce<PriorityClass | undefined>((lowest, other) => (other.value ?? 0) < (lowest?.value ?? Infinity) ? other : lowest, undefined)
  }
}

const preempting = 'PreemptLowerPriority'

/** A pod may state what its class gives, and nothing else. */
function contradiction(spec: PodSpec, {value, preemptionPolicy}: ResolvedPriority): Reason | undefined {
  const reason = (what: string, field: string, to: string | number): Reason => ({
    message: `${what} must not be provided in pod spec; priority admission controller computed ${to} from the given PriorityClass name`,
    repairs: [{field: FieldPath.of('spec', field), to}],
  })
  if (spec.priority !== undefined && spec.priority !== value) return reason(`the integer value of priority (${spec.priority})`, 'priority', value)
  if (spec.preemptionPolicy === undefined || spec.preemptionPolicy === preemptionPolicy) return undefined
  return reason(`the string value of PreemptionPolicy (${spec.preemptionPolicy})`, 'preemptionPolicy', preemptionPolicy)
}

/** An update that leaves the priority out keeps it. */
function keepPriority(pod: Pod, {spec: old = {}}: Pod): Mutation | undefined {
  const {priority = old.priority, preemptionPolicy = old.preemptionPolicy} = pod.spec ?? {}
  const mutation = withPriority(pod, {...priority !== undefined && {priority}, ...preemptionPolicy !== undefined && {preemptionPolicy}})
  return mutation.object === pod ? undefined : mutation
}

function withPriority(pod: Pod, priority: Pick<PodSpec, typeof fields[number]>): Mutation {
  const {spec, changes} = changeSpec(pod.spec ?? {}, priority)
  return {object: assign<Pod>(pod, {spec}), changes}
}

function changeSpec(given: PodSpec, priority: Pick<PodSpec, typeof fields[number]>): {readonly spec: PodSpec, readonly changes: readonly FieldChange[]} {
  const spec = shareWith(given, assign<PodSpec>(given, priority))
  return {spec, changes: changesOf(given, spec, fields, 'spec')}
}

const isSamePriority = (a: ResolvedPriority, b: ResolvedPriority): boolean =>
  a.className === b.className && a.value === b.value && a.preemptionPolicy === b.preemptionPolicy

const specWithPriority = rememberSharedWith((spec: PodSpec, {className, value, preemptionPolicy}: ResolvedPriority) =>
  changeSpec(spec, {...className !== '' && {priorityClassName: className}, priority: value, preemptionPolicy}), isSamePriority)

/** Priority with everything that belongs to it. */
export const priority: PluginDefinition = {
  name: 'Priority',
  summary: 'Gives pods the priority of their PriorityClass.',
  kinds: [],
  lookups: [
    {kind, by: 'spec.priorityClassName', fields: [FieldPath.of('value'), FieldPath.of('preemptionPolicy'), FieldPath.of('globalDefault')]},
    {kind, by: 'spec.priorityClassName', fields: [], warning: undeclared},
  ],
  create: ({store}) => new Priority(store),
}
