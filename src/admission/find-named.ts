import type {KubeObject} from '../kinds/kind.js'
import {compareText} from '../machinery/go/text.js'

/**
 * Returns the object with a name; undefined if there is none. Lists of policies and of what they refer to can be long, and each request looks something up.
 *
 * @param objects sorted by name, as a {@link Lister} returns them
 */
export function findNamed<T extends KubeObject>(objects: readonly T[], name: string): T | undefined {
  let [low, high] = [0, objects.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareText(objects[middle]?.metadata.name ?? '', name) < 0) low = middle + 1
    else high = middle
  }
  const found = objects[low]
  return found?.metadata.name === name ? found : undefined
}
