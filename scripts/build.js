// Builds dist/: the program, bundled into a few files, the library, which is part of them, with its declarations, and the library for browsers. Loading hundreds of
// small modules would take most of the time of a short run. `npm run lint` checks the types.
import {generateDtsBundle} from 'dts-bundle-generator'
import {build} from 'esbuild'
import {createHash} from 'node:crypto'
import {cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {basename, dirname} from 'node:path'
import {fileURLToPath} from 'node:url'

import {browserBuild} from './build/browser.js'
import {packagesIn} from './build/packages-in.js'
import {installedPackages, programBuilds} from './build/program.js'
import {sharedBuilds} from './build/shared.js'

process.chdir(fileURLToPath(new URL('../', import.meta.url)))

const common = {
  bundle: true, platform: 'node', target: 'node20.19', logLevel: 'warning', write: false, metafile: true,
  // THIRD-PARTY-NOTICES.txt has the licenses of all bundled packages.
  legalComments: 'none',
  // V8 parses a whole file before it runs, and users download it. Stack traces keep the names of methods; the map has the others.
  minify: true, sourcemap: 'external', sourcesContent: false,
}

/** Writes the declarations of the library as one file, without indentation: the package has a limit of 3,000,000 bytes. */
function writeDeclarations() {
  const [text] = generateDtsBundle([{filePath: 'src/index.ts', output: {noBanner: true, exportReferencedTypes: false}}], {preferredConfigPath: 'tsconfig.declarations.json'})
  writeFileSync('dist/src/index.d.ts', text.replaceAll(/^\t+/gm, ''))
}

/** Returns the library: an ES module with the values of src/index.ts, which are in the script of the commands. */
async function library() {
  const {metafile: {outputs}} = await build({entryPoints: ['src/index.ts'], format: 'esm', metafile: true, write: false, outdir: 'dist'})
  const [{exports: names}] = Object.values(outputs)
  return `import program from '../program/kadm.cjs'
import engine from '../shared/engine.js'
import views from '../shared/views.js'

export const {${names.sort().join(', ')}} = await program.library({engine, views})
`
}

/** The module that bin/run.js imports. */
const start = {...common, format: 'esm', entryPoints: ['src/start/package.ts'], outfile: 'dist/start.js'}

/** True for the scripts of the program, which it loads with their compiled code. */
const hasCodeCache = (path) => ['program', 'shared'].includes(basename(dirname(path)))

/** Prepends a line with the hash of a script, by which the code cache (src/start/code-cache.ts) recognizes it. */
const withHash = (code, map) => ({
  code: `//${createHash('sha256').update(code).digest('hex').slice(0, 16)}\n${code}`,
  map: JSON.stringify({...JSON.parse(map), mappings: `;${JSON.parse(map).mappings}`}),
})

/** Returns the folders of the bundled packages, sorted, with those that only single executables contain. The third-party notices are generated from them. */
const bundledPackages = (inputs) => [...packagesIn(inputs), ...installedPackages.map((name) => `node_modules/${name}`)].sort()

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

const inputs = [
  'src', 'commands', 'scripts/build.js', 'scripts/build', 'scripts/manifest.js', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.declarations.json',
]
// The declarations are written last.
if (process.argv.includes('--if-changed') && lastChange('dist/src/index.d.ts') > Math.max(...inputs.map(lastChange))) process.exit()

rmSync('dist', {recursive: true, force: true})
rmSync('oclif.manifest.json', {force: true})
const {kadm, ...others} = programBuilds(common)
const built = await Promise.all([start, ...Object.values(others), ...await sharedBuilds(browserBuild(common), kadm)].map((options) => build(options)))
const outputFiles = built.flatMap(({outputFiles: files}) => files)
const maps = new Map(outputFiles.filter(({path}) => path.endsWith('.map')).map(({path, text}) => [path, text]))
for (const {path, text} of outputFiles.filter((file) => !file.path.endsWith('.map'))) {
  // For other characters, V8 stores the whole text with two bytes for each.
  if (Buffer.from(text, 'latin1').toString('latin1') !== text) fail(`${path} has characters beyond Latin-1: write them as escapes`)
  const {code, map} = hasCodeCache(path) ? withHash(text, maps.get(`${path}.map`)) : {code: text, map: maps.get(`${path}.map`)}
  mkdirSync(dirname(path), {recursive: true})
  writeFileSync(path, map === undefined ? code : `${code}//# sourceMappingURL=${basename(path)}.map\n`)
  if (map !== undefined) writeFileSync(`${path}.map`, map)
}
for (const path of readdirSync('src/machinery/schema', {recursive: true}).filter((name) => name.endsWith('.json'))) cpSync(`src/machinery/schema/${path}`, `dist/program/${path}`)
writeFileSync('dist/bundled-packages.json', `${JSON.stringify(bundledPackages(Object.assign({}, ...built.map(({metafile}) => metafile.inputs))), null, 2)}\n`)
cpSync('scripts/build/browser.d.ts', 'dist/browser/index.d.ts')
mkdirSync('dist/src')
writeFileSync('dist/src/index.js', await library())
await import('./manifest.js')
writeDeclarations()
