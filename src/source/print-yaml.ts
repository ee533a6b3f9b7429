import {DEFAULT_SCALAR_STYLE_RULES, type Document, dump, DUMP_SCHEMA, type Node, SCALAR_STYLE, type ScalarLayout, type ScalarTagDefinition, visit} from 'js-yaml'

import {compareText} from '../machinery/go/text.js'
import {jsonEscape, printable} from '../machinery/output/printable.js'

const integerTag = DUMP_SCHEMA.tags.find(({tagName}) => tagName === 'tag:yaml.org,2002:int') as ScalarTagDefinition<bigint | number>

/** Documents represent integers beyond 2^53 as bigints. */
const schema = DUMP_SCHEMA.withTags({
  ...integerTag,
  identify: (value) => typeof value === 'bigint' || integerTag.identify(value),
  represent: String,
})

/** Double-quotes texts with characters that are unsafe to print, so that they can be escaped. */
function quoteSteering(layout: ScalarLayout): void {
  const {value} = layout.node
  if (printable(value) !== value) layout.style = SCALAR_STYLE.DOUBLE_QUOTED
}

const scalarStyleRules = [quoteSteering, ...Object.values(DEFAULT_SCALAR_STYLE_RULES)]

/** Prints values as a stream of YAML documents like kubectl: with sorted keys, without folded lines or aliases. */
export const printYaml = (values: readonly unknown[]): string => values.map((value) => print(value, sortKeys)).join('---\n')

/** Prints a value as a YAML document with the keys of maps in the order in which they were added. */
export const printYamlInOrder = (value: unknown): string => print(value)

const print = (value: unknown, transform: (documents: Document[]) => void = () => undefined): string =>
  printable(dump(value, {schema, transform, lineWidth: -1, noRefs: true, scalarStyleRules}), yamlEscape)

const sortKeys = (documents: Document[]): void => visit(documents, (node) => {
  if (node.kind === 'mapping') node.items.sort((a, b) => compareText(keyOf(a.key), keyOf(b.key)))
})

const keyOf = (key: Node): string => key.kind === 'scalar' ? key.value : ''

/** Returns the YAML escape of a character. YAML has no surrogate pairs. */
const yamlEscape = (character: string): string =>
  character.length === 1 ? jsonEscape(character) : `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`
