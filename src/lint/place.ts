import type {AnyKind} from '../kinds/kind.js'
import type {DecodeProblem} from '../machinery/decode-problem.js'
import {type FieldError, NamedText} from '../machinery/field-error.js'
import type {FieldPath} from '../machinery/field-path.js'
import {Quantity} from '../machinery/quantity.js'
import {isWritten, locate, nodeAt, type Steps} from '../manifests/locate.js'
import type {Manifest} from '../manifests/manifest.js'
import {contentOf, type MappingEntry, type Node} from '../source/node.js'
import type {Span} from '../source/source-file.js'
import type {Place} from './diagnostic.js'

/**
 * Where a field is written in a manifest; for the value of a default, where the field is written that it comes from; else
 * the closest thing above it.
 */
export function placeOf({document: {file}, node}: Manifest, field: FieldPath, definition: AnyKind): Place {
  return {file, span: locate(file, node, writtenSteps(node, field, definition))}
}

/**
 * Where the value is written that an error is about. The server often names no more than the map or list that holds it, and
 * keys it names like values.
 */
export function placeOfError(manifest: Manifest, error: Pick<FieldError, 'field' | 'badValue'>, definition: AnyKind): Place {
  const {document: {file}, node} = manifest
  const steps = writtenSteps(node, error.field, definition)
  const bad = textOf(error.badValue)
  const isKey = bad !== undefined && steps.at(-1) === bad
  const span = bad === undefined || isKey ? undefined : culprit(node, steps, bad)
  return {file, span: span ?? locate(file, node, steps, isKey ? 'key' : 'value')}
}

/** Where something is written that does not fit its type: of a field that nobody knows, the name. */
export const placeOfProblem = ({document: {file}, node}: Manifest, {fault}: DecodeProblem, steps: Steps): Place =>
  ({file, span: locate(file, node, steps, fault === 'unknown-field' ? 'key' : 'value')})

/**
 * The field that a field has its value from by default, as it is written; undefined for one that is written itself, and where
 * nobody wrote either.
 */
function originOf(node: Node, field: FieldPath, definition: AnyKind): Steps | undefined {
  const steps = field.steps()
  if (isWritten(node, steps)) return undefined
  const origins = definition.defaultedFrom?.(steps) ?? []
  return origins.find((origin) => isWritten(node, origin)) ?? origins.find((origin) => writtenDepth(node, origin) > writtenDepth(node, steps))
}

/** How far down the way to a field something is written. */
const writtenDepth = (node: Node, steps: Steps): number => steps.length === 0 || isWritten(node, steps) ? steps.length : writtenDepth(node, steps.slice(0, -1))

function writtenSteps(node: Node, field: FieldPath, definition: AnyKind): Steps {
  const origin = originOf(node, field, definition)
  if (origin !== undefined) return origin
  const steps = field.steps()
  return String(field) === 'metadata.name' && isWritten(node, generateName) && !isWritten(node, steps) ? generateName : steps
}

/** Where the server has the name of an object from that has none. */
const generateName: Steps = ['metadata', 'generateName']

/** What stands in the manifest for a bad value, as far as that can be told. */
function textOf(badValue: unknown): string | undefined {
  if (badValue instanceof NamedText) return badValue.toJSON()
  if (badValue instanceof Quantity) return String(badValue)
  return typeof badValue === 'string' && badValue !== '' ? badValue : undefined
}

/** Lists and maps longer than that are not searched. */
const longestSearched = 1000

/** The one place that must be meant where an error names the list or map around it. */
function culprit(root: Node, steps: Steps, bad: string): Span | undefined {
  const node = nodeAt(root, steps)
  return node === undefined ? below(closest(root, steps), String(steps.at(-1)), bad) : among(node, bad)
}

/** The node at a place, or at the closest place above it that is written. */
const closest = (root: Node, steps: Steps): Node => nodeAt(root, steps) ?? closest(root, steps.slice(0, -1))

/** The only key of a map, else the only value of a map or list, that is the bad one. */
function among(node: Node, bad: string): Span | undefined {
  const content = contentOf(node)
  if (content.kind === 'scalar') return undefined
  if (content.kind === 'sequence') return only(content.items.slice(0, longestSearched).filter((item) => isValue(item, bad)))
  const entries = content.entries.slice(0, longestSearched)
  const key = only(entries.filter(({name}) => name === bad))?.key
  return key ?? only(entries.filter(({value}) => isValue(value, bad)))?.value
}

/** The only field of that name anywhere below a node that has the bad value: the server leaves out positions in some lists. */
function below(node: Node, name: string, bad: string): Span | undefined {
  const found: Node[] = []
  let count = 0
  for (const entry of entriesBelow(node)) {
    if (++count > longestSearched) return undefined
    if (entry.name === name && isValue(entry.value, bad)) found.push(entry.value)
  }
  return only(found)
}

function* entriesBelow(node: Node): Generator<MappingEntry> {
  if (node.kind === 'sequence') for (const item of node.items) yield* entriesBelow(item)
  if (node.kind !== 'mapping') return
  for (const entry of node.entries) {
    yield entry
    yield* entriesBelow(entry.value)
  }
}

const only = <T>(found: readonly T[]): T | undefined => found.length === 1 ? found[0] : undefined

/** True of what the server prints as the bad value; it prints quantities in their canonical form. */
function isValue(node: Node, bad: string): boolean {
  const content = contentOf(node)
  if (content.kind !== 'scalar') return false
  return content.text === bad || (looksLikeQuantity(bad) && looksLikeQuantity(content.text) && String(Quantity.tryParse(content.text)) === bad)
}

const looksLikeQuantity = (text: string): boolean => /^[-+]?[0-9.]+[A-Za-z]*[-+]?[0-9]*$/.test(text)
