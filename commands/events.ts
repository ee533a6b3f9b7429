import {Args, Flags} from '@oclif/core'

import {BaseCommand} from '../src/cli/base-command.js'
import {exitStatusHelp} from '../src/cli/exit-meanings.js'
import {endingOf, incompleteNotes} from '../src/lint/ending.js'
import {withExtractOutput} from '../src/cli/extract-output.js'
import {readingFlags, readingOptions} from '../src/cli/log-flags.js'
import {checkOutputFiles, outputNamed} from '../src/cli/outputs.js'
import {findLogs, readLogs} from '../src/cli/read-logs.js'
import {ExtractLog} from '../src/replay/extract.js'
import {logNotes} from '../src/report/replay/notes.js'

/** Extracts the requests to write events from logs. */
export default class Events extends BaseCommand {
  static override summary = 'Extract the requests to write events from logs, for kadm replay and kadm tune.'

  static override description = `Reads the same logs as "kadm replay", and writes the requests in them as an extract: canonical records, one line of JSON each, in order of time. Extracts are small, can be made on many machines at once, and kadm replay and kadm tune merge any number of them. kadm events merges extracts, too.

${exitStatusHelp('events')}`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %> audit.log -o canonical=audit.events.gz', description: 'Extract a log.'},
    {command: '<%= config.bin %> replay "*.events.gz" --admission-config admission.yaml', description: 'Replay the extracts of several API servers together.'},
    {command: 'zcat audit-*.log.gz | <%= config.bin %> <%= command.id %> - | gzip > audit.events.gz', description: 'In a pipe.'},
  ]

  static override strict = false

  static override args = {
    log: Args.string({name: 'LOG', ignoreStdin: true, required: true, description: 'Files, globs, or "-" for standard input, in order of time.'}),
  }

  static override flags = {...readingFlags, output: Flags.string({
    char: 'o', default: 'canonical', helpValue: 'canonical[=FILE]', description: 'Write canonical records to standard output or FILE, which is compressed if its name ends in ".gz".',
  })}

  async run(): Promise<void> {
    const {argv, flags} = await this.parse(Events)
    const {path} = outputNamed(flags.output, {canonical: true})
    const options = readingOptions(flags)
    const logs = await findLogs(argv as string[])
    checkOutputFiles([path], [...logs.paths, ...flags['user-map'] === undefined ? [] : [flags['user-map']]])
    const {reading, order} = await withExtractOutput(path, async ({write, ready}) => {
      const log = new ExtractLog(write)
      for await (const batch of readLogs(logs, log.content, options, ready)) log.add(batch)
      return {order: log.finish(), reading: log.reading}
    })
    const ending = endingOf({hasFindings: false, reading})
    for (const note of [...logNotes(reading, order), ...incompleteNotes(ending)]) this.note(note)
    process.exitCode = ending.exitStatus
  }
}
