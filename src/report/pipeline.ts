import type {LintReport} from '../lint/lint.js'
import {lintReporters} from './lint/index.js'
import type {LintReporterOptions, ReportTexts} from './lint/options.js'

/** The result of a command as findings, with the command's texts for the report. */
export interface PipelineReport {
  readonly report: LintReport
  readonly about: ReportTexts
}

type PipelineFormat = 'sarif' | 'junit' | 'github' | 'gitlab' | 'markdown'

type Convert<T> = (result: T, options: LintReporterOptions) => Promise<PipelineReport>

type PipelineReporter<T> = (result: T, options: LintReporterOptions) => Promise<string>

/**
 * Reporters of another command than `lint` in the formats for pipelines. The lint reporters are reused, so that the same
 * schemas apply.
 *
 * @param convert converts a result to findings
 */
export function pipelineReporters<T>(convert: Convert<T>): Record<PipelineFormat, PipelineReporter<T>> {
  const inFormat = (format: PipelineFormat): PipelineReporter<T> => async (result, options) => {
    const {report, about} = await convert(result, options)
    return lintReporters[format](report, {...options, about})
  }
  return {sarif: inFormat('sarif'), junit: inFormat('junit'), github: inFormat('github'), gitlab: inFormat('gitlab'), markdown: inFormat('markdown')}
}
