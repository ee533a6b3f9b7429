import type {Job} from '../../machinery/api/batch-v1.js'
import {FieldPath} from '../../machinery/field/path.js'
import type {KindDefinition} from '../kind.js'
import {copiedFromTemplate, stepsInTemplate} from '../pod-template/defaults.js'
import {isNewGeneration} from '../shared/generation.js'
import {newWorkload, ownerNameWarnings, replacedWorkload} from '../shared/lifecycle.js'
import {setJobDefaults} from './defaults.js'
import {withGeneratedSelector} from './generated-labels.js'
import {validateJobUpdate} from './update.js'
import {validateJob} from './validate.js'
import {jobSpecWarnings} from './warnings.js'

const path = FieldPath.of('spec')

/** Job (pkg/registry/batch/job; spec kinds 10). */
export const job: KindDefinition<Job> = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  podTemplate: ['spec', 'template'],
  metadata: {namesOnUpdate: true},
  setDefaults: setJobDefaults,
  defaultedFrom: (steps) => [...stepsInTemplate(steps, ['spec', 'template']), ...copiedFromTemplate(steps, ['metadata', 'labels'])],
  prepareForCreate: (object, version) => newWorkload(withGeneratedSelector(object), version),
  prepareForUpdate: (object, old, version) => replacedWorkload('JobSpec', object, old, version),
  validate: validateJob,
  validateUpdate: validateJobUpdate,

  warnings: (object, old) => [
    ...ownerNameWarnings(object, old),
    ...isNewGeneration(object.metadata, old) ? jobSpecWarnings(object.spec ?? {}, path) : [],
  ],
}
