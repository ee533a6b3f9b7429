import type {PerSide, Side} from '../../diff/types.js'
import type {WorkLimit} from '../../cluster/work-limit.js'
import type {SkippedFile} from '../../repository/skipped.js'
import {capacity} from '../../simulate/capacity/capacity.js'
import type {Capacity} from '../../simulate/capacity/types.js'
import {inject, type Injection} from '../../simulate/injection.js'
import {sizeOf} from '../../simulate/simulate.js'
import {loadSettings} from '../config/load-settings.js'
import type {Resolved} from '../config/resolve.js'
import type {HelmChart} from '../config/settings.js'
import {givenPluginSettings} from '../plugin-settings.js'
import {readSimulationInputs, type SimulationInputs, type SimulationPaths} from '../read-inputs.js'
import {configurationSources} from '../read-sending.js'
import {type ServerSetup, setUpServer, startUp} from '../server-setup.js'

/** The flags that both sides share, and those of one side. */
export interface SharedFlags {
  readonly namespace?: string | undefined
  readonly policies?: readonly string[] | undefined
  readonly existing?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
  readonly strict?: boolean | undefined
  readonly 'kubernetes-version'?: string | undefined
  readonly 'admission-config'?: string | undefined
  readonly 'allow-path-outside'?: boolean | undefined
  readonly 'enable-admission-plugins'?: readonly string[] | undefined
  readonly 'disable-admission-plugins'?: readonly string[] | undefined
  readonly 'admission-control'?: readonly string[] | undefined
  readonly nodes?: number | undefined
  readonly env?: readonly string[] | undefined
  readonly kustomize?: readonly string[] | undefined
  readonly helm?: readonly HelmChart[] | undefined
}

export type SidedFlags = SharedFlags & Readonly<Partial<Record<`${Side}-version` | `${Side}-admission-config`, string | undefined>>>
  & Readonly<Partial<Record<`${Side}-${'enable' | 'disable'}-admission-plugins`, readonly string[] | undefined>>>

/** The paths, rendered manifests and settings of one side. */
export interface SideInput extends Pick<SimulationPaths, 'rendered' | 'renderedTrees'> {
  readonly resolved: Resolved
  /** Paths of objects to send. */
  readonly files: readonly string[]
  /** Paths with policies and objects to send. */
  readonly trees: readonly string[]
  /** Paths of policies if the settings name none; by default as for `kadm simulate`. */
  readonly defaultPolicies?: readonly string[]
  /** Files to leave out, besides those of the settings. */
  readonly exclude?: readonly string[]
}

/** The result for one side. */
export interface SideRun {
  readonly capacity: Capacity
  readonly inputs: Omit<SimulationInputs, 'warnings' | 'skipped'>
  readonly setup: ServerSetup
  readonly warnings: readonly string[]
  readonly skipped: readonly SkippedFile[]
}

/** Simulates a side whose files are read. */
export type ReadSide = () => SideRun

/** Both sides of a comparison. */
export type Sides = PerSide<SideRun>

/** Other options of both sides. */
export interface SideOptions {
  readonly injected: Injection | undefined
  readonly onProgress: (done: number) => void
  /** The limit on the work of both sides together. */
  readonly work: WorkLimit
}

/** Returns the flags of one side: those with its name override the shared ones. */
export function flagsOf(side: Side, flags: SidedFlags): SharedFlags {
  const own = {
    'kubernetes-version': flags[`${side}-version`], 'admission-config': flags[`${side}-admission-config`],
    'enable-admission-plugins': flags[`${side}-enable-admission-plugins`], 'disable-admission-plugins': flags[`${side}-disable-admission-plugins`],
  }
  return {...flags, ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))}
}

/**
 * Returns the settings of one side in the working directory.
 *
 * @param root The root of the search for a configuration file; by default it is not limited
 * @throws UsageError as loadSettings does
 */
export function settingsOf(flags: SharedFlags, root?: string): Resolved {
  const {namespace, policies, existing, exclude, strict, env, kustomize, helm, 'kubernetes-version': kubernetesVersion} = flags
  return loadSettings({namespace, policies, existing, exclude, strict, env, kustomize, helm, ...givenPluginSettings(flags), kubernetesVersion}, root)
}

/**
 * Reads the inputs of one side in the working directory. Returns a function that simulates them, which reads no files and throws a
 * UsageError for settings with which the API server does not start.
 *
 * @throws UsageError for paths, settings and files that cannot be used
 */
export async function readSide(flags: SharedFlags, {resolved, ...input}: SideInput, {injected, onProgress, work}: SideOptions): Promise<ReadSide> {
  const {settings} = resolved
  const {files, trees, renderedTrees = []} = input
  const {warnings, skipped, ...read} = await readSimulationInputs({
    ...settings, ...input, policies: settings.policies ?? input.defaultPolicies, exclude: [...settings.exclude ?? [], ...input.exclude ?? []],
  })
  const inputs = {...read, arePoliciesNamed: settings.policies !== undefined || trees.length + renderedTrees.length > 0}
  const inForce = [...inputs.trees, ...inputs.policies]
  const setup = await setUpServer(resolved, {
    admissionConfig: flags['admission-config'], allowPathOutside: flags['allow-path-outside'],
    paths: [...files, ...trees, ...settings.policies ?? [], ...settings.existing ?? []],
    policies: inForce, configurations: configurationSources({...inputs, policies: inForce}, 'install'),
  })
  work.allow(sizeOf(inputs))
  return () => {
    const found = startUp(() => capacity(inputs, {
      onProgress, work, namespace: settings.namespace, ...setup.options, serverNotes: setup.notes, ...flags.nodes !== undefined && {nodes: flags.nodes},
      ...injected && {injector: (pod) => inject(pod, injected)},
    }))
    return {capacity: found, inputs, setup, warnings, skipped}
  }
}

/** Reports the progress of one side as half of the run. */
export const halfOf = (side: Side, {onProgress, ...options}: SideOptions): SideOptions =>
  ({...options, onProgress: (done) => onProgress(side === 'before' ? done / 2 : (1 + done) / 2)})
