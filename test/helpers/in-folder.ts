import {mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'

/**
 * Runs each test of a suite in an empty folder of its own.
 *
 * @returns writes files there, by their paths
 */
export function inFolder(): (files: Readonly<Record<string, string | Buffer>>) => void {
  const before = process.cwd()
  let folder = ''
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'kadm-test-')))
    process.chdir(folder)
  })
  afterEach(() => {
    process.chdir(before)
    rmSync(folder, {recursive: true, force: true})
  })
  return (files) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), {recursive: true})
      writeFileSync(join(folder, name), text)
    }
  }
}
