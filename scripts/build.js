// Builds dist/: the declarations of the library, and the program, bundled into a few files. Loading hundreds of small modules
// would take most of the time of a short run.
import {build, transform} from 'esbuild'
import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {basename, dirname} from 'node:path'
import {fileURLToPath} from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
process.chdir(root)

const node = {bundle: true, format: 'esm', platform: 'node', target: 'node20.19', logLevel: 'warning'}

const tables = 'src/machinery/schema'

/** Returns the text of a file with one replacement. Fails unless the replaced text occurs exactly once. */
function edited(path, text, other) {
  const [before, after, ...others] = readFileSync(path, 'utf8').split(text)
  if (after === undefined || others.length > 0) throw new Error(`${path}: scripts/build.js expects one ${text}`)
  return `${before}${other}${after}`
}

/** Bundles the parts of oclif that kadm uses. Loading its 165 files takes longer than everything else together. */
const oclif = {
  ...node,
  stdin: {
    contents: `export * as Args from '@oclif/core/args'
      export {Command} from '@oclif/core/command'
      export * as Errors from '@oclif/core/errors'
      export {execute} from '@oclif/core/execute'
      export * as Flags from '@oclif/core/flags'
      export {loadHelpClass} from '@oclif/core/help'`,
    resolveDir: root,
  },
  outfile: 'dist/vendor/oclif.js',
  external: ['pnpapi', 'ts-node', 'typescript'],
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'eof',
  banner: {js: "import {createRequire} from 'node:module'\nconst require = createRequire(import.meta.url), __dirname = import.meta.dirname"},
  metafile: true,
  plugins: [{
    name: 'plain-order',
    // Avoids localeCompare: loading collation data takes 6 ms, and command names are ASCII.
    setup({onLoad}) {
      onLoad({filter: /[\\/]core[\\/]lib[\\/]config[\\/]plugin\.js$/}, ({path}) => ({contents: edited(path, 'a.id.localeCompare(b.id)', '(a.id < b.id ? -1 : 1)')}))
    },
  }],
}

/** Adjusts imports of files that bundling moves: oclif, which is one file, and the field tables, which are read on demand. */
const relocate = {
  name: 'relocate',
  setup({onLoad, onResolve}) {
    onResolve({filter: /^@oclif\/core(\/|$)/}, ({path, importer}) => {
      if (path !== '@oclif/core') throw new Error(`${importer}: import oclif as '@oclif/core', which the build replaces`)
      return {path: '#oclif', external: true}
    })
    onLoad({filter: /[\\/]schema[\\/]api-tables\.ts$/}, ({path}) => {
      const home = `createRequire(new URL('../${tables}/', import.meta.url))`
      return {loader: 'ts', contents: edited(path, 'createRequire(import.meta.url)', home)}
    })
  },
}

/**
 * Faster replacements for esbuild's helpers for object spread. With Node.js 20, each object that is spread and extended gets its own hidden
 * class, which slows down every access. With these helpers, similar objects share a class. A key "__proto__" stays a key.
 */
const helpers = {
  __defNormalProp: `(obj, key, value) => key === "__proto__" ? __defProp(obj, key, { enumerable: true, configurable: true, writable: true, value }) : obj[key] = value`,
  __spreadValues: `(a, b) => {
  if (b == null || !Object.hasOwn(b, "__proto__")) return Object.assign(a, b);
  for (const key of Object.keys(b)) __defNormalProp(a, key, b[key]);
  return a;
}`,
  __spreadProps: '(a, b) => __spreadValues(a, b)',
  __objRest: `(source, exclude) => {
  const target = {};
  for (const key of Object.keys(source)) if (!exclude.includes(key)) __defNormalProp(target, key, source[key]);
  return target;
}`,
}

/** Replaces esbuild's helpers with ours. Keeps the line numbers of the following code. */
function withHelpers({path, text}) {
  let result = text
  for (const [name, helper] of Object.entries(helpers)) {
    const [found, ...others] = text.match(new RegExp(`^var ${name} = (?:.*;$|[^]*?^};$)`, 'gm')) ?? []
    if (found === undefined) continue
    const lines = found.split('\n').length - helper.split('\n').length
    if (others.length > 0 || lines < 0) fail(`${path}: esbuild writes ${name} in another way than expected`)
    result = result.replace(found, () => `var ${name} = ${helper};${'\n'.repeat(lines)}`)
  }
  return result
}

const filesIn = (folder) => readdirSync(folder, {recursive: true, withFileTypes: true}).filter((entry) => entry.isFile()).map(({parentPath, name}) => `${parentPath}/${name}`)

/** Entry points of `kadm lint`, the most frequent and shortest command. Bundled separately, it loads half as many files. */
const lint = ['commands/lint.ts', ...filesIn('src/cli/hooks')]

const others = [...filesIn('commands').filter((path) => !lint.includes(path)), 'src/index.ts']

const program = (entryPoints) => ({
  ...node,
  entryPoints,
  outdir: 'dist',
  outbase: '.',
  chunkNames: 'chunks/[name]-[hash]',
  splitting: true,
  external: ['globby'],
  supported: {'object-rest-spread': false},
  write: false,
  sourcemap: 'external',
  sourcesContent: false,
  metafile: true,
  legalComments: 'eof',
  plugins: [relocate],
})

/** Minifies a file, as V8 parses all of it before it runs. Keeps names, for stack traces. */
const shortened = (path, text, map) => transform(`${text}//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}\n`, {
  loader: 'js', target: node.target, minifySyntax: true, minifyWhitespace: true, legalComments: 'eof', sourcemap: 'external', sourcesContent: false, sourcefile: basename(path),
})

/** Returns the folders of the bundled packages, sorted. The third-party notices are generated from them. */
const bundledPackages = (inputs) =>
  [...new Set(Object.keys(inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))].sort()

/** Ends the build with a message. */
function fail(message) {
  console.error(`build: ${message}`)
  process.exit(1)
}

/** Returns the last modification time below a path, including folders, whose time changes when a file is deleted. */
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
const [[status], ...built] = await Promise.all([once(tsc, 'close'), build(program(lint)), build(program(others)), build(oclif)])
const outputFiles = built.flatMap(({outputFiles: files = []}) => files)
if (!outputFiles.some(({text}) => text.includes('var __spreadValues = '))) fail('esbuild no longer writes out what spreads objects with __spreadValues')
const maps = new Map(outputFiles.filter(({path}) => path.endsWith('.map')).map(({path, text}) => [path, text]))
await Promise.all(outputFiles.filter(({path}) => path.endsWith('.js')).map(async (file) => {
  const {path} = file
  const {code, map} = await shortened(path, withHelpers(file), maps.get(`${path}.map`))
  mkdirSync(dirname(path), {recursive: true})
  writeFileSync(path, `${code}//# sourceMappingURL=${basename(path)}.map\n`)
  writeFileSync(`${path}.map`, map)
}))
const homes = built.flatMap(({metafile}) => Object.entries(metafile.outputs)).filter(([, {inputs}]) => `${tables}/api-tables.ts` in inputs)
for (const [home] of homes) if (dirname(dirname(home)) !== 'dist') fail(`the field tables are expected to be read from a folder of dist, not from ${home}`)
cpSync(tables, `dist/${tables}`, {recursive: true, filter: (path) => !path.endsWith('.ts')})
writeFileSync('dist/bundled-packages.json', `${JSON.stringify(bundledPackages(Object.assign({}, ...built.map(({metafile}) => metafile.inputs))), null, 2)}\n`)
await import('./manifest.js')
if (status !== 0) fail('there are type errors (dist/ is made all the same)')
