import {isDeepEqual} from '../machinery/collections/deep-equal.js'
import {locate, nodeAt, type Steps} from '../manifests/locate.js'
import {contentOf, type Node} from '../source/node.js'
import type {Origin, SourceFile} from '../source/source-file.js'
import {toValue} from '../source/to-value.js'
import type {SourcePlace} from './source-place.js'

/**
 * Returns the place in the source that corresponds to a key or value of the rendered object. Undefined if the source lacks the
 * field or has another scalar, because a patch has set it.
 */
export function samePlace(file: SourceFile, source: Node, rendered: Node, {steps, part}: SourcePlace): Origin | undefined {
  const way = stepsInto(source, rendered, steps)
  const [there, here] = [way && nodeAt(source, way), nodeAt(rendered, steps)]
  if (way === undefined || there === undefined || here === undefined) return undefined
  const isEqual = isDeepEqual(toValue(there), toValue(here))
  const isScalar = contentOf(here).kind === 'scalar'
  if (part === 'key') return {file, span: locate(file, source, way, 'key'), isExact: isEqual || isScalar}
  if (isScalar && !isEqual) return undefined
  return {file, span: locate(file, source, way), isExact: isEqual && (part === 'scalar' || !isScalar)}
}

/** Returns the path of the same field in the source, whose lists may have another order. */
function stepsInto(source: Node, rendered: Node, steps: Steps): Steps | undefined {
  const way: (string | number)[] = []
  for (const [i, step] of steps.entries()) {
    const next = typeof step === 'number' ? sameItem(nodeAt(source, way), nodeAt(rendered, steps.slice(0, i)), step) : step
    if (next === undefined) return undefined
    way.push(next)
  }
  return way
}

/** Longer lists are compared only by index. */
const maxCompared = 500

/** Returns the index of the same item: an equal one, one with the same name, or the same index in a list of the same length. */
function sameItem(source: Node | undefined, rendered: Node | undefined, index: number): number | undefined {
  const [there, here] = [itemsOf(source), itemsOf(rendered)]
  const item = here[index]
  if (there.length === 0 || item === undefined) return undefined
  const atIndex = there.length === here.length ? index : undefined
  if (there.length > maxCompared) return atIndex
  const [value, values] = [toValue(item), there.map(toValue)]
  const equal = only(indicesOf(values, (other) => isDeepEqual(other, value)), index)
  if (equal !== undefined || nameOf(value) === undefined) return equal ?? atIndex
  return only(indicesOf(values, (other) => nameOf(other) === nameOf(value)), index)
}

function itemsOf(node: Node | undefined): readonly Node[] {
  const content: Node | undefined = node && contentOf(node)
  return content?.kind === 'sequence' ? content.items : []
}

const indicesOf = (items: readonly unknown[], isMeant: (item: unknown) => boolean): number[] => items.flatMap((item, i) => isMeant(item) ? [i] : [])

/** Returns the only match; of several matches the one at the same index. */
const only = (found: readonly number[], index: number): number | undefined => found.length === 1 ? found[0] : found.find((each) => each === index)

const nameOf = (value: unknown): unknown => (value as {readonly name?: unknown} | null)?.name
