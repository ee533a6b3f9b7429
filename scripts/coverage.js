// `npm run coverage`: reports the coverage that `npm run test:all` has measured, and checks it. Leaves out modules of src/ that have only
// types: they are never loaded, and would count as untested.
import {transformSync} from 'esbuild'
import {spawnSync} from 'node:child_process'
import {readdirSync, readFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import {fileURLToPath} from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const modules = readdirSync('src', {recursive: true}).map((name) => `src/${name.replaceAll('\\', '/')}`).filter((path) => path.endsWith('.ts'))
const isTypes = (path) => !/\S/.test(transformSync(readFileSync(path, 'utf8'), {loader: 'ts', minify: true, legalComments: 'none', tsconfigRaw: {}}).code)

const {exclude} = JSON.parse(readFileSync('.c8rc.json', 'utf8'))
const excluded = [...exclude, ...modules.filter(isTypes)].map((path) => `--exclude=${path}`)
const require = createRequire(import.meta.url)
const c8 = require.resolve('c8/bin/c8.js')
const {status} = spawnSync(process.execPath, [c8, ...excluded, 'report'], {stdio: 'inherit'})
process.exitCode = status ?? 1
