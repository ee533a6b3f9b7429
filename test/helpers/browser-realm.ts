// Started by test/e2e/browser-library.test.ts with --experimental-vm-modules: runs the library for browsers where there is nothing of Node.js, as in a browser,
// and prints its answers to the inputs on stdin.
import {readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {createContext, type Module, SourceTextModule, SyntheticModule} from 'node:vm'

import {type AnsweringLibrary, answersOf, type LibraryInput} from './library-answers.js'
import {root} from './run-kadm.js'

/** The only globals that do not belong to JavaScript itself. */
const context = createContext({TextEncoder, TextDecoder})

const modules = new Map<string, Module>()

/** Returns the path of an imported module: a file, or a package as a bundler finds it. */
const resolved = (specifier: string, importer: string): string =>
  specifier.startsWith('.') ? join(dirname(importer), specifier) : fileURLToPath(import.meta.resolve(specifier))

function parsed(path: string): Module {
  const text = readFileSync(path, 'utf8')
  if (path.endsWith('.json')) return new SyntheticModule(['default'], function () { this.setExport('default', JSON.parse(text)) }, {context, identifier: path})
  return new SourceTextModule(text, {context, identifier: path, importModuleDynamically: async (specifier) => evaluated(resolved(specifier, path))})
}

function load(path: string): Module {
  const module = modules.get(path) ?? parsed(path)
  modules.set(path, module)
  return module
}

async function evaluated(path: string): Promise<Module> {
  const module = load(path)
  if (module.status === 'unlinked') await module.link((specifier, {identifier}) => load(resolved(specifier, identifier)))
  await module.evaluate()
  return module
}

const {namespace} = await evaluated(join(root, 'dist/browser/index.js'))
const inputs = JSON.parse(readFileSync(0, 'utf8')) as LibraryInput[]
process.stdout.write(JSON.stringify({names: Object.keys(namespace), answers: await answersOf(namespace as AnsweringLibrary, inputs)}))
