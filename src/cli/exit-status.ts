import type {Diagnostic} from '../lint/diagnostic.js'
import {incompleteness} from '../lint/incomplete.js'
import {type FailOn, isFailure} from '../lint/fail-on.js'
import type {SourceFile} from '../source/source-file.js'

/** What kadm's exit status says, in every command. */
export const exitStatus = {
  /** Nothing is wrong, everything is allowed. */
  ok: 0,
  /** There are findings, or something is denied. */
  findings: 1,
  /** kadm cannot run as it was asked to. */
  usage: 2,
  /** A defect of kadm. */
  internal: 3,
} as const

/** The exit status of a command whose work ends in one, with files that may be unreadable: then the result is incomplete. */
export const exitForSources = (sources: readonly SourceFile[], status: number): number =>
  sources.some(({unreadable}) => unreadable !== undefined) ? exitStatus.usage : status

/** The exit status of a command for whose work nothing is left once files are skipped; otherwise the one that its work ends in. */
export const exitUnlessEmpty = (sources: readonly unknown[], skipped: readonly unknown[], status: number): number =>
  sources.length === 0 && skipped.length > 0 ? exitStatus.usage : status

/**
 * The exit status of a command that has found this, when a run fails on that severity and graver ones. Where there may be more to
 * find, it is the same for all findings.
 */
export const exitFor = (diagnostics: readonly Diagnostic[], failOn: FailOn): number =>
  incompleteness(diagnostics).length > 0 ? exitStatus.usage
    : diagnostics.some(({severity}) => isFailure(severity, failOn)) ? exitStatus.findings : exitStatus.ok
