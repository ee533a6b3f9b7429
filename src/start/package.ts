import {readFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import {fileURLToPath} from 'node:url'

import {CodeCache} from './code-cache.js'
import {preferMainThread} from './main-thread.js'
import {Program, runProgram} from './program.js'

const scripts = new URL('program/', import.meta.url)
const root = fileURLToPath(new URL('../', import.meta.url))

/** The exit statuses of complete runs. Other runs end before V8 has compiled all that a command needs. */
const complete = [0, 1]

/** Runs kadm from the npm package. With `--enable-source-maps`, Node.js loads the scripts itself, because it maps no others. */
export function start(): Promise<void> {
  preferMainThread()
  return runProgram(root, process.sourceMapsEnabled ? createRequire(new URL('main.cjs', scripts)) : compiledProgram().require)
}

/** Returns the program, which uses the code cache. */
function compiledProgram(): Program {
  const [, , command = ''] = process.argv
  const cache = CodeCache.of(process.env, fileURLToPath(new URL('cache/', import.meta.url)), /^[a-z-]+$/.test(command) ? command : '-')
  const path = (name: string): string => fileURLToPath(new URL(name, scripts))
  const program = new Program({
    path,
    read: (name) => readFileSync(path(name), 'utf8'),
    compiled: (name, text) => cache?.read(name, text),
    installed: createRequire(new URL('main.cjs', scripts)),
  })
  process.on('exit', (status) => {
    if (complete.includes(status)) cache?.keep(program.scripts)
  })
  return program
}
