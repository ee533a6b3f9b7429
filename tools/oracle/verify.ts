// Compares the recordings with a running server and the probe (`npm run test:oracle`): see README.md.
import {writeFileSync} from 'node:fs'
import {parseArgs} from 'node:util'

import {verify} from './verification.js'

const {values: {all = false, out}} = parseArgs({options: {all: {type: 'boolean'}, out: {type: 'string'}}})
const changed: string[] = []
const isEqual = await verify(process.env, (text) => process.stdout.write(text), {all, record: (line) => changed.push(`${line}\n`)})
if (out !== undefined) writeFileSync(out, changed.join(''))
if (!isEqual) process.exitCode = 1
