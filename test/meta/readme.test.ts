import {expect} from 'chai'
import {spawnSync} from 'node:child_process'
import {chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {delimiter, join} from 'node:path'

import {home, plainEnv, root} from '../helpers/run-kadm.js'

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

const guides = existsSync(join(root, 'docs/guides')) ? readdirSync(join(root, 'docs/guides')).filter((name) => name.endsWith('.md')) : []

const pages = ['README.md', 'CONTRIBUTING.md', 'samples/README.md', 'docs/configuration.md', 'docs/diff.md', 'docs/explain.md', 'docs/operations.md', 'docs/pipelines.md', 'docs/pod-security.md', 'docs/policy-coverage.md', 'docs/test.md', 'docs/suggest.md', ...guides.sort().map((name) => `docs/guides/${name}`)].filter((path) => existsSync(join(root, path)))

const fence = /^```console\n([\s\S]*?)^```$/gm

function blocksOf(path: string): Block[] {
  const text = readFileSync(join(root, path), 'utf8')
  return [...text.matchAll(fence)].map(({index, 1: block = ''}) => ({path, line: text.slice(0, index).split('\n').length, text: block, needsClone: needsClone(path, text, index)}))
}

function needsClone(path: string, text: string, offset: number): boolean {
  const {start, end} = quickstart(text)
  return path !== 'README.md' || offset < start || offset >= end
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

const print = (exchanges: readonly Exchange[]): string =>
  exchanges.map(({command, output}) => `$ ${command.replaceAll('\n', '\n> ')}\n${output}`).join('')

const mark = '\u0001'

/** Section of the README whose commands run in an empty folder, on files that they create. */
function quickstart(text: string): {readonly start: number, readonly end: number} {
  const start = text.indexOf('\n## Quickstart\n')
  return {start, end: text.indexOf('\n## ', start + 1)}
}

/** Output of the commands of a block, run one after another by one shell. */
function run(commands: readonly string[], path: string, cwd: string): string[] {
  const script = commands.map((command) => `{ ${command}\n} 2>&1\nstatus=$?; printf '${mark}'; (exit $status)\n`).join('')
  const env = {...plainEnv, PATH: `${path}${delimiter}${plainEnv['PATH'] ?? ''}`}
  return spawnSync('sh', ['-c', script], {cwd, env, encoding: 'utf8'}).stdout.split(mark).slice(0, -1)
}

describe('examples in the documentation', function () {
  this.timeout(60_000)
  let bin = ''
  let empty = ''

  before(function () {
    if (process.platform === 'win32') this.skip()
    bin = mkdtempSync(join(tmpdir(), 'kadm-bin-'))
    writeFileSync(join(bin, 'kadm'), `#!/bin/sh\nexec ${JSON.stringify(process.execPath)} ${JSON.stringify(join(home, 'bin/run.js'))} "$@"\n`)
    writeFileSync(join(bin, 'npx'), '#!/bin/sh\nexec "$@"\n')
    for (const name of ['kadm', 'npx']) chmodSync(join(bin, name), 0o755)
    empty = mkdtempSync(join(tmpdir(), 'kadm-quickstart-'))
    const readme = readFileSync(join(root, 'README.md'), 'utf8')
    const {start, end} = quickstart(readme)
    const files = [...readme.slice(start, end).matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, script = '']) => script)
    expect(run(files, bin, empty)).to.deep.equal([''])
  })
  after(() => {
    for (const folder of [bin, empty]) if (folder !== '') rmSync(folder, {recursive: true, force: true})
  })

  const current = (text: string, needsClone: boolean): string => {
    const commands = exchangesOf(text).map(({command}) => command)
    const outputs = run(commands, bin, needsClone ? root : empty)
    return print(commands.map((command, i) => ({command, output: outputs[i] ?? ''})))
  }

  // UPDATE_EXAMPLES=1 writes the current output into the pages.
  if (process.env['UPDATE_EXAMPLES'] === '1') {
    for (const path of pages) {
      it(`${path} is updated`, () => {
        const text = readFileSync(join(root, path), 'utf8')
        writeFileSync(join(root, path), text.replace(fence, (_, block: string, offset: number) => `\`\`\`console\n${current(block, needsClone(path, text, offset))}\`\`\``))
      })
    }
  }

  it('exist', () => expect(blocksOf('README.md').length).to.be.greaterThan(2))

  for (const {path, line, text, needsClone: isInClone} of pages.flatMap(blocksOf)) {
    it(`${path}:${line} equals the output of kadm`, () => expect(current(text, isInClone)).to.equal(text))
  }

  it('of the quickstart run without the files of the repository', () => {
    const {start, end} = quickstart(readFileSync(join(root, 'README.md'), 'utf8'))
    expect(readFileSync(join(root, 'README.md'), 'utf8').slice(start, end).replace(/\nThe examples below [^]*$/, '')).not.to.contain('samples/')
    expect(readdirSync(empty).sort()).to.deep.equal(['apps', 'policies'])
  })

  for (const path of ['README.md', 'docs/library.md']) {
    const scripts = [...readFileSync(join(root, path), 'utf8').matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, script = '']) => script)
    for (const [i, script] of scripts.entries()) {
      it(`of the library equal its output: ${path}, ${i + 1}`, () => {
        const expected = [...script.matchAll(/\/\/ => (.*)$/gm)].map(([, output = '']) => output)
        const library = join(home, 'dist/src/index.js')
        const {stdout, stderr} = spawnSync(process.execPath, ['--input-type=module'], {
          cwd: root, env: plainEnv, encoding: 'utf8', input: script.replace('\'kadm\'', JSON.stringify(`file://${library}`)), timeout: 30_000,
        })
        expect(stderr).to.equal('')
        expect(stdout.trimEnd().split('\n')).to.deep.equal(expected)
        expect(expected).not.to.deep.equal([])
      })
    }
  }
})
