import {resolve} from 'node:path'

import type {PluginFlags} from '../admission/plugin-flags.js'
import {isKustomized} from '../io/find-kustomization.js'
import {lint, type LintOptions, type LintReport} from '../lint/lint.js'
import {mayMention} from '../lint/suppress/read-suppressions.js'
import type {Repository} from '../repository/repository.js'
import type {SkippedFile} from '../repository/skipped.js'
import type {SourceFile} from '../source/source-file.js'
import {isTestFile} from '../test-file/test-file-name.js'
import {findingsBeyondBaseline, readBaseline} from './baseline.js'
import {allRuleIds, ruleLevels} from './config/rule-levels.js'
import type {Settings} from './config/settings.js'
import {configurationReader} from './read-inputs.js'
import {serverOptions} from './server-setup.js'

/** The report of `kadm lint`, with notes for the user. */
export interface CheckedFiles extends LintReport {
  readonly notes: readonly string[]
}

/** The options of a check. */
export interface CheckRequest {
  readonly settings: Settings
  /** The plugins of the server, and their configurations if the user names them. */
  readonly server?: PluginFlags & Pick<LintOptions, 'pluginConfigurations'>
  readonly isNamespaceGiven: boolean
  /** False to report all findings, ignoring suppressions, rule settings and the baseline. */
  readonly isSuppressing: boolean
  /** True if the findings will be written to the baseline. */
  readonly isForBaseline: boolean
  /** The files that are not checked. */
  readonly skipped?: readonly SkippedFile[]
  /** The relations between the files; absent if each file is checked on its own. */
  readonly repository?: Repository
}

/** Checks files in two steps: finds all problems, and removes those in the baseline. */
export interface FileChecker {
  readonly lint: (sources: readonly SourceFile[]) => LintReport
  readonly beyondBaseline: (report: LintReport, sources: readonly SourceFile[]) => CheckedFiles
}

/**
 * Creates the checker of a run from its settings and its baseline.
 *
 * @param sources The files that will be checked; fixes may change their content before
 * @throws UsageError for unknown rules, and for a baseline that cannot be read
 */
export async function checkerFor(sources: readonly SourceFile[], request: CheckRequest): Promise<FileChecker> {
  const {settings, isNamespaceGiven, isSuppressing, isForBaseline, skipped, repository, server: given} = request
  const {namespace, baseline: path} = settings
  const severityOf = isSuppressing ? await ruleLevels(settings) : undefined
  const ruleIds = isSuppressing && sources.some(({text}) => mayMention(text)) ? await allRuleIds() : undefined
  const checkTestFile = sources.some(isTestFile) ? (await import('../lint/lint-all.js')).checkTestFile : undefined
  const baseline = path === undefined || isForBaseline || !isSuppressing ? undefined : readBaseline(path)
  const server = {...serverOptions(settings), ...given}
  return {
    lint: (files) => lint(files, {
      namespace, isNamespaceGiven, readFile: configurationReader(files), severityOf, ruleIds, isSuppressing, isKustomized, skipped, repository, ...server,
    }, checkTestFile),
    beyondBaseline: (report, files) => {
      if (path === undefined || baseline === undefined) return {...report, notes: []}
      const beyond = findingsBeyondBaseline(path, baseline, report, files)
      return {...beyond.report, notes: beyond.notes}
    },
  }
}

/** Removes the baseline, which is not a manifest, from the files to check. */
export const withoutBaseline = <T extends {readonly path: string}>(sources: readonly T[], {baseline}: Settings): readonly T[] =>
  baseline === undefined ? sources : sources.filter(({path}) => resolve(path) !== resolve(baseline))
