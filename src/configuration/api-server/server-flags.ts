import {type PluginFlag, type PluginFlagError, pluginFlagErrors, type PluginFlags} from '../../admission/plugin-flags.js'
import {compiledInPlugins} from '../../admission/plugin-names.js'
import {admissionPlugins} from '../../admission/plugins/index.js'
import type {RuleId} from '../../machinery/field/rule-id.js'
import {parseBool, quote} from '../../machinery/go/text.js'
import type {Steps} from '../../manifests/locate.js'
import {spelling} from '../../manifests/suggestion.js'
import {type Argument, type FlagShapes, type GivenFlag, readFlags} from './command-line.js'

/** The flags of kube-apiserver that kadm emulates. */
export interface ServerFlags {
  readonly plugins: PluginFlags
  /** The path of the AdmissionConfiguration; empty if not set. */
  readonly configFile: string
  readonly allowPrivileged: boolean
  /** Feature gates, unparsed: `Name=true`. */
  readonly featureGates: readonly string[]
  /** API versions, unparsed: `batch/v1=false`. */
  readonly runtimeConfig: readonly string[]
}

/** An error of the flags, for which the server does not start, or a warning. */
export interface FlagError {
  /** The stage at which the server fails: parsing flags, setting feature gates or validating options; absent for a warning. */
  readonly stage?: 'parse' | 'feature-gates' | 'validate'
  readonly ruleId: RuleId
  /** The message of the server. */
  readonly message: string
  readonly hint?: string
  readonly steps: Steps
  /** Another flag that is involved. */
  readonly other?: Steps
}

/** The parsed flags with their errors and places. */
export interface ReadServerFlags {
  readonly flags: ServerFlags
  readonly errors: readonly FlagError[]
  /** Returns the path of the last flag with a name. */
  readonly stepsOf: (name: string) => Steps
}

const pluginFlags: ReadonlyMap<PluginFlag, string> = new Map([
  ['admissionControl', 'admission-control'], ['enableAdmissionPlugins', 'enable-admission-plugins'], ['disableAdmissionPlugins', 'disable-admission-plugins'],
])

const shapes: FlagShapes = new Map([
  ...[...pluginFlags.values(), 'admission-control-config-file', 'feature-gates', 'runtime-config'].map((name) => [name, 'value'] as const),
  ['allow-privileged', 'boolean'],
])

/**
 * Parses the flags of kube-apiserver like the server: concatenates lists, merges maps, and uses the last one of other flags
 * (kubeapiserver options `AdmissionOptions.AddFlags`, apiserver server/options `APIEnablementOptions.AddFlags`).
 */
export function readServerFlags(args: readonly Argument[]): ReadServerFlags {
  const given = readFlags(args, shapes)
  const named = (name: string): GivenFlag[] => given.filter((flag) => flag.name === name)
  const stepsOf = (name: string): Steps => named(name).at(-1)?.steps ?? []
  const texts = (name: string): string[] | undefined => named(name).length === 0 ? undefined : named(name).flatMap(({value = ''}) => value === '' ? [] : value.split(','))
  const plugins: PluginFlags = Object.fromEntries([...pluginFlags].map(([option, name]) => [option, texts(name)]))
  const flags: ServerFlags = {
    plugins,
    configFile: named('admission-control-config-file').at(-1)?.value ?? '',
    allowPrivileged: parseBool(named('allow-privileged').at(-1)?.value ?? 'false') ?? false,
    featureGates: merged(texts('feature-gates')),
    runtimeConfig: merged(texts('runtime-config')),
  }
  return {
    flags, stepsOf,
    errors: [
      ...given.flatMap(parseFailure), ...named('feature-gates').flatMap(gateErrors),
      ...pluginFlagErrors(admissionPlugins, plugins).map((error) => pluginError(error, named)),
      ...named('admission-control').slice(0, 1).map(deprecated),
    ],
  }
}

/** Returns the names of admission plugins, of Kubernetes and of kadm. */
export const pluginNames = (): string[] => [...new Set([...compiledInPlugins, ...admissionPlugins.map((plugin) => plugin.name)])]

/** Removed plugins, with hints on their replacement. */
const formerPlugins: ReadonlyMap<string, string> = new Map([
  ['PodSecurityPolicy', 'gone since Kubernetes 1.25: PodSecurity, which is on by default, takes its place'],
  ['SecurityContextDeny', 'gone since Kubernetes 1.30: PodSecurity, which is on by default, takes its place'],
])

/** Returns a hint about an unknown plugin name, if any. */
export const unknownPluginHint = (name: string): string | undefined => formerPlugins.get(name) ?? spelling(name, pluginNames())?.hint

const parseBoolError = (text: string): string => `strconv.ParseBool: parsing ${quote(text)}: invalid syntax`

/** Merges the parts of a map: the last entry of each key overrides others. */
function merged(entries: readonly string[] = []): string[] {
  const byKey = new Map(entries.map((entry) => entry.trim()).filter((entry) => entry !== '').map((entry) => [entry.split('=')[0], entry]))
  return [...byKey.values()]
}

function parseFailure({name, value, steps}: GivenFlag): FlagError[] {
  const error = {stage: 'parse', ruleId: 'kube-apiserver/flag-value', steps} as const
  if (value === undefined) return [{...error, message: `flag needs an argument: --${name}`}]
  if (shapes.get(name) !== 'boolean' || parseBool(value) !== undefined) return []
  return [{...error, message: `invalid argument ${quote(value)} for "--${name}" flag: ${parseBoolError(value)}`, hint: 'write true or false'}]
}

/** Returns the syntax errors of feature gates (component-base `featureGate.Set`). */
const gateErrors = ({value = '', steps}: GivenFlag): FlagError[] => value.split(',').filter((pair) => pair !== '').flatMap((pair) => {
  const [name = '', text] = pair.replace(/^[^:=]*:/, '').split(/=([^]*)/).map((part) => part.trim())
  const error = {stage: 'feature-gates', ruleId: 'kube-apiserver/flag-value', steps} as const
  if (text === undefined) return [{...error, message: `missing bool value for ${name}`, hint: `write ${name}=true or ${name}=false`}]
  return parseBool(text) === undefined ? [{...error, message: `invalid value of ${name}=${text}, err: ${parseBoolError(text)}`, hint: 'write true or false'}] : []
})

function pluginError({flags, name, message}: PluginFlagError, named: (name: string) => readonly GivenFlag[]): FlagError {
  const [steps = [], other] = flags.flatMap((option) => {
    const given = named(pluginFlags.get(option) ?? '')
    const flag = given.find(({value}) => name !== undefined && value?.split(',').includes(name)) ?? given[0]
    return flag === undefined ? [] : [flag.steps]
  })
  const isUnknown = flags.length === 1 && name !== undefined
  const hint = isUnknown ? unknownPluginHint(name) : undefined
  return {stage: 'validate', ruleId: 'kube-apiserver/admission-plugins', message, steps, ...hint !== undefined && {hint}, ...other && {other}}
}

const deprecated = ({steps}: GivenFlag): FlagError => ({
  ruleId: 'kube-apiserver/deprecated-flag', steps,
  message: 'Flag --admission-control has been deprecated, Use --enable-admission-plugins or --disable-admission-plugins instead. Will be removed in a future version.',
})
