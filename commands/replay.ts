import {Args, Flags} from '@oclif/core'

import {readEventRateLimit} from '../src/cli/admission-config.js'
import {BaseCommand} from '../src/cli/base-command.js'
import {exitStatusHelp} from '../src/cli/exit-meanings.js'
import {endingOf} from '../src/lint/ending.js'
import {color} from '../src/cli/flags.js'
import {incompleteLogNotes, logFacts, logFlags, logOptions, readingOptions} from '../src/cli/log-flags.js'
import {checkOutputFiles, outputsOf, pathsOf} from '../src/cli/outputs.js'
import {plots} from '../src/cli/plots.js'
import {findLogs, readLogs} from '../src/cli/read-logs.js'
import {clientModel, replayFlags} from '../src/cli/replay-flags.js'
import {withReplayOutputs} from '../src/cli/replay-outputs.js'
import {isColoured, terminalOf} from '../src/cli/terminal.js'
import {Replay as EventReplay} from '../src/replay/replay.js'
import {csvHeader, csvRow, decisionLine, replayReporters} from '../src/report/replay/index.js'
import {logNotes} from '../src/report/replay/notes.js'

/** Replays recorded requests under the limits of EventRateLimit. */
export default class Replay extends BaseCommand {
  static override summary = 'Find the events in a log that the API server would have rejected under the given limits.'

  static override description = `Reads audit logs of the API server, the output of "kubectl get events" (JSON or YAML, also with -w), or canonical records, as files, compressed or not. Sorts their requests by time, within a window of 4096 requests, and decides each as EventRateLimit would. Keeps only a part of a log in memory. A list of stored events has no order: all its requests are kept in memory. Extracts of "kadm events" are merged in order of time.

An audit log contains the user and the time of each request. Stored events do not: the user and the times of repeated events are approximated, and rejected requests are missing.

${exitStatusHelp('replay')}`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %> audit.log --admission-config admission.yaml', description: 'Apply limits to a recorded day.'},
    {command: '<%= config.bin %> tune audit.log | <%= config.bin %> <%= command.id %> audit.log --admission-config -', description: 'Check the limits that kadm tune finds.'},
    {command: '<%= config.bin %> <%= command.id %> "audit-*.log.gz" --admission-config admission.yaml -o csv', description: 'Second by second, for a plot.'},
    {command: '<%= config.bin %> <%= command.id %> audit.log --admission-config admission.yaml --client proposal --retry-after 10', description: 'Clients that pause after a rejection.'},
    {command: '<%= config.bin %> <%= command.id %> "*.events.gz" --admission-config admission.yaml', description: 'The extracts of several logs, made by kadm events.'},
    {command: 'kubectl get events -A -o json | <%= config.bin %> <%= command.id %> - --admission-config admission.yaml', description: 'The events of the last hour.'},
  ]

  static override strict = false

  static override args = {
    log: Args.string({name: 'LOG', ignoreStdin: true, required: true, description: 'Files, globs, or "-" for standard input, in order of time.'}),
  }

  static override flags = {...replayFlags, ...logFlags, plots, output: Flags.string({
    char: 'o', multiple: true, multipleNonGreedy: true, helpValue: 'FORMAT[=FILE]',
    description: `Output format; with =FILE, write to a file. Formats: ${Object.keys(replayReporters).join(', ')}. May be repeated. Default: table. csv has a line for each second.`,
  }), color}

  /** Shell completions for --output. */
  static formats = Object.keys(replayReporters)

  async run(): Promise<void> {
    const {argv, flags} = await this.parse(Replay)
    const {output, decisions: decisionFile} = flags
    // The decisions take the place of a printed report.
    const reports = outputsOf(output, {}, replayReporters).filter(({path}) => path !== undefined || decisionFile !== '-')
    const csv = reports.find(({format}) => format === 'csv')
    const hasSeries = flags.plots !== undefined || reports.some(({format}) => format === 'html')
    const configuration = await readEventRateLimit(flags['admission-config'], argv as string[], {allowPathOutside: flags['allow-path-outside']})
    const reading = readingOptions(flags)
    const options = {...logOptions(flags), servers: flags.apiservers, top: flags.top, observes: flags.observed, client: clientModel(flags), hasSeries}
    const logs = await findLogs(argv as string[])
    checkOutputFiles([decisionFile, ...pathsOf(reports)], [...logs.paths, flags['admission-config']])
    const report = await withReplayOutputs(decisionFile, csv && (csv.path ?? '-'), {
      decision: (decision) => decisionLine(decision, logs.paths.length > 1), head: csvHeader, second: csvRow,
    }, async ({ready, decisions, seconds}) => {
      const replay = new EventReplay(configuration, {...options, decisions, seconds})
      for await (const batch of readLogs(logs, replay.content, reading, ready)) replay.add(batch)
      return replay.finish()
    })
    const ending = endingOf({hasFindings: report.requests.refused > 0, ...logFacts(report.reading, flags)})
    for (const note of [...logNotes(report.reading, report.order, report.client !== undefined), ...incompleteLogNotes(ending)]) this.note(note)
    const shown = {isColoured: isColoured(terminalOf(process.stdout), flags.color), version: this.config.version, ending}
    await this.report(reports.filter(({format}) => format !== 'csv'), ({format, path}) =>
      replayReporters[format](report, {...shown, isColoured: path === undefined && shown.isColoured}), ending)
    await this.plot(flags.plots, async () => (await import('../src/report/charts/replay-plots.js')).replayPlots(report))
    process.exitCode = ending.exitStatus
  }
}
