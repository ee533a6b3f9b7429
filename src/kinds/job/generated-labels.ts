import type {Job, JobSpec} from '../../machinery/api/batch-v1.js'
import type {ObjectMeta} from '../../machinery/api/meta-v1.js'
import {allErrors, type FieldError, invalid, required} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import type {LabelSelector} from '../../machinery/api/meta-v1.js'
import {matchesLabelSelector} from '../../machinery/meta/label-selector.js'
import {uuidPlaceholder} from '../../machinery/meta/object-meta.js'
import {internalForm} from '../shared/internal-form.js'
import {isCompilable, printedSelector} from '../shared/workload-selector.js'

type Labels = Readonly<Record<string, string>>

const uidLabel = 'batch.kubernetes.io/controller-uid'

const nameLabel = 'batch.kubernetes.io/job-name'

const origin = 'job/generated-labels'

/** The labels that the pods of a Job get, in the order of validation: those with old names first. */
function generatedLabels({name = '', uid = uuidPlaceholder}: ObjectMeta, withPrefixed: boolean): Labels {
  return {'controller-uid': uid, 'job-name': name, ...withPrefixed && {[uidLabel]: uid, [nameLabel]: name}}
}

/**
 * Adds the generated labels of a Job's pods, and the selector for them, unless the Job has `manualSelector`
 * (pkg/registry/batch/job `generateSelector`). The server has chosen the Job's uid by then.
 */
export function withGeneratedSelector(job: Job): Job {
  const {spec = {}, metadata} = job
  if (spec.manualSelector === true) return job
  const given = spec.template?.metadata?.labels
  const labels = {...generatedLabels(metadata, true), ...given}
  // Labels that defaulting copied from the template share one map on the server, so they get the new labels too.
  const isShared = given !== undefined && metadata.labels === given
  return {
    ...job,
    metadata: isShared ? {...metadata, labels} : metadata,
    spec: {...spec, selector: withUid(spec.selector, metadata), template: {...spec.template, metadata: {...spec.template?.metadata, labels}}},
  }
}

const withUid = (selector: LabelSelector = {}, {uid = uuidPlaceholder}: ObjectMeta): LabelSelector =>
  ({...selector, matchLabels: {[uidLabel]: uid, ...selector.matchLabels}})

/** True if a template has the labels with a prefix, which Jobs of older servers lack. */
export const hasPrefixedLabels = ({template}: JobSpec): boolean => {
  const {labels = {}} = template?.metadata ?? {}
  return Object.hasOwn(labels, uidLabel) && Object.hasOwn(labels, nameLabel)
}

/**
 * The rules for the generated labels and selector (batch validation `validateGeneratedSelector`).
 *
 * @param withPrefixed true if the labels with a prefix are required
 * @param path of the spec
 */
export function validateGeneratedSelector({metadata, spec = {}}: Job, withPrefixed: boolean, path: FieldPath): FieldError[] {
  const {selector, template, manualSelector} = spec
  if (manualSelector === true || selector === undefined) return []
  const expected = generatedLabels(metadata, withPrefixed)
  const labelsPath = path.child('template', 'metadata', 'labels')
  const selectorPath = path.child('selector')
  const isFree = isCompilable(selector, selectorPath) && !matchesLabelSelector(selector, expected)
  return allErrors(
    Object.entries(expected).flatMap(([key, value]) => validateLabel(template?.metadata?.labels ?? {}, key, value, labelsPath)),
    isFree ? [invalid(selectorPath, printedSelector(selector), '`selector` not auto-generated', origin)] : [],
  )
}

function validateLabel(labels: Labels, key: string, expected: string, path: FieldPath): FieldError[] {
  const place = path.key(key)
  const detail = `must be '${expected}'`
  if (!Object.hasOwn(labels, key)) return [required(place, detail, origin)]
  return labels[key] === expected ? [] : [invalid(place, internalForm('map', labels), detail, origin)]
}
