import {expect} from 'chai'

import {finding, hostileFinding, hostileTexts, lettersIn, reported} from '../../helpers/findings.js'

/** Markdown without its code spans, by CommonMark: from a run of backticks to the next of equal length. */
function withoutCode(markdown: string): string {
  let rest = markdown
  let text = ''
  for (let run = /`+/.exec(rest); run !== null; run = /`+/.exec(rest)) {
    const tail = rest.slice(run.index + run[0].length)
    const end = new RegExp(`(?<!\`)${run[0]}(?!\`)`).exec(tail)
    text += rest.slice(0, run.index) + (end === null ? run[0] : 'CODE')
    rest = end === null ? tail : tail.slice(end.index + run[0].length)
  }
  return text + rest
}

describe('lint -o markdown', () => {
  it('prints a comment for a pull request', async () => {
    const related = [{file: lettersIn('b.yaml'), span: {start: 0, end: 1}, message: 'max is here'}]
    expect(await reported('markdown', [finding({hint: 'write "a"', related}), finding({severity: 'warning'})])).to.equal(`### kadm lint: 1 error, 1 warning

- **error** \`a.yaml:2:3\`: \`min is above max\` \`kadm rules limit-range/min-not-above-max\`
  - see \`b.yaml:1:1\`: \`max is here\`
  - hint: \`write "a"\`
- **warning** \`a.yaml:2:3\`: \`min is above max\` \`kadm rules limit-range/min-not-above-max\`

1 object in 1 file
`)
  })

  it('reports "nothing wrong" without findings', async () => expect(await reported('markdown', [])).to.equal('### kadm lint: nothing wrong\n\n1 object in 1 file\n'))

  it('encloses text with backticks in longer backticks', async () => {
    expect(await reported('markdown', [finding({message: 'a `` b'})])).to.contain(': ```a `` b``` `')
    expect(await reported('markdown', [finding({message: '`a`'})])).to.contain(': `` `a` `` `')
    expect(await reported('markdown', [finding({message: ''})])).to.contain(': `  ` `')
  })

  it('keeps hostile texts within code spans', async () => {
    for (const text of hostileTexts) {
      expect(withoutCode(await reported('markdown', [hostileFinding(text)])), JSON.stringify(text)).to.equal(`### kadm lint: 1 error, 0 warnings

- **error** CODE: CODE CODE
  - see CODE: CODE
  - hint: CODE

1 object in 1 file
`)
    }
  })

  it('does not exceed the maximum length of a comment', async () => {
    const text = await reported('markdown', Array.from({length: 1000}, () => finding({message: 'm'.repeat(200)})))
    expect(text).to.have.length.within(55_000, 65_536)
    expect(text).to.match(/^### kadm lint: 1000 errors, 0 warnings$/m).and.to.match(/\n- and \d+ more findings\n\n1 object in 1 file\n$/)
    const shown = text.split('\n- **').length - 1
    expect(text).to.contain(`and ${1000 - shown} more`)
  })
})
