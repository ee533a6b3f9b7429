// Builds the playground in playground/, or in the folder after --out: a page for any static web server. `npm run playground -- --serve` also
// serves it on this machine.
import {build} from 'esbuild'
import {cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {createServer} from 'node:http'
import {basename, extname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {parseArgs} from 'node:util'
import {register} from 'tsx/esm/api'

import {packagesIn} from './build/packages-in.js'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const {values: {out: folder, serve}} = parseArgs({options: {out: {type: 'string', default: 'playground'}, serve: {type: 'boolean', default: false}}})

/** Kinds whose objects are policies. */
const policyKinds = /^kind: (?:LimitRange|ResourceQuota|MetadataPolicy|Namespace|Node|PriorityClass|AdmissionConfiguration|Configuration)$/

/** Returns the role of a sample in a simulation, by its name and its objects. */
function roleOf(path, text) {
  if (basename(path) === 'running.yaml') return 'existing'
  const kinds = text.match(/^kind: .*$/gm) ?? []
  return kinds.length > 0 && kinds.every((kind) => policyKinds.test(kind)) ? 'policies' : 'objects'
}

const yamlIn = (path) => readdirSync(path, {recursive: true, encoding: 'utf8'}).map((name) => name.replaceAll('\\', '/')).filter((name) => /\.ya?ml$/.test(name)).sort()

/** Samples whose object another sample of the folder declares, too: they are examples of their own. */
const ownExamples = new Set(['samples/limit-range/misspelt.yaml'])

/** Samples that compare two versions of a policy: they are no single input. */
const withoutExample = new Set(['diff'])

const words = (text) => text.replaceAll('-', ' ')

/** Returns the examples of a folder: its files, and those that are examples of their own. */
function examplesOf(path, title) {
  const files = yamlIn(path).map((name) => ({name, text: readFileSync(join(path, name), 'utf8')})).map(({name, text}) => ({name, text, role: roleOf(name, text)}))
  const isOwn = ({name}) => ownExamples.has(`${path}/${name}`)
  return [
    {title, files: files.filter((file) => !isOwn(file))},
    ...files.filter(isOwn).map((file) => ({title: `${title}: ${words(file.name.replace(/\.ya?ml$/, ''))}`, files: [file]})),
  ]
}

/** Returns the examples: a title and the files for each heading of samples/README.md, the folder below it, or the folders in it. */
function examples() {
  const found = []
  let parent = ''
  for (const [, level, title] of readFileSync('samples/README.md', 'utf8').matchAll(/^(##|###) (.+)$/gm)) {
    if (level === '##') parent = title
    for (const name of title.split(', ')) {
      const path = level === '##' ? `samples/${parent}` : `samples/${parent}/${name}`
      const hasOwn = level === '###' || readdirSync(path).some((entry) => /\.ya?ml$/.test(entry)) || readdirSync(path).some((entry) => /^(?:app|policies)$/.test(entry))
      if (hasOwn && !withoutExample.has(parent)) found.push(...examplesOf(path, level === '##' ? words(parent) : `${words(parent)}: ${words(name)}`))
    }
  }
  return found
}

rmSync(folder, {recursive: true, force: true})
mkdirSync(folder, {recursive: true})
const {metafile: {inputs, outputs}} = await build({
  entryPoints: ['browser/playground/main.ts', 'browser/playground/worker.ts', 'browser/playground/main.css'], outdir: folder, bundle: true, minify: true, splitting: true, format: 'esm',
  platform: 'browser', target: ['es2023', 'chrome111', 'firefox115', 'safari16.4'], chunkNames: '[name]-[hash]', legalComments: 'none', metafile: true, logLevel: 'warning',
})
cpSync('browser/playground/index.html', join(folder, 'index.html'))
register()
const {noticesOf} = await import('./docs/third-party-notices.ts')
writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), noticesOf('The scripts of the playground contain', packagesIn(inputs)))
writeFileSync(join(folder, 'examples.json'), JSON.stringify(examples()))
console.log(`${folder}/: ${Object.keys(outputs).length} scripts and styles. Serve the folder with any static web server.`)

const types = {'.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.txt': 'text/plain; charset=utf-8'}

if (serve) {
  const server = createServer(({url = '/'}, response) => {
    const name = new URL(url, 'http://localhost').pathname.slice(1) || 'index.html'
    const type = types[extname(name)]
    if (type === undefined || !readdirSync(folder).includes(name)) response.writeHead(404).end()
    else response.writeHead(200, {'content-type': type}).end(readFileSync(join(folder, name)))
  })
  server.listen(8080, '127.0.0.1', () => console.log('Open http://127.0.0.1:8080/'))
}
