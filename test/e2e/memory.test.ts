import {expect} from 'chai'

import {inFolder} from '../helpers/in-folder.js'
import {type Run, runKadm} from '../helpers/run-kadm.js'

/** Runs kadm with a heap of that many MiB: it crashes when it needs more. */
const runWithin = (mebibytes: number, ...args: string[]): Promise<Run> =>
  runKadm(args, {cwd: process.cwd(), env: {NODE_OPTIONS: `--max-old-space-size=${mebibytes}`}})

describe('memory and time', () => {
  const write = inFolder()

  it('do not run out on a list in brackets of 60 MB, which is rejected', async () => {
    write({'list.yaml': `[${'{a: b},'.repeat(9_000_000)}1]`})
    const {status, stdout} = await runWithin(150, 'lint', 'list.yaml')
    expect(stdout).to.contain('list.yaml:1:1  error  the file has more than 3,000,000 lines, commas, colons, dashes and brackets: too many keys and values to read  source/too-large\n  hint: split it into several files')
    expect(status).to.equal(2)
  })

  const lines = (count: number, line: (i: number) => string): string => Array.from({length: count}, (_, i) => line(i)).join('')
  const workload = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n    spec:\n      containers:\n'
  const many: [what: string, text: string, summary: string][] = [
    ['misspelt fields', workload + lines(5000, () => '      - {nam: c, imag: i}\n'), '1 object in 1 file: 10000 errors, 0 warnings'],
    ['repeated keys', `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {${lines(100_000, () => 'a: b,')}}\n`, '1 object in 1 file: 0 errors, 99999 warnings'],
  ]
  for (const [what, text, summary] of many) {
    it(`grows with the number of ${what}, and not with its square`, async function () {
      this.timeout(60_000)
      write({'many.yaml': text})
      expect((await runWithin(700, 'lint', 'many.yaml')).stdout).to.contain(`${summary}\n`)
    })
  }

  it('grows with the number of defaults of a LimitRange, and not with its square', async function () {
    this.timeout(60_000)
    write({
      'limits.yaml': `apiVersion: v1\nkind: LimitRange\nmetadata: {name: l}\nspec:\n  limits:\n  - type: Container\n    max:\n${lines(60_000, (i) => `      r${i}.e.x/x: 1\n`)}`,
      'pod.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: i}]}\n',
    })
    const {stdout} = await runWithin(700, 'simulate', 'pod.yaml', '-p', 'limits.yaml')
    expect(stdout.match(/^ *c +r\d+\.e\.x\/x +1 +1$/gm)).to.have.length(60_000)
  })
})
