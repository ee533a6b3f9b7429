// Bundles the modules that the program and the library for browsers share (dist/shared), so that the package has them once: `engine`, which browsers load to lint and
// simulate, and `views`, which they load later.
//
// A shared script is an ES module whose only export is a function. Browsers import it, and the program compiles the text of the function (src/start/program.ts), so that
// its code can be cached. The function gets what is outside of the script, and returns its modules (src/program/linked.ts).
import {build} from 'esbuild'
import {basename, relative, sep} from 'node:path'

import {strictOnce} from './program.js'

/** Returns a path relative to the root, as in metafiles. */
const fromRoot = (path) => relative(process.cwd(), path).replaceAll(sep, '/')

/** True for modules that are not shared, although both bundles may contain something of them. */
const isOwn = (path) => /^src\/(?:browser\.ts$|machinery\/platform\/)/.test(path)

/** Returns the modules of which a bundle contains anything. */
const contained = ({outputs}) => new Set(Object.values(outputs).flatMap(({inputs}) => Object.keys(inputs).filter((path) => inputs[path].bytesInOutput > 0)))

/** Returns the imports of a module, without those of Node.js. `original` is the name of what it imports. */
const importsOf = ({inputs}, path) => inputs[path].imports.filter(({external = false}) => !external)

/** Returns a module and all that it imports statically. */
function closureOf(metafile, start) {
  const found = new Set([start])
  for (const path of found) for (const {path: imported, kind} of importsOf(metafile, path)) if (kind !== 'dynamic-import') found.add(imported)
  return found
}

/** Runs builds without writing anything. Returns their metafiles. */
async function metafilesOf(builds) {
  const results = await Promise.all(builds.map((options) => build({...options, minify: false, sourcemap: false})))
  return results.map(({metafile}) => metafile)
}

/** Returns the names that modules export, by path. */
async function exportsOf(paths) {
  const {metafile: {outputs}} = await build({entryPoints: paths, format: 'esm', metafile: true, write: false, outdir: 'dist'})
  return new Map(Object.values(outputs).map(({entryPoint, exports}) => [entryPoint, exports]))
}

/**
 * Returns the script of each shared module. A module of the views that imports a package of the engine is part of the engine, too: the package would otherwise export
 * all that it has.
 */
function divide(metafiles) {
  const [forBrowsers] = metafiles
  const [inBrowsers, inProgram] = metafiles.map(contained)
  const early = closureOf(forBrowsers, 'src/browser.ts')
  const needsPackage = (path) => importsOf(forBrowsers, path).some(({path: imported}) => imported.startsWith('node_modules/') && early.has(imported))
  const shared = [...inBrowsers].filter((path) => inProgram.has(path) && !isOwn(path))
  return new Map(shared.map((path) => [path, early.has(path) || needsPackage(path) ? 'engine' : 'views']))
}

/** Returns the shared modules that modules outside of their script import, sorted. Their positions are their numbers. */
function imported(metafiles, scripts) {
  const found = metafiles.flatMap((metafile) => Object.keys(metafile.inputs).flatMap((path) =>
    importsOf(metafile, path).map((target) => target.path).filter((target) => scripts.has(target) && scripts.get(target) !== scripts.get(path))))
  return [...new Set(found)].sort()
}

/** Returns the entry of the engine: it exports functions that return modules, by their numbers, with the given names. */
function engineEntry(modules, names) {
  const imports = modules.map(([id, path]) => `import {${names.get(path).map((name) => `${name} as ${name}_${id}`).join(', ')}} from './${path}'`)
  const values = modules.map(([id, path]) => `${id}: () => ({${names.get(path).map((name) => `${name}: ${name}_${id}`).join(', ')}})`)
  return `${imports.join('\n')}\nexport const modules = {${values.join(', ')}}\n`
}

/** Returns the entry of the views, whose modules are evaluated when they are first needed. With such modules, the engine would be too large for browsers. */
const viewsEntry = (modules) => `export const modules = {${modules.map(([id, path]) => `${id}: () => require('./${path}')`).join(', ')}}\n`

/** Returns the modules of #platform/ that a bundle imports: what their names lead to, by these names. */
const platformsOf = (metafile) => new Map(Object.keys(metafile.inputs).flatMap((path) =>
  importsOf(metafile, path).filter(({original}) => original.startsWith('#platform/')).map(({original, path: target}) => [original, target])))

/** Returns the module that runs a shared script, and exports a function for its modules. Scripts in CommonJS require a shared script if it is not imported. */
function instanceOf(script, platforms, isCommonJs) {
  const outside = script === 'engine' ? platforms : new Map([...platforms, ['#shared/engine', ['moduleOf']]])
  const imports = isCommonJs
    ? `import {imported, linked} from './src/program/linked.ts'\nconst script = imported.${script} ?? require('#script/${script}.js').default`
    : `import {linked} from './src/program/linked.ts'\nimport script from '#script/${script}.js'`
  return `${imports}
export const moduleOf = linked(script, {${[...outside].map(([name, names]) => `'${name}': {names: ${JSON.stringify(names)}, load: () => require('${name}')}`).join(', ')}})
`
}

/**
 * Returns a plugin of esbuild that replaces imports of shared modules.
 *
 * @param scripts the script of each shared module
 * @param own the script that is built, whose modules are not replaced; undefined for others than shared scripts
 * @param platforms the exports of the modules of #platform/
 * @param contentsOf returns the module that replaces a shared one
 */
const replacing = (scripts, own, platforms, contentsOf) => ({
  name: 'shared',
  setup({initialOptions, onResolve, onLoad, resolve}) {
    const inRoot = (contents) => ({contents, resolveDir: process.cwd()})
    onResolve({filter: /^#script\//}, ({path}) => ({path: path.replace('#script', '../shared'), external: true}))
    onResolve({filter: /^#shared\//}, ({path}) => own === undefined ? {path: basename(path), namespace: 'instance'} : {path, external: true})
    onResolve({filter: /^#platform\//}, ({path}) => own === undefined ? undefined : {path, external: true})
    onResolve({filter: /^#value\//}, ({path}) => ({path: path.slice('#value/'.length), namespace: 'value', sideEffects: false}))
    onResolve({filter: /^[^#]/}, async ({path, pluginData, kind, ...options}) => {
      if (pluginData === 'resolve' || kind === 'entry-point') return undefined
      const found = fromRoot((await resolve(path, {...options, kind, pluginData: 'resolve'})).path)
      const script = scripts.get(found)
      return script === undefined || script === own ? undefined : {path: found, namespace: 'shared'}
    })
    onLoad({filter: /./, namespace: 'instance'}, ({path}) => inRoot(instanceOf(path, platforms, initialOptions.format === 'cjs')))
    onLoad({filter: /./, namespace: 'shared'}, ({path}) => inRoot(contentsOf(path)))
    onLoad({filter: /./, namespace: 'value'}, ({path}) => ({contents: `export const ${basename(path)} = globalThis.value`}))
  },
})

/**
 * Returns the names that other scripts import from shared modules, by path: esbuild leaves out the values of the others.
 *
 * @param builds returns the builds with modules in place of shared ones
 */
async function usedNames(builds, scripts, exported) {
  const contentsOf = (path) => [`import '#shared/${scripts.get(path)}'`, ...exported.get(path).map((name) => `export {${name}} from '#value/${path}/${name}'`)].join('\n')
  const metafiles = await metafilesOf(builds(exported, contentsOf))
  const found = new Set(metafiles.flatMap((metafile) => [...contained(metafile)]))
  return new Map([...exported].map(([path, names]) => [path, names.filter((name) => found.has(`value:${path}/${name}`))]))
}

/**
 * Finds what the program and the library for browsers share.
 *
 * @param browser esbuild's options for the library for browsers
 * @param program those for the script of the commands
 * @returns the options for the shared scripts, and those for the two others, which import them
 */
export async function sharedBuilds(browser, program) {
  const metafiles = await metafilesOf([browser, program])
  const scripts = divide(metafiles)
  const modules = imported(metafiles, scripts)
  const paths = platformsOf(metafiles[0])
  const exported = await exportsOf([...modules, ...paths.values()])
  const platforms = new Map([...paths].map(([name, path]) => [name, exported.get(path)]))

  /** Returns all builds. The shared scripts export these names of their modules. */
  const builds = (names, contentsOf) => [
    ...[['engine', engineEntry], ['views', viewsEntry]].map(([script, entryOf]) => ({
      ...browser, splitting: false, outdir: undefined, entryPoints: undefined, outfile: `dist/shared/${script}.js`, sourcemap: program.sourcemap, tsconfigRaw: strictOnce,
      stdin: {contents: entryOf([...modules.entries()].filter(([, path]) => scripts.get(path) === script), names), resolveDir: process.cwd()},
      format: 'cjs', banner: {js: 'export default function(module,require){"use strict";'}, footer: {js: '}'},
      plugins: [replacing(scripts, script, platforms, contentsOf)],
    })),
    ...[program, browser].map((options) => ({...options, plugins: [...options.plugins ?? [], replacing(scripts, undefined, platforms, contentsOf)]})),
  ]

  const used = await usedNames(builds, scripts, exported)
  return builds(used, (path) => `import {moduleOf} from '#shared/${scripts.get(path)}'\nexport const {${used.get(path).join(', ')}} = moduleOf(${modules.indexOf(path)})\n`)
}
