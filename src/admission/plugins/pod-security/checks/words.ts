import type {PlacedContainer} from '../../../../kinds/pod/containers/each-container.js'
import {sortTexts} from '../../../../machinery/go/text.js'

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
