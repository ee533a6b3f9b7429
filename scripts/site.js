// `npm run site`: builds the documentation site into site/dist, and the playground into a folder of it. Installs the packages of the site first if they
// are missing or old. Warnings and dead links fail with status 1. Status 2 means that the packages cannot be installed.
import {spawnSync} from 'node:child_process'
import {statSync} from 'node:fs'
import {fileURLToPath} from 'node:url'

process.chdir(fileURLToPath(new URL('../site', import.meta.url)))

/** Ends the script with a message. */
function fail(message, status = 1) {
  console.error(`site: ${message}`)
  process.exit(status)
}

const changed = (path) => statSync(path, {throwIfNoEntry: false})?.mtimeMs ?? 0

// npm writes this file at the end of an installation.
if (changed('node_modules/.package-lock.json') < changed('package-lock.json')) {
  const {status} = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {stdio: 'inherit', shell: process.platform === 'win32'})
  if (status !== 0) fail('its packages cannot be installed: can the npm registry be reached?', 2)
}

const {status, stdout, stderr} = spawnSync(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'build'], {encoding: 'utf8', env: {...process.env, NO_COLOR: '1'}})
const output = `${stdout}${stderr}`
console.log(output.trim())
if (status !== 0) fail('VitePress cannot build it')
if (/^\s*\(!\)|\bwarn(?:ing)?\b/im.test(output)) fail('VitePress reports warnings')
const playground = spawnSync(process.execPath, ['scripts/playground.js', '--out', 'site/dist/try'], {cwd: '..', stdio: ['ignore', 'ignore', 'inherit']})
if (playground.status !== 0) fail('the playground cannot be built')
console.log('site: built in site/dist')
