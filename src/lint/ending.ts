import type {SourceFile} from '../source/source-file.js'
import type {Diagnostic} from './diagnostic.js'
import {type FailOn, isFailure} from './fail-on.js'

/** What kadm's exit status says, in every command. */
export const exitStatus = {
  /** Nothing is wrong, everything is allowed. */
  ok: 0,
  /** There are findings, or something is denied. */
  findings: 1,
  /** kadm cannot run as it was asked to, or the result is incomplete. */
  usage: 2,
  /** A defect of kadm. */
  internal: 3,
} as const

/** How a run ends. Every output that another program reads has both in it, so that none says something else than the exit status. */
export interface Ending {
  /** 0, 1 or 2: the exit status of the run. */
  readonly exitStatus: number
  /** Why there may be more to find than the result says, for people: `2 files cannot be read`. Empty for a whole result. */
  readonly incomplete: readonly string[]
}

/** What a command has read and found, as far as its exit status depends on it. What a command does not have is absent. */
export interface RunFacts {
  /** True when there are findings at or above --fail-on, something is denied, or something that was asked for is not there. */
  readonly hasFindings: boolean
  /** The files that the run was asked to read. */
  readonly sources?: readonly SourceFile[]
  /** True when nothing is left of paths that were given, as every file behind them is skipped. */
  readonly areAllSkipped?: boolean
  /** What keeps documents from being read, decoded or sent. */
  readonly diagnostics?: readonly Pick<Diagnostic, 'file'>[]
  /** Documents behind one that ends its file for kubectl. */
  readonly notSent?: readonly unknown[]
  /** Policies and existing objects that the API server rejects: the result is made without them. */
  readonly refused?: readonly unknown[]
  /** What became of the lines of logs. */
  readonly reading?: {readonly unreadable: number, readonly leftOut: number}
  /** Other reasons why the result is incomplete: limits that were hit, input that has nothing in it. */
  readonly reasons?: readonly string[]
}

/**
 * Decides how a run ends, for every command: 2 when its input was not read as a whole, else 1 when it has found something, else 0.
 * A result that leaves something out says nothing about what it leaves out, so that 2 goes before 1.
 */
export function endingOf(facts: RunFacts): Ending {
  const incomplete = reasonsOf(facts)
  return {exitStatus: incomplete.length > 0 ? exitStatus.usage : facts.hasFindings ? exitStatus.findings : exitStatus.ok, incomplete}
}

function reasonsOf({sources = [], areAllSkipped = false, diagnostics = [], ...facts}: RunFacts): string[] {
  const {notSent = [], refused = [], reading: {unreadable: lines, leftOut} = {unreadable: 0, leftOut: 0}, reasons = []} = facts
  const files = new Set([...sources.filter(isUnreadable), ...diagnostics.map(({file}) => file)])
  const unreadable = [...files].filter(isUnreadable).length
  return [
    ...counted(unreadable, 'file cannot be read', 'files cannot be read'),
    ...areAllSkipped ? ['all files are skipped'] : [],
    ...counted(files.size - unreadable, `file has ${unusable}`, `files have ${unusable}`),
    ...counted(notSent.length, 'document is not sent', 'documents are not sent'),
    ...counted(refused.length, 'policy is rejected', 'policies are rejected'),
    ...counted(lines, 'line cannot be read', 'lines cannot be read'),
    ...counted(leftOut, 'request is left out', 'requests are left out'),
    ...reasons,
  ]
}

const unusable = 'documents that cannot be used'

const isUnreadable = ({unreadable}: SourceFile): boolean => unreadable !== undefined

const counted = (count: number, one: string, several: string): string[] => count === 0 ? [] : [`${count} ${count === 1 ? one : several}`]

/** The sentence that says why a result is incomplete; none for a whole one. */
export const incompleteText = ({incomplete}: Ending): string[] => incomplete.length === 0 ? [] : [`the result is incomplete: ${incomplete.join(', ')}`]

/** A line beside a result that says why it is incomplete; none for a whole one. */
export const incompleteNotes = (ending: Ending): string[] => incompleteText(ending).map((text) => `Note: ${text}`)

/**
 * What decides how `kadm lint` ends. What is wrong in a document is a finding like others; only files that cannot be read or are too
 * large, and objects of which there are two, keep it from finding everything.
 *
 * @param diagnostics those that are reported
 */
export const lintFacts = (diagnostics: readonly Diagnostic[], failOn: FailOn): Required<Pick<RunFacts, 'hasFindings' | 'diagnostics' | 'reasons'>> => ({
  hasFindings: diagnostics.some(({severity}) => isFailure(severity, failOn)),
  diagnostics: diagnostics.filter(({file, ruleId}) => isUnreadable(file) || ruleId === 'source/too-large'),
  reasons: diagnostics.some(({ruleId}) => ruleId === 'manifest/duplicate-object') ? ['objects are declared twice'] : [],
})
