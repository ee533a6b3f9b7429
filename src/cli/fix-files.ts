import {dirname} from 'node:path'

import {statsOf, stdinPath} from '../io/discover.js'
import {stdinName} from '../io/read-sources.js'
import {type NotRewritten, rewriteFile} from '../io/rewrite-file.js'
import type {Diagnostic} from '../lint/diagnostic.js'
import {type FixedSource, fixSources} from '../lint/fix/fix-sources.js'
import {uncovered} from '../lint/fix/uncovered.js'
import type {SourceFile} from '../source/source-file.js'
import {UsageError} from '../usage-error.js'
import type {CheckedFiles, FileChecker} from './check-files.js'
import {isEmpty, type Renderings} from './rendering/renderings.js'

/** The findings in files after fixing, or after a dry run. */
export interface FixedFiles {
  readonly report: CheckedFiles
  readonly fixed: readonly FixedSource[]
  readonly notes: readonly string[]
}

/**
 * Checks that all inputs can be fixed.
 *
 * @throws UsageError for standard input and for the output of kustomize or helm
 */
export function checkFixable(paths: readonly string[], renderings: Renderings): void {
  if (!isEmpty(renderings)) {
    throw new UsageError(`what ${renderings.isRequested ? '--kustomize and --helm render' : 'kustomize and helm in .kadm.yaml render'} cannot be fixed`,
      ['name its source files: kadm lint --fix PATH'])
  }
  if (paths.includes(stdinPath)) throw new UsageError('standard input cannot be fixed', ['name files, or leave --fix out'])
}

/** Options for checking files. */
export interface LintFilesOptions {
  /** The path arguments. */
  readonly paths: readonly string[]
  readonly isFixing: boolean
  readonly isDryRun: boolean
}

/** Checks files, and fixes them if requested. */
export function lintFiles(sources: readonly SourceFile[], checker: FileChecker, {paths, isFixing, isDryRun}: LintFilesOptions): FixedFiles {
  if (isFixing && !isDryRun) return withNotes(fixFiles(sources, checker, paths))
  return withNotes(isFixing ? planFixes(sources, checker) : {report: checkFiles(sources, checker), fixed: [], notes: []})
}

const withNotes = ({report, fixed, notes}: FixedFiles): FixedFiles => ({report, fixed, notes: [...report.notes, ...notes]})

/** Returns all findings in files, including those that fixes would uncover. */
function checkFiles(sources: readonly SourceFile[], {lint, beyondBaseline}: FileChecker): CheckedFiles {
  const {rounds, report: {suppressed}} = fixSources(sources, lint)
  const diagnostics = uncovered(rounds).map(withoutStdinFix)
  const {files, objects, known, skipped} = rounds[0].report
  return beyondBaseline({diagnostics, files, objects, known, suppressed, skipped}, sources)
}

/** Removes the fix of a finding in standard input, which cannot be fixed. */
const withoutStdinFix = ({fix, ...diagnostic}: Diagnostic): Diagnostic =>
  fix === undefined || diagnostic.file.path === stdinName ? diagnostic : {...diagnostic, fix}

/** Returns a function that checks files and removes findings in the baseline, which are not fixed. */
const freshIn = ({lint, beyondBaseline}: FileChecker) => (sources: readonly SourceFile[]): CheckedFiles => beyondBaseline(lint(sources), sources)

/**
 * Fixes files on disk. Skips files that have changed meanwhile, files that are read-only or in a read-only folder, and targets of
 * links outside the named folders.
 *
 * @param paths The path arguments
 * @throws UsageError for a file that cannot be written
 */
function fixFiles(sources: readonly SourceFile[], checker: FileChecker, paths: readonly string[]): FixedFiles {
  const check = freshIn(checker)
  const {report, fixed} = fixSources(sources, check)
  const outcomes = fixed.map((each) => ({...each, problem: writeInPlace(each, paths)}))
  const changed = outcomes.filter(({problem}) => problem === undefined)
  const afterwards = new Map(changed.map(({before, after}) => [before, after]))
  return {
    // Check again if a file could not be written, to report its findings.
    report: withoutFixes(changed.length === outcomes.length ? report : check(sources.map((source) => afterwards.get(source) ?? source))),
    fixed: changed,
    notes: [...outcomes.flatMap(({before: {path}, problem}) => problem === undefined ? [] : [`not fixed: ${path} ${problem}`]), fixNote('fixed', changed)],
  }
}

/** Removes the fixes from the findings that --fix leaves: another --fix would not change them. */
const withoutFixes = (report: CheckedFiles): CheckedFiles => ({...report, diagnostics: report.diagnostics.map(({fix: _, ...diagnostic}) => diagnostic)})

/** Plans the fixes for a dry run, and reports all findings in the unchanged files. */
function planFixes(sources: readonly SourceFile[], checker: FileChecker): FixedFiles {
  const {report: {diagnostics}, fixed} = fixSources(sources, freshIn(checker))
  return {
    report: checkFiles(sources, checker), fixed, notes: [`${fixNote('would be fixed', fixed)}; findings that would remain: ${diagnostics.length}`],
  }
}

function fixNote(what: string, fixed: readonly FixedSource[]): string {
  const places = fixed.reduce((sum, {fixes}) => sum + fixes, 0)
  return `${what}: ${places === 1 ? '1 place' : `${places} places`} in ${fixed.length === 1 ? '1 file' : `${fixed.length} files`}`
}

const problems: Readonly<Record<NotRewritten, string>> = {
  changed: 'has changed meanwhile', 'not valid': 'is not valid in its encoding', 'read-only': 'is read-only, or its folder is',
  elsewhere: 'is a link out of the named folders: name its target',
}

/**
 * Writes the new text of a file.
 *
 * @param paths The path arguments; the file must be below their folders, following links
 * @returns why it is not written, as text to print after the path; undefined on success
 * @throws UsageError if the file cannot be written
 */
export function writeInPlace({before, after}: Pick<FixedSource, 'before' | 'after'>, paths: readonly string[]): string | undefined {
  const problem = rewriteFile(before, after.text, paths.map(folderOf))
  return problem && problems[problem]
}

/** Returns the folder of a path, or the base folder of a glob. */
function folderOf(path: string): string {
  const stats = statsOf(path)
  if (stats !== undefined) return stats.isDirectory() ? path : dirname(path)
  return dirname(path.replace(/[*?[\]{}!][^]*$/, 'x'))
}
