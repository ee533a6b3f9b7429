// Bundles the program into scripts (dist/program). Each script is one CommonJS file, so that its compiled code can be cached.
import {build} from 'esbuild'

import {edited, oclifExports, oclifParts} from './oclif.js'
import {spreads} from './spread.js'

const tables = '../src/machinery/schema'

/** Adjusts imports of files that are in other scripts: oclif and globby; and of the field tables, which are read on demand. */
const relocate = {
  name: 'relocate',
  setup({onLoad, onResolve}) {
    onResolve({filter: /^@oclif\/core$/}, () => ({path: './main.cjs', external: true}))
    onResolve({filter: /^globby$/}, () => ({path: './globby.cjs', external: true}))
    onLoad({filter: /[\\/]schema[\\/]api-tables\.ts$/}, ({path}) => ({loader: 'ts', contents: edited(path, {'createRequire(import.meta.url)': `(name) => PROGRAM.require('${tables}/' + name)`})}))
  },
}

/** Puts the script of the threads that read logs into the program as a text, which also a single executable can start. */
const logWorker = (common) => ({
  name: 'log-worker',
  setup({onLoad}) {
    onLoad({filter: /[\\/]cli[\\/]parallel-log\.ts$/}, async ({path}) => {
      const options = {minify: true, sourcemap: false, legalComments: 'none', metafile: false}
      const {outputFiles: [{text}]} = await build({...common, ...options, entryPoints: ['src/cli/log-worker.ts'], format: 'cjs', outfile: 'log-worker.cjs'})
      return {loader: 'ts', contents: edited(path, {"new URL('../../scripts/log-worker.js', import.meta.url)": JSON.stringify(text)})}
    })
  },
})

/** Returns the name by which oclif loads a command or a hook: its path in the sources, without the extension. */
const nameOf = (path) => path.replace(/\.ts$/, '')

/** Returns the module with the table of commands and hooks. */
const modulesOf = (commands, hooks) => `export const modules = {
  ${hooks.map((path) => `'${nameOf(path)}': () => import('./${path}'),`).join('\n')}
  ${commands.map((path) => `'${nameOf(path)}': () => PROGRAM.require('./kadm.cjs').commands['${nameOf(path)}'](),`).join('\n')}
}`

/** Resolves modules that the build generates. */
const written = (contents, resolveDir) => ({
  name: 'written',
  setup({onLoad, onResolve}) {
    onResolve({filter: /^kadm:/}, ({path}) => ({path, namespace: 'written'}))
    onResolve({filter: /^@oclif\/core$/}, () => ({path: 'kadm:oclif', namespace: 'written'}))
    onLoad({filter: /^/, namespace: 'written'}, ({path}) => ({contents: contents[path], resolveDir}))
  },
})

/**
 * Returns esbuild's options for each script.
 *
 * @param common options of all builds
 * @param root the repository
 * @param commands the paths of their modules
 * @param hooks the paths of their modules
 */
export function programBuilds(common, root, commands, hooks) {
  // PROGRAM is the module of the script. Its require() finds the other scripts and JSON files, relative to dist/program.
  const script = (name, contents, options) => ({
    ...common, ...options,
    stdin: {contents, resolveDir: root, sourcefile: `${name}.js`},
    format: 'cjs',
    outfile: `dist/program/${name}.cjs`,
    supported: {...options.supported, 'dynamic-import': false},
    banner: {js: '"use strict"; const PROGRAM = module;'},
  })
  const main = `export * from 'kadm:oclif'
    export {modules} from 'kadm:modules'
    import {execute} from 'kadm:oclif'
    export const run = (root) => execute({loadOptions: {root, pjson: PROGRAM.require('../../package.json'), devPlugins: false, userPlugins: false}})`
  const kadm = `export * as library from './src/index.ts'
    export const commands = {${commands.map((path) => `'${nameOf(path)}': () => import('./${path}')`).join(', ')}}`
  return [
    script('main', main, {plugins: [oclifParts, written({'kadm:oclif': oclifExports, 'kadm:modules': modulesOf(commands, hooks)}, root)]}),
    script('kadm', kadm, {...spreads, plugins: [relocate, logWorker(common)]}),
    script('globby', 'export {globby} from \'globby\'', {}),
  ]
}
