import {isPattern as isGlob, patternError} from '../../io/glob-pattern.js'
import {isPattern} from '../../lint/suppress/directive.js'
import {dns1123Subdomain} from '../../machinery/meta/names.js'
import {excerpt} from '../../source/source-problem.js'
import {type ConfigNode, unknownName} from './config-document.js'
import type {ResolvePath} from './confined-path.js'
import {
  choiceError, commaSeparated, type Environment, type HelmChart, type RuleLevel, ruleLevels,
  type RuleOverride, type RuleSetting, type Setting, type SettingName, settings, type SettingValue, textError,
} from './settings.js'

/**
 * Returns the value of a setting.
 *
 * @param toPath Resolves the paths in the value
 * @throws UsageError with the place for an invalid value
 */
export function configValue(name: SettingName, node: ConfigNode, toPath: ResolvePath): SettingValue<SettingName> {
  switch (settings[name].type) {
    case 'text': return textValue(name, node)
    case 'path': return pathValue(node, toPath, `${name} must be a path`)
    case 'paths': return pathsValue(name, node, toPath)
    case 'names': return namesValue(name, node)
    case 'boolean': return booleanValue(name, node)
    case 'rules': return rulesValue(name, node)
    case 'overrides': return overridesValue(name, node, toPath)
    case 'environments': return environmentsValue(name, node, toPath)
    case 'charts': return chartsValue(name, node, toPath)
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function textValue(name: SettingName, node: ConfigNode): string {
  const {values}: Setting = settings[name]
  // YAML reads a version without quotes as a number.
  const text = typeof node.value === 'number' && values?.includes(String(node.value)) ? String(node.value) : node.value
  const problem = isText(text) ? textError(name, text) : 'must be a string'
  if (problem !== undefined) throw node.error(`${name} ${problem}`)
  return text as string
}

function pathsValue(name: string, node: ConfigNode, toPath: ResolvePath): readonly string[] {
  const expected = `${name} must be a list of files, directories and globs`
  const items = node.items()
  if (items === undefined) throw node.error(expected)
  return items.map((item) => {
    checkPattern(item)
    return pathValue(item, toPath, `${expected}, but this is not`)
  })
}

/** Rejects patterns that could take too long to match. */
function checkPattern(item: ConfigNode): void {
  const text = String(item.value)
  const error = isGlob(text) ? patternError(text) : undefined
  if (error !== undefined) throw item.error(`the pattern ${excerpt(text)} ${error}`)
}

function pathValue(node: ConfigNode, toPath: ResolvePath, expected: string): string {
  const {value} = node
  if (value === '-') throw node.error('only a flag can name standard input')
  if (!isText(value)) throw node.error(expected)
  return toPath(value, node)
}

function namesValue(name: SettingName, node: ConfigNode): readonly string[] {
  const expected = `${name} must be a list of names, or names separated by commas`
  if (typeof node.value === 'string') return commaSeparated(node.value)
  const items = node.items()
  if (items === undefined) throw node.error(expected)
  return items.map((item) => {
    if (!isText(item.value)) throw item.error(`${expected}, but this is not`)
    return item.value
  })
}

function booleanValue(name: SettingName, node: ConfigNode): boolean {
  if (typeof node.value !== 'boolean') throw node.error(`${name} must be true or false`)
  return node.value
}

function rulesValue(name: string, node: ConfigNode): RuleSetting[] {
  const entries = node.entries('rule')
  if (entries === undefined) throw node.error(`${name} must be a map from rules to ${ruleLevels.join(', ')}`)
  return entries.map(([pattern, level]) => {
    if (!isPattern(pattern)) throw level.error(`${excerpt(pattern)} is not the id of a rule, nor kind/*, nor *`, 'key')
    // YAML reads a plain "off" as the boolean false.
    const text = typeof level.value === 'string' || level.value === false ? level.text ?? '' : ''
    const problem = choiceError(ruleLevels, text)
    if (problem !== undefined) throw level.error(`${pattern} ${problem}`)
    return {pattern, level: text as RuleLevel, place: level.place('key')}
  })
}

/** Returns the fields by name of each map in a list. */
function mapsOf(node: ConfigNode, expected: string, known: readonly string[]): {readonly item: ConfigNode, readonly fields: ReadonlyMap<string, ConfigNode>}[] {
  const items = node.items()
  if (items === undefined) throw node.error(expected)
  return items.map((item) => {
    const entries = item.entries('field')
    if (entries === undefined) throw item.error(`${expected}, but this is not`)
    for (const [field, child] of entries) if (!known.includes(field)) throw unknownName(child, 'field', field, known)
    return {item, fields: new Map(entries)}
  })
}

const chartFields = ['chart', 'values', 'release', 'namespace']

function chartsValue(name: SettingName, node: ConfigNode, toPath: ResolvePath): HelmChart[] {
  const expected = `${name} must be a list of maps with chart, and perhaps values, release and namespace`
  return mapsOf(node, expected, chartFields).map(({item, fields}) => {
    const [chart, values, release, namespace] = chartFields.map((field) => fields.get(field))
    if (chart === undefined) throw item.error(`chart is missing here: ${expected}`)
    return {
      chart: pathValue(chart, toPath, 'chart must be a path'), values: values === undefined ? [] : pathsValue('values', values, toPath),
      ...release && {release: nameValue('release', release)}, ...namespace && {namespace: nameValue('namespace', namespace)},
    }
  })
}

/** Returns a name that helm accepts. */
function nameValue(field: string, node: ConfigNode): string {
  const {value} = node
  if (!isText(value) || dns1123Subdomain(value).length > 0) throw node.error(`${field} must be a name of lower case letters, digits and "-"`)
  return value
}

const overrideFields = ['paths', 'rules']

function overridesValue(name: SettingName, node: ConfigNode, toPath: ResolvePath): RuleOverride[] {
  const expected = `${name} must be a list of maps with paths and rules`
  return mapsOf(node, expected, overrideFields).map(({item, fields}) => {
    const [paths, rules] = overrideFields.map((field) => fields.get(field))
    if (paths === undefined || rules === undefined) throw item.error(`${paths === undefined ? 'paths' : 'rules'} are missing here: ${expected}`)
    return {paths: pathsValue('paths', paths, toPath), rules: rulesValue('rules', rules)}
  })
}

const environmentPaths = ['files', 'policies', 'existing']

function environmentsValue(name: SettingName, node: ConfigNode, toPath: ResolvePath): Readonly<Record<string, Environment>> {
  const entries = node.entries('environment')
  if (entries === undefined) throw node.error(`${name} must be a map from names to maps with ${environmentPaths.join(', ')} and namespace`)
  return Object.fromEntries(entries.map(([environment, item]) => {
    if (environment === '' || environment === 'all') throw item.error(`${excerpt(environment)} cannot be the name of an environment: --env all is all of them`, 'key')
    const fields = item.entries('field')
    if (fields === undefined) throw item.error(`${excerpt(environment)} must be a map with ${environmentPaths.join(', ')} and namespace`)
    return [environment, Object.fromEntries(fields.map(([field, child]) => [field, environmentField(field, child, toPath)]))]
  }))
}

function environmentField(field: string, child: ConfigNode, toPath: ResolvePath): readonly string[] | string {
  if (environmentPaths.includes(field)) return pathsValue(field, child, toPath)
  if (field !== 'namespace') throw unknownName(child, 'field', field, [...environmentPaths, 'namespace'])
  return textValue('namespace', child)
}
