import type {Diagnostic} from '../../lint/diagnostic.js'
import type {Simulation} from '../../simulate/simulate.js'
import {denialFinding, objectFinding} from './denial-finding.js'
import {workloadFindings} from './workload-findings.js'

/**
 * The problems of a simulation as findings, for pipeline reports: denials at the denied field, with the policies as
 * related places, and everything else that makes `kadm simulate` exit with status 1.
 */
export function simulationFindings(simulation: Simulation): readonly Diagnostic[] {
  const {policies, reviews, workloads, diagnostics, notSent, notes} = simulation
  const [first] = reviews
  return [
    ...policies.diagnostics,
    ...policies.refused.map(({manifest, review}) => denialFinding('simulate/policy-refused', {...review, manifest}, simulation)),
    ...reviews.filter(({allowed}) => !allowed).map((review) => denialFinding('simulate/denied', review, simulation)),
    ...workloads.flatMap((workload) => workloadFindings(workload, simulation)),
    ...diagnostics,
    ...notSent.map((manifest) => objectFinding(manifest, {
      ruleId: 'simulate/not-sent', severity: 'warning', message: 'not sent: kubectl reads no further in this file, as a document before this one cannot be read',
    })),
    ...first === undefined ? [] : notes.map((message) => objectFinding(first.manifest, {ruleId: 'simulate/note', severity: 'info', message})),
  ]
}
