import {dump, DUMP_SCHEMA, type ScalarTagDefinition} from 'js-yaml'

const integerTag = DUMP_SCHEMA.tags.find(({tagName}) => tagName === 'tag:yaml.org,2002:int') as ScalarTagDefinition<bigint | number>

/** Documents hold integers beyond 2^53 as bigints. */
const schema = DUMP_SCHEMA.withTags({
  ...integerTag,
  identify: (value) => typeof value === 'bigint' || integerTag.identify(value),
  represent: String,
})

/** Values as a stream of YAML documents, in the manner of kubectl: keys sorted, no line folded, nothing abbreviated. */
export const printYaml = (values: readonly unknown[]): string =>
  values.map((value) => dump(value, {schema, sortKeys: true, lineWidth: -1, noRefs: true})).join('---\n')
