import {expect} from 'chai'

import Lint from '../../commands/lint.js'
import Simulate from '../../commands/simulate.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

describe('the files of a run together', () => {
  const write = inFolder()
  const name = (i: number): string => `${i}.yaml`
  // Each file has 2,450,010 keys and values, by the marks in its comment, so that three fit.
  const text = (i: number): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a${i}}\n# ${','.repeat(2_450_000)}\n`
  const reason = 'the file cannot be read: with it, the files of this run have more than 7,500,000 maps, lists, keys and values: check fewer files at a time'

  beforeEach(() => write(Object.fromEntries([1, 2, 3, 4].map((i) => [name(i), text(i)]))))

  it('are limited in lint, which reports the others @slow', async () => {
    const {stdout, status} = await runCommand(Lint, ...[1, 2, 3, 4].map(name), '--no-color')
    expect(stdout).to.equal(`4.yaml:1:1  error  ${reason}  source/unreadable\n\n3 objects in 4 files: 1 error, 0 warnings\nThe report is incomplete: 1 file cannot be read.\n`)
    expect(status).to.equal(2)
    expect(await runCommand(Lint, ...[1, 2, 3].map(name))).to.include({status: 0})
  })

  it('are limited in simulate, in any role', async () => {
    const {stdout, status} = await runCommand(Simulate, '1.yaml', '2.yaml', '--existing', '3.yaml', '-p', '4.yaml', '--no-color')
    expect(stdout).to.contain(`4.yaml:1:1  error  ${reason}`)
    expect(status).to.equal(2)
  })
})
