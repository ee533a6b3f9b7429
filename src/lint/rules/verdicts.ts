import type {Rule} from '../../machinery/field/rule.js'

/** The id of a finding that only `kadm simulate`, `kadm capacity` and `kadm diff` report. */
export type VerdictId = `${'simulate' | 'capacity' | 'diff'}/${string}`

/** A finding that `kadm simulate`, `kadm capacity` or `kadm diff` reports to pipelines. `kadm lint` does not check it, because it depends on policies and other objects. */
export interface VerdictRule extends Pick<Rule, 'severity' | 'summary' | 'fix'> {
  readonly id: VerdictId
}

/** All such findings, sorted by id. */
export const verdictRules: readonly VerdictRule[] = [
  {
    id: 'capacity/exceeded', severity: 'error', summary: 'A quota has room for all workloads, also in rollouts and at autoscaler maximums.',
    fix: 'Raise the bound of the quota to the need, or lower the requests of workloads; `kadm capacity` shows all amounts.',
  },
  {
    id: 'diff/changed', severity: 'info', summary: 'A change has no effect on other objects, except on those that it denies.',
    fix: 'Check that the other defaults, warnings and results are intended. `kadm diff -o json` lists all of them.',
  },
  {
    id: 'diff/denied', severity: 'error', summary: 'A change denies nothing that was admitted before.',
    fix: 'Change the objects first, or the policy that the finding names. `kadm diff` prints the message of the API server for each object.',
  },
  {
    id: 'diff/limited', severity: 'error', summary: 'After a change, each rollout, Job and autoscaler completes that completed before.',
    fix: 'Give the quota that the finding names room for the peak, or lower the requests of the workload. `kadm diff` prints all amounts.',
  },
  {
    id: 'simulate/autoscaler', severity: 'error', summary: 'An autoscaler can reach its maximum.',
    fix: 'Lower `maxReplicas`, or give the quota room for that many pods.',
  },
  {
    id: 'simulate/denied', severity: 'error', summary: 'The API server admits an object under the policies.',
    fix: 'Change the field of the finding, or the policy that it names. The message is that of the API server.',
  },
  {
    id: 'simulate/job', severity: 'error', summary: 'A Job gets all of its pods.',
    fix: 'Give the pods of the Job room in the quota, or let fewer run at once. A warning when the Job ends although pods are denied.',
  },
  {
    id: 'simulate/not-sent', severity: 'warning', summary: 'kubectl sends every object of a file.',
    fix: 'Correct the document before this one that kubectl cannot read: it ends the file.',
  },
  {
    id: 'simulate/not-simulated', severity: 'error', summary: 'A workload is simulated to its end.',
    fix: 'Give the workload fewer replicas or completions: kadm creates pods one after the other where they may differ in more than a number.',
  },
  {
    id: 'simulate/note', severity: 'info', summary: 'Note about the verdicts of a run.',
    fix: 'Read it: it limits what the verdicts mean, for example if no policy applies to the namespace of the objects.',
  },
  {
    id: 'simulate/pods-denied', severity: 'error', summary: 'The API server admits the pods and claims of a workload.',
    fix: 'Change the field of the template in the finding, or the policy that it names.',
  },
  {
    id: 'simulate/policy-refused', severity: 'error', summary: 'The API server accepts a policy, so that it is in force.',
    fix: 'Correct the policy: `kadm lint` reports all its errors.',
  },
  {
    id: 'simulate/rollout', severity: 'error', summary: 'A rollout fits into the quotas.',
    fix: 'Give the quota room for the peak of the rollout, or lower `maxSurge`. A warning when the rollout completes slowly.',
  },
]

/** Returns the finding with the given id. */
export const verdictRuleById = (id: string): VerdictRule | undefined => verdictRules.find((rule) => rule.id === id)
