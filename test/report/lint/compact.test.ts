import {expect} from 'chai'

import {finding, hostileFinding, hostileTexts, lettersIn, reported} from '../../helpers/findings.js'

describe('lint -o compact', () => {
  it('prints one line for each finding', async () => {
    const text = await reported('compact', [finding(), finding({file: lettersIn('/work/b/c.yaml'), severity: 'info', span: {start: 0, end: 0}, hint: 'no'})])
    expect(text).to.equal(`a.yaml:2:3: error: min is above max [limit-range/min-not-above-max]
b/c.yaml:1:1: info: min is above max [limit-range/min-not-above-max]
`)
  })

  it('is empty without findings', async () => expect(await reported('compact', [])).to.equal(''))

  it('keeps hostile texts on one line', async () => {
    for (const text of hostileTexts) {
      expect(await reported('compact', [hostileFinding(text)]), JSON.stringify(text)).to.match(/^[^\u0000-\u001f\u007f]* \[limit-range\/min-not-above-max\]\n$/).and.not.to.match(/^::/)
    }
  })
})
