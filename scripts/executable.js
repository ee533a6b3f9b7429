// `npm run executable [-- FOLDER]`: builds a single executable (https://nodejs.org/api/single-executable-applications.html) from dist/ and the
// Node.js that runs this script, for the same platform. It is written to FOLDER (by default executable/), with the licenses.
import {buildSync} from 'esbuild'
import {execFileSync, spawnSync} from 'node:child_process'
import {chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, dirname, join, parse} from 'node:path'
import {fileURLToPath} from 'node:url'
import {inject} from 'postject'

import {installedPackages} from './build/program.js'

process.chdir(fileURLToPath(new URL('../', import.meta.url)))

const [, , folder = 'executable'] = process.argv
const executable = join(folder, process.platform === 'win32' ? 'kadm.exe' : 'kadm')

/** The commands whose compiled code is part of the executable. They run on the samples, and find mistakes in them. */
const typical = [
  ['lint', 'samples/quickstart/*.yaml'],
  ['simulate', 'samples/quickstart/pod.yaml', '--ns', 'dev'],
  ['capacity', 'samples/quickstart/pod.yaml', '--ns', 'dev'],
  ['describe', 'quota', '-p', 'samples/quota/policies'],
  ['rules'],
  ['help', 'lint'],
]

/** Ends the script with a message. */
function fail(message) {
  console.error(`executable: ${message}`)
  process.exit(1)
}

/** Returns the path of Node.js' license, which official builds have beside bin/ (on Windows, beside node.exe), and Debian with the documentation. */
function nodeLicense() {
  const home = dirname(process.execPath)
  return [join(home, 'LICENSE'), join(home, '../LICENSE'), join(home, '../share/doc/nodejs/copyright')].find((path) => existsSync(path))
    ?? fail(`the license of Node.js is not in the folder of ${process.execPath}: use an official build of Node.js`)
}

/** Lets V8 compile the program in typical runs. Returns the assets with the compiled code of its scripts, which have the names in `scripts`. */
function compiledCode(cache, scripts) {
  for (const command of typical) {
    const {status, stderr} = spawnSync(process.execPath, ['bin/run.js', ...command], {env: {...process.env, NODE_COMPILE_CACHE: cache, NODE_DISABLE_COMPILE_CACHE: ''}, encoding: 'utf8'})
    if (status !== 0 && status !== 1) fail(`kadm ${command.join(' ')} ends with ${status}: ${stderr}`)
  }
  // Node.js keeps its own files there, too.
  const files = new Map(readdirSync(cache).filter((name) => name.startsWith('kadm-')).map((name) => [name.split('-')[1], join(cache, name)]))
  return Object.fromEntries(scripts.map((name) => [`${name}.code`, files.get(parse(name).name) ?? fail(`no typical command loads ${name}`)]))
}

/** Bundles the packages that npm installs beside the package of kadm. Returns their scripts as assets, without compiled code. */
function packageAssets(folder) {
  mkdirSync(folder)
  const none = join(folder, 'none')
  writeFileSync(none, '')
  return Object.fromEntries(installedPackages.flatMap((name) => {
    const outfile = join(folder, `${name}.cjs`)
    buildSync({entryPoints: [name], bundle: true, platform: 'node', format: 'cjs', target: 'node20.19', minify: true, outfile})
    return [[`${name}.cjs`, outfile], [`${name}.cjs.code`, none]]
  }))
}

/** Returns the assets of the executable, by their names. */
function assets(cache) {
  const scripts = ['dist/program', 'dist/shared'].flatMap((folder) => readdirSync(folder).filter((name) => /\.c?js$/.test(name)).map((name) => `${folder}/${name}`))
  const tables = readdirSync('dist/program', {recursive: true}).filter((name) => name.endsWith('.json')).map((name) => `dist/program/${name}`)
  return {
    ...Object.fromEntries(['package.json', ...tables, ...scripts].map((path) => [basename(path), path])),
    // Threads run the text of log-worker.cjs, without compiled code.
    ...compiledCode(cache, scripts.map((path) => basename(path)).filter((name) => name !== 'log-worker.cjs')),
  }
}

/** Writes the blob that Node.js finds in the executable. */
function blob(temporary) {
  const main = join(temporary, 'main.cjs')
  const output = join(temporary, 'kadm.blob')
  const config = join(temporary, 'sea-config.json')
  buildSync({entryPoints: ['src/start/executable.ts'], bundle: true, platform: 'node', format: 'cjs', target: 'node20.19', minifyWhitespace: true, outfile: main})
  writeFileSync(config, JSON.stringify({main, output, disableExperimentalSEAWarning: true, assets: {...assets(join(temporary, 'cache')), ...packageAssets(join(temporary, 'packages'))}}))
  execFileSync(process.execPath, ['--experimental-sea-config', config], {stdio: ['ignore', 'ignore', 'inherit']})
  return output
}

/** macOS runs signed programs only. The signature of Node.js does not cover the injected content. */
const codesign = (...args) => process.platform === 'darwin' && execFileSync('codesign', [...args, executable], {stdio: 'inherit'})

if (!existsSync('oclif.manifest.json')) fail('there is no dist/: run `npm run build` first')
const temporary = mkdtempSync(join(tmpdir(), 'kadm-executable-'))
try {
  mkdirSync(folder, {recursive: true})
  copyFileSync(nodeLicense(), join(folder, 'NODE-LICENSE.txt'))
  for (const path of ['LICENSE', 'THIRD-PARTY-NOTICES.txt']) copyFileSync(path, join(folder, path))
  rmSync(executable, {force: true})
  copyFileSync(process.execPath, executable)
  chmodSync(executable, 0o755)
  codesign('--remove-signature')
  await inject(executable, 'NODE_SEA_BLOB', readFileSync(blob(temporary)), {sentinelFuse: 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2', machoSegmentName: 'NODE_SEA'})
  codesign('--sign', '-')
  console.log(`${executable}: ${execFileSync(executable, ['--version'], {encoding: 'utf8'}).trim()}`)
} finally {
  rmSync(temporary, {recursive: true})
}
