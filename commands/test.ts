import {Args, Flags} from '@oclif/core'

import {BaseCommand} from '../src/cli/base-command.js'
import {loadSettings} from '../src/cli/config/load-settings.js'
import {exitStatusHelp} from '../src/cli/exit-meanings.js'
import {endingOf} from '../src/lint/ending.js'
import {color, exclude, outputs} from '../src/cli/flags.js'
import {checkOutputFiles, outputsOf, pathsOf} from '../src/cli/outputs.js'
import {reporterOptions} from '../src/cli/reporter-options.js'
import {checkMeasures, measured, timeLimit, withMeasures} from '../src/cli/test/measures.js'
import {unprintedReasons} from '../src/cli/problem-notes.js'
import {type FoundTests, readTests} from '../src/cli/test/read-tests.js'
import {nameFilter, problemsOf, testFacts} from '../src/cli/test/test-facts.js'
import {updateTests} from '../src/cli/test/update-tests.js'
import {watchTests} from '../src/cli/test/watch-tests.js'
import {type MeasuredReport, TestAnalysis} from '../src/policy-test/analysis.js'
import {runTests} from '../src/policy-test/run-tests.js'
import type {TestReport} from '../src/policy-test/types.js'
import {testReporters} from '../src/report/test/index.js'

/** Runs the tests of policies. */
export default class Test extends BaseCommand {
  static override summary = 'Run unit tests of policies.'

  static override description = `Finds test files, *.kadm-test.yaml, and runs their tests. A test sends objects to an API server in memory, which has the policies and existing objects that the file names, and compares the answers: admitted or denied, code, reason, message, warnings, the stored object, usage of quotas, pods of workloads, and verdicts on rollouts. A test that fails shows the expected and the actual answer side by side.

docs/test.md describes test files. "kadm test init" writes a first one, and "kadm lint" checks them.

${exitStatusHelp('test')}`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %>', description: 'Run all tests below the current directory.'},
    {command: '<%= config.bin %> <%= command.id %> policies/limits.kadm-test.yaml --filter "large pods"', description: 'Run the tests whose names contain a text.'},
    {command: '<%= config.bin %> <%= command.id %> --watch', description: 'Run the tests again when a file changes.'},
    {command: '<%= config.bin %> <%= command.id %> --update', description: 'Write the actual answers into the test files.'},
    {command: '<%= config.bin %> <%= command.id %> --mutate --min-score 90', description: 'Fail if the tests notice less than 90 % of changes to the policies.'},
    {command: '<%= config.bin %> <%= command.id %> --coverage -o table -o lcov=lcov.info', description: 'Report the parts of policies that decide no test.'},
    {command: '<%= config.bin %> <%= command.id %> -o junit=report.xml', description: 'Write a report for a CI server.'},
  ]

  static override strict = false

  static override args = {
    path: Args.string({name: 'PATH', description: 'Test files, directories or globs (default: the current directory).'}),
  }

  static override flags = {
    filter: Flags.string({char: 'f', helpValue: 'TEXT', description: 'Run only tests whose names contain TEXT, ignoring case. The name of the file is part of the name: "limits: large pods".'}),
    watch: Flags.boolean({char: 'w', description: 'Run tests again when a file of theirs changes: the test file, policies or objects. Ctrl-C ends it.'}),
    update: Flags.boolean({description: 'Write the actual values over the expected ones that differ, in the test files. Comments and format stay.'}),
    coverage: Flags.boolean({description: 'Report which bounds, defaults, scopes, rules and limits of the policies decided the outcome of a test, and which did not.'}),
    mutate: Flags.boolean({description: 'Change each number, operator and scope of the policies in memory, one after another, and report the changes that no test notices.'}),
    'min-score': Flags.integer({helpValue: 'N', min: 0, max: 100, description: 'With --mutate: fail if the tests notice less than N percent of the changes.'}),
    exclude,
    times: Flags.boolean({default: true, allowNo: true, description: 'Report the duration of each test.'}),
    output: outputs(Object.keys(testReporters)),
    color,
  }

  /** Shell completions for --output. */
  static formats = Object.keys(testReporters)

  async run(): Promise<void> {
    const {argv, flags: {output, ...flags}} = await this.parse(Test)
    const {settings} = loadSettings({exclude: flags.exclude})
    const reports = outputsOf(output, settings, testReporters)
    const paths = argv.length === 0 ? ['.'] : argv as string[]
    checkOutputFiles(pathsOf(reports), paths)
    const filter = nameFilter(flags.filter)
    checkMeasures(flags, reports)
    const notes = new Set<string>()
    const onNote = (note: string): void => void notes.add(note)
    const runAll = ({inputs, readFile}: FoundTests, analysis?: TestAnalysis): TestReport =>
      runTests(inputs, {
        readFile, filter, onNote, isOver: timeLimit(), ...flags.times && {now: () => performance.now()}, ...analysis && {observe: analysis.observe},
      })
    const run = async (found: FoundTests): Promise<void> => {
      for (const path of found.outside) onNote(`${path} is not run: it is a link that leads outside the repository. Name it to run it.`)
      const analysis = flags.coverage || flags.mutate ? new TestAnalysis() : undefined
      const result = flags.update ? this.updated(found, runAll, paths) : runAll(found, analysis)
      for (const note of notes) this.note(note)
      notes.clear()
      const report: MeasuredReport = analysis === undefined ? result : measured(result, analysis, flags, found.readFile)
      if (flags.mutate && report.mutation === undefined) this.note('The policies are not changed: all tests must pass first.')
      const ending = endingOf(withMeasures(testFacts(report), report, flags))
      for (const note of unprintedReasons(reports, ending, problemsOf(result))) this.note(note)
      const shown = {ending, color: flags.color, ...this.program}
      await this.report(reports, (each) => testReporters[each.format](report, reporterOptions(each, shown)), ending)
      process.exitCode = ending.exitStatus
    }
    const read = (): Promise<FoundTests> => readTests(paths, settings)
    const found = await read()
    await run(found)
    if (flags.watch) await watchTests(found, {paths, read, run, note: (text) => this.note(text)})
  }

  /** Writes actual values into the test files, and runs the tests of the new files. */
  private updated(found: FoundTests, runAll: (found: FoundTests) => TestReport, paths: readonly string[]): TestReport {
    const {inputs, notes} = updateTests(found.inputs, runAll(found), paths)
    for (const note of notes) this.note(note)
    return runAll({...found, inputs})
  }
}
