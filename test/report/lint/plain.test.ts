import {expect} from 'chai'
import path from 'node:path'

import {escapedLine, plainMessage, relativePath} from '../../../src/report/lint/plain.js'
import {hostileTexts} from '../../helpers/findings.js'

describe('plain', () => {
  const cases: readonly (readonly [text: string, expected: string])[] = [
    ['a b', 'a b'],
    ['a\nb\r\tc', 'a\\nb\\u000d\\tc'],
    ['\ud800', '\\ud800'],
    ['a\udfffb', 'a\\udfffb'],
    ['𝒳', '𝒳'],
    ['\ufffe\uffff\ufffd', '\\ufffe\\uffff\ufffd'],
    ['::error::a', '\\u003a:error::a'],
  ]
  for (const [text, expected] of cases) it(`writes ${JSON.stringify(text)} as ${expected}`, () => expect(escapedLine(text)).to.equal(expected))

  it('returns valid characters on a single line', () => {
    for (const text of hostileTexts) expect(escapedLine(text)).to.match(/^(?:[\u0020-\u007e]|[\u00a0-\ud7ff]|[\ue000-\ufffd]|[\ud800-\udbff][\udc00-\udfff])*$/)
  })

  it('prints the hint after the message', () => {
    expect(plainMessage({message: 'a\nb'})).to.equal('a\\nb')
    expect(plainMessage({message: 'a', hint: 'b\n'})).to.equal('a (hint: b\\n)')
  })
})

describe('relativePath', () => {
  const cases: readonly (readonly [file: string, expected: string])[] = [
    ['a.yaml', 'a.yaml'], ['./a.yaml', 'a.yaml'], ['b/../a.yaml', 'a.yaml'], ['/work/b/a.yaml', 'b/a.yaml'], ['/other/a.yaml', '../other/a.yaml'],
    ['../a.yaml', '../a.yaml'], ['STDIN', 'STDIN'], ['b\\a.yaml', 'b\\a.yaml'],
  ]
  for (const [file, expected] of cases) it(`returns ${expected} for ${file}`, () => expect(relativePath(file, '/work', path.posix)).to.equal(expected))

  const onWindows: readonly (readonly [file: string, expected: string])[] = [
    ['b\\a.yaml', 'b/a.yaml'], ['b/a.yaml', 'b/a.yaml'], ['C:\\work\\b\\a.yaml', 'b/a.yaml'], ['D:\\a.yaml', 'D:/a.yaml'], ['..\\a.yaml', '../a.yaml'],
  ]
  for (const [file, expected] of onWindows) {
    it(`returns ${expected} for ${file} on Windows`, () => expect(relativePath(file, 'C:\\work', path.win32)).to.equal(expected))
  }
})
