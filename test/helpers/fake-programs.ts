import {chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

/** A folder to run commands in, and the programs that they find. */
export interface Workplace {
  readonly folder: string
  /** Writes a file below the folder. */
  write(path: string, text: string): void
  /** Puts a program on the PATH: the body of a script for Node.js, with `args`. */
  program(name: string, script: string): void
  /** Restores the working directory and PATH. */
  leave(): void
}

/**
 * Changes to a new folder, with only fake programs on the PATH. Windows is not supported, as it does not run scripts.
 *
 * @param path more folders for the PATH, behind that of the fake programs
 */
export function enterWorkplace(path = ''): Workplace {
  const [before, pathBefore] = [process.cwd(), process.env['PATH']]
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'kadm-programs-')))
  const [folder, programs] = [join(parent, 'work'), join(parent, 'programs')]
  for (const each of [folder, programs]) mkdirSync(each)
  process.chdir(folder)
  process.env['PATH'] = path === '' ? programs : `${programs}:${path}`
  return {
    folder,
    write(file, text) {
      mkdirSync(join(folder, file, '..'), {recursive: true})
      writeFileSync(join(folder, file), text)
    },
    program(name, script) {
      const file = join(programs, name)
      writeFileSync(file, `#!${process.execPath}\nconst args = process.argv.slice(2)\n${script}\n`)
      chmodSync(file, 0o755)
    },
    leave() {
      process.chdir(before)
      process.env['PATH'] = pathBefore
      rmSync(parent, {recursive: true, force: true})
    },
  }
}
