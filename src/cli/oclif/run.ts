import {Config, handle, Help} from '@oclif/core'
import {normalizeArgv} from '@oclif/core/help'

import {reason} from '../../io/discover.js'
import {exitStatus} from '../../lint/ending.js'
import {KadmPlugin, type ProgramParts} from './kadm-plugin.js'
import {unknownCommand} from './unknown-command.js'

/**
 * Runs a command line: a command, `--help` or `--version`. This is `execute` of oclif without hooks, which oclif loads from files: a single
 * executable has no files. In place of a hook, an unknown command is an error here.
 *
 * @param argv the words after the name of the program
 */
export async function run(parts: ProgramParts, argv: readonly string[] = process.argv.slice(2)): Promise<void> {
  reportOutputErrors()
  try {
    await runWords(await loadConfig(parts), argv)
  } catch (error) {
    await handle(error as Error)
  }
}

/** Loads the configuration of oclif, with kadm as the only plugin. */
async function loadConfig(parts: ProgramParts): Promise<Config> {
  const plugin = new KadmPlugin(parts)
  await plugin.load()
  return Config.load({root: parts.root, pjson: parts.pjson, plugins: new Map([[plugin.name, plugin]])})
}

async function runWords(config: Config, argv: readonly string[]): Promise<void> {
  const help = (words: readonly string[]): Promise<void> => new Help(config, config.pjson.oclif.helpOptions).showHelp([...words])
  const [first] = argv
  if (first === '--version') {
    process.stdout.write(`${config.userAgent}\n`)
    return
  }
  if (first === undefined || asksForHelp(argv)) return help(argv)
  const [id = first, ...rest] = normalizeArgv(config, [...argv])
  const command = config.findCommand(id)
  if (command === undefined && config.findTopic(id) !== undefined) return help([id])
  if (command === undefined) throw unknownCommand(id, config)
  await config.runCommand(id, rest, command)
}

/** True if `--help` is among the words, up to `--`. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end === -1 ? argv : argv.slice(0, end)).includes('--help')
}

/** Reports errors of standard output and standard error from now on, in place of oclif's own listener, which throws. */
export function reportOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error').on('error', endOutput)
}

/** Ignores a closed pipe (`kadm lint | head`). Ends kadm on any other error. */
function endOutput(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return
  process.stderr.write(`cannot write the result: ${reason(error)}\n`)
  process.exit(exitStatus.usage)
}
