import {expect} from 'chai'
import {readdirSync, readFileSync} from 'node:fs'

import {lint} from '../../src/lint/lint-all.js'
import {SourceFile} from '../../src/source/source-file.js'

const folder = new URL('../fixtures/lint/', import.meta.url)

const files = readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter((file) => file.endsWith('.yaml')).map((file) => file.replaceAll('\\', '/')).sort()

/** Findings that the comments of a text expect, as `LINE rule`: `# expect: rule, rule` on its own line, `# expect-next:` on the next one. */
function expected(text: string): string[] {
  return text.split('\n').flatMap((line, i) => {
    const [, next = '', ids = ''] = /#\s*expect(-next)?:\s*(\S.*)$/.exec(line) ?? []
    return ids.split(',').map((id) => id.trim()).filter((id) => id !== '').map((id) => `${i + (next === '' ? 1 : 2)} ${id}`)
  })
}

/** Each rule that is broken on a line, once: values copied to a default are reported twice. */
const found = (text: string, path: string): string[] =>
  [...new Set(lint([new SourceFile(path, text)]).diagnostics.map(({file, span, ruleId}) => `${file.position(span.start).line} ${ruleId}`))]

describe('fixtures with expected findings', () => {
  it('exist', () => expect(files).to.have.length.above(30))

  for (const file of files) {
    it(file, () => {
      const text = readFileSync(new URL(file, folder), 'utf8')
      expect(expected(text).length > 0, 'announces findings').to.equal(file.startsWith('err/'))
      expect(found(text, file).sort()).to.deep.equal([...new Set(expected(text))].sort())
    })
  }
})
