import {expect} from 'chai'
import GithubSlugger from 'github-slugger'
import {execFileSync} from 'node:child_process'
import {existsSync, readFileSync} from 'node:fs'
import {join, posix} from 'node:path'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import {unified} from 'unified'
import {visit} from 'unist-util-visit'

import {root} from '../helpers/run-kadm.js'

/** The targets in a page, and its links. */
interface Page {
  readonly anchors: ReadonlySet<string>
  readonly links: readonly {readonly target: string, readonly line: number}[]
}

interface Node {
  readonly value?: string
  readonly children?: readonly Node[]
}

const pages = new Map<string, Page>()

const parser = unified().use(remarkParse).use(remarkGfm)

const textOf = ({value = '', children = []}: Node): string => `${value}${children.map(textOf).join('')}`

/** Reads the headings and links of a Markdown file, as a git host shows it. */
function parsed(text: string): Page {
  const slugger = new GithubSlugger()
  const [anchors, links] = [new Set<string>(), [] as {target: string, line: number}[]]
  visit(parser.parse(text), (node) => {
    if (node.type === 'heading') anchors.add(slugger.slug(textOf(node as Node)))
    if (node.type === 'html') for (const [, id = ''] of node.value.matchAll(/ (?:id|name)="([^"]+)"/g)) anchors.add(id)
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') links.push({target: node.url, line: node.position?.start.line ?? 0})
  })
  return {anchors, links}
}

function pageAt(path: string): Page {
  const page = pages.get(path) ?? parsed(readFileSync(join(root, path), 'utf8'))
  pages.set(path, page)
  return page
}

const isExternal = (target: string): boolean => /^[a-z][a-z+.-]*:/i.test(target)

/** Returns why a relative link of a page leads nowhere; undefined if it leads somewhere. */
function problem(from: string, target: string): string | undefined {
  const [path = '', anchor] = decodeURI(target).split('#')
  const file = path === '' ? from : posix.join(posix.dirname(from), path)
  if (file.startsWith('..') || !existsSync(join(root, file))) return `there is no ${file}`
  if (anchor === undefined) return undefined
  return file.endsWith('.md') && pageAt(file).anchors.has(anchor) ? undefined : `${file} has no heading #${anchor}`
}

const deadLinks = (path: string): string[] => pageAt(path).links.flatMap(({target, line}) => {
  const found = isExternal(target) ? undefined : problem(path, target)
  return found === undefined ? [] : [`${path}:${line}: ${target}: ${found}`]
})

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {cwd: root, encoding: 'utf8'}).trim().split('\n')
const paths = listed.filter((path) => existsSync(join(root, path)))

describe('links of Markdown pages', () => {
  it('finds pages', () => expect(paths).to.include.members(['README.md', 'docs/README.md', 'docs/rules/limit-range/type.md']))

  it('lead to files and headings that exist @slow', () => expect(paths.flatMap(deadLinks)).to.deep.equal([]))

  it('check: a missing file and a missing heading are found', () => {
    expect(problem('docs/README.md', 'no-such-page.md')).to.equal('there is no docs/no-such-page.md')
    expect(problem('docs/README.md', 'exit-status.md#nowhere')).to.equal('docs/exit-status.md has no heading #nowhere')
    expect(problem('docs/README.md', '../../outside.md')).to.equal('there is no ../outside.md')
    expect(problem('docs/README.md', '#start')).to.equal(undefined)
  })

  it('reach every page of docs/ from the list of all pages', () => {
    const hrefs = pageAt('docs/README.md').links.map(({target}) => posix.join('docs', target))
    const pagesOfDocs = paths.filter((path) => /^docs\/[^/]+\.md$/.test(path) && path !== 'docs/README.md')
    expect(pagesOfDocs.filter((path) => !hrefs.includes(path))).to.deep.equal([])
  })
})
