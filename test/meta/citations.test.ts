import {expect} from 'chai'
import {execFileSync} from 'node:child_process'
import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {dirname, join, normalize} from 'node:path'
import {fileURLToPath} from 'node:url'

import {citationErrors, readSpecPage, readSpecPages, type SpecPages} from '../helpers/citations.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const pages = readSpecPages(join(root, 'docs/spec'))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const tracked = (...patterns: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns], {cwd: root, encoding: 'utf8'}).trim().split('\n')
    .filter((path) => existsSync(join(root, path)))

describe('citations of docs/spec', () => {
  it('refer to an existing heading or case, in one form', () => {
    const files = tracked('src', 'commands', 'bin', 'scripts', 'test', 'tools').filter((path) => /\.(?:[cm]?[jt]s|go|sh|py)$/.test(path) && !path.endsWith('citations.test.ts') && !path.endsWith('helpers/citations.ts'))
    const errors = files.flatMap((path) => citationErrors(read(path), pages).map((error) => `${path}: ${error}`))
    expect(errors).to.deep.equal([])
  })

  it('exist in large number', () => {
    const found = tracked('src', 'test').filter((path) => path.endsWith('.ts')).flatMap((path) => read(path).match(/\bspec [a-z-]+ \d/g) ?? [])
    expect(found.length).to.be.greaterThan(250)
  })

  describe('of a comment are checked', () => {
    const few: SpecPages = new Map([['pod', readSpecPage('## 1. Order\n\n1. one\n\n### 1.1 More\n\n2. two\n\n## 2. Next\n')], ['kinds', readSpecPage('## 10. Job\n')]])
    const cases: Readonly<Record<string, readonly string[]>> = {
      '// a pod (core validation; spec pod 1.1)': [],
      '// spec pod 1, spec kinds 10, row 3': [],
      '/**\n * It ends here (spec\n * pod 2).\n */': [],
      '// spec pod 1 case 2': [],
      '// the pod spec and its spec': [],
      '// spec pod 3': ['spec pod 3: docs/spec/pod.md has no heading 3'],
      '// spec pod 2 case 1': ['spec pod 2 case 1: section 2 of docs/spec/pod.md has no case 1'],
      '// (pod spec 1)': ['// (pod spec 1): write "spec PAGE SECTION"'],
      '// spec pod 1 and 2': ['// spec pod 1 and 2: write "spec PAGE SECTION"'],
      '// see section 7': ['// see section 7: write "spec PAGE SECTION"'],
      '// (edge case 7)': ['// (edge case 7): write "spec PAGE SECTION"'],
      '// kinds.md': ['// kinds.md: write "spec PAGE SECTION"'],
      "// The numbers are those of the cases of spec pod 1.\nit('1: a', f)\nit('2, 3: b', g)": ["it('2, 3: : section 1 of docs/spec/pod.md has no such case"],
    }
    for (const [comment, errors] of Object.entries(cases)) it(JSON.stringify(comment), () => expect(citationErrors(comment, few)).to.deep.equal(errors))
  })
})

describe('pages of docs/spec', () => {
  const names = [...pages.keys()]

  it('are listed in the index', () => {
    for (const name of names) expect(read('docs/spec/README.md')).to.include(`[${name}](${name}.md)`)
  })

  it('begin with a summary of what kadm models', () => {
    for (const name of names) expect(read(`docs/spec/${name}.md`).split('\n').slice(0, 12).join('\n'), name).to.include('**What kadm models.**')
  })

  it('have numbered headings without repeated numbers', () => {
    for (const name of names) {
      const headings = read(`docs/spec/${name}.md`).split('\n').filter((line) => /^#{2,3} /.test(line))
      const numbers = headings.map((line) => /^#{2,3} (\d+(?:\.\d+)*)\.? /.exec(line)?.[1])
      expect(numbers, name).not.to.include(undefined)
      expect(new Set(numbers).size, name).to.equal(numbers.length)
    }
  })

  it('refer to existing sections of each other', () => {
    const reference = /\[([a-z-]+)\]\(\1\.md\),? (\d+(?:\.\d+)*)/g
    const errors = names.flatMap((name) => [...read(`docs/spec/${name}.md`).matchAll(reference)]
      .filter(([, page = '', section = '']) => pages.get(page)?.headings.has(section) !== true).map(([whole]) => `${name}: ${whole}`))
    expect(errors).to.deep.equal([])
  })

  it('refer to existing files and folders of kadm', () => {
    const errors = tracked('docs/spec/*.md').flatMap((path) => [...read(path).matchAll(/`((?:src|test|schemas)\/[\w./-]+)`/g)]
      .filter(([, file = '']) => !existsSync(join(root, file))).map(([, file]) => `${path}: ${file}`))
    expect(errors).to.deep.equal([])
  })

  it('have working links, like the README of the vectors', () => {
    const slug = (line: string): string => line.replace(/^#+ /, '').toLowerCase().replace(/[^\w -]/g, '').replace(/ /g, '-')
    const errors = [...tracked('docs/spec/*.md'), 'test/conformance/vectors/README.md'].flatMap((path) => {
      const links = [...read(path).replace(/`[^`\n]*`/g, '').matchAll(/\]\((?!https?:)([^)#\s]*)(#[^)\s]+)?\)/g)]
      return links.flatMap(([whole, file = '', anchor]) => {
        const target = file === '' ? path : normalize(join(dirname(path), file))
        if (!existsSync(join(root, target))) return [`${path}: ${whole}`]
        return anchor === undefined || read(target).split('\n').some((line) => line.startsWith("#") && `#${slug(line)}` === anchor) ? [] : [`${path}: ${whole}`]
      })
    })
    expect(errors).to.deep.equal([])
  })
})

describe('README of the vectors', () => {
  it('lists each file', () => {
    const folder = 'test/conformance/vectors'
    const rows = read(`${folder}/README.md`).split('\n').filter((line) => line.startsWith('| `'))
    const listed = rows.flatMap((row) => [...row.split('](')[0]?.matchAll(/`([a-z][a-z0-9.-]*)`/g) ?? []].map(([, name]) => `${name ?? ''}.jsonl`))
    expect(listed.sort()).to.deep.equal(readdirSync(join(root, folder)).filter((name) => name.endsWith('.jsonl')).sort())
  })
})
