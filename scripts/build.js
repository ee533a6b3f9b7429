// Builds dist/: the declarations of the library, and its program in a few files instead of some hundred small modules, which
// would take most of the time that a short run has.
import {build, transform} from 'esbuild'
import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {cpSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs'
import {dirname} from 'node:path'
import {fileURLToPath} from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
process.chdir(root)

const node = {bundle: true, format: 'esm', platform: 'node', target: 'node20.19', logLevel: 'warning'}

/** The parts of oclif that kadm uses, as one file. Loaded from its own 165 files it takes longer than all else together. */
const oclif = {
  ...node,
  stdin: {
    contents: `export * as Args from '@oclif/core/args'
      export {Command} from '@oclif/core/command'
      export * as Errors from '@oclif/core/errors'
      export {execute} from '@oclif/core/execute'
      export * as Flags from '@oclif/core/flags'`,
    resolveDir: root,
  },
  outfile: 'dist/vendor/oclif.js',
  external: ['pnpapi', 'ts-node', 'typescript'],
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'eof',
  banner: {js: "import {createRequire} from 'node:module'\nconst require = createRequire(import.meta.url), __dirname = import.meta.dirname"},
}

const tables = 'src/machinery/schema'

/** What bundling moves must still be found: oclif in its one file, and the field tables, which stay files to be read when needed. */
const relocate = {
  name: 'relocate',
  setup({onLoad, onResolve}) {
    onResolve({filter: /^@oclif\/core(\/|$)/}, ({path, importer}) => {
      if (path !== '@oclif/core') throw new Error(`${importer}: import oclif as '@oclif/core', which the build replaces`)
      return {path: '#oclif', external: true}
    })
    onLoad({filter: /[\\/]schema[\\/]api-tables\.ts$/}, ({path}) => {
      const [before, after, ...others] = readFileSync(path, 'utf8').split('createRequire(import.meta.url)')
      if (after === undefined || others.length > 0) throw new Error(`${path}: scripts/build.js expects one createRequire(import.meta.url)`)
      return {loader: 'ts', contents: `${before}createRequire(new URL('../${tables}/', import.meta.url))${after}`}
    })
  },
}

/**
 * js-yaml becomes part of the program, and no object in it is spread: with Node.js 20 each object that is spread and added to has
 * a hidden class of its own, and as the parser keeps its state in one, every access to it is slow. Like this it takes a third of
 * the time.
 */
const yaml = {
  name: 'yaml',
  setup({onLoad, onResolve}) {
    onResolve({filter: /^js-yaml$/}, ({path}) => ({path: fileURLToPath(import.meta.resolve(path)), sideEffects: false}))
    onLoad({filter: /[\\/]js-yaml\.mjs$/}, async ({path}) => ({contents: (await transform(readFileSync(path), {supported: {'object-rest-spread': false}})).code}))
  },
}

const filesIn = (folder) => readdirSync(folder, {recursive: true, withFileTypes: true}).filter((entry) => entry.isFile()).map(({parentPath, name}) => `${parentPath}/${name}`)

const program = {
  ...node,
  entryPoints: [...filesIn('commands'), ...filesIn('src/cli/hooks'), 'src/index.ts'],
  outdir: 'dist',
  outbase: '.',
  chunkNames: 'chunks/[name]-[hash]',
  splitting: true,
  packages: 'external',
  sourcemap: true,
  metafile: true,
  legalComments: 'eof',
  plugins: [relocate, yaml],
}

/** Ends the build with a message. */
function fail(message) {
  console.error(`build: ${message}`)
  process.exit(1)
}

/** When anything below a path was last changed; folders count, as theirs changes when a file goes away. */
function lastChange(path) {
  const stats = statSync(path, {throwIfNoEntry: false})
  if (stats?.isDirectory() !== true) return stats?.mtimeMs ?? 0
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => lastChange(`${path}/${name}`)))
}

const inputs = ['src', 'commands', 'scripts/build.js', 'scripts/manifest.js', 'package.json', 'package-lock.json', 'tsconfig.json']
if (process.argv.includes('--if-changed') && lastChange('oclif.manifest.json') > Math.max(...inputs.map(lastChange))) process.exit()

rmSync('dist', {recursive: true, force: true})
rmSync('oclif.manifest.json', {force: true})
const tsc = spawn(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--emitDeclarationOnly'], {stdio: 'inherit'})
const [[status], {metafile}] = await Promise.all([once(tsc, 'close'), build(program), build(oclif)])
const [home] = Object.entries(metafile.outputs).find(([, {inputs}]) => `${tables}/api-tables.ts` in inputs) ?? ['']
if (dirname(home) !== 'dist/chunks') fail(`the field tables are expected to be read from dist/chunks, not from ${home}`)
cpSync(tables, `dist/${tables}`, {recursive: true, filter: (path) => !path.endsWith('.ts')})
await import('./manifest.js')
if (status !== 0) fail('there are type errors (dist/ is made all the same)')
