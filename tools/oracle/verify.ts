// Compares the recordings with a running server and the probe (`npm run test:oracle`): see README.md.
import {writeFileSync} from 'node:fs'
import {parseArgs} from 'node:util'

import {verify} from './verification.js'

const {values: {all = false, out, random, seed = '1'}} = parseArgs({options: {all: {type: 'boolean'}, out: {type: 'string'}, random: {type: 'string'}, seed: {type: 'string'}}})
if (random !== undefined && (!/^[1-9]\d{0,5}$/.test(random) || all || out !== undefined)) {
  process.stderr.write('test:oracle: --random takes a number of cases from 1 to 999999, and neither --all nor --out\n')
  process.exitCode = 2
} else {
  const changed: string[] = []
  const isEqual = await verify(process.env, (text) => process.stdout.write(text), {
    all, record: (line) => changed.push(`${line}\n`), ...random !== undefined && {varied: {count: Number(random), seed}},
  })
  if (out !== undefined) writeFileSync(out, changed.join(''))
  if (!isEqual) process.exitCode = 1
}
