import {standardResources} from '../kinds/shared/resource-names.js'
import type {DecodeProblem} from '../machinery/decode/problem.js'
import {type FieldError, NamedText} from '../machinery/field/error.js'
import {quote} from '../machinery/go/text.js'
import {Quantity} from '../machinery/quantity/quantity.js'
import type {Shape} from '../machinery/schema/field-table.js'
import {inVersions, versionsWithField} from '../machinery/schema/other-versions.js'
import {deviceHint} from '../manifests/former-api/words.js'
import {nodeAt, type Steps} from '../manifests/locate.js'
import type {Manifest} from '../manifests/manifest.js'
import {fieldSpelling, namesAtKey, quoted, siblingNames, spelling, type Suggestion, unquoted} from '../manifests/suggestion.js'
import {contentOf, type MappingNode, type ScalarNode, type SequenceNode} from '../source/node.js'
import type {Place} from './diagnostic.js'
import {nearestValue} from './nearest-value.js'

/** The content of a field, parsed and as text. */
export interface SourceScalar {
  readonly content: ScalarNode | SequenceNode | MappingNode
  readonly raw: string
  /** The names in the map that contains the field. */
  readonly names: readonly string[]
}

/** Suggests a replacement for something that does not fit its field; undefined if none is certain. */
function decodeHint({type, path, known = [], struct = '', expected}: DecodeProblem, scalar: SourceScalar): Suggestion | undefined {
  if (type !== 'unknown-field') return expected && valueHint(expected, scalar)
  const name = String(path.step)
  const elsewhere = inVersions(versionsWithField(struct, name), 'this field exists')
  return elsewhere === undefined ? fieldSpelling({name, known, struct}, scalar.names) : {hint: elsewhere}
}

function valueHint(expected: Shape, {content, raw}: SourceScalar): Suggestion | undefined {
  if (content.kind === 'mapping' && expected === 'string') return oldPolicy(content)
  if (content.kind !== 'scalar') return expected === 'list' && content.kind === 'mapping' ? {hint: 'a list is required here: put "- " in front of its first item'} : undefined
  const {text, value} = content
  switch (expected) {
    case 'quantity': return quantityHint(text)
    case 'string': return typeof value === 'string' ? undefined : quoted(content, raw)
    case 'int32':
    case 'int64': return typeof value === 'string' && /^-?\d+$/.test(text) ? unquoted(text, raw) : undefined
    case 'bool': return typeof value === 'string' && /^(?:true|false)$/i.test(text) ? unquoted(text.toLowerCase(), raw) : undefined
    case 'list': return content.style === 'literal' || content.style === 'folded' ? undefined : {hint: `a list is required here: write [${raw}]`}
    default: return undefined
  }
}

/** The restart policies of v1beta1: `{always: {}}`. */
const oldPolicies: ReadonlyMap<string, string> = new Map([['always', 'Always'], ['onFailure', 'OnFailure'], ['never', 'Never']])

function oldPolicy({entries}: MappingNode): Suggestion | undefined {
  const suggested = entries.length === 1 ? oldPolicies.get(entries[0]?.name ?? '') : undefined
  return suggested === undefined ? undefined : {hint: `write ${quote(suggested)}`}
}

/** Common spellings of units, in lower case, and their names in Kubernetes. */
const units: ReadonlyMap<string, string> = new Map([
  ['k', 'k'], ['kb', 'k'], ['mb', 'M'], ['g', 'G'], ['gb', 'G'], ['t', 'T'], ['tb', 'T'],
  ['ki', 'Ki'], ['kib', 'Ki'], ['mi', 'Mi'], ['mib', 'Mi'], ['gi', 'Gi'], ['gib', 'Gi'], ['ti', 'Ti'], ['tib', 'Ti'], ['cores', ''], ['core', ''],
  ['ms', 'm'], ['mcpu', 'm'], ['millicores', 'm'],
])

function quantityHint(text: string): Suggestion | undefined {
  const [, number = '', unit = ''] = /^\s*([+-]?[\d.]+)\s*([A-Za-z]*)\s*$/.exec(text) ?? []
  if (number === '') return undefined
  const suggested = `${number}${units.get(unit.toLowerCase()) ?? unit}`
  if (Quantity.tryParse(suggested) === undefined) return undefined
  const hint = binaryHint(number, unit)
  if (hint !== undefined) return {hint}
  const isCertain = suggested.toLowerCase() === text.replace(/\s/g, '').toLowerCase()
  return {hint: `write ${quote(suggested)}`, ...isCertain && {fix: {from: text, to: suggested}}}
}

/** Suggests a unit for a number with a trailing B, which may be decimal or binary. */
function binaryHint(number: string, unit: string): string | undefined {
  const letter = /^([kmgt])b$/i.exec(unit)?.[1]
  if (letter === undefined) return undefined
  const power = 'kmgt'.indexOf(letter.toLowerCase()) + 1
  const decimal = power === 1 ? 'k' : letter.toUpperCase()
  return `write ${quote(`${number}${decimal}`)} (1000${exponent(power)} bytes each) or ${quote(`${number}${letter.toUpperCase()}i`)} (1024${exponent(power)} bytes each)`
}

const exponent = (power: number): string => power === 1 ? '' : `^${power}`

const containerResources = ['cpu', 'memory', 'ephemeral-storage']

/** A quota bounds the storage of claims as `requests.storage`. */
const quotaResources = [...standardResources].filter((name) => name !== 'storage')

/** The valid values of rules that reject misspelt ones. */
const vocabularies: ReadonlyMap<string, readonly string[]> = new Map([
  ['limit-range/type', ['Container', 'Pod', 'PersistentVolumeClaim']],
  ['limit-range/resource-name', containerResources],
  ['resources/name', containerResources],
  ['resource-quota/resource-name', quotaResources],
  ['stateful-set/pod-management-policy', ['OrderedReady', 'Parallel']],
])

/** The rules for names of resources, with the prefix of devices' names. */
const devicePrefixes: ReadonlyMap<string, string> = new Map([['limit-range/resource-name', ''], ['resources/name', ''], ['resource-quota/resource-name', 'requests.']])

/** The operators of selectors; most scopes of quotas allow only one. */
const operators: ReadonlyMap<string, readonly string[]> = new Map([
  ['metadata/label-selector', ['In', 'NotIn', 'Exists', 'DoesNotExist']],
  ['metadata-policy/annotation-selector', ['In', 'NotIn', 'Exists', 'DoesNotExist']],
  ['resource-quota/scope-selector', ['Exists']],
])

/**
 * Suggests a replacement for a value that a rule rejects; undefined if none is certain.
 *
 * @param names the keys of the map, if the value is a key
 */
function errorHint(error: FieldError, names: readonly string[]): Suggestion | undefined {
  const {badValue} = error
  const word = badValue instanceof NamedText ? badValue.toJSON() : badValue
  if (typeof word !== 'string') return undefined
  const device = devicePrefixes.get(error.origin)
  const hint = device === undefined ? undefined : deviceHint(word, device)
  return hint === undefined ? spelling(word, vocabularyOf(error), names) : {hint}
}

function vocabularyOf({type, field, detail, origin}: FieldError): readonly string[] {
  // Kubernetes lists the values of an enumeration in quotes.
  if (type === 'NotSupported') return [...detail.matchAll(/"([^"]*)"/g)].map(([, value = '']) => value)
  return (field.step === 'operator' ? operators : vocabularies).get(origin) ?? []
}

/**
 * Suggests a replacement for something that does not fit its type; undefined if none is certain.
 *
 * @param steps the path at which it is written
 */
export function problemSuggestion({document: {file}, node}: Manifest, problem: DecodeProblem, steps: Steps): Suggestion | undefined {
  const scalar = nodeAt(node, steps)
  if (scalar === undefined) return undefined
  const content = contentOf(scalar)
  return decodeHint(problem, {content, raw: file.text.slice(content.start, content.end), names: siblingNames(node, steps)})
}

/** Suggests a replacement for a value that a rule rejects; undefined if none is certain. */
export const errorSuggestion = ({node, body}: Manifest, error: FieldError, {span}: Place): Suggestion | undefined =>
  errorHint(error, namesAtKey(node, span.start)) ?? nearestValue(error, body)
