import {expect} from 'chai'
import {spawnSync} from 'node:child_process'
import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'

import {home, plainEnv, root} from '../helpers/run-kadm.js'
import {makePrograms, runExamples, runShell} from '../helpers/shell-examples.js'

/** A ```console block: commands after "$ " (continued after "> "), each followed by its output. */
interface Block {
  readonly path: string
  readonly line: number
  readonly text: string
  /** True if the commands run in the root of the repository. */
  readonly needsClone: boolean
}

interface Exchange {
  readonly command: string
  readonly output: string
}

/** Pages whose examples the generator of the page runs. */
const generated = ['docs/commands.md']

const guides = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`).filter((path) => !generated.includes(path))

const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'samples/README.md', ...guides.sort()]

/** The page whose commands run in an empty folder, on files that they create. */
const startPage = 'docs/start.md'

const fenced = (text: string): string => `\`\`\`console\n${text}\`\`\``

const fence = /^```console\n([\s\S]*?)^```$/gm

function blocksOf(path: string): Block[] {
  const text = readFileSync(join(root, path), 'utf8')
  return [...text.matchAll(fence)].map(({index, 1: block = ''}) => ({path, line: text.slice(0, index).split('\n').length, text: block, needsClone: path !== startPage}))
}

function exchangesOf(text: string): Exchange[] {
  const exchanges: {command: string, output: string}[] = []
  for (const line of text.split('\n').slice(0, -1)) {
    const last = exchanges.at(-1)
    if (line.startsWith('$ ')) exchanges.push({command: line.slice(2), output: ''})
    else if (last?.output === '' && line.startsWith('> ')) last.command += `\n${line.slice(2)}`
    else if (last !== undefined) last.output += `${line}\n`
  }
  return exchanges
}

const mark = '\u0001'

/** A script that runs others, by their URLs. Each begins, after a mark, when the one before has nothing left to do: one process loads the library once. */
const runInTurn = (urls: readonly string[]): string => `const urls = ${JSON.stringify(urls)}
process.on('beforeExit', () => {
  const url = urls.shift()
  if (url === undefined) return
  process.stdout.write(${JSON.stringify(mark)})
  setImmediate(() => import(url))
})
`

const print = (exchanges: readonly Exchange[]): string =>
  exchanges.map(({command, output}) => `$ ${command.replaceAll('\n', '\n> ')}\n${output}`).join('')

describe('examples in the documentation', function () {
  let bin = ''
  let empty = ''

  before(function () {
    if (process.platform === 'win32') this.skip()
    bin = makePrograms()
    empty = mkdtempSync(join(tmpdir(), 'kadm-start-'))
    const files = [...readFileSync(join(root, startPage), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, script = '']) => script)
    expect(runShell(files, bin, empty)).to.deep.equal([{output: '', status: 0}])
  })
  after(() => {
    for (const folder of [bin, empty]) if (folder !== '') rmSync(folder, {recursive: true, force: true})
  })

  const current = async (text: string, needsClone: boolean): Promise<string> => {
    const commands = exchangesOf(text).map(({command}) => command)
    const results = await runExamples(commands, bin, needsClone ? root : empty)
    return print(commands.map((command, i) => ({command, output: results[i]?.output ?? ''})))
  }

  // UPDATE_EXAMPLES=1 writes the current output into the pages.
  if (process.env['UPDATE_EXAMPLES'] === '1') {
    for (const path of pages) {
      it(`${path} is updated`, async () => {
        let text = readFileSync(join(root, path), 'utf8')
        for (const {text: old, needsClone} of blocksOf(path)) {
          const output = await current(old, needsClone)
          text = text.replace(fenced(old), () => fenced(output))
        }
        writeFileSync(join(root, path), text)
      })
    }
  }

  it('exist', () => expect(blocksOf('README.md').length).to.be.greaterThan(2))

  for (const {path, line, text, needsClone: isInClone} of pages.flatMap(blocksOf)) {
    it(`${path}:${line} equals the output of kadm`, async () => expect(await current(text, isInClone)).to.equal(text))
  }

  it('of the first page run without the files of the repository', () => {
    expect(readFileSync(join(root, startPage), 'utf8')).not.to.contain('samples/')
    expect(readdirSync(empty).sort()).to.deep.equal(['apps', 'policies'])
  })

  describe('of the library', () => {
    const examples = ['docs/library.md', 'docs/webhook.md'].flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, script = ''], i) => ({what: `${path}, ${i + 1}`, script})))
    let [outputs, errors] = [[] as string[], '']

    before(() => {
      const library = (path: string): string => JSON.stringify(pathToFileURL(join(home, path)))
      const scripts = examples.map(({script}) => script.replace('\'kadm\'', library('dist/src/index.js')).replace('\'kadm/browser\'', library('dist/browser/index.js')))
        .map((script) => `data:text/javascript,${encodeURIComponent(script)}`)
      const {stdout, stderr} = spawnSync(process.execPath, ['--input-type=module'], {cwd: root, env: plainEnv, encoding: 'utf8', input: runInTurn(scripts), timeout: 300_000})
      outputs = stdout.split(mark).slice(1)
      errors = stderr
    })

    for (const [i, {what, script}] of examples.entries()) {
      it(`equal its output: ${what}`, () => {
        const expected = [...script.matchAll(/\/\/ => (.*)$/gm)].map(([, output = '']) => output)
        expect(errors).to.equal('')
        expect(outputs[i]?.trimEnd().split('\n')).to.deep.equal(expected)
        expect(expected).not.to.deep.equal([])
      })
    }
  })
})
