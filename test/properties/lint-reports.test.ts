import {expect} from 'chai'
import * as fc from 'fast-check'

import {hostileFinding, reported} from '../helpers/findings.js'

/** Any text, with unpaired surrogates and many special characters of the report formats. */
const text = fc.oneof(
  fc.string({unit: 'binary'}),
  fc.array(fc.constantFrom(
    'a', ' ', '\n', '\r', ':', '::', '`', '``', '[', ']', '(', ')', '](', '<', '>', ']]>', '&', '"', "'", '|', '\\', '#', '##[', '@', '%', ',', '=',
    '\u001b', '\ud83d', '\ude00', '\ufffe',
  )).map((parts) => parts.join('')),
)

const check = (format: Parameters<typeof reported>[0], holds: (report: string) => void): Promise<void> =>
  fc.assert(fc.asyncProperty(text, async (hostile) => {
    holds(await reported(format, [hostileFinding(hostile)]))
  }), {numRuns: 300})

/** Characters that XML 1.0 allows between tags and in attributes, with entities for the rest. */
const xmlText = '(?:[^<>&"]|&(?:amp|lt|gt|quot);)*'

describe('lint reports with arbitrary text', () => {
  it('are a single line as compact text', () => check('compact', (report) => {
    expect(report).to.match(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*\n$/)
    expect(report).not.to.match(/^::|##\[|##vso\[/m)
  }))

  it('are a single command for GitHub', () => check('github', (report) => {
    expect(report).to.match(/^::error file=[^:,\r\n]+,line=2,col=3,endLine=2,endColumn=6,title=kadm limit-range\/min-not-above-max::[^\r\n]*\n$/)
  }))

  it('are JSON without unpaired surrogates', async () => {
    for (const format of ['sarif', 'gitlab'] as const) {
      await check(format, (report) => expect(JSON.stringify(JSON.parse(report))).not.to.match(/\p{Cs}|(?<!\\)(?:\\\\)*\\u(?:d[89a-f]|00[01])/u))
    }
  })

  it('contain valid URIs in SARIF', () => check('sarif', (report) => {
    const uris = [...report.matchAll(/"uri": "(.*)"/g)].map(([, uri]) => uri)
    expect(uris).to.have.length(2)
    for (const uri of uris) expect(uri).to.match(/^(?:[A-Za-z0-9._~/!'()*:-]|%[0-9A-F]{2})+$/)
  }))

  it('contain a single test in JUnit XML', () => check('junit', (report) => {
    const attribute = `"${xmlText}"`
    expect(report).to.match(new RegExp(`^<\\?xml version="1\\.0" encoding="UTF-8"\\?>
<testsuites name=${attribute} tests="1" failures="1" errors="0">
  <testsuite name=${attribute} tests="1" failures="1" errors="0" skipped="0">
    <testcase classname=${attribute} name=${attribute}>
      <failure type="error" message=${attribute}>${xmlText}</failure>
    </testcase>
  </testsuite>
</testsuites>
$`))
    expect(report).not.to.match(/[\u0000-\u0009\u000b-\u001f\ufffe\uffff]|\p{Cs}/u)
  }))

  it('keep the text within code spans in Markdown', () => check('markdown', (report) => {
    const span = '(`+)(?!`)(?:(?!`).|(?:(?!\\N(?!`))`+))*?(?<!`)\\N(?!`)'
    const spans = (line: string, count: number): RegExp => new RegExp(`^${Array.from({length: count}, (_, i) => span.replaceAll('\\N', `\\${i + 1}`)).reduce((all, one) => all.replace('CODE', () => one), line)}$`, 'u')
    const [, , first = '', see = '', hint = '', ...others] = report.split('\n')
    expect(first).to.match(spans('- \\*\\*error\\*\\* CODE: CODE CODE', 3))
    expect(see).to.match(spans('  - see CODE: CODE', 2))
    expect(hint).to.match(spans('  - hint: CODE', 1))
    expect(others).to.deep.equal(['', '1 object in 1 file', ''])
  }))
})
