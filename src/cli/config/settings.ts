import {meant} from '../suggest.js'

/** The shape of a setting's value: one word, or a list of files, directories and globs. */
export type SettingType = 'text' | 'paths'

/** One thing that a flag, the environment and the configuration file can say. */
export interface Setting {
  readonly type: SettingType
  readonly description: string
  /** All values that a text can have; any without this list. */
  readonly values?: readonly string[]
}

/**
 * Everything that `.kadm.yaml` may hold, by name. The environment's names, the schema and the validation derive from it.
 */
export const settings = {
  namespace: {type: 'text', description: 'Namespace of objects that name none.'},
  policies: {type: 'paths', description: 'Where the policies are, and the objects that admission looks up: files, directories and globs.'},
  existing: {type: 'paths', description: 'Where the objects are that exist already: files, directories and globs.'},
  exclude: {type: 'paths', description: 'What to leave out of directories and globs: files, directories and globs.'},
  output: {type: 'text', values: ['table', 'json', 'yaml'], description: 'How to print results, by the commands that can print them so.'},
} as const satisfies Readonly<Record<string, Setting>>

export type SettingName = keyof typeof settings

/** The value of a setting; the type of a text setting is `string`, that of paths a list of them. */
export type SettingValue<N extends SettingName> = typeof settings[N]['type'] extends 'paths' ? readonly string[] : string

/** Values of settings; what nobody has set is absent. */
export type Settings = {readonly [N in SettingName]?: SettingValue<N>}

export const settingNames = Object.keys(settings) as SettingName[]

/** What is wrong with a text as the value of a setting; undefined when nothing is. */
export function textFault(name: SettingName, text: string): string | undefined {
  const {values}: Setting = settings[name]
  if (values === undefined || values.includes(text)) return undefined
  const probable = meant(text, values)
  return `has to be one of ${values.join(', ')}${probable === undefined ? '' : `: did you mean ${probable}?`}`
}

/** The environment variable of a setting: `KADM_NAMESPACE`. */
export const variableOf = (name: SettingName): string => `KADM_${name.toUpperCase()}`

/** The JSON Schema of the configuration file, for editors. */
export const configSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://kadm.dev/schemas/config.schema.json',
  title: '.kadm.yaml, the configuration file of kadm',
  description: 'What flags say goes before the environment, and that before this file. Paths are relative to the file.',
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(settingNames.map((name) => [name, propertySchema(settings[name])])),
})

function propertySchema({type, description, values}: Setting): object {
  if (type === 'text') return {description, type: 'string', ...values === undefined ? {minLength: 1} : {enum: values}}
  // Standard input can be named by a flag alone.
  return {description, type: 'array', items: {type: 'string', minLength: 1, not: {const: '-'}}}
}
