import {expect} from 'chai'

import {expanded, leavesFolder, patternError} from '../../src/io/glob-pattern.js'

describe('glob patterns', () => {
  const expansions: [pattern: string, patterns: readonly string[]][] = [
    ['a/*.yaml', ['a/*.yaml']],
    ['*.{yaml,yml}', ['*.yaml', '*.yml']],
    ['{a,b}/{c,}', ['a/c', 'a/', 'b/c', 'b/']],
    ['{a,{b,c}}', ['a', 'b', 'c']],
    ['a{1..3}', ['a1', 'a2', 'a3']],
    ['{3..1}', ['3', '2', '1']],
    ['{01..3}', ['01', '02', '03']],
    ['{1..9..4}', ['1', '5', '9']],
    ['{a..c}', ['a', 'b', 'c']],
    ['{a}.yaml', ['{a}.yaml']],
    ['{a{b,c}}', ['{ab}', '{ac}']],
    ['{a,b', ['{a,b']],
    ['a}b', ['a}b']],
  ]
  for (const [pattern, patterns] of expansions) it(`expands ${pattern} to ${patterns.join(' ')}`, () => expect(expanded(pattern)).to.deep.equal(patterns))

  const tooManyBraces = 'has braces that expand to more than 100 patterns'
  const notARange = 'has braces with two dots that are no range: write {1..9} or {a..z}'
  const difficult = 'has a group that repeats or holds wildcards or other groups: write @(a|b), ?(a|b) or !(a|b) with plain names'
  const tooManyWildcards = 'has too many wildcards: beyond one "*" in each name and one "**", at most 3'
  const tooManyInOddNames = 'has too many wildcards in names with brackets or groups: beyond one in each name, at most 1'
  const errors: [pattern: string, error: string | undefined][] = [
    ['**/*.yaml', undefined],
    ['**/base/**/*-*-*.{yaml,yml}', undefined],
    ['*/*/*/*/*/*/*.yaml', undefined],
    ['**/!(a|b).yaml', undefined],
    ['@(a|b)/?(c|d)e', undefined],
    ['{1..100}', undefined],
    ['{1..101}', tooManyBraces],
    ['{1..100000000}', tooManyBraces],
    ['{1..1e9}', notARange],
    ['{{0x1..0x3b9aca00}}', notARange],
    ['{a,b}'.repeat(6), undefined],
    ['{a,b}'.repeat(7), tooManyBraces],
    [`${'{a,'.repeat(200)}b${'}'.repeat(200)}`, tooManyBraces],
    ['x'.repeat(1001), 'is longer than 1000 characters'],
    ['*a*b*c*d', undefined],
    ['*a*b*c*d*e', tooManyWildcards],
    ['**/**/**/**/a', undefined],
    ['**/a/'.repeat(5), tooManyWildcards],
    ['**/*a*b*/**/*', undefined],
    ['{*a*a*a*a*a,b}', tooManyWildcards],
    ['[a]+[a]+[a]+[a]+[a]+b', tooManyWildcards],
    ['*[a]*', undefined],
    ['*[a]*/*[b]*', tooManyInOddNames],
    ['@(a|b)-*-*-*', tooManyInOddNames],
    ['!*[a]*-*', tooManyInOddNames],
    ['*(*(*(a)))', difficult],
    ['+(a|aa)', difficult],
    ['(a|aa)+', difficult],
    ['(a*)', difficult],
    ['!(@(a)|b)', difficult],
    ['(a', difficult],
  ]
  for (const [pattern, error] of errors) {
    it(`reports for ${pattern.length > 60 ? `${pattern.slice(0, 60)}...` : pattern}: ${error ?? 'no problem'}`, () => expect(patternError(pattern)).to.equal(error))
  }

  const leaving: [pattern: string, leaves: boolean][] = [
    ['repo/*.yaml', false], ['repo/**/a', false], ['./repo/*', false], ['repo/../repo/*', false], ['repo/{a,b}/*', false],
    ['*.yaml', true], ['repo/../*', true], ['../**', true], ['/**', true], ['/etc/*', true], ['repo/{..,a}/*', true], ['repo/.{.,x}/*', true], ['repo/*/../../*', true],
  ]
  for (const [pattern, leaves] of leaving) it(`${pattern} ${leaves ? 'leaves' : 'stays in'} the folder repo`, () => expect(leavesFolder(pattern, 'repo')).to.equal(leaves))
})
