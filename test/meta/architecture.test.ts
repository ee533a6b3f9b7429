import {expect} from 'chai'
import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'

import {architecturePage} from '../../scripts/docs/architecture-page.js'
import {layers} from '../../scripts/docs/layers.js'
import {withPart} from '../../scripts/docs/page-part.js'
import {type FunctionRef, requestStages} from '../../scripts/docs/request-stages.js'
import {root} from '../helpers/run-kadm.js'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** True if a text declares a function, a constant, or a method given as `Class.method`. */
function declares(text: string, name: string): boolean {
  const [owner, method] = name.split('.')
  if (method === undefined) return new RegExp(`^(?:export )?(?:async )?(?:function|const) ${name}\\b`, 'm').test(text)
  const body = new RegExp(`^export (?:class|interface) ${owner ?? ''}\\b[^]*?^}`, 'm').exec(text)?.[0] ?? ''
  return new RegExp(`^  (?:(?:private|async|readonly) )*${method}\\??\\(`, 'm').test(body)
}

describe('docs/architecture.md', () => {
  const functions: readonly FunctionRef[] = requestStages.flatMap((stage) => stage.functions)

  it('names existing functions of the linked files', () => {
    const missing = functions.filter(({name, file}) => !existsSync(join(root, file)) || !declares(read(file), name))
    expect(missing).to.deep.equal([])
  })

  it('check: detects a missing function', () => {
    expect(declares('export function a(): void {}\n', 'b')).to.equal(false)
    expect(declares('export class A {\n  c(): void {}\n}\n\nexport class B {\n  d(): void {}\n}\n', 'A.d')).to.equal(false)
    expect(declares('export class A {\n  private c(): void {}\n}\n', 'A.c')).to.equal(true)
  })

  it('links each function to its file', () => {
    for (const {name, file} of functions) expect(architecturePage()).to.include(`[\`${name}\`](../${file})`)
  })

  it('lists every layer of src/', () => {
    const folders = readdirSync(join(root, 'src'), {withFileTypes: true}).filter((entry) => entry.isDirectory()).map(({name}) => name)
    expect(layers().map(({name}) => name).sort()).to.deep.equal(folders.sort())
  })

  it('links to existing pages', () => {
    const links = [...read('docs/architecture.md').matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !existsSync(join(root, 'docs', link)))).to.deep.equal([])
  })
})

describe('withPart', () => {
  it('replaces the text between the comments of the part', () => {
    const page = 'a\n<!-- x: written by `npm run docs` -->\nold\n<!-- end of x -->\nb\n'
    expect(withPart(page, 'x', 'new\n')).to.equal('a\n<!-- x: written by `npm run docs` -->\n\nnew\n\n<!-- end of x -->\nb\n')
    expect(() => withPart(page, 'y', '')).to.throw('the page has no place for the part "y"')
  })
})
