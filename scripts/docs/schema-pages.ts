import {readdirSync, readFileSync} from 'node:fs'

import {notice} from './rule-pages.js'

/** The folder of the pages about JSON schemas. */
const schemasFolder = 'docs/schemas'

/** The parts of JSON Schema that the schemas of kadm use. */
interface Schema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema | boolean
  readonly required?: readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly default?: unknown
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

/** Returns the pages about the schemas in schemas/ by path: one for each schema, and the index. Fields come from the schemas given. */
export function schemaPages(generated: ReadonlyMap<string, string>): [path: string, text: string][] {
  const names = [...new Set([...readdirSync('schemas').map((file) => `schemas/${file}`), ...generated.keys()])].sort()
  const schemas = names.map((path): [string, Schema] =>
    [path.replace(/^schemas\/|\.schema\.json$/g, ''), JSON.parse(generated.get(path) ?? readFileSync(path, 'utf8')) as Schema])
  return [[`${schemasFolder}/README.md`, indexPage(schemas)], ...schemas.map(([name, schema]): [string, string] => [`${schemasFolder}/${name}.md`, schemaPage(name, schema)])]
}

const indexPage = (schemas: readonly (readonly [string, Schema])[]): string => `${notice}
# JSON schemas

The fields of what \`-o json\` prints, and of the files that kadm reads. Programs can rely on them: within a version, fields may be added, and none is
removed or changes its meaning. The schemas are in [\`schemas/\`](../../schemas) and in the package.

| Schema | Describes |
| --- | --- |
${schemas.map(([name, {title = name}]) => `| [${name}](${name}.md) | ${cell(title)} |\n`).join('')}`

function schemaPage(name: string, schema: Schema): string {
  const definitions = Object.entries(schema.$defs ?? {})
  return `${notice}
# Schema ${name}

${schema.description ?? schema.title ?? ''}

- File: [schemas/${name}.schema.json](../../schemas/${name}.schema.json)

${fieldsTable(schema)}${definitions.map(([key, definition]) => `\n## ${key}\n\n${definition.description === undefined ? '' : `${definition.description}\n\n`}${fieldsTable(definition)}`).join('')}`
}

/** The fields of an object and of the objects in it; for other values, their type. */
function fieldsTable(schema: Schema): string {
  const rows = rowsOf(schema, '')
  return rows.length === 0 ? `Type: ${typeOf(schema)}\n` : `| Field | Type | | Description |\n| --- | --- | --- | --- |\n${rows.join('')}`
}

function rowsOf(schema: Schema, path: string): string[] {
  const required = new Set(schema.required)
  return Object.entries(propertiesOf(schema)).flatMap(([name, property]) => {
    const field = `${path}${name}`
    const row = `| \`${field}\` | ${cell(typeOf(property))} | ${required.has(name) ? 'required' : ''} | ${cell(descriptionOf(property))} |\n`
    return [row, ...nestedRows(property, field)]
  })
}

/** The rows of the objects in a field: its own fields, and those of its items and values. */
function nestedRows(schema: Schema, field: string): string[] {
  const {items, additionalProperties} = schema
  return [
    ...rowsOf(schema, `${field}.`), ...typeof items === 'object' ? nestedRows(items, `${field}[]`) : [],
    ...typeof additionalProperties === 'object' ? nestedRows(additionalProperties, `${field}.*`) : [],
  ]
}

const propertiesOf = ({properties = {}, allOf = []}: Schema): Readonly<Record<string, Schema>> =>
  Object.assign({}, ...allOf.map(propertiesOf), properties) as Record<string, Schema>

const descriptionOf = ({description = '', items}: Schema): string => description === '' && typeof items === 'object' ? items.description ?? '' : description

/** The type of a value: its values, a link to its definition, or the name of its type. */
function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return reference(schema.$ref)
  if (schema.const !== undefined) return code(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ')
  const others = schema.oneOf ?? schema.anyOf
  if (others !== undefined && schema.type === undefined) return [...new Set(others.map(typeOf))].join(' or ')
  const types = [schema.type ?? (schema.properties === undefined ? 'any value' : 'object')].flat()
  return types.map((type) => type === 'array' && typeof schema.items === 'object' ? `list of ${typeOf(schema.items)}` : mapType(type, schema)).join(' or ')
}

const mapType = (type: string, {additionalProperties}: Schema): string =>
  type === 'object' && typeof additionalProperties === 'object' ? `map of ${typeOf(additionalProperties)}` : type

/** A link to a definition: of the same schema, or of another one. */
function reference(target: string): string {
  const [file = '', path = ''] = target.split('#')
  const name = /^\/\$defs\/([^/]+)/.exec(path)?.[1] ?? ''
  const page = file === '' ? '' : `${file.replace(/^.*\/|\.schema\.json$/g, '')}.md`
  const anchor = name === '' ? '' : `#${name.toLowerCase()}`
  return `[${name === '' ? page.replace(/\.md$/, '') : name}](${page}${anchor})`
}

const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
