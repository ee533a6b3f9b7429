import type {PodTemplateSpec} from '../../machinery/api/core-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {defaultVersion, type KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import type {KubeObject} from '../kind.js'
import {dropDisabledTemplateFields} from '../pod/spec/disabled-fields.js'
import {nameWarnings, templateWarnings as podTemplateWarnings} from '../pod/warnings.js'
import {firstGeneration, isNewGeneration, withGeneration} from './generation.js'
import {internallyEqual} from './internal-equal.js'
import {withStatus} from './status.js'

/** An object whose controller creates pods from the template in its spec. */
export interface Workload extends KubeObject {
  readonly spec?: {readonly template?: PodTemplateSpec}
  readonly status?: object
}

/** Returns the workload without the fields that the server drops from its template. */
function withTemplateFieldsDropped<T extends Workload>(object: T, version: KubernetesVersion): T {
  const {spec} = object
  return spec?.template === undefined ? object
    : assign<Workload>(object, {spec: assign<typeof spec>(spec, {template: dropDisabledTemplateFields(spec.template, version)})}) as T
}

/** Returns a new workload before validation: with generation 1, and a status without pods. */
export const newWorkload = <T extends Workload>(object: T, version = defaultVersion, status?: object): T =>
  firstGeneration(withStatus(withTemplateFieldsDropped(object, version), status))

/**
 * Returns a workload that replaces a stored one: with the stored status, and a new generation if the spec or other relevant fields
 * changed.
 *
 * @param form the internal type of the spec
 */
export function replacedWorkload<T extends Workload>(form: string, object: T, old: T, version = defaultVersion, isOtherwiseUnchanged = true): T {
  const next = withStatus(withTemplateFieldsDropped(object, version), old.status)
  return withGeneration(next, old, isOtherwiseUnchanged && internallyEqual(form, next.spec, old.spec))
}

/** The warnings about a template, reported for new and changed workloads. */
export const templateWarnings = (object: Workload, old: Workload | undefined, path: FieldPath): string[] =>
  isNewGeneration(object.metadata, old) ? podTemplateWarnings(object.spec?.template, path) : []

/** The warning about the name of a new workload, which is the prefix of the names of its pods. */
export const ownerNameWarnings = ({metadata}: KubeObject, old: KubeObject | undefined): string[] =>
  old === undefined ? nameWarnings(metadata.name ?? '', 'Pod names and hostnames') : []
