import {type PluginFlag, type PluginFlagFault, pluginFlagFaults, type PluginFlags} from '../../admission/plugin-flags.js'
import {compiledInPlugins} from '../../admission/plugin-names.js'
import {admissionPlugins} from '../../admission/plugins/index.js'
import {quote} from '../../machinery/go-text.js'
import type {Steps} from '../../manifests/locate.js'
import {spelling} from '../../manifests/suggestion.js'
import {type Argument, type FlagShapes, type GivenFlag, readFlags} from './command-line.js'

/** What the flags of kube-apiserver say of what kadm emulates. */
export interface ServerFlags {
  readonly plugins: PluginFlags
  /** The path of the AdmissionConfiguration; empty for none. */
  readonly configFile: string
  readonly allowPrivileged: boolean
  /** Feature gates as they are written: `Name=true`. */
  readonly featureGates: readonly string[]
  /** API versions as they are written: `batch/v1=false`. */
  readonly runtimeConfig: readonly string[]
}

/** Something wrong with the flags: why the server does not start, or what it warns of. */
export interface FlagFault {
  /** Where the server gives up: when it parses flags, when it sets feature gates, or when it validates the options; a warning has none. */
  readonly stage?: 'parse' | 'feature-gates' | 'validate'
  readonly ruleId: string
  /** The server's own words. */
  readonly message: string
  readonly hint?: string
  readonly steps: Steps
  /** Another flag that has to do with it. */
  readonly other?: Steps
}

/** Flags with all that is wrong with them, and where each is given. */
export interface ReadServerFlags {
  readonly flags: ServerFlags
  readonly faults: readonly FlagFault[]
  /** The way to the last flag of a name. */
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
 * Reads the flags of kube-apiserver as the server does: lists add up, maps merge, and of other flags the last counts (kubeapiserver
 * options `AdmissionOptions.AddFlags`, apiserver server/options `APIEnablementOptions.AddFlags`).
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
    allowPrivileged: boolOf(named('allow-privileged').at(-1)?.value ?? 'false') ?? false,
    featureGates: merged(texts('feature-gates')),
    runtimeConfig: merged(texts('runtime-config')),
  }
  return {
    flags, stepsOf,
    faults: [
      ...given.flatMap(parseFault), ...named('feature-gates').flatMap(gateFaults),
      ...pluginFlagFaults(admissionPlugins, plugins).map((fault) => pluginFault(fault, named)),
      ...named('admission-control').slice(0, 1).map(deprecated),
    ],
  }
}

/** The names that admission plugins have, those of Kubernetes and those of kadm. */
export const pluginNames = (): string[] => [...new Set([...compiledInPlugins, ...admissionPlugins.map((plugin) => plugin.name)])]

/** Plugins that are gone, with what to do instead. */
const formerPlugins: ReadonlyMap<string, string> = new Map([
  ['PodSecurityPolicy', 'gone since Kubernetes 1.25: PodSecurity, which is on by default, takes its place'],
  ['SecurityContextDeny', 'gone since Kubernetes 1.30: PodSecurity, which is on by default, takes its place'],
])

/** What to do about a name that no plugin has, where that is known. */
export const unknownPluginHint = (name: string): string | undefined => formerPlugins.get(name) ?? spelling(name, pluginNames())?.hint

/** What Go reads as a boolean (strconv `ParseBool`); undefined for anything else. */
function boolOf(text: string): boolean | undefined {
  if (/^(?:1|t|T|true|TRUE|True)$/.test(text)) return true
  return /^(?:0|f|F|false|FALSE|False)$/.test(text) ? false : undefined
}

const parseBoolError = (text: string): string => `strconv.ParseBool: parsing ${quote(text)}: invalid syntax`

/** The entries of a map that is written in parts: of each key the last. */
function merged(entries: readonly string[] = []): string[] {
  const byKey = new Map(entries.map((entry) => entry.trim()).filter((entry) => entry !== '').map((entry) => [entry.split('=')[0], entry]))
  return [...byKey.values()]
}

function parseFault({name, value, steps}: GivenFlag): FlagFault[] {
  const fault = {stage: 'parse', ruleId: 'kube-apiserver/flag-value', steps} as const
  if (value === undefined) return [{...fault, message: `flag needs an argument: --${name}`}]
  if (shapes.get(name) !== 'boolean' || boolOf(value) !== undefined) return []
  return [{...fault, message: `invalid argument ${quote(value)} for "--${name}" flag: ${parseBoolError(value)}`, hint: 'write true or false'}]
}

/** What is wrong with feature gates, whichever there are (component-base `featureGate.Set`). */
const gateFaults = ({value = '', steps}: GivenFlag): FlagFault[] => value.split(',').filter((pair) => pair !== '').flatMap((pair) => {
  const [name = '', text] = pair.replace(/^[^:=]*:/, '').split(/=([^]*)/).map((part) => part.trim())
  const fault = {stage: 'feature-gates', ruleId: 'kube-apiserver/flag-value', steps} as const
  if (text === undefined) return [{...fault, message: `missing bool value for ${name}`, hint: `write ${name}=true or ${name}=false`}]
  return boolOf(text) === undefined ? [{...fault, message: `invalid value of ${name}=${text}, err: ${parseBoolError(text)}`, hint: 'write true or false'}] : []
})

function pluginFault({flags, name, message}: PluginFlagFault, named: (name: string) => readonly GivenFlag[]): FlagFault {
  const [steps = [], other] = flags.flatMap((option) => {
    const given = named(pluginFlags.get(option) ?? '')
    const flag = given.find(({value}) => name !== undefined && value?.split(',').includes(name)) ?? given[0]
    return flag === undefined ? [] : [flag.steps]
  })
  const isUnknown = flags.length === 1 && name !== undefined
  const hint = isUnknown ? unknownPluginHint(name) : undefined
  return {stage: 'validate', ruleId: 'kube-apiserver/admission-plugins', message, steps, ...hint !== undefined && {hint}, ...other && {other}}
}

const deprecated = ({steps}: GivenFlag): FlagFault => ({
  ruleId: 'kube-apiserver/deprecated-flag', steps,
  message: 'Flag --admission-control has been deprecated, Use --enable-admission-plugins or --disable-admission-plugins instead. Will be removed in a future version.',
})
