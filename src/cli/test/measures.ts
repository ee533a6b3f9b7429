import type {ReadFile} from '../../configuration/file-error.js'
import type {MeasuredReport, TestAnalysis} from '../../policy-test/analysis.js'
import {type MutationReport, mutationScore} from '../../policy-test/mutate/mutation.js'
import {maxMinutes} from '../../policy-test/run-tests.js'
import type {TestReport} from '../../policy-test/types.js'
import {UsageError} from '../../usage-error.js'
import type {RunFacts} from '../../lint/ending.js'
import {Progress, progressDelay} from '../progress.js'

/** The flags that measure how well tests cover policies. */
export interface MeasureFlags {
  readonly watch: boolean
  readonly update: boolean
  readonly coverage: boolean
  readonly mutate: boolean
  readonly 'min-score'?: number | undefined
}

/** The formats that show each measure. */
const formatsOf = {coverage: ['table', 'json', 'lcov', 'html'], mutate: ['table', 'json', 'html']} as const

/** Flags that contradict each other: a run that changes tests does not measure them, and mutants are not tested again and again. */
const contradictions = [['watch', 'update'], ['coverage', 'update'], ['mutate', 'update'], ['mutate', 'watch']] as const

/** @throws UsageError for flags that contradict each other, a measure that no output shows, and an output of a measure that is not asked for */
export function checkMeasures(flags: MeasureFlags, reports: readonly {readonly format: string}[]): void {
  const contradiction = contradictions.find(([flag, other]) => flags[flag] && flags[other])
  if (contradiction !== undefined) throw new UsageError(`--${contradiction.join(' and --')} exclude each other`)
  if (flags['min-score'] !== undefined && !flags.mutate) throw new UsageError('--min-score needs --mutate', ['kadm test --mutate --min-score 80'])
  for (const measure of ['coverage', 'mutate'] as const) {
    const formats: readonly string[] = formatsOf[measure]
    if (flags[measure] && !reports.some(({format}) => formats.includes(format))) {
      throw new UsageError(`--${measure} needs another output`, [`add one of these: ${formats.map((format) => `-o ${format}`).join(', ')}`])
    }
  }
  if (!flags.coverage && reports.some(({format}) => format === 'lcov')) throw new UsageError('-o lcov needs --coverage')
}

/** Adds the measures that flags ask for. Mutants are tested only if all tests pass. */
export function measured(report: TestReport, analysis: TestAnalysis, flags: MeasureFlags, readFile: ReadFile): MeasuredReport {
  const {failed, broken} = report.summary
  return {
    ...report,
    ...flags.coverage && {coverage: analysis.coverage()},
    ...flags.mutate && failed + broken === 0 && {mutation: mutationOf(analysis, readFile)},
  }
}

/** Tests mutants, and shows progress on a terminal. */
function mutationOf(analysis: TestAnalysis, readFile: ReadFile): MutationReport {
  const progress = new Progress(1, process.stderr, performance.now() + progressDelay)
  const report = analysis.mutation({readFile}, {onProgress: (done) => progress.set(done), isOver: timeLimit()})
  progress.end()
  return report
}

/** Returns the reason why only some mutants are tested. */
const limitText = ({mutants, limit}: MutationReport): string =>
  `only the first ${mutants.length} mutants are tested${limit?.by === 'time' ? `, which took ${maxMinutes} minutes` : ''}: name fewer test files, or use --filter`

/** Returns the facts for the exit status with those of the measures: a score below the minimum, and mutants beyond the limit. */
export function withMeasures(facts: RunFacts, {mutation}: MeasuredReport, {'min-score': minimum = 0}: MeasureFlags): RunFacts {
  if (mutation === undefined) return facts
  return {
    ...facts,
    hasFindings: facts.hasFindings || (mutationScore(mutation) ?? 100) < minimum,
    ...mutation.limit !== undefined && {reasons: [...facts.reasons ?? [], limitText(mutation)]},
  }
}

/** Starts to measure time. Returns a function that returns true when the time of a run is over. */
export function timeLimit(): () => boolean {
  const end = performance.now() + maxMinutes * 60_000
  return () => performance.now() > end
}
