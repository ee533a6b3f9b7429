import type {Severity} from '../../lint/diagnostic.js'
import {defaultFailOn, failOnLevels} from '../../lint/fail-on.js'
import {kubernetesVersions, latestVersion} from '../../machinery/kubernetes-version.js'
import {sendOrders} from '../../simulate/send-order.js'
import {meant} from '../suggest.js'

/**
 * The shape of a setting's value: one word, a path, a list of files, directories and globs, a list of names, yes or no, severities of rules, or
 * such for some paths.
 */
export type SettingType = keyof SettingTypes

/** What the user wants of the findings of a rule. */
export type RuleLevel = Severity | 'off'

/** What is set for rules, in order. */
export type RuleSettings = readonly RuleSetting[]

/** What is set for a rule, for `kind/*` or for `*`. */
export interface RuleSetting {
  readonly pattern: string
  readonly level: RuleLevel
  /** Where that is written: `.kadm.yaml:3:5`. */
  readonly place: string
}

/** What is set for rules in some files, directories and globs. */
export interface RuleOverride {
  readonly paths: readonly string[]
  readonly rules: RuleSettings
}

/** A Helm chart to render, and with what. */
export interface HelmChart {
  readonly chart: string
  /** Files with values, the last of which wins. */
  readonly values: readonly string[]
  /** By default helm's own: `release-name`. */
  readonly release?: string
  /** By default that of the run. */
  readonly namespace?: string
}

/** What an environment is made of. What it does not say is as for all. */
export interface Environment {
  readonly files?: readonly string[]
  readonly policies?: readonly string[]
  readonly existing?: readonly string[]
  readonly namespace?: string
}

interface SettingTypes {
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

/** One thing that a flag, the environment and the configuration file can say. */
export interface Setting {
  readonly type: SettingType
  readonly description: string
  /** All values that a text can have; any without this list. */
  readonly values?: readonly string[]
  /** What holds when nobody says anything. */
  readonly default?: string | boolean
}

/**
 * Everything that `.kadm.yaml` may hold, by name. The environment's names, the schema, the validation and the documentation
 * derive from it.
 */
export const settings = {
  namespace: {type: 'text', description: 'Namespace of objects that name none.', default: 'default'},
  policies: {type: 'paths', description: 'Where the policies are, and the objects that admission looks up: files, directories and globs.'},
  existing: {type: 'paths', description: 'Where the objects are that exist already: files, directories and globs.'},
  exclude: {type: 'paths', description: 'What to leave out of directories and globs: files, directories and globs.'},
  environments: {type: 'environments', description: 'Environments by name: maps with files, policies, existing (lists of files, directories and globs) and namespace. --env chooses one.'},
  order: {type: 'text', values: sendOrders, description: 'The order in which simulate sends objects: "install", policies first and the rest as Helm and Argo CD install kinds, or "files", as "kubectl create -f" does.', default: 'install'},
  strict: {type: 'boolean', description: 'Check every file in directories and globs, also those that kadm takes for Helm templates, Kustomize patches or no manifests at all.', default: false},
  kustomize: {type: 'paths', description: 'Folders of kustomizations to build, with the installed kustomize or kubectl, and to check.'},
  helm: {type: 'charts', description: 'Helm charts to render, with the installed helm, and to check: maps with chart and, optionally, values (a list of files), release and namespace.'},
  rules: {type: 'rules', description: 'Rules of lint to turn off, or to give another severity: by id, kind/* for all rules of a kind, * for all; the closest counts.'},
  overrides: {type: 'overrides', description: 'The same for some files, directories and globs; the last that fits counts, and before "rules".'},
  failOn: {type: 'text', values: failOnLevels, description: 'The least severity that makes lint fail; with "none", findings never do.', default: defaultFailOn},
  baseline: {type: 'path', description: 'File with the findings that lint knows already: only others count.'},
  allowPrivileged: {type: 'boolean', description: 'False for an API server that refuses privileged containers (--allow-privileged=false).', default: true},
  enableAdmissionPlugins: {type: 'names', description: 'Admission plugins of the API server to enable beside those that are on by default.'},
  disableAdmissionPlugins: {type: 'names', description: 'Admission plugins of the API server to disable, of those that are on by default.'},
  admissionControl: {type: 'names', description: 'Enable these admission plugins of the API server and no others. Deprecated in Kubernetes, and not to be used beside the other two.'},
  kubernetesVersion: {type: 'text', values: kubernetesVersions, description: 'The version of Kubernetes whose answers are told.', default: latestVersion},
  output: {type: 'text', values: ['table', 'compact', 'json', 'yaml', 'sarif', 'junit', 'github', 'gitlab', 'markdown'], description: 'How to print results, by the commands that can print them so.', default: 'table'},
} as const satisfies Readonly<Record<string, Setting>>

export type SettingName = keyof typeof settings

/** The value of a setting. */
export type SettingValue<N extends SettingName> = SettingTypes[typeof settings[N]['type']]

/** Values of settings; what nobody has set is absent. */
export type Settings = {readonly [N in SettingName]?: SettingValue<N>}

export const settingNames = Object.keys(settings) as SettingName[]

/** Everything that can be set for a rule. */
export const ruleLevels: readonly RuleLevel[] = ['off', 'error', 'warning', 'info']

/** What is wrong with a text that has to be one of some; undefined when nothing is. */
export function choiceFault(values: readonly string[], text: string): string | undefined {
  if (values.includes(text)) return undefined
  const probable = meant(text, values)
  return `has to be one of ${values.join(', ')}${probable === undefined ? '' : `: did you mean ${probable}?`}`
}

/** What is wrong with a text as the value of a setting; undefined when nothing is. */
export function textFault(name: SettingName, text: string): string | undefined {
  const {values}: Setting = settings[name]
  return values && choiceFault(values, text)
}

/** The names in a text that separates them by commas, as flags of the API server do. */
export const commaSeparated = (text: string): string[] => text.split(',').map((name) => name.trim()).filter((name) => name !== '')

/** The environment variable of a setting: `KADM_FAIL_ON`. */
export const variableOf = (name: SettingName): string => `KADM_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`
