import type {Severity} from '../../lint/diagnostic.js'
import {defaultFailOn, failOnLevels} from '../../lint/fail-on.js'
import {defaultVersion, kubernetesVersions} from '../../machinery/version/kubernetes-version.js'
import {sendOrders} from '../../simulate/install-order.js'
import {suggestedWord} from '../suggest.js'

/**
 * The type of a setting's value: a text, a path, a list of paths and globs, a list of names, a boolean, severities of rules, or a map
 * or list.
 */
export type SettingType = keyof SettingTypes

/** The severity that the user sets for a rule. */
export type RuleLevel = Severity | 'off'

/** Settings of rules, in order. */
export type RuleSettings = readonly RuleSetting[]

/** The setting of a rule, of `kind/*` or of `*`. */
export interface RuleSetting {
  readonly pattern: string
  readonly level: RuleLevel
  /** Its place: `.kadm.yaml:3:5`. */
  readonly place: string
}

/** Settings of rules for some files, directories and globs. */
export interface RuleOverride {
  readonly paths: readonly string[]
  readonly rules: RuleSettings
}

/** A Helm chart to render, with its options. */
export interface HelmChart {
  readonly chart: string
  /** Files with values; later files override earlier ones. */
  readonly values: readonly string[]
  /** By default helm's own: `release-name`. */
  readonly release?: string
  /** By default the namespace of the run. */
  readonly namespace?: string
}

/** The settings of an environment. They override the common ones. */
export interface Environment {
  readonly files?: readonly string[]
  readonly policies?: readonly string[]
  readonly existing?: readonly string[]
  readonly namespace?: string
}

export interface SettingTypes {
  readonly environments: Readonly<Record<string, Environment>>
  readonly text: string
  readonly path: string
  readonly paths: readonly string[]
  readonly names: readonly string[]
  readonly boolean: boolean
  readonly rules: RuleSettings
  readonly overrides: readonly RuleOverride[]
  readonly charts: readonly HelmChart[]
}

/** A setting that a flag, an environment variable and the configuration file can set. */
export interface Setting {
  readonly type: SettingType
  readonly description: string
  /** The allowed values of a text; any if absent. */
  readonly values?: readonly string[]
  /** The value if the setting is not set. */
  readonly default?: string | boolean
}

/**
 * All settings of `.kadm.yaml`, by name. The names of environment variables, the schema, the validation and the documentation
 * derive from them.
 */
export const settings = {
  namespace: {type: 'text', description: 'Namespace of objects without one.', default: 'default'},
  policies: {type: 'paths', description: 'Policies, and other objects that admission looks up: files, directories and globs.'},
  existing: {type: 'paths', description: 'Objects that already exist: files, directories and globs.'},
  exclude: {type: 'paths', description: 'Files, directories and globs to exclude from directories and globs.'},
  environments: {type: 'environments', description: 'Environments by name: maps with files, policies, existing (lists of files, directories and globs) and namespace. --env chooses one.'},
  order: {type: 'text', values: sendOrders, description: 'Order in which simulate sends objects: "install", policies first and the rest as Helm and Argo CD install kinds, or "files", as "kubectl create -f" does.', default: 'install'},
  strict: {type: 'boolean', description: 'Check every file in directories and globs, including Helm templates, Kustomize patches and files that are not manifests.', default: false},
  kustomize: {type: 'paths', description: 'Folders of kustomizations to build, with the installed kustomize or kubectl, and check.'},
  helm: {type: 'charts', description: 'Helm charts to render, with the installed helm, and check: maps with chart and, optionally, values (a list of files), release and namespace.'},
  rules: {type: 'rules', description: 'Severities of lint rules, or off: by id, kind/* for all rules of a kind, * for all; the most specific wins.'},
  overrides: {type: 'overrides', description: 'Severities of lint rules for some files, directories and globs; the last match wins and overrides "rules".'},
  failOn: {type: 'text', values: failOnLevels, description: 'Lowest severity that makes lint fail; with "none", findings never do.', default: defaultFailOn},
  baseline: {type: 'path', description: 'File with known findings, which lint does not report.'},
  allowPrivileged: {type: 'boolean', description: 'False to emulate an API server that rejects privileged containers (--allow-privileged=false).', default: true},
  enableAdmissionPlugins: {type: 'names', description: 'Admission plugins of the API server to enable in addition to the default ones.'},
  disableAdmissionPlugins: {type: 'names', description: 'Default admission plugins of the API server to disable.'},
  admissionControl: {type: 'names', description: 'Enable only these admission plugins of the API server. Deprecated in Kubernetes. Cannot be combined with --enable-admission-plugins or --disable-admission-plugins.'},
  kubernetesVersion: {type: 'text', values: kubernetesVersions, description: 'Kubernetes version to emulate.', default: defaultVersion},
  output: {type: 'text', values: ['table', 'compact', 'json', 'yaml', 'sarif', 'junit', 'github', 'gitlab', 'markdown', 'html'], description: 'Output format, for the commands that support it.', default: 'table'},
} as const satisfies Readonly<Record<string, Setting>>

export type SettingName = keyof typeof settings

/** The value of a setting. */
export type SettingValue<N extends SettingName> = SettingTypes[typeof settings[N]['type']]

/** Values of settings. Settings that are not set are absent. */
export type Settings = {readonly [N in SettingName]?: SettingValue<N>}

export const settingNames = Object.keys(settings) as SettingName[]

/** The allowed levels of a rule. */
export const ruleLevels: readonly RuleLevel[] = ['off', 'error', 'warning', 'info']

/** Returns the error for a text that is not one of the values, or undefined. */
export function choiceError(values: readonly string[], text: string): string | undefined {
  if (values.includes(text)) return undefined
  const probable = suggestedWord(text, values)
  return `must be one of ${values.join(', ')}${probable === undefined ? '' : `: did you mean ${probable}?`}`
}

/** Returns the error for a text that is not a value of the setting, or undefined. */
export function textError(name: SettingName, text: string): string | undefined {
  const {values}: Setting = settings[name]
  return values && choiceError(values, text)
}

/** Splits a comma-separated list of names, as in flags of the API server. */
export const commaSeparated = (text: string): string[] => text.split(',').map((name) => name.trim()).filter((name) => name !== '')

/** Returns the environment variable of a setting: `KADM_FAIL_ON`. */
export const variableOf = (name: SettingName): string => `KADM_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`
