import {expect} from 'chai'

import {proseChecker} from '../../tools/prose/check-prose.js'
import {readStyle} from '../../tools/prose/style.js'

const contributing = `# Contributing

| Do not write | Write |
|---|---|
| \`told\`, \`goes its own way\` | report |
`

const check = proseChecker(readStyle(contributing, 'maximum\n'))

const long = (words: number): string => `${Array.from({length: words}, () => 'word').map((word, i) => `${word}${i % 2 === 0 ? 'a' : 'b'}`).join(' ')}.`

const messagesOf = async (path: string, text: string): Promise<string[]> => (await check(path, text)).map(({line, message}) => `${line}: ${message}`)

describe('npm run prose', () => {
  it('reports phrases to avoid in pages, in whole words and in any case', async () => {
    expect(await messagesOf('docs/a.md', '# Title\n\nFine words.\nTold here. Untold words.\nIt goes its\nown way.\n')).to.deep.equal([
      '4: instead of "told", write: report',
      '5: instead of "goes its own way", write: report',
    ])
  })

  it('ignores code in pages', async () => {
    expect(await messagesOf('docs/a.md', 'Prints `told`.\n\n```sh\ntold\n```\n')).to.deep.equal([])
  })

  it('reports comments at their lines, and documentation comments that begin with a question word', async () => {
    const source = `
      /**
       * What it reads.
       *
       * @param text the text
       */
      // A line, and another one
      // that is told.
      const x = 'told' // told
      `
    expect(await messagesOf('src/machinery/x.ts', source)).to.deep.equal([
      '2: begin with a verb ("Returns ...") or a noun that defines',
      '7: instead of "told", write: report',
      '9: instead of "told", write: report',
    ])
  })

  it('reports messages in files that have messages of kadm, and names of tests', async () => {
    const source = "const text = `a text that ${x} is told`\ndescribe('a thing', () => { it('is told twice', () => {}) })\n"
    expect(await messagesOf('src/lint/x.ts', source)).to.deep.equal(['1: instead of "told", write: report', '2: instead of "told", write: report'])
    expect(await messagesOf('src/machinery/x.ts', source)).to.deep.equal(['2: instead of "told", write: report'])
  })

  it('reports comments and descriptions of samples, schemas and other files of data', async () => {
    const yaml = '#!/bin/told\n# A line that\n# is told.\nkey: told # told\ndescription: A text that is told.\ndescription: >\n  told\n'
    expect(await messagesOf('samples/x.yaml', yaml)).to.deep.equal([
      '2: instead of "told", write: report', '4: instead of "told", write: report', '5: instead of "told", write: report',
    ])
    const json = '{\n  "told": {"description": "A \\"text\\" that is told.", "$ref": "#/told"}\n}\n'
    expect(await messagesOf('schemas/x.json', json)).to.deep.equal(['2: instead of "told", write: report'])
    expect(await messagesOf('tools/x.go', 'told() // is told\n')).to.deep.equal(['1: instead of "told", write: report'])
  })

  it('reports sentences of more than 25 words, counting again after a colon or a semicolon, without parentheses', async () => {
    expect(await messagesOf('docs/a.md', long(25))).to.deep.equal([])
    expect(await messagesOf('docs/a.md', long(26))).to.deep.equal(['1: more than 25 words: make it two sentences'])
    expect(await messagesOf('docs/a.md', `Two words: ${long(25)}`)).to.deep.equal([])
    expect(await messagesOf('docs/a.md', `Two words. \`code\` begins ${long(23)}`)).to.deep.equal([])
    expect(await messagesOf('docs/a.md', `Two \`words. In code\` and ${long(22)}`)).to.deep.equal([])
    expect(await messagesOf('docs/a.md', `Two \`words. In code\` and ${long(23)}`)).to.deep.equal(['1: more than 25 words: make it two sentences'])
    expect(await messagesOf('docs/a.md', `Two words (one, two and three) and ${long(22)}`)).to.deep.equal([])
    expect(await messagesOf('docs/a.md', `Two words (one, two and three) and ${long(23)}`)).to.deep.equal(['1: more than 25 words: make it two sentences'])
  })

  it('reports repeated words, wrong articles, and long words outside the vocabulary', async () => {
    expect(await messagesOf('docs/a.md', 'See the the maximum is an number. Utilize it.')).to.deep.equal([
      '1: Unexpected `Utilize`, use `use` instead',
      '1: Unexpected article `an` before `number`, expected `a`',
      '1: Unexpected repeated `the`, remove one occurrence',
    ])
  })

  it('fails without the table of phrases', () => {
    expect(() => readStyle('# Contributing\n', '')).to.throw('CONTRIBUTING.md has no table "Do not write"')
  })
})
