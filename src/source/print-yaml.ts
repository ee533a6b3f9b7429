import {DEFAULT_SCALAR_STYLE_RULES, dump, DUMP_SCHEMA, SCALAR_STYLE, type ScalarLayout, type ScalarTagDefinition} from 'js-yaml'

import {jsonEscape, printable} from '../machinery/printable.js'

const integerTag = DUMP_SCHEMA.tags.find(({tagName}) => tagName === 'tag:yaml.org,2002:int') as ScalarTagDefinition<bigint | number>

/** Documents hold integers beyond 2^53 as bigints. */
const schema = DUMP_SCHEMA.withTags({
  ...integerTag,
  identify: (value) => typeof value === 'bigint' || integerTag.identify(value),
  represent: String,
})

/** Texts with anything in them that must not be shown as it is are put into double quotes, where it can be escaped. */
function quoteSteering(layout: ScalarLayout): void {
  const {value} = layout.node
  if (printable(value) !== value) layout.style = SCALAR_STYLE.DOUBLE_QUOTED
}

const scalarStyleRules = [quoteSteering, ...Object.values(DEFAULT_SCALAR_STYLE_RULES)]

/** Values as a stream of YAML documents, in the manner of kubectl: keys sorted, no line folded, nothing abbreviated. */
export const printYaml = (values: readonly unknown[]): string =>
  values.map((value) => printable(dump(value, {schema, sortKeys: true, lineWidth: -1, noRefs: true, scalarStyleRules}), yamlEscape)).join('---\n')

/** A character as an escape of YAML, which knows no pairs of surrogates. */
const yamlEscape = (character: string): string =>
  character.length === 1 ? jsonEscape(character) : `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`
