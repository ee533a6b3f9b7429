// The engine as a library: what the commands do, for scripts. Everything else is internal.

import {FieldPath} from './machinery/field-path.js'
import type {FieldError} from './machinery/field-error.js'
import {type LabelSelector, validateLabelSelector as validateSelector} from './machinery/label-selector.js'
import {lint as lintFiles, type LintOptions, type LintReport} from './lint/lint.js'
import {simulate as simulateFiles, type SimulateOptions, type Simulation} from './simulate/simulate.js'
import {SourceFile} from './source/source-file.js'

export type {Operation} from './admission/attributes.js'
export type {Step} from './admission/chain.js'
export type {Clock} from './admission/clock.js'
export type {FieldChange, PolicyPlace, Reason, Refusal} from './admission/plugin.js'
export {Cluster, type ClusterOptions, type ObjectReference} from './cluster/cluster.js'
export type {Request, Review} from './cluster/review.js'
export type {Diagnostic, ObjectRef, Place, Related, Severity} from './lint/diagnostic.js'
export type {LintOptions, LintReport} from './lint/lint.js'
export type {FieldError} from './machinery/field-error.js'
export {FieldPath} from './machinery/field-path.js'
export {type LabelSelector, type LabelSelectorRequirement, matchesLabelSelector} from './machinery/label-selector.js'
export {Quantity, QuantityError, type QuantityFormat} from './machinery/quantity.js'
export type {Status, StatusCause, StatusDetails} from './machinery/status.js'
export type {ManifestReview, SimulateOptions, Simulation} from './simulate/simulate.js'
export {type Position, SourceFile, type Span} from './source/source-file.js'

/** A manifest file as a text. */
export interface Source {
  /** The name of the file, as diagnostics show it. */
  readonly path: string
  readonly text: string
}

/** The files of a simulation: those to send, those with policies, and those with objects that exist already. */
export interface SimulationSources {
  readonly files: readonly Source[]
  readonly policies?: readonly Source[]
  readonly existing?: readonly Source[]
}

const toFiles = (sources: readonly Source[] = []): SourceFile[] => sources.map(({path, text}) => new SourceFile(path, text))

/** Finds everything in manifests that kubectl or the API server would refuse. */
export const lint = (sources: readonly Source[], options?: LintOptions): LintReport => lintFiles(toFiles(sources), options)

/** Sends the objects of manifests to a cluster with these policies, and tells what the API server would answer to each. */
export const simulate = ({files, policies, existing}: SimulationSources, options?: SimulateOptions): Simulation =>
  simulateFiles({files: toFiles(files), policies: toFiles(policies), existing: toFiles(existing)}, options)

/**
 * The rules for a label selector; empty when it keeps to all of them. `String(error)` is Kubernetes' text.
 *
 * @param path the place of the selector: `spec.selector`, or a FieldPath
 */
export function validateLabelSelector(selector: LabelSelector | null | undefined, path: FieldPath | string): FieldError[] {
  const [first = '', ...rest] = typeof path === 'string' ? path.split('.') : []
  return validateSelector(selector, typeof path === 'string' ? FieldPath.of(first, ...rest) : path)
}
