import type {KubeObject} from '../kinds/kind.js'
import {positionIn} from '../machinery/collections/sorted.js'

/**
 * Returns the object with a name; undefined if there is none. Lists of policies and of what they refer to can be long, and each request looks something up.
 *
 * @param objects sorted by name, as a {@link Lister} returns them
 */
export function findNamed<T extends KubeObject>(objects: readonly T[], name: string): T | undefined {
  const found = objects[positionIn(objects, name, ({metadata}) => metadata.name ?? '')]
  return found?.metadata.name === name ? found : undefined
}
