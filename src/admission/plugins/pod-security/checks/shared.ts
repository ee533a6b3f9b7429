import {containersWhere as find, type PlacedContainer} from '../../../../kinds/pod/containers/each-container.js'
import type {Container, PodSpec} from '../../../../machinery/api/core-v1.js'
import {FieldPath} from '../../../../machinery/field/path.js'
import {sortTexts} from '../../../../machinery/go/text.js'
import type {CheckPod} from '../check.js'

/** The spec of a pod. */
export const specPath = FieldPath.of('spec')

/** The security context of a pod. */
export const podContext = specPath.child('securityContext')

/** Returns the containers of a pod for which a condition holds, in server order. */
export const containersWhere = (spec: PodSpec, holds: (container: Container) => boolean): readonly PlacedContainer[] => find(spec, specPath, holds)

/** Returns the path of a field in the security context of a container. */
export const inContext = ({path}: PlacedContainer, ...fields: string[]): FieldPath => below(path.child('securityContext'), fields)

/** Returns the path of a field some levels below another one. */
export const below = (path: FieldPath, fields: readonly string[]): FieldPath => fields.reduce((parent, field) => parent.child(field), path)

/** Allows pods that run on Windows, where validation forbids the fields that the check asks for. */
export const unlessWindows = (check: CheckPod): CheckPod => (spec, metadata) => spec.os?.name === 'windows' ? undefined : check(spec, metadata)

/** Allows pods that have a user namespace of their own (policy `relaxPolicyForUserNamespacePod`). */
export const unlessUserNamespace = (check: CheckPod): CheckPod => (spec, metadata) => spec.hostUsers === false ? undefined : check(spec, metadata)

/** Returns texts in quotes, without escapes (policy `joinQuote`). */
export const joinQuoted = (texts: readonly string[]): string => texts.map((text) => `"${text}"`).join(', ')

/** Returns the singular for one, and the plural for other numbers (policy `pluralize`). */
export const pluralize = (singular: string, plural: string, count: number): string => count === 1 ? singular : plural

/** Returns distinct texts in the order of their bytes (sets `String.List`). */
export const sortedSet = (texts: readonly string[]): string[] => sortTexts([...new Set(texts)])

/** Names containers: `containers "a", "b"`. */
export const namesOf = (containers: readonly PlacedContainer[]): string =>
  `${pluralize('container', 'containers', containers.length)} ${joinQuoted(containers.map(({container}) => container.name ?? ''))}`

/** Names those that set a forbidden value: `pod and container "a"`; empty if none does. */
export const settersOf = (isOfPod: boolean, containers: readonly PlacedContainer[]): string =>
  [...isOfPod ? ['pod'] : [], ...containers.length > 0 ? [namesOf(containers)] : []].join(' and ')
