import type {Cluster} from '../cluster/cluster.js'
import {matchesLabelSelector} from '../machinery/label-selector.js'
import {LabelSelectorError, parseLabelSelector} from '../machinery/label-selector-text.js'
import type {KubeObject} from '../kinds/kind.js'
import {simulate} from '../simulate/simulate.js'
import {UsageError} from '../usage-error.js'
import {readSimulationInputs} from './read-inputs.js'

/** A cluster in which nothing but the policies of some files is, and what the user should know of them. */
export interface PolicyCluster {
  readonly cluster: Cluster
  readonly notes: readonly string[]
  /** True when all of the files could be read and every policy is in force. */
  readonly isSound: boolean
}

/**
 * Reads policies into a cluster.
 *
 * @param paths by default `./manifests`, else the current directory
 * @param namespace for policies that name none
 */
export async function readPolicyCluster(paths: readonly string[] | undefined, namespace: string): Promise<PolicyCluster> {
  const {policies, existing, files, warnings} = await readSimulationInputs({files: [], policies: paths, existing: []})
  const {cluster, policies: report} = simulate({files, policies, existing}, {namespace})
  const notes = [
    ...warnings,
    ...report.diagnostics.map(({file, span, message}) => `${file.path}:${file.position(span.start).line}: ${message}`),
    ...report.refused.map(({review: {status}}) => `Not in force: ${status.message}`),
  ]
  return {cluster, notes, isSound: report.diagnostics.length + report.refused.length === 0}
}

/**
 * The objects that a label selector matches, all without one.
 *
 * @throws UsageError for a text that is no selector, and for one beside names
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
