import {Args} from '@oclif/core'

import type {Cluster} from '../cluster/cluster.js'
import type {AnyKind, KubeObject} from '../kinds/kind.js'
import {quote} from '../machinery/go/text.js'
import {LabelSelectorError, parseLabelSelector} from '../machinery/meta/label-selector-text.js'
import {matchesLabelSelector} from '../machinery/meta/label-selector.js'
import {oneLine} from '../machinery/output/printable.js'
import {explain} from '../simulate/explain.js'
import {isPolicyManifest, type PolicyReport} from '../simulate/policies.js'
import type {CountedQuota} from '../simulate/quotas.js'
import {simulate} from '../simulate/simulate.js'
import {simulationFacts} from '../simulate/simulation-facts.js'
import {UsageError} from '../usage-error.js'
import {loadSettings} from './config/load-settings.js'
import type {GivenSettings} from './config/resolve.js'
import type {Settings} from './config/settings.js'
import {endingOf, incompleteNotes, type RunFacts} from '../lint/ending.js'
import {env, existing, kubernetesVersion, namespace, policies} from './flags.js'
import {noteAt, problemNotes} from './problem-notes.js'
import {namedSources, readSimulationInputs} from './read-inputs.js'
import {serverOptions} from './server-setup.js'

/** A cluster that contains only the policies of some files, with notes about them. */
export interface PolicyCluster {
  readonly cluster: Cluster
  readonly quotas: readonly CountedQuota[]
  readonly notes: readonly string[]
  /** The requested namespace. */
  readonly namespace: string
  readonly settings: Settings
  /** Determines the exit status if all requested objects are found. */
  readonly facts: RunFacts
}

/**
 * Reads policies into a cluster, by default those in `./manifests`, else in the current directory.
 *
 * @param flags The flags of the command; policies without a namespace are put into the configured one
 * @throws UsageError as for reading inputs and settings
 */
export async function readPolicyCluster(flags: GivenSettings & {readonly env?: readonly string[] | undefined}): Promise<PolicyCluster> {
  const {settings, files} = loadSettings(flags)
  const {namespace = 'default'} = settings
  const {warnings, ...inputs} = await readSimulationInputs({files: [], ...settings, policies: settings.policies ?? files})
  const simulation = simulate(inputs, {namespace, ...serverOptions(settings)})
  const {cluster, policies: report, quotas} = simulation
  const facts = {...simulationFacts(simulation), sources: namedSources(inputs), areAllSkipped: inputs.areAllSkipped}
  return {cluster, quotas, notes: [...warnings, ...policyNotes(report), ...incompleteNotes(endingOf(facts))], namespace, settings, facts}
}

/** Returns a line for each document that cannot be read, policy that is not in force, and existing object that is left out. */
export const policyNotes = ({diagnostics, refused, manifests}: PolicyReport): string[] => [
  ...problemNotes(diagnostics),
  ...refused.flatMap(({review, manifest}) => {
    const reasons = explain({...review, manifest}, manifests)
    const lost = isPolicyManifest(manifest) ? 'Not in force' : 'Left out'
    return [`${lost}: ${oneLine(review.status.message)}`, ...reasons.flatMap(({place, field, hint}) => hint === undefined ? [] : [noteAt({...place, message: field, hint})])]
  }),
]

/** Returns kubectl's message for no results, with a hint at the namespaces that have objects of the kind. */
export function nothingFound({cluster, namespace}: PolicyCluster, kind: AnyKind): string {
  const sentence = `No resources found in ${namespace} namespace.`
  const [first, ...others] = cluster.namespacesWith(kind)
  if (first === undefined || cluster.list(kind, namespace).length > 0) return sentence
  return `${sentence}\nHint: objects of this kind are in ${quote(first)}${others.length === 0 ? '' : ` and ${others.length} more`}. Choose one with --ns.`
}

/**
 * Returns the objects that a label selector matches, or all objects without one.
 *
 * @throws UsageError for an invalid selector, and for a selector together with names
 */
export function selected<T extends KubeObject>(objects: readonly T[], selector: string | undefined, names: readonly string[]): readonly T[] {
  if (selector === undefined) return objects
  if (names.length > 0) throw new UsageError('give names or a label selector, not both')
  try {
    const parsed = parseLabelSelector(selector)
    return objects.filter(({metadata}) => matchesLabelSelector(parsed, metadata.labels ?? {}))
  } catch (error) {
    if (error instanceof LabelSelectorError) throw new UsageError(error.message, [], {cause: error})
    throw error
  }
}

/** Flags of commands that print policies of one namespace. */
export const policyFlags = {namespace, env, policies, 'kubernetes-version': kubernetesVersion}

/** Flags of commands that print quotas, whose usage existing objects determine. */
export const quotaFlags = {...policyFlags, existing}

/**
 * The argument of commands that print the named objects of a kind, or all of a namespace.
 *
 * @param kinds the kind in the plural
 */
export const namesOf = (kinds: string): {name: ReturnType<typeof Args.string>} =>
  ({name: Args.string({name: 'NAME', ignoreStdin: true, description: `Names of ${kinds} (default: all in the namespace).`})})
