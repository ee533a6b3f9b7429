// Builds dist/: the program, bundled into a few files, and the library, which is part of them, with its declarations. Loading hundreds of
// small modules would take most of the time of a short run. `npm run types` checks the types.
import {generateDtsBundle} from 'dts-bundle-generator'
import {build, transform} from 'esbuild'
import {createHash} from 'node:crypto'
import {cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {basename, dirname, sep} from 'node:path'
import {fileURLToPath} from 'node:url'

import {programBuilds} from './build/program.js'
import {withHelpers} from './build/spread.js'

const root = fileURLToPath(new URL('../', import.meta.url))
process.chdir(root)

const common = {
  bundle: true, platform: 'node', target: 'node20.19', logLevel: 'warning', write: false,
  sourcemap: 'external', sourcesContent: false, metafile: true, legalComments: 'eof',
}

const filesIn = (folder) => readdirSync(folder, {recursive: true, withFileTypes: true}).filter((entry) => entry.isFile())
  .map(({parentPath, name}) => `${parentPath}/${name}`.replaceAll(sep, '/')).sort()

/** Writes the declarations of the library as one file. */
function writeDeclarations() {
  const [text] = generateDtsBundle([{filePath: 'src/index.ts', output: {noBanner: true, exportReferencedTypes: false}}], {preferredConfigPath: 'tsconfig.json'})
  writeFileSync('dist/src/index.d.ts', text)
}

/** Returns the library: an ES module with the values of src/index.ts, which are in the script of the commands. */
async function library() {
  const {metafile: {outputs}} = await build({entryPoints: ['src/index.ts'], format: 'esm', metafile: true, write: false, outdir: 'dist'})
  const [{exports: names}] = Object.values(outputs)
  return `import program from '../program/kadm.cjs'\n\nexport const {${names.sort().join(', ')}} = program.library\n`
}

/** The module that bin/run.js imports. */
const start = {...common, format: 'esm', entryPoints: ['src/start/package.ts'], outfile: 'dist/start.js'}

/** Minifies a file: V8 parses the whole file before it runs, and users download it. Stack traces keep the names of methods; the map has the others. */
async function shortened(path, text, map) {
  const {code, map: shorter} = await transform(`${text}//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}\n`, {
    loader: 'js', target: common.target, minify: true, legalComments: 'eof', sourcemap: 'external', sourcesContent: false, sourcefile: basename(path),
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
const builds = [start, ...programBuilds(common, root, filesIn('commands'), filesIn('src/cli/hooks'))]
const built = await Promise.all(builds.map((options) => build(options)))
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
cpSync('src/machinery/schema', 'dist/src/machinery/schema', {recursive: true, filter: (path) => !/\.(?:ts|md)$/.test(path)})
writeFileSync('dist/bundled-packages.json', `${JSON.stringify(bundledPackages(Object.assign({}, ...built.map(({metafile}) => metafile.inputs))), null, 2)}\n`)
writeFileSync('dist/src/index.js', await library())
await import('./manifest.js')
writeDeclarations()
