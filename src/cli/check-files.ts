import {resolve} from 'node:path'

import {isKustomized} from '../io/find-kustomization.js'
import {lint, type LintReport} from '../lint/lint.js'
import {mayMention} from '../lint/suppress/read-suppressions.js'
import type {Repository} from '../repository/repository.js'
import type {SkippedFile} from '../repository/skipped.js'
import type {SourceFile} from '../source/source-file.js'
import {beyondBaseline, readBaseline} from './baseline.js'
import {allRuleIds, ruleLevels} from './config/rule-levels.js'
import type {Settings} from './config/settings.js'
import {configurationReader} from './read-inputs.js'
import {serverOptions} from './server-options.js'

/** What `kadm lint` finds, and what the user should know beside it. */
export interface CheckedFiles extends LintReport {
  readonly notes: readonly string[]
}

/** What the user asks for. */
export interface CheckRequest {
  readonly settings: Settings
  readonly isNamespaceGiven: boolean
  /** False to tell everything: neither suppressions nor rules that are set nor a baseline count. */
  readonly isSuppressing: boolean
  /** True for findings that are to become the baseline. */
  readonly isForBaseline: boolean
  /** The files that are not looked at. */
  readonly skipped?: readonly SkippedFile[]
  /** What the files are for each other; absent where each is taken as it stands. */
  readonly repository?: Repository
}

/** Looks at files, in two steps: what is wrong in them, and what of that is to be reported beside the baseline. */
export interface FileChecker {
  readonly lint: (sources: readonly SourceFile[]) => LintReport
  readonly beyondBaseline: (report: LintReport, sources: readonly SourceFile[]) => CheckedFiles
}

/**
 * Reads what has a say in the findings of a run.
 *
 * @param sources the files that will be looked at; what is in them may change before
 * @throws UsageError for rules that do not exist, and for a baseline that cannot be read
 */
export async function checkerFor(sources: readonly SourceFile[], request: CheckRequest): Promise<FileChecker> {
  const {settings, isNamespaceGiven, isSuppressing, isForBaseline, skipped, repository} = request
  const {namespace, baseline: path} = settings
  const severityOf = isSuppressing ? await ruleLevels(settings) : undefined
  const ruleIds = isSuppressing && sources.some(({text}) => mayMention(text)) ? await allRuleIds() : undefined
  const baseline = path === undefined || isForBaseline || !isSuppressing ? undefined : readBaseline(path)
  const server = serverOptions(settings)
  return {
    lint: (files) => lint(files, {
      namespace, isNamespaceGiven, readFile: configurationReader(files), severityOf, ruleIds, isSuppressing, isKustomized, skipped, repository, ...server,
    }),
    beyondBaseline: (report, files) => {
      if (path === undefined || baseline === undefined) return {...report, notes: []}
      const beyond = beyondBaseline(path, baseline, report, files)
      return {...beyond.report, notes: beyond.notes}
    },
  }
}

/** The files to look at without the baseline, which is no manifest. */
export const withoutBaseline = <T extends {readonly path: string}>(sources: readonly T[], {baseline}: Settings): readonly T[] =>
  baseline === undefined ? sources : sources.filter(({path}) => resolve(path) !== resolve(baseline))
