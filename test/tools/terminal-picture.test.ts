import {expect} from 'chai'

import {terminalColumns, terminalPicture} from '../../scripts/docs/terminal-picture.js'

const linesOf = (svg: string): string[] => [...svg.matchAll(/^<text [^>]*>(.*)<\/text>$/gm)].map(([, line = '']) => line)

/** The texts of a line, with spaces as in the output. */
const textsOf = (line: string): string[] => [...line.matchAll(/<tspan[^>]*>([^<]*)<\/tspan>/g)].map(([, text = '']) => text.replaceAll('\u00a0', ' '))

describe('terminalPicture', () => {
  it('draws the command and each line of the output', () => {
    const lines = linesOf(terminalPicture({command: 'kadm lint', output: 'a  b\n\n  c\n'}))
    expect(lines.map(textsOf)).to.deep.equal([['$ kadm lint'], ['a  b'], ['  c']])
  })

  it('draws colours, bold and dim text, at their columns', () => {
    const [, line = ''] = linesOf(terminalPicture({command: 'x', output: 'ab \u001b[31mred\u001b[39m\u001b[1mbold\u001b[22m\u001b[2mdim\u001b[22m'}))
    expect(line.replaceAll('\u00a0', ' ')).to.equal('<tspan x="16" textLength="23.4">ab </tspan><tspan x="39.4" textLength="23.4" fill="#ff7b72">red</tspan>'
      + '<tspan x="62.8" textLength="31.2" font-weight="bold">bold</tspan><tspan x="94" textLength="23.4" opacity="0.65">dim</tspan>')
  })

  it('escapes markup', () => {
    const svg = terminalPicture({command: 'kadm "<a>"', output: '<script>&</script>'})
    expect(svg).to.contain('aria-label="kadm &quot;&lt;a&gt;&quot;"').and.to.contain('&lt;script&gt;&amp;&lt;/script&gt;').and.not.to.contain('<script')
  })

  it('breaks lines where a terminal does, within a style', () => {
    const lines = linesOf(terminalPicture({command: 'x', output: `\u001b[31m${'r'.repeat(terminalColumns + 2)}\u001b[39mend`}))
    expect(lines.slice(1).map(textsOf)).to.deep.equal([['r'.repeat(terminalColumns)], ['rr', 'end']])
    expect(lines[2]).to.contain('fill="#ff7b72">rr<')
  })

  it('is the same for the same output, without fonts or addresses', () => {
    const screen = {command: 'kadm lint', output: 'a'}
    expect(terminalPicture(screen)).to.equal(terminalPicture(screen))
    expect(terminalPicture(screen).replace('http://www.w3.org/2000/svg', '')).not.to.match(/https?:|@import|<style|href/)
  })
})
