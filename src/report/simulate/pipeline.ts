import {withOriginPlaces} from '../../lint/at-origin.js'
import {compareDiagnostics, type Diagnostic, type ObjectRef} from '../../lint/diagnostic.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import type {Simulation} from '../../simulate/simulate.js'
import {plainSubject} from '../lint/plain.js'
import type {PipelineReport} from '../pipeline.js'
import {styleFor} from '../style.js'
import {simulationFindings} from './findings.js'
import {referenceOf} from './json.js'
import {simulationCounts} from './summary.js'

/** A simulation as findings: each object is a test, which passes if the object is admitted. */
export function simulationReport(simulation: Simulation): PipelineReport {
  const {reviews} = simulation
  const {objects, found, workloads} = simulationCounts(simulation, styleFor(false))
  const files = reviews.map(({manifest: {document}}) => document.file.path)
  const diagnostics = withOriginPlaces(simulationFindings(simulation)).sort(compareDiagnostics)
  return {
    report: {diagnostics, files: new Set(files).size, objects: reviews.length, suppressed: 0, known: 0},
    about: {
      command: 'simulate', found, checked: workloads === undefined ? objects : `${objects}; ${workloads}`, testName,
      passed: reviews.filter(({allowed}) => allowed).map((review) => ({path: review.manifest.document.file.path, name: nameOf(review)})),
    },
  }
}

/** The name of a finding's test; an object has the same name whether it is denied or admitted. */
export const testName = ({ruleId, object, field}: Diagnostic): string =>
  ruleId === 'simulate/denied' ? titleOf(object) : `${ruleId} ${object === undefined ? field : titleOf(object)}`.trimEnd()

const nameOf = ({object, manifest}: ManifestReview): string => titleOf(referenceOf(object ?? manifest.body))

const titleOf = (object: ObjectRef | undefined): string => plainSubject({field: '', ...object && {object}})
