// Started by test/e2e/browser-library.test.ts with --experimental-vm-modules: runs the library for browsers where there is nothing of Node.js, as in a browser,
// and prints its answers to the inputs on stdin.
import {readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {createContext, type Module, SourceTextModule} from 'node:vm'

import {type AnsweringLibrary, answersOf, type LibraryInput} from './library-answers.js'
import {root} from './run-kadm.js'

/** The only globals that do not belong to JavaScript itself. */
const context = createContext({TextEncoder, TextDecoder})

const modules = new Map<string, Promise<Module>>()

function load(path: string): Promise<Module> {
  const known = modules.get(path) ?? Promise.resolve(new SourceTextModule(readFileSync(path, 'utf8'), {
    context, identifier: path, importModuleDynamically: async (specifier) => evaluated(join(dirname(path), specifier)),
  }))
  modules.set(path, known)
  return known
}

async function evaluated(path: string): Promise<Module> {
  const module = await load(path)
  if (module.status === 'unlinked') await module.link((specifier, {identifier}) => load(join(dirname(identifier), specifier)))
  await module.evaluate()
  return module
}

const {namespace} = await evaluated(join(root, 'dist/browser/index.js'))
const inputs = JSON.parse(readFileSync(0, 'utf8')) as LibraryInput[]
process.stdout.write(JSON.stringify({names: Object.keys(namespace), answers: await answersOf(namespace as AnsweringLibrary, inputs)}))
