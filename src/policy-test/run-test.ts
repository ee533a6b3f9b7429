import {stoppedClock} from '../admission/clock.js'
import type {DecidingPart} from '../admission/plugin.js'
import {StartUpError} from '../admission/start-up-error.js'
import type {ReadFile} from '../configuration/file-error.js'
import {originPlace} from '../lint/at-origin.js'
import {DuplicateObjectsError} from '../manifests/duplicates.js'
import type {ManifestReview} from '../simulate/manifest-review.js'
import type {SimulateInput} from '../simulate/prepare.js'
import {type Ending, simulate, type SimulateOptions, type Simulation} from '../simulate/simulate.js'
import {TooMuchWorkError} from '../cluster/too-much-work-error.js'
import type {SourceFile} from '../source/source-file.js'
import {isAboutState} from '../test-file/expectation.js'
import type {TestCase} from '../test-file/test-case.js'
import {subjectOf} from './compare/answers.js'
import {Checker, maxComparisons, TooManyComparisonsError} from './compare/checker.js'
import {compareStep} from './compare/step.js'
import {isSelected, ObjectFiles} from './object-files.js'
import {type Sendings, sendingsOf} from './sendings.js'
import {setUp} from './server.js'
import type {SuiteSetup} from './suite-setup.js'
import type {Observe, TestProblem, TestResult, TestRun} from './types.js'

/** The context of running a test. */
export interface RunContext {
  /** Reads files that configurations of the API server name. */
  readonly readFile: ReadFile
  /** The current time in milliseconds. */
  readonly now?: () => number
  readonly observe?: Observe | undefined
  /** Gets notes about the setup of the server that concern the results. */
  readonly onNote?: ((note: string) => void) | undefined
  /** Reads the objects of files, and changes them before they are sent. */
  readonly reading?: Pick<SimulateOptions, 'entriesOf' | 'arrange'>
}

/** Runs one test in a cluster of its own. */
export function runTest(setup: SuiteSetup, test: TestCase, {now, observe, ...context}: RunContext): TestResult {
  const start = now?.()
  const {simulation, decisions, ...result} = resultOf(setup, test, context)
  const named = {name: test.name, ...test.row !== undefined && {row: test.row}, ...test.node.place()}
  const timed: TestResult = {...named, ...result, ...start !== undefined && now !== undefined && {milliseconds: now() - start}}
  if (simulation !== undefined) observe?.(timed, simulation, {suite: setup.suite, test, input: setup.input, decisions})
  return timed
}

type Outcome = Pick<TestResult, 'status' | 'failures' | 'problems' | 'steps'> & Pick<TestRun, 'decisions'> & {readonly simulation?: Simulation}

const broken = (problems: readonly TestProblem[], simulation?: Simulation): Outcome =>
  ({status: 'broken', failures: [], problems, steps: 0, decisions: [], ...simulation && {simulation}})

function resultOf(setup: SuiteSetup, test: TestCase, {readFile, onNote, reading}: Omit<RunContext, 'now' | 'observe'>): Outcome {
  const {suite} = setup
  const files = new ObjectFiles(setup.input)
  const settings = {...suite.server, ...test.server}
  const contents = {policies: [...setup.policies, ...files.ofAll(test.policies)], existing: [...setup.existing, ...files.ofAll(test.existing)]}
  const admissionConfig = settings.admissionConfig && files.of(settings.admissionConfig)
  const sendings = sendingsOf(test.steps, files, stoppedClock.now())
  const problems = [...setup.problems, ...files.problems]
  if (problems.length > 0) return broken(problems)
  const server = setUp([suite.server, test.server], {...contents, admissionConfig, readFile})
  if ('problem' in server) return broken([{...(settings.node ?? test.node).place(), message: server.problem}])
  for (const note of server.notes) onNote?.(note)
  const decisions: DecidingPart[] = []
  const onDecision = (part: DecidingPart): void => void decisions.push(part)
  const namespace = test.namespace ?? suite.namespace
  const options = {...server.options, ...reading, namespace, onDecision, initialCluster: setup.clusterFor(test, namespace, decisions)}
  try {
    return {...compared(test, new Run(contents, options, test, sendings)), decisions}
  } catch (error) {
    if (isInputError(error)) return broken([{...test.node.place(), message: error.message}])
    throw error
  }
}

/** True for an error for which a test cannot run. */
const isInputError = (error: unknown): error is Error =>
  [DuplicateObjectsError, StartUpError, TooManyComparisonsError, TooMuchWorkError].some((type) => error instanceof type)

function compared(test: TestCase, run: Run): Omit<Outcome, 'decisions'> {
  const {whole} = run
  const problems = problemsOf(whole)
  if (problems.length > 0) return broken(problems, whole)
  const steps = test.steps.map((step, i) => ({step, reviews: run.reviewsOf(i)}))
  // Without answers, all expectations about each of them would hold.
  const empty = steps.filter(({reviews}) => reviews.length === 0).map(({step}): TestProblem => ({...(step.objects[0]?.node ?? step.node).place(), message: 'there is no object to send'}))
  if (empty.length > 0) return broken(empty, whole)
  const budget = {left: maxComparisons}
  const failures = steps.flatMap(({step, reviews}, i) => compareStep(new Checker(i + 1, budget), step, reviews, run.after(i)))
  return {status: failures.length === 0 ? 'passed' : 'failed', failures, problems: [], steps: steps.length, simulation: whole}
}

/** The simulation of a test, with the state after each step. */
class Run {
  readonly whole: Simulation
  private readonly endings = new Map<number, Ending>()
  private readonly stepOf: ReadonlyMap<SourceFile, number>

  constructor(
    contents: Pick<SimulateInput, 'policies' | 'existing'>,
    options: SimulateOptions,
    private readonly test: TestCase,
    private readonly sendings: Sendings,
  ) {
    this.stepOf = new Map(sendings.steps.flatMap((files, i) => files.map((file) => [file, i] as const)))
    const rollout = test.steps.some(({expectations}) => expectations.some((expected) => expected.rollout !== undefined))
    this.whole = simulate({...contents, files: sendings.steps.flat()}, {
      ...options, rollout, remedies: false, sendingOf: (file) => sendings.of.get(file) ?? {}, onSent: this.keepEnding,
    })
  }

  /** The answers to a step. */
  reviewsOf(step: number): readonly ManifestReview[] {
    const files = new Set<SourceFile>(this.sendings.steps[step])
    return this.whole.reviews.filter(({manifest: {document}}) => files.has(document.file))
  }

  /** The state after a step. Only expectations about the state of the cluster need it. */
  after(step: number): Ending {
    return this.endings.get(step) ?? this.whole
  }

  /** Keeps the state after the last object of a step that expects something of it. The state after the last step is that of the whole. */
  private readonly keepEnding: NonNullable<SimulateOptions['onSent']> = ({manifest}, next, end) => {
    const [step, nextStep] = [manifest, next].map((sent) => sent && this.stepOf.get(sent.document.file))
    const {expectations = []} = this.test.steps[step ?? -1] ?? {}
    if (step === undefined || nextStep === undefined || step === nextStep || !expectations.some(isAboutState)) return
    const expected = expectations.filter(({rollout}) => rollout !== undefined)
    this.endings.set(step, end(({kind, namespace, name}, sent) =>
      expected.some(({object}) => object === undefined ? sent === 1 : isSelected({kind, metadata: {namespace, name}}, object))))
  }
}

/** Returns the reasons why a simulation is incomplete: a test would show something else than it seems to. */
export function problemsOf({policies, diagnostics, notSent}: Simulation): TestProblem[] {
  return [
    ...policies.refused.map(({manifest, review}): TestProblem => ({
      ...originPlace({file: manifest.document.file, span: manifest.node}),
      message: `the API server rejects ${subjectOf({...review, manifest})}: ${review.status.message}`,
    })),
    ...[...policies.diagnostics, ...diagnostics].map((diagnostic): TestProblem => ({...originPlace(diagnostic), message: diagnostic.message})),
    ...notSent.map(({document: {file}, node}): TestProblem => ({...originPlace({file, span: node}), message: 'kubectl does not send this object: it stops reading above it'})),
  ]
}
