import type {JobSpec} from '../../machinery/api/batch-v1.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {templateWarnings} from '../pod/warnings.js'

const manyPods = 'In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, '
  + 'Kubernetes might not be able to track completedIndexes when a big number of indexes fail'

/** The warnings about a Job or the job template of a CronJob at a path (pkg/api/job `WarningsForJobSpec`). */
export function jobSpecWarnings({completionMode, completions = 0, parallelism = 0, template}: JobSpec, path: FieldPath): string[] {
  const isVast = completionMode === 'Indexed' && completions > 100000 && parallelism > 10000
  return [...isVast ? [`${path}: ${manyPods}`] : [], ...templateWarnings(template, path.child('template'))]
}
