import type {PlacedContainer} from '../../../../kinds/pod/containers/each-container.js'
import type {Container} from '../../../../machinery/api/core-v1.js'
import type {Offence} from '../check.js'
import {inContext, joinQuoted, namesOf, sortedSet} from './shared.js'

/** Returns the capabilities that a container adds. */
export const addedBy = ({securityContext}: Container): readonly string[] => securityContext?.capabilities?.add ?? none

const none: readonly string[] = []

/** Returns the words about containers that add forbidden capabilities. */
export function forbiddenAdditions(containers: readonly PlacedContainer[], isAllowed: (capability: string) => boolean): string {
  const capabilities = containers.flatMap(({container}) => addedBy(container).filter((one) => !isAllowed(one)))
  return `${namesOf(containers)} must not include ${joinQuoted(sortedSet(capabilities))} in securityContext.capabilities.add`
}

/** Returns the places of forbidden capabilities. */
export const offendingAdditions = (containers: readonly PlacedContainer[], isAllowed: (capability: string) => boolean): Offence[] =>
  containers.flatMap((one) => addedBy(one.container).flatMap((capability, i) =>
    isAllowed(capability) ? [] : [{field: inContext(one, 'capabilities', 'add').index(i), hint: `remove ${capability}`, repair: {to: undefined}}]))
