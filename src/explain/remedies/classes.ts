import type {Cluster} from '../../cluster/cluster.js'
import {priorityClass, systemPriorityClasses} from '../../kinds/priority-class/index.js'
import {runtimeClass} from '../../kinds/runtime-class/index.js'
import {FieldPath} from '../../machinery/field/path.js'
import {nearest} from '../../manifests/nearest.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import type {Edit} from './edit.js'
import {valueAt} from '../../simulate/object-fields.js'

/** A field with the name of a class, and the names that the plugin which denies the request would accept. */
interface ClassField {
  readonly kind: string
  readonly field: FieldPath
  readonly plugin: string
  readonly names: (cluster: Cluster) => readonly string[]
}

const nameOf = ({metadata: {name = ''}}: {readonly metadata: {readonly name?: string}}): string => name

const classFields: readonly ClassField[] = [
  {
    kind: 'PriorityClass', field: FieldPath.of('spec', 'priorityClassName'), plugin: 'Priority',
    names: (cluster) => [...cluster.list(priorityClass).map(nameOf), ...Object.keys(systemPriorityClasses)],
  },
  {kind: 'RuntimeClass', field: FieldPath.of('spec', 'runtimeClassName'), plugin: 'RuntimeClass', names: (cluster) => cluster.list(runtimeClass).map(nameOf)},
]

/** A class that the server does not accept, and the names that it would accept. */
interface UnknownClass {
  readonly kind: string
  readonly field: FieldPath
  readonly name: string
  readonly names: readonly string[]
}

function unknownClasses({trace}: ManifestReview, cluster: Cluster): UnknownClass[] {
  const rejecting = new Set(trace?.explanations.filter(({rejection}) => rejection !== undefined).map(({plugin}) => plugin))
  return classFields.filter(({plugin}) => rejecting.has(plugin)).flatMap(({kind, field, names}): UnknownClass[] => {
    const [name, known] = [valueAt(trace?.defaulted, field.steps()), [...new Set(names(cluster))]]
    return typeof name !== 'string' || name === '' || known.includes(name) ? [] : [{kind, field, name, names: known}]
  })
}

/** Returns edits that replace names of unknown classes by similar names. */
export const classEdits = (request: ManifestReview, cluster: Cluster): Edit[] => unknownClasses(request, cluster).flatMap(({field, name, names}): Edit[] => {
  const known = nearest(name, names)
  return known === undefined ? [] : [{field, operation: 'set', from: name, to: known}]
})

/** Maximum number of classes to name. */
const maxNamed = 10

/** Names the classes that the server would accept. */
export const classAdvice = (request: ManifestReview, cluster: Cluster): string[] => unknownClasses(request, cluster).map(({kind, field, names}) => {
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : ''
  return names.length === 0 ? `${String(field)}: the input has no ${kind}.`
    : `${String(field)} can be ${names.slice(0, maxNamed).join(', ')}${more}: the input has no other ${kind}.`
})
