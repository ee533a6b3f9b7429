/** The meaning of each exit status of a command. */
export interface ExitMeaning {
  /** Completes "0 when ..."; absent if the command always ends with 0 otherwise. */
  readonly ok?: string
  /** Completes "1 when ..."; absent for a command that never ends with 1. */
  readonly findings?: string
  /** Completes "2 when kadm cannot run the command, or ...". */
  readonly incomplete?: string
}

const policies = 'a policy is rejected or cannot be read'

/** The exit statuses of commands by their oclif ids: the source of their help and of docs/exit-status.md. */
export const exitMeanings = {
  capacity: {
    ok: 'there is room for everything', findings: 'something does not fit or is denied',
    incomplete: 'the result is incomplete: an object or policy cannot be read, a policy is rejected, or there is no object',
  },
  completion: {incomplete: 'the shell is not supported'},
  'completion:environments': {incomplete: 'the configuration cannot be read or parsed'},
  'config:print': {incomplete: 'the configuration cannot be read or parsed'},
  'describe:limits': {ok: 'all requested objects are described', findings: 'a name is unknown', incomplete: policies},
  'describe:namespace': {incomplete: policies},
  'describe:quota': {ok: 'all requested objects are described', findings: 'a name is unknown', incomplete: policies},
  diff: {
    ok: 'nothing is newly denied', findings: 'something is newly denied, or differs with --fail-on changed',
    incomplete: 'the result is incomplete: after the change, an object or policy cannot be read or a policy is rejected',
  },
  drift: {ok: 'the recorded usage of all quotas is correct', findings: 'the usage of a quota differs', incomplete: `the result is incomplete: an object cannot be read, or ${policies}`},
  events: {ok: 'all lines are read', incomplete: 'the extract is incomplete: lines cannot be read'},
  explain: {
    ok: 'everything is admitted', findings: 'an object is denied, or a pod of a workload',
    incomplete: 'the result is incomplete: an object or policy cannot be read, a policy is rejected, or there is no object',
  },
  'explain:quota': {ok: 'all requested quotas are explained', findings: 'a name is unknown', incomplete: policies},
  export: {
    ok: 'all policies are exported', findings: 'a policy has no native equivalent', incomplete: 'a policy is not valid or cannot be read',
  },
  help: {incomplete: 'there is no such command'},
  lint: {
    ok: 'nothing is wrong', findings: 'there are errors or warnings (--fail-on)',
    incomplete: 'the report is incomplete: a file cannot be read, an object is declared twice, or all files are skipped or excluded',
  },
  plugins: {},
  'pod-security': {
    ok: 'all objects meet the required level', findings: 'an object does not meet the level of --level, or else the one that its namespace enforces',
    incomplete: 'the result is incomplete: an object or policy cannot be read, an object is not valid, or there is no object',
  },
  replay: {ok: 'no request is rejected', findings: 'a request is rejected', incomplete: 'the result is incomplete: lines cannot be read, requests are left out, or there is no request'},
  rules: {incomplete: 'there is no such rule'},
  simulate: {
    ok: 'everything is admitted',
    findings: 'an object is denied, or a pod of a workload, a later step of a rollout or Job, or the maximum of an autoscaler',
    incomplete: 'the result is incomplete: an object or policy cannot be read, a policy is rejected, or there is no object',
  },
  'suggest:limits': {
    ok: 'the suggestion is verified and nothing is denied', findings: 'an object is denied now, or the suggestion cannot be verified',
    incomplete: 'the result is incomplete: an object or policy cannot be read, a policy is rejected, or there is no object',
  },
  'suggest:quota': {
    ok: 'the suggestion is verified and nothing is denied', findings: 'an object is denied now, or the suggestion cannot be verified',
    incomplete: 'the result is incomplete: an object or policy cannot be read, a policy is rejected, or there is no object',
  },
  'suggest:requests': {
    ok: 'the suggestion is verified and nothing is denied', findings: 'an object is denied now, or the suggestion cannot be verified',
    incomplete: 'the result is incomplete: an object or policy cannot be read, a policy is rejected, or there is no object',
  },
  test: {ok: 'all tests pass', findings: 'a test fails, or the tests notice too few changes of policies (--min-score)', incomplete: 'the result is incomplete: a test file has errors, a test cannot run, there is no test, or --mutate reaches its limit'},
  'test:init': {incomplete: 'there is no policy to test, or the file exists'},
  tune: {
    ok: 'a configuration is found', findings: 'none is found, or a limit is left out because no number accepts the requested share',
    incomplete: 'the result is incomplete: lines cannot be read, requests are left out, or there is no request',
  },
  version: {},
} as const satisfies Readonly<Record<string, ExitMeaning>>

/** Returns the last paragraph of a command's help. */
export function exitStatusHelp(command: keyof typeof exitMeanings): string {
  const {ok, findings, incomplete}: ExitMeaning = exitMeanings[command]
  const parts = [
    ok === undefined ? '0' : `0 when ${ok}`,
    ...findings === undefined ? [] : [`1 when ${findings}`],
    `${findings === undefined ? 'or ' : ''}2 when kadm cannot run the command${incomplete === undefined ? '' : ` or ${incomplete}`}`,
    '3 for a defect of kadm',
  ]
  return `Exit status: ${parts.join(', ')}.`
}
