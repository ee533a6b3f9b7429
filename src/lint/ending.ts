import type {SourceFile} from '../source/source-file.js'
import type {Diagnostic} from './diagnostic.js'
import {type FailOn, isFailure} from './fail-on.js'

/** The exit statuses of all commands. */
export const exitStatus = {
  /** No findings; everything is allowed. */
  ok: 0,
  /** There are findings, or something is denied. */
  findings: 1,
  /** Invalid usage, or the result is incomplete. */
  usage: 2,
  /** A defect of kadm. */
  internal: 3,
} as const

/** The exit status of a run and its reasons. Every machine-readable output contains both, so that it agrees with the exit status. */
export interface Ending {
  /** 0, 1 or 2: the exit status of the run. */
  readonly exitStatus: number
  /** Why the result is incomplete, as text: `2 files cannot be read`. Empty for a complete result. */
  readonly incomplete: readonly string[]
}

/** The facts on which the exit status of a command depends. Facts that do not apply to a command are absent. */
export interface RunFacts {
  /** True if there are findings at or above --fail-on, something is denied, or something requested does not exist. */
  readonly hasFindings: boolean
  /** The input files. */
  readonly sources?: readonly SourceFile[]
  /** True if all files of the given paths are skipped or excluded. */
  readonly areAllSkipped?: boolean
  /** Findings about documents that cannot be read, decoded or sent. */
  readonly diagnostics?: readonly Pick<Diagnostic, 'file'>[]
  /** Documents after one at which kubectl stops reading the file. */
  readonly notSent?: readonly unknown[]
  /** Policies that the API server rejects: the result does not consider them. */
  readonly rejected?: readonly unknown[]
  /** Existing objects that the API server would reject: the result does not consider them either. */
  readonly rejectedObjects?: readonly unknown[]
  /** The number of unreadable lines of logs, and of requests that are left out. */
  readonly reading?: {readonly unreadable: number, readonly leftOut: number}
  /** Other reasons why the result is incomplete: exceeded limits, empty input. */
  readonly reasons?: readonly string[]
}

/**
 * Returns the exit status of a run: 2 if it is incomplete, otherwise 1 if it has findings, otherwise 0.
 * 2 overrides 1, because an incomplete result may lack findings.
 */
export function endingOf(facts: RunFacts): Ending {
  const incomplete = reasonsOf(facts)
  return {exitStatus: incomplete.length > 0 ? exitStatus.usage : facts.hasFindings ? exitStatus.findings : exitStatus.ok, incomplete}
}

function reasonsOf({sources = [], areAllSkipped = false, diagnostics = [], ...facts}: RunFacts): string[] {
  const {notSent = [], rejected = [], rejectedObjects = [], reading: {unreadable: lines, leftOut} = {unreadable: 0, leftOut: 0}, reasons = []} = facts
  const files = new Set([...sources.filter(isUnreadable), ...diagnostics.map(({file}) => file)])
  const unreadable = [...files].filter(isUnreadable).length
  return [
    ...counted(unreadable, 'file cannot be read', 'files cannot be read'),
    ...areAllSkipped ? ['all files are skipped'] : [],
    ...counted(files.size - unreadable, `file has ${unusable}`, `files have ${unusable}`),
    ...counted(notSent.length, 'document is not sent', 'documents are not sent'),
    ...counted(rejected.length, 'policy is rejected', 'policies are rejected'),
    ...counted(rejectedObjects.length, 'existing object is rejected', 'existing objects are rejected'),
    ...counted(lines, 'line cannot be read', 'lines cannot be read'),
    ...counted(leftOut, 'request is left out', 'requests are left out'),
    ...reasons,
  ]
}

const unusable = 'documents that cannot be used'

const isUnreadable = ({unreadable}: SourceFile): boolean => unreadable !== undefined

const counted = (count: number, one: string, several: string): string[] => count === 0 ? [] : [`${count} ${count === 1 ? one : several}`]

/** Returns the sentence that explains why a result is incomplete; none for a complete result. */
export const incompleteText = ({incomplete}: Ending): string[] => incomplete.length === 0 ? [] : [`the result is incomplete: ${incomplete.join(', ')}`]

/** Returns a note that explains why a result is incomplete; none for a complete result. */
export const incompleteNotes = (ending: Ending): string[] => incompleteText(ending).map((text) => `Note: ${text}`)

/** The rules for files that are too large to be checked as a whole. */
const limitRules: ReadonlySet<string> = new Set(['source/too-large', 'source/too-many-documents'])

/**
 * Returns the facts for the exit status of `kadm lint`. Its result is incomplete only if files cannot be read or are too large, or
 * if objects are declared twice; an invalid document is an ordinary finding.
 *
 * @param diagnostics the reported findings
 */
export const lintFacts = (diagnostics: readonly Diagnostic[], failOn: FailOn): Required<Pick<RunFacts, 'hasFindings' | 'reasons'>> & {readonly diagnostics: readonly Diagnostic[]} => ({
  hasFindings: diagnostics.some(({severity}) => isFailure(severity, failOn)),
  diagnostics: diagnostics.filter(({file, ruleId}) => isUnreadable(file) || limitRules.has(ruleId)),
  reasons: diagnostics.some(({ruleId}) => ruleId === 'manifest/duplicate-object') ? ['objects are declared twice'] : [],
})

/** The output of a command for one environment. */
export interface EnvironmentText {
  readonly name: string
  readonly text: string
}

/** A run for environments: all of them, those that failed without a report, and the exit status. */
export interface EnvironmentsRun {
  readonly names: readonly string[]
  readonly failed: readonly string[]
  readonly status: number
}
