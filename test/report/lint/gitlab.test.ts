import {expect} from 'chai'

import {finding, hostileFinding, hostileTexts, lettersIn, reported} from '../../helpers/findings.js'
import {expectGitlab} from '../../helpers/report-formats.js'

describe('lint -o gitlab', () => {
  it('contains one item for each finding', async () => {
    expect(await reported('gitlab', [finding({hint: 'write "a"', span: {start: 12, end: 32}})])).to.equal(`[
  {
    "description": "min is above max (hint: write \\"a\\")",
    "check_name": "limit-range/min-not-above-max",
    "fingerprint": "1d5e175cd1385b1707b74954269c",
    "severity": "critical",
    "location": {
      "path": "a.yaml",
      "lines": {
        "begin": 2,
        "end": 4
      }
    }
  }
]
`)
  })

  it('uses the severity names of GitLab', async () => {
    const items = JSON.parse(await reported('gitlab', (['error', 'warning', 'info'] as const).map((severity) => finding({severity})))) as {severity: string, fingerprint: string}[]
    expect(items.map(({severity}) => severity)).to.deep.equal(['critical', 'minor', 'info'])
    expect(new Set(items.map(({fingerprint}) => fingerprint)).size).to.equal(3)
  })

  it('is an empty list without findings', async () => expect(await reported('gitlab', [])).to.equal('[]\n'))

  it('matches the GitLab schema for any text in a manifest', async () => {
    const text = await reported('gitlab', [finding({file: lettersIn('./a.yaml')}), ...hostileTexts.map(hostileFinding)])
    expectGitlab(JSON.parse(text))
    expect(text).not.to.match(/[\u0000-\u0009\u000b-\u001f\u007f]/)
    for (const {description} of JSON.parse(text) as {description: string}[]) expect(description).not.to.match(/[\u0000-\u001f\u007f]|\p{Cs}/u)
  })
})
