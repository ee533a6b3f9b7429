import type {AnyKind} from '../kinds/kind.js'
import {groupBy} from '../machinery/collections/group-by.js'
import {remember} from '../machinery/collections/remember.js'
import type {DecodeProblem} from '../machinery/decode/problem.js'
import {type FieldError, NamedText} from '../machinery/field/error.js'
import type {FieldPath} from '../machinery/field/path.js'
import {Quantity} from '../machinery/quantity/quantity.js'
import {isInSource, locate, nodeAt, type Steps} from '../manifests/locate.js'
import type {Manifest} from '../manifests/manifest.js'
import {contentOf, type MappingEntry, type Node} from '../source/node.js'
import type {Span} from '../source/source-file.js'
import type {Place} from './diagnostic.js'

/** The node of a manifest, or of a configuration, and its file. */
export type Placed = Pick<Manifest, 'node'> & {readonly document: Pick<Manifest['document'], 'file'>}

/**
 * Returns the place of a field in a manifest; for a default value, that of the field from which it comes; otherwise
 * that of the closest field above it.
 */
export const placeOf = (manifest: Manifest, field: FieldPath, definition: AnyKind): Place => placeOfSteps(manifest, field.steps(), definition)

/** Returns the place of a field, as placeOf does. */
export function placeOfSteps({document: {file}, node}: Placed, steps: Steps, definition: AnyKind): Place {
  return {file, span: locate(file, node, sourceSteps(node, steps, definition))}
}

/**
 * Returns the place of the value of an error. The server often names only the map or list that contains the value, and
 * names keys like values.
 */
export function placeOfError(manifest: Manifest, error: Pick<FieldError, 'field' | 'badValue'>, definition: AnyKind): Place {
  const {document: {file}, node} = manifest
  const steps = sourceSteps(node, error.field.steps(), definition)
  const bad = textOf(error.badValue)
  const isKey = bad !== undefined && steps.at(-1) === bad
  const span = bad === undefined || isKey ? undefined : culprit(node, steps, bad)
  return {file, span: span ?? locate(file, node, steps, isKey ? 'key' : 'value')}
}

/** Returns the place of a problem: the key of an unknown field, otherwise the value. */
export const placeOfProblem = ({document: {file}, node}: Manifest, {type}: DecodeProblem, steps: Steps): Place =>
  ({file, span: locate(file, node, steps, type === 'unknown-field' ? 'key' : 'value')})

/**
 * Returns the written field from which a field has its default value; undefined if the field itself is written, or neither is.
 */
function originOf(node: Node, steps: Steps, definition: AnyKind): Steps | undefined {
  if (isInSource(node, steps)) return undefined
  const origins = definition.defaultedFrom?.(steps) ?? []
  return origins.find((origin) => isInSource(node, origin)) ?? origins.find((origin) => sourceDepth(node, origin) > sourceDepth(node, steps))
}

/** Returns how many steps of the path to a field are written. */
const sourceDepth = (node: Node, steps: Steps): number => steps.length === 0 || isInSource(node, steps) ? steps.length : sourceDepth(node, steps.slice(0, -1))

/** Returns the written field from which a field has its value; the field itself if none is known. */
export function sourceSteps(node: Node, steps: Steps, definition: AnyKind): Steps {
  const origin = originOf(node, steps, definition)
  if (origin !== undefined) return origin
  return steps.length === 2 && steps[0] === 'metadata' && steps[1] === 'name' && isInSource(node, generateName) && !isInSource(node, steps) ? generateName : steps
}

/** The field from which the server generates a missing name. */
const generateName: Steps = ['metadata', 'generateName']

/** Returns the text of a bad value in the manifest, if known. */
function textOf(badValue: unknown): string | undefined {
  if (badValue instanceof NamedText) return badValue.toJSON()
  if (badValue instanceof Quantity) return String(badValue)
  return typeof badValue === 'string' && badValue !== '' ? badValue : undefined
}

/** Maximum length of lists and maps to search. */
const longestSearched = 1000

/** Returns the only matching place if an error names the list or map around it. */
function culprit(root: Node, steps: Steps, bad: string): Span | undefined {
  const node = nodeAt(root, steps)
  return node === undefined ? below(closest(root, steps), String(steps.at(-1)), bad) : among(node, bad)
}

/** Returns the node at a path, or the closest one above it. */
const closest = (root: Node, steps: Steps): Node => nodeAt(root, steps) ?? closest(root, steps.slice(0, -1))

/** Returns the only key of a map, otherwise the only value of a map or list, that equals the bad value. */
function among(node: Node, bad: string): Span | undefined {
  const {keys, values} = partsOf(node)
  return only(keys.get(bad)) ?? only(values.get(bad))
}

/** The first keys of a map, and the first values of a map or list, by their texts. A list may have an error for each of its items. */
const partsOf = remember((node: Node): Record<'keys' | 'values', ReadonlyMap<string, readonly Node[]>> => {
  const content = contentOf(node)
  const entries = content.kind === 'mapping' ? content.entries.slice(0, longestSearched) : []
  const values = content.kind === 'sequence' ? content.items.slice(0, longestSearched) : entries.map(({value}) => value)
  return {keys: new Map([...groupBy(entries, ({name}) => name)].map(([name, same]) => [name, same.map(({key}) => key)])), values: byText(values)}
})

/** Groups values by the texts with which the server may print them. It prints quantities in canonical form. */
function byText(values: readonly Node[]): ReadonlyMap<string, readonly Node[]> {
  const texts = values.flatMap((node) => {
    const content = contentOf(node)
    if (content.kind !== 'scalar') return []
    const quantity = looksLikeQuantity(content.text) ? Quantity.tryParse(content.text) : undefined
    return [...new Set([content.text, ...quantity === undefined ? [] : [String(quantity)]])].map((text) => ({text, node}))
  })
  return new Map([...groupBy(texts, ({text}) => text)].map(([text, same]) => [text, same.map(({node}) => node)]))
}

/** Returns the only field with this name and the bad value below a node: the server omits the indexes of some lists. */
function below(node: Node, name: string, bad: string): Span | undefined {
  return only(valuesBelow(node).get(name)?.get(bad))
}

/** The values of all fields below a node, by the names of the fields and by their texts; none if there are too many. */
const valuesBelow = remember((node: Node): ReadonlyMap<string, ReadonlyMap<string, readonly Node[]>> => {
  const found: MappingEntry[] = []
  for (const entry of entriesBelow(node)) {
    if (found.length === longestSearched) return new Map()
    found.push(entry)
  }
  return new Map([...groupBy(found, ({name}) => name)].map(([name, same]) => [name, byText(same.map(({value}) => value))]))
})

function* entriesBelow(node: Node): Generator<MappingEntry> {
  if (node.kind === 'sequence') for (const item of node.items) yield* entriesBelow(item)
  if (node.kind !== 'mapping') return
  for (const entry of node.entries) {
    yield entry
    yield* entriesBelow(entry.value)
  }
}

const only = <T>(found: readonly T[] = []): T | undefined => found.length === 1 ? found[0] : undefined

const looksLikeQuantity = (text: string): boolean => /^[-+]?[0-9.]+[A-Za-z]*[-+]?[0-9]*$/.test(text)
