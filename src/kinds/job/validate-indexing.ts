import type {JobSpec} from '../../machinery/api/batch-v1.js'
import {allErrors, type FieldError, invalid, notSupported, required} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'

const origin = 'job/indexing'

const modes = ['NonIndexed', 'Indexed']

/** Jobs with more completions than this have stricter limits. */
const manyCompletions = 100000

const maxParallelism = 100000

const maxFailed = 100000

const maxForManyCompletions = 10000

/** The rules for Indexed and NonIndexed Jobs (batch validation `validateJobSpec`). */
export const validateIndexing = (spec: JobSpec, path: FieldPath): FieldError[] => allErrors(
  spec.completionMode === undefined || modes.includes(spec.completionMode) ? []
    : [notSupported(path.child('completionMode'), spec.completionMode, modes, 'job/completion-mode')],
  spec.completionMode === 'Indexed' ? validateIndexed(spec, path) : [],
  (spec.completionMode ?? 'NonIndexed') === 'NonIndexed' ? validateNonIndexed(spec, path) : [],
)

const validateNonIndexed = (spec: JobSpec, path: FieldPath): FieldError[] => (['backoffLimitPerIndex', 'maxFailedIndexes'] as const)
  .flatMap((field) => spec[field] === undefined ? [] : [invalid(path.child(field), spec[field], 'requires indexed completion mode', origin)])

function validateIndexed(spec: JobSpec, path: FieldPath): FieldError[] {
  const {completions, parallelism, maxFailedIndexes: failed} = spec
  const failedPath = path.child('maxFailedIndexes')
  return allErrors(
    completions === undefined ? [required(path.child('completions'), 'when completion mode is Indexed', origin)] : [],
    atMost(maxParallelism, parallelism, path.child('parallelism'), ' when completion mode is Indexed'),
    completions !== undefined && failed !== undefined && failed > completions
      ? [invalid(failedPath, failed, 'must be less than or equal to completions', origin)] : [],
    atMost(maxFailed, failed, failedPath),
    completions !== undefined && completions > manyCompletions && spec.backoffLimitPerIndex !== undefined ? validateMany(spec, path) : [],
  )
}

/** The rules for many pods with a backoff limit for each index. */
function validateMany({parallelism, maxFailedIndexes: failed}: JobSpec, path: FieldPath): FieldError[] {
  const failedPath = path.child('maxFailedIndexes')
  const circumstances = ` when completions are above ${manyCompletions} and used with backoff limit per index`
  return allErrors(
    failed === undefined ? [required(failedPath, `must be specified when completions is above ${manyCompletions}`, origin)] : [],
    atMost(maxForManyCompletions, parallelism, path.child('parallelism'), circumstances),
    atMost(maxForManyCompletions, failed, failedPath, circumstances),
  )
}

const atMost = (limit: number, value: number | undefined, path: FieldPath, circumstances = ''): FieldError[] =>
  value === undefined || value <= limit ? [] : [invalid(path, value, `must be less than or equal to ${limit}${circumstances}`, origin)]
