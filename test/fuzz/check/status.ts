import type {CommandRun} from '../../helpers/run-command.js'
import {failure, type Failure} from '../failure.js'

interface Report {
  readonly exitStatus?: number
  readonly incomplete?: readonly string[]
  readonly diagnostics?: readonly unknown[]
  readonly refusedPolicies?: readonly unknown[]
  readonly summary?: Readonly<Record<string, number | boolean | undefined>>
}

/** Reason in a JSON report why the status must not be 0; undefined if there is none. */
const troubles: Readonly<Record<string, (report: Report) => string | undefined>> = {
  lint: ({incomplete, summary}) => incomplete?.[0] ?? positive(summary, 'errors', 'warnings'),
  simulate: ({diagnostics = [], refusedPolicies = [], summary}) =>
    diagnostics.length > 0 ? 'diagnostics' : refusedPolicies.length > 0 ? 'refusedPolicies' : positive(summary, 'denied', 'unreadable', 'refusedPods'),
  capacity: ({summary}) => summary?.['enough'] === false ? 'not enough' : undefined,
  drift: ({summary}) => positive(summary, 'drifted'),
  test: ({summary}) => positive(summary, 'failed', 'broken'),
}

const positive = (summary: Report['summary'], ...names: readonly string[]): string | undefined => names.find((name) => Number(summary?.[name] ?? 0) > 0)

/** Returns true for arguments that change when a run fails, or its report. */
const decidesStatus = (argv: readonly string[]): boolean => argv.some((word) => /^--(?:fail-on|env|fix|write-baseline)/.test(word))

/**
 * Compares the exit status of a run with its JSON report: with the status that the report names, and with its
 * findings.
 *
 * @param hasSettings true if a configuration file may change when a run fails
 */
export function checkStatus({stdout, status}: CommandRun, argv: readonly string[], hasSettings: boolean): Failure | undefined {
  const [command = ''] = argv
  const troubleOf = troubles[command]
  if (stdout === '') return undefined
  const report = JSON.parse(stdout) as Report
  if (report.exitStatus !== undefined && report.exitStatus !== status) {
    return failure('status', `status ${status}, but the report says ${report.exitStatus}`, command, 'exitStatus')
  }
  if (troubleOf === undefined || hasSettings || decidesStatus(argv)) return undefined
  const trouble = troubleOf(report)
  if (trouble !== undefined && status === 0) return failure('status', `status 0, but the report says: ${trouble}`, command, trouble)
  if (command === 'lint' && trouble === undefined && status === 1) return failure('status', 'status 1 without findings', command, 'no findings')
  return undefined
}
