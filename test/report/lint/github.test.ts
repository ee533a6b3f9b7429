import {expect} from 'chai'

import {finding, hostileFinding, hostileTexts, lettersIn, reported} from '../../helpers/findings.js'

/** Parses a line like the runner of GitHub Actions: a command with its properties and its text, or undefined. */
function commandIn(line: string): {readonly name: string, readonly properties: Readonly<Record<string, string>>, readonly text: string} | undefined {
  const [, name = '', list = '', text = ''] = /^::(\w+)(?: ([^]*?))?::([^]*)$/.exec(line) ?? []
  if (name === '') return undefined
  const unescape = (value: string): string => value.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%25', '%')
  const pairs = list.split(',').map((pair) => [pair.slice(0, pair.indexOf('=')), unescape(pair.slice(pair.indexOf('=') + 1))] as const)
  return {name, properties: Object.fromEntries(pairs), text: text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%')}
}

describe('lint -o github', () => {
  it('prints one command for each finding, with the severity names of GitHub', async () => {
    const text = await reported('github', [finding(), finding({severity: 'warning', hint: 'write "a"'}), finding({severity: 'info'})])
    expect(text).to.equal(`::error file=a.yaml,line=2,col=3,endLine=2,endColumn=6,title=kadm limit-range/min-not-above-max::min is above max
::warning file=a.yaml,line=2,col=3,endLine=2,endColumn=6,title=kadm limit-range/min-not-above-max::min is above max (hint: write "a")
::notice file=a.yaml,line=2,col=3,endLine=2,endColumn=6,title=kadm limit-range/min-not-above-max::min is above max
`)
  })

  it('omits columns for ranges of several lines, for which GitHub accepts none', async () => {
    expect(await reported('github', [finding({span: {start: 12, end: 32}})])).to.match(/^::error file=a\.yaml,line=2,endLine=4,title=/)
  })

  it('appends related positions to the message, one per line', async () => {
    const related = [{file: lettersIn('/work/b.yaml'), span: {start: 12, end: 15}, message: 'max is\nhere'}]
    expect(await reported('github', [finding({related})])).to.match(/::min is above max%0Asee b\.yaml:2:3: max is\\nhere\n$/)
  })

  it('escapes separators', async () => {
    expect(await reported('github', [finding({file: lettersIn('/work/a,b:c%.yaml'), message: '100% a, b: c'})]))
      .to.match(/^::error file=a%2Cb%3Ac%25\.yaml,line=2,col=3,endLine=2,endColumn=6,title=kadm limit-range\/min-not-above-max::100%25 a, b: c\n$/)
  })

  it('prints one command for any text in a manifest', async () => {
    for (const text of hostileTexts) {
      const output = await reported('github', [hostileFinding(text)])
      const lines = output.split('\n').slice(0, -1)
      expect(lines, JSON.stringify(text)).to.have.length(1)
      const {name, properties} = commandIn(lines[0] ?? '') ?? {}
      expect(name).to.equal('error')
      expect(Object.keys(properties ?? {})).to.deep.equal(['file', 'line', 'col', 'endLine', 'endColumn', 'title'])
      expect(properties).to.include({line: '2', title: 'kadm limit-range/min-not-above-max'})
      expect(output).not.to.match(/[\u0000-\u0009\u000b-\u001f\u007f]|##\[|##vso\[/)
    }
  })
})
