// Builds dist/: the library with its declarations, and the program, bundled into a few files. Loading hundreds of small modules
// would take most of the time of a short run.
import {build, transform} from 'esbuild'
import {spawn} from 'node:child_process'
import {createHash} from 'node:crypto'
import {once} from 'node:events'
import {cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {basename, dirname, sep} from 'node:path'
import {fileURLToPath} from 'node:url'

import {edited} from './build/oclif.js'
import {programBuilds} from './build/program.js'
import {spreads, withHelpers} from './build/spread.js'

const root = fileURLToPath(new URL('../', import.meta.url))
process.chdir(root)

const common = {
  bundle: true, platform: 'node', target: 'node20.19', logLevel: 'warning', write: false,
  sourcemap: 'external', sourcesContent: false, metafile: true, legalComments: 'eof',
}

const filesIn = (folder) => readdirSync(folder, {recursive: true, withFileTypes: true}).filter((entry) => entry.isFile())
  .map(({parentPath, name}) => `${parentPath}/${name}`.replaceAll(sep, '/')).sort()

const library = {
  ...common, ...spreads,
  format: 'esm',
  entryPoints: ['src/index.ts'],
  outfile: 'dist/src/index.js',
  plugins: [{
    name: 'find-tables',
    setup({onLoad}) {
      const home = 'createRequire(new URL(\'machinery/schema/\', import.meta.url))'
      onLoad({filter: /[\\/]schema[\\/]api-tables\.ts$/}, ({path}) => ({loader: 'ts', contents: edited(path, {'createRequire(import.meta.url)': home})}))
    },
  }],
}

/** The module that bin/run.js imports. */
const start = {...common, format: 'esm', entryPoints: ['src/start/package.ts'], outfile: 'dist/start.js'}

/** Minifies a file, as V8 parses all of it before it runs. Keeps names, for stack traces. */
async function shortened(path, text, map) {
  const {code, map: shorter} = await transform(`${text}//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}\n`, {
    loader: 'js', target: common.target, minifySyntax: true, minifyWhitespace: true, legalComments: 'eof', sourcemap: 'external', sourcesContent: false, sourcefile: basename(path),
  })
  // V8 reads ASCII faster, and stores it in half the memory.
  return {code: code.replaceAll(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`), map: shorter}
}

/** Prepends a line with the hash of a script, by which the code cache (src/start/code-cache.ts) recognizes it. */
const withHash = ({code, map}) => ({
  code: `//${createHash('sha256').update(code).digest('hex').slice(0, 16)}\n${code}`,
  map: JSON.stringify({...JSON.parse(map), mappings: `;${JSON.parse(map).mappings}`}),
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

const inputs = ['src', 'commands', 'scripts/build.js', 'scripts/build', 'scripts/manifest.js', 'package.json', 'package-lock.json', 'tsconfig.json']
if (process.argv.includes('--if-changed') && lastChange('oclif.manifest.json') > Math.max(...inputs.map(lastChange))) process.exit()

rmSync('dist', {recursive: true, force: true})
rmSync('oclif.manifest.json', {force: true})
const tsc = spawn(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--emitDeclarationOnly'], {stdio: 'inherit'})
const builds = [library, start, ...programBuilds(common, root, filesIn('commands'), filesIn('src/cli/hooks'))]
const [[status], ...built] = await Promise.all([once(tsc, 'close'), ...builds.map((options) => build(options))])
const outputFiles = built.flatMap(({outputFiles: files}) => files)
if (!outputFiles.some(({text}) => text.includes('var __spreadValues = '))) fail('esbuild no longer writes out what spreads objects with __spreadValues')
const maps = new Map(outputFiles.filter(({path}) => path.endsWith('.map')).map(({path, text}) => [path, text]))
await Promise.all(outputFiles.filter(({path}) => !path.endsWith('.map')).map(async (file) => {
  const {path} = file
  const short = await shortened(path, withHelpers(file), maps.get(`${path}.map`))
  const {code, map} = path.endsWith('.cjs') ? withHash(short) : short
  mkdirSync(dirname(path), {recursive: true})
  writeFileSync(path, `${code}//# sourceMappingURL=${basename(path)}.map\n`)
  writeFileSync(`${path}.map`, map)
}))
cpSync('src/machinery/schema', 'dist/src/machinery/schema', {recursive: true, filter: (path) => !path.endsWith('.ts')})
writeFileSync('dist/bundled-packages.json', `${JSON.stringify(bundledPackages(Object.assign({}, ...built.map(({metafile}) => metafile.inputs))), null, 2)}\n`)
await import('./manifest.js')
if (status !== 0) fail('there are type errors (dist/ is made all the same)')
