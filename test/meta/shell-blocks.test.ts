import {Config} from '@oclif/core'
import {expect} from 'chai'
import {cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'

import {root} from '../helpers/run-kadm.js'
import {makePrograms, runExamples} from '../helpers/shell-examples.js'

/** A block of commands without output, and why it is not run. */
interface ShellBlock {
  readonly place: string
  readonly text: string
  readonly reason: string | undefined
}

interface Flag {
  readonly char?: string
  readonly allowNo?: boolean
  readonly type?: string
}

const fence = /^(?:<!-- not run: (.+) -->\n)?```sh\n([\s\S]*?)^```$/gm

/** The page whose blocks test/meta/readme.test.ts runs in an empty folder. */
const elsewhere = 'docs/start.md'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'samples/README.md', ...readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)]

const blocks = pages.filter((path) => path !== elsewhere).flatMap((path): ShellBlock[] => {
  const page = read(path)
  return [...page.matchAll(fence)].map(({index, 1: reason, 2: text = ''}) => ({place: `${path}:${page.slice(0, index).split('\n').length}`, text, reason}))
})

/** The files that a reader's repository can have, by path, and the samples for them. */
const files: Readonly<Record<string, string>> = {
  'policies/limits.yaml': 'samples/quickstart/limits.yaml', 'policies/dev/limits.yaml': 'samples/quickstart/limits.yaml', 'policies/live/limits.yaml': 'samples/quickstart/limits.yaml',
  'app/pod.yaml': 'samples/quickstart/pod.yaml', 'apps/pod.yaml': 'samples/quickstart/pod.yaml', 'vendor/namespace.yaml': 'samples/pod-security/namespace.yaml',
  'envs/dev/app.yaml': 'samples/pod-security/namespace.yaml', 'envs/live/app.yaml': 'samples/pod-security/namespace.yaml', 'snapshots/live.yaml': 'samples/explain/running.yaml',
  'admission.yaml': 'samples/event-rate-limit/limits.yaml', 'audit-a.log': 'samples/event-rate-limit/events.jsonl', 'audit-b.log': 'samples/event-rate-limit/events.jsonl',
}

/** Makes the files of a repository whose folders a text names, and one that every repository has. */
function makeFiles(folder: string, text: string): void {
  for (const [path, sample] of Object.entries({...files, 'pod.yaml': 'samples/quickstart/pod.yaml'})) {
    if (path.includes('/') && !new RegExp(`(?<![\\w-])${dirname(path)}(?![\\w-])`).test(text)) continue
    mkdirSync(dirname(join(folder, path)), {recursive: true})
    cpSync(join(root, sample), join(folder, path))
  }
}

describe('shell blocks of the documentation', function () {
  let commands = new Map<string, Readonly<Record<string, Flag>>>()
  let [bin, reader] = ['', '']

  before(async function () {
    commands = new Map((await Config.load(root)).commands.map(({id, flags}) => [id, flags]))
    if (process.platform === 'win32') this.skip()
    bin = makePrograms()
  })
  beforeEach(() => {
    reader = mkdtempSync(join(tmpdir(), 'kadm-reader-'))
  })
  afterEach(() => rmSync(reader, {recursive: true, force: true}))
  after(() => rmSync(bin, {recursive: true, force: true}))

  it('exist', () => {
    expect(blocks.filter(({reason}) => reason === undefined).length).to.be.greaterThan(6)
    expect(blocks.filter(({reason}) => reason !== undefined).length).to.be.greaterThan(6)
  })

  for (const {place, text, reason} of blocks) {
    if (reason === undefined) {
      it(`${place} runs in a repository @slow`, async () => {
        const environments = /^```yaml\n(# \.kadm\.yaml\nenvironments:[^]*?)^```$/m.exec(read(place.replace(/:.*/, '')))?.[1]
        if (environments !== undefined) writeFileSync(join(reader, '.kadm.yaml'), environments)
        makeFiles(reader, `${text}${environments ?? ''}`)
        const lines = text.replaceAll('\\\n', ' ').trim().split('\n')
        for (const [i, {output, status}] of (await runExamples(lines, bin, reader)).entries()) expect(status, `${lines[i] ?? ''}\n${output}`).to.be.oneOf([0, 1])
      })
    }
    it(`${place} has commands and flags that exist`, () => {
      for (const [call, words = ''] of text.replaceAll('\\\n', ' ').matchAll(/(?<=^|[|;&(] ?|npx )kadm ([^|#'>\n)]*)/gm)) {
        const [first = '', second = ''] = words.split(' ')
        if (first.startsWith('-')) continue
        const known = commands.get(`${first}:${second}`) ?? commands.get(first)
        if (known === undefined) expect.fail(`${call}: there is no such command`)
        const flags = Object.entries(known).flatMap(([name, {char, allowNo}]) => [`--${name}`, ...char === undefined ? [] : [`-${char}`], ...allowNo === true ? [`--no-${name}`] : []])
        for (const [flag] of words.matchAll(/(?<=\s)-{1,2}[a-z][\w-]*/g)) expect(flags, call).to.include(flag)
      }
    })
  }
})
