/** When a command ends with each exit status. */
export interface ExitMeaning {
  /** Completes "0 when ..."; absent where there is no other way to end well. */
  readonly ok?: string
  /** Completes "1 when ..."; absent for a command that never ends so. */
  readonly findings?: string
  /** Completes "2 when kadm cannot run as asked, or ...". */
  readonly incomplete?: string
}

const policies = 'a policy is rejected or cannot be read'

/** When each command ends with which exit status: its help and docs/exit-status.md are made of this. By the ids of oclif. */
export const exitMeanings = {
  capacity: {
    ok: 'there is room for everything', findings: 'something breaks or is denied',
    incomplete: 'the result is incomplete: an object or policy cannot be read, a policy is rejected, or there is no object',
  },
  completion: {incomplete: 'it knows no such shell'},
  'completion:environments': {incomplete: 'the configuration cannot be read or understood'},
  'config:print': {incomplete: 'the configuration cannot be read or understood'},
  'describe:limits': {ok: 'everything that was asked for is described', findings: 'a name is unknown', incomplete: policies},
  'describe:namespace': {incomplete: policies},
  'describe:quota': {ok: 'everything that was asked for is described', findings: 'a name is unknown', incomplete: policies},
  drift: {ok: 'no quota records anything else than what is there', findings: 'one does', incomplete: `the result is incomplete: an object cannot be read, or ${policies}`},
  events: {ok: 'all lines are read', incomplete: 'the extract is incomplete: lines cannot be read'},
  export: {
    ok: 'all of the policies have been exported', findings: 'a policy has nothing native for it', incomplete: 'a policy is not valid or cannot be read',
  },
  help: {incomplete: 'there is no such command'},
  lint: {
    ok: 'nothing is wrong', findings: 'there are errors or warnings (--fail-on)',
    incomplete: 'the report is incomplete: a file cannot be read, an object is declared twice, or all files are skipped',
  },
  replay: {ok: 'nothing is refused', findings: 'something is', incomplete: 'the result is incomplete: lines cannot be read, or requests are left out'},
  rules: {incomplete: 'there is no such rule'},
  simulate: {
    ok: 'everything is admitted',
    findings: 'something is denied (a pod of a workload, or what a rollout, a Job or an autoscaler would go on to, as well)',
    incomplete: 'the result is incomplete: an object or policy cannot be read, a policy is rejected, or there is no object',
  },
  tune: {
    ok: 'there is a configuration', findings: 'there is none, or a limit is left out that no number makes good enough',
    incomplete: 'the result is incomplete: lines cannot be read, or requests are left out',
  },
  version: {},
} as const satisfies Readonly<Record<string, ExitMeaning>>

/** The last paragraph of the help of a command. */
export function exitStatusHelp(command: keyof typeof exitMeanings): string {
  const {ok, findings, incomplete}: ExitMeaning = exitMeanings[command]
  const parts = [
    ok === undefined ? '0' : `0 when ${ok}`,
    ...findings === undefined ? [] : [`1 when ${findings}`],
    `${findings === undefined ? 'or ' : ''}2 when kadm cannot run as asked${incomplete === undefined ? '' : ` or ${incomplete}`}`,
    '3 for a defect of kadm',
  ]
  return `Exit status: ${parts.join(', ')}.`
}
