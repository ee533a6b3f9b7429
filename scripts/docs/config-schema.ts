import {ruleLevels, type Setting, settingNames, settings} from '../../src/cli/config/settings.js'
import {rulePattern} from '../../src/lint/suppress/directive.js'

/** Returns the JSON Schema of the configuration file, for editors. */
export const configSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://kadm.dev/schemas/config.schema.json',
  title: '.kadm.yaml, the configuration file of kadm',
  description: 'Flags override environment variables, which override this file. Paths are relative to the file.',
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(settingNames.map((name) => [name, propertySchema(settings[name])])),
  $defs: {
    // Only a flag can name standard input.
    path: {type: 'string', minLength: 1, not: {const: '-'}},
    name: {type: 'string', pattern: '^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$', maxLength: 253},
    rules: {type: 'object', propertyNames: {pattern: rulePattern.source}, additionalProperties: {enum: ruleLevels}},
  },
})

function propertySchema({type, description, values, default: usual}: Setting): object {
  const common = {description, ...usual !== undefined && {default: usual}}
  switch (type) {
    case 'text': return values === undefined ? {...common, type: 'string', minLength: 1} : {...common, enum: [...values, ...numbersAmong(values)]}
    case 'path': return {...common, $ref: '#/$defs/path'}
    case 'paths': return {...common, type: 'array', items: {$ref: '#/$defs/path'}}
    case 'names': return {...common, oneOf: [{type: 'array', items: {type: 'string', minLength: 1}}, {type: 'string'}]}
    case 'boolean': return {...common, type: 'boolean'}
    case 'rules': return {...common, $ref: '#/$defs/rules'}
    case 'overrides': return {...common, type: 'array', items: overrideSchema}
    case 'environments': return {...common, type: 'object', propertyNames: {minLength: 1, not: {const: 'all'}}, additionalProperties: environmentSchema}
    case 'charts': return {...common, type: 'array', items: chartSchema}
  }
}

/** Returns the values that are numbers: YAML parses an unquoted version as a number. */
const numbersAmong = (values: readonly string[]): number[] => values.map(Number).filter((number) => !Number.isNaN(number))

const overrideSchema = {
  type: 'object',
  required: ['paths', 'rules'],
  additionalProperties: false,
  properties: {paths: {type: 'array', items: {$ref: '#/$defs/path'}}, rules: {$ref: '#/$defs/rules'}},
}

const pathList = {type: 'array', items: {$ref: '#/$defs/path'}}

const environmentSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {files: pathList, policies: pathList, existing: pathList, namespace: {type: 'string', minLength: 1}},
}

const chartSchema = {
  type: 'object',
  required: ['chart'],
  additionalProperties: false,
  properties: {
    chart: {$ref: '#/$defs/path'},
    values: {type: 'array', items: {$ref: '#/$defs/path'}},
    release: {$ref: '#/$defs/name'},
    namespace: {$ref: '#/$defs/name'},
  },
}
