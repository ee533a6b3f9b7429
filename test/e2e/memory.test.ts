import {expect} from 'chai'

import {inFolder} from '../helpers/in-folder.js'
import {type Run, runKadm} from '../helpers/run-kadm.js'

/** Runs kadm with so many MiB for its objects: it dies when it needs more. */
const runWithin = (mebibytes: number, ...args: string[]): Promise<Run> =>
  runKadm(args, {cwd: process.cwd(), env: {NODE_OPTIONS: `--max-old-space-size=${mebibytes}`}})

describe('memory', () => {
  const write = inFolder()

  it('does not run out on a list in brackets of 60 MB, which is refused', async () => {
    write({'list.yaml': `[${'{a: b},'.repeat(9_000_000)}1]`})
    const {status, stdout} = await runWithin(150, 'lint', 'list.yaml')
    expect(stdout).to.contain('list.yaml:1:1  error  the file has more than 3,000,000 lines, commas, colons, dashes and brackets: too many keys and values to read  source/too-large\n  hint: split it into several files')
    expect(status).to.be.oneOf([1, 2])
  })
})
