// Hooks of Node.js that resolve and compile modules in TypeScript (https://nodejs.org/api/module.html#customization-hooks).
import {transformSync} from 'esbuild'
import {createHash} from 'node:crypto'
import {existsSync, mkdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs'
import {fileURLToPath} from 'node:url'

/** Compiled modules, by the hash of their path and text. `npm ci` deletes them, so that they never are of another version of esbuild. */
const cache = new URL('../../node_modules/.cache/kadm-tests/', import.meta.url)
mkdirSync(cache, {recursive: true})

const {compilerOptions: {target, useDefineForClassFields, verbatimModuleSyntax}} = JSON.parse(readFileSync(new URL('../../tsconfig.json', import.meta.url), 'utf8'))
const tsconfigRaw = {compilerOptions: {target, useDefineForClassFields, verbatimModuleSyntax}}

export async function resolve(specifier, context, next) {
  if (specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.endsWith('.ts')) {
    const url = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL)
    if (existsSync(url)) return {url: url.href, format: 'module', shortCircuit: true}
  }
  return next(specifier, context)
}

/** Returns the compiled code of a module. Test processes write the cache at the same time, so a file is renamed when it is complete. */
function compiled(url) {
  const text = readFileSync(new URL(url), 'utf8')
  const file = new URL(`${createHash('sha256').update(`${url}\n${text}`).digest('hex')}.js`, cache)
  if (existsSync(file)) return readFileSync(file)
  const {code} = transformSync(text, {loader: 'ts', format: 'esm', sourcemap: 'inline', sourcefile: fileURLToPath(url), tsconfigRaw})
  const temporary = new URL(`${file.href}.${process.pid}.tmp`)
  writeFileSync(temporary, code)
  renameSync(temporary, file)
  return code
}

export async function load(url, context, next) {
  return url.endsWith('.ts') ? {format: 'module', source: compiled(url), shortCircuit: true} : next(url, context)
}
