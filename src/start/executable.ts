import {basename, dirname} from 'node:path'
import {getRawAsset} from 'node:sea'

import {readCode} from './code-cache.js'
import {preferMainThread} from './main-thread.js'
import {Program, runProgram} from './program.js'

// Runs kadm from a single executable (scripts/executable.js), which has the files of the program as assets.

const asset = (name: string): Buffer => Buffer.from(getRawAsset(name) as ArrayBuffer)

preferMainThread()
const program: Program = new Program({
  path: (name) => `kadm/${basename(name)}`,
  read: (name) => asset(basename(name)).toString('utf8'),
  compiled: (name, text) => readCode(asset(`${basename(name)}.code`), text)?.data,
  installed: (name) => program.require(`./${name}.cjs`),
})
void runProgram(dirname(process.execPath), program.require)
