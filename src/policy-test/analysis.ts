import {coverage, type CoverageReport, coveredRun, type CoveredRun, decidingTests} from './coverage/coverage.js'
import {mutableTests} from './mutate/mutable-tests.js'
import {type MutationOptions, type MutationReport, testMutants} from './mutate/mutation.js'
import type {RunContext} from './run-test.js'
import type {Observe, TestReport, TestRun} from './types.js'

/** The results of tests with the measures that were asked for. */
export interface MeasuredReport extends TestReport {
  readonly coverage?: CoverageReport
  readonly mutation?: MutationReport
}

/** Observes the tests of a run, to report afterwards how well they test the policies. */
export class TestAnalysis {
  private readonly covered: CoveredRun[] = []
  private readonly passed: TestRun[] = []

  readonly observe: Observe = (result, simulation, run) => {
    this.covered.push(coveredRun(simulation, run))
    if (result.status === 'passed') this.passed.push(run)
  }

  /** Returns the items of policies that decided the outcome of a test, and the others. */
  coverage(): CoverageReport {
    return coverage(this.covered)
  }

  /** Runs the tests that passed on mutants of their policies. Tests that a policy item decided run first on its mutants. */
  mutation(context: Pick<RunContext, 'readFile'>, options: Omit<MutationOptions, 'firstFor'> = {}): MutationReport {
    return testMutants(mutableTests(this.passed, context), {...options, firstFor: decidingTests(this.coverage())})
  }
}
