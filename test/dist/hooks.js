// Hooks of Node.js for the modules that tests import (https://nodejs.org/api/module.html#customization-hooks):
// - the exports of the library come from the package, under the names that they have in the sources;
// - commands are those of the built program.
// Everything else, such as the helpers of tests, comes from the sources.
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'

const root = new URL('../../', import.meta.url).href
const scheme = 'kadm-package:'
const inPackage = (path) => JSON.stringify(pathToFileURL(join(process.env.KADM_PACKAGE, path)).href)

/** The values that the library exports, by module: their names there, and in the library. */
const exported = new Map([['src/cluster/cluster.ts', [['Cluster', 'Cluster']]]])
for (const [, names, path] of readFileSync(new URL('src/index.ts', root), 'utf8').matchAll(/^export {(.*)} from '\.\/(.*)\.js'$/gm)) {
  const values = names.split(', ').filter((name) => !name.startsWith('type '))
  exported.set(`src/${path}.ts`, values.map((name) => name.split(' as ')).map(([name, other = name]) => [name, other]))
}

/** Returns the module that replaces a module of the sources; undefined if there is none. */
function standIn(path) {
  if (path.startsWith('commands/')) {
    const name = JSON.stringify(path.replace(/^commands\/|\.ts$/g, ''))
    return `import kadm from ${inPackage('dist/program/kadm.cjs')}\nexport default (await kadm.command(${name})).default\n`
  }
  const values = exported.get(path)
  return values && `import * as library from ${inPackage('dist/src/index.js')}
export * from ${JSON.stringify(`${root}${path}`)}
${values.map(([name, other]) => `export const ${name} = library.${other}\n`).join('')}`
}

export async function resolve(specifier, context, next) {
  const {parentURL = ''} = context
  if (specifier.startsWith('.') && parentURL.startsWith(`${root}test/`)) {
    const path = new URL(specifier, parentURL).href.slice(root.length).replace(/\.js$/, '.ts')
    if (standIn(path) !== undefined) return {url: `${scheme}${path}`, format: 'module', shortCircuit: true}
  }
  return next(specifier, context)
}

export async function load(url, context, next) {
  if (!url.startsWith(scheme)) return next(url, context)
  return {format: 'module', source: standIn(url.slice(scheme.length)), shortCircuit: true}
}
