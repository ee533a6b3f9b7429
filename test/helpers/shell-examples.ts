import {spawnSync} from 'node:child_process'
import {chmodSync, existsSync, mkdtempSync, writeFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import {tmpdir} from 'node:os'
import {delimiter, join} from 'node:path'

import {type CommandClass, runCommandInPipe} from './run-command.js'
import {home, plainEnv, root} from './run-kadm.js'

const mark = '\u0001'

/** Makes a folder for PATH with the built program as `kadm`, and `npx`, which runs it. */
export function makePrograms(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kadm-bin-'))
  writeFileSync(join(folder, 'kadm'), `#!/bin/sh\nexec ${JSON.stringify(process.execPath)} ${JSON.stringify(join(home, 'bin/run.js'))} "$@"\n`)
  writeFileSync(join(folder, 'npx'), '#!/bin/sh\nexec "$@"\n')
  for (const name of ['kadm', 'npx']) chmodSync(join(folder, name), 0o755)
  return folder
}

/** The output of a command, with that of standard error, and its exit status. */
export interface ShellResult {
  readonly output: string
  readonly status: number
}

/** Runs commands one after another in one shell. */
export function runShell(commands: readonly string[], programs: string, cwd: string): ShellResult[] {
  const script = commands.map((command) => `{ ${command}\n} 2>&1\nstatus=$?; printf '${mark}%s${mark}' "$status"; (exit $status)\n`).join('')
  const env = {...plainEnv, PATH: `${programs}${delimiter}${plainEnv['PATH'] ?? ''}`}
  const parts = spawnSync('sh', ['-c', script], {cwd, env, encoding: 'utf8'}).stdout.split(mark)
  return commands.map((_, i) => ({output: parts[2 * i] ?? '', status: Number(parts[2 * i + 1] ?? -1)}))
}

/** The scripts of the built program with its commands. */
interface Program {
  command(path: string): Promise<{readonly default: CommandClass}>
}

/**
 * Runs commands one after another: in this process if all are commands of the built program, which takes a fraction of the time of starting it. Pipes, other
 * programs and messages about errors need a shell.
 */
export async function runExamples(commands: readonly string[], programs: string, cwd: string): Promise<ShellResult[]> {
  const results: ShellResult[] = []
  for (const command of commands) {
    const result = await runHere(command, cwd)
    if (result === undefined) return runShell(commands, programs, cwd)
    results.push(result)
  }
  return results
}

/** Runs a command of the built program in this process. Returns undefined if its output needs a shell. */
async function runHere(command: string, cwd: string): Promise<ShellResult | undefined> {
  const words = plainWords(command)
  const length = [2, 1].find((count) => existsSync(join(root, 'commands', `${words.slice(0, count).join('/')}.ts`)))
  if (length === undefined) return undefined
  const program = createRequire(import.meta.url)(join(home, 'dist/program/kadm.cjs')) as Program
  const {default: loaded} = await program.command(words.slice(0, length).join('/'))
  const before = process.cwd()
  process.chdir(cwd)
  const run = await runCommandInPipe(loaded, ...words.slice(length)).finally(() => process.chdir(before))
  return isUsual(run) ? run : undefined
}

/** The words of a command line after "kadm"; none if a shell does more with the line than to split it. */
function plainWords(command: string): string[] {
  const [program, ...words] = command.match(/(?:'[^']*'|[\w./,:=@+-])+/g) ?? []
  return [program, ...words].join(' ') === command && program === 'kadm' ? words.map((word) => word.replaceAll('\'', '')) : []
}

/** True for a run that the program ends without a message of its own. */
const isUsual = ({error}: {readonly error?: Error}): boolean => error === undefined || error.message.startsWith('EEXIT: ')
