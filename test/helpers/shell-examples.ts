import {spawnSync} from 'node:child_process'
import {chmodSync, mkdtempSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {delimiter, join} from 'node:path'

import {home, plainEnv} from './run-kadm.js'

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
