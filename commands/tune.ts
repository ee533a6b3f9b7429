import {Args, Flags} from '@oclif/core'

import {BaseCommand} from '../src/cli/base-command.js'
import {exitStatusHelp} from '../src/cli/exit-meanings.js'
import {endingOf} from '../src/lint/ending.js'
import {incompleteLogNotes, logFacts, logFlags, logOptions, readingOptions} from '../src/cli/log-flags.js'
import {findLogs, readLogs} from '../src/cli/read-logs.js'
import {givenNumbers, shareOf, tuneFlags, typesOf} from '../src/cli/tune-flags.js'
import {Tuner} from '../src/replay/tune/tune.js'
import {logNotes} from '../src/report/replay/notes.js'
import {tuneReporters} from '../src/report/tune/index.js'

/** Finds the limits of EventRateLimit that accept the events in a log. */
export default class Tune extends BaseCommand {
  static override summary = 'Find the smallest event rate limits that accept the events in a log.'

  static override description = `Reads the same logs as "kadm replay", and prints a Configuration of EventRateLimit with a limit of each type: the smallest burst for a qps, or the smallest qps for a burst, with which the limit would have accepted the requested share of requests. If neither number is given, qps is the mean rate of the key with the most requests. Comments in the output explain the numbers.

Memory use: 28 bytes for each request, and every key.

${exitStatusHelp('tune')}`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %> audit.log --qps 50 > eventconfig.yaml', description: 'Find the bursts for 50 events a second.'},
    {command: '<%= config.bin %> <%= command.id %> audit.log --accept 100 --burst Server=5000 --qps Namespace=20 --type Server --type Namespace', description: 'Two limits that reject nothing.'},
  ]

  static override strict = false

  static override args = {
    log: Args.string({name: 'LOG', ignoreStdin: true, required: true, description: 'Files, globs, or "-" for standard input, in order of time.'}),
  }

  static override flags = {...tuneFlags, ...logFlags, output: Flags.option({
    char: 'o', options: ['yaml', 'json'] as const, default: 'yaml' as const, description: 'Output format.',
  })()}

  async run(): Promise<void> {
    const {argv, flags: {accept, of, qps, burst, type, output, ...flags}} = await this.parse(Tune)
    const reading = readingOptions(flags)
    const tuner = new Tuner({...logOptions(flags), accept: shareOf(accept), of, types: typesOf(type), givenFor: givenNumbers(qps, burst)})
    for await (const batch of readLogs(await findLogs(argv as string[]), tuner.content, reading)) tuner.add(batch)
    const tuning = tuner.finish()
    const ending = endingOf({
      hasFindings: tuning.configuration === undefined || tuning.limits.some(({isAttainable}) => !isAttainable), ...logFacts(tuning.reading, flags),
    })
    for (const note of [...logNotes(tuning.reading, tuning.order), ...incompleteLogNotes(ending)]) this.note(note)
    this.print(await tuneReporters[output](tuning, ending))
    process.exitCode = ending.exitStatus
  }
}
