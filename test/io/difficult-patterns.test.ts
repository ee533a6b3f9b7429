import {expect} from 'chai'
import {array, assert, asyncProperty, constantFrom} from 'fast-check'
import {globby} from 'globby'
import {mkdirSync} from 'node:fs'

import {readTests} from '../../src/cli/test/read-tests.js'
import {discover, hasMatch} from '../../src/io/discover.js'
import {MatchBudget} from '../../src/io/match-budget.js'
import {UsageError} from '../../src/usage-error.js'
import {inFolder} from '../helpers/in-folder.js'

const filesOf = async (pattern: string): Promise<readonly string[]> => (await discover([pattern])).flatMap(({files}) => files)

const errorOf = (promise: Promise<unknown>): Promise<unknown> => promise.then(() => undefined, (error: unknown) => error)

describe('patterns for which a regular expression may take long', () => {
  const write = inFolder()
  const paths = ['a.yaml', 'aa.yaml', 'aba.yaml', 'Aba.Yaml', '.aba.yaml', 'ab/a.yaml', 'ab/ab/aba.yaml', 'ab/.h/aba.yaml', '.h/ab/a.b.a.yaml', 'ab/.h/.h/.a.yaml', 'ba/ab/ba/ab.json', 'ba/x/aba', 'node_modules/ab/aba.yaml']

  it('match the files that globby finds', async () => {
    write(Object.fromEntries(paths.map((path) => [path, ''])))
    const found = {none: 0, some: 0}
    const parts = constantFrom('**', '**', '*a*b*', '*a*', '*b*a*.yaml', '*a*.*', '.h', '.*a*y*', '?b*a*', 'ab', '*')
    await assert(asyncProperty(array(parts, {minLength: 1, maxLength: 5}).map((names) => names.join('/')).filter((pattern) => pattern.includes('*') && !pattern.endsWith('*/**')), async (pattern) => {
      const expected = await globby(pattern, {ignore: ['**/node_modules/**'], expandDirectories: false, caseSensitiveMatch: false})
      const actual = await errorOf(filesOf(pattern)) ?? await filesOf(pattern)
      found[expected.length === 0 ? 'none' : 'some']++
      if (actual instanceof UsageError) expect(actual.message, pattern).to.match(expected.length === 0 ? /does not exist|too many wildcards/ : /too many wildcards/)
      else expect(actual, pattern).to.deep.equal(expected.sort())
    }), {numRuns: 300})
    expect(found.some).to.be.above(50)
  })

  it('find hidden files where existing paths are looked up', async () => {
    write({'ab/.h/aba.yaml': ''})
    const found = await Promise.all(['**/*b*a*.yaml', '**/.h/**/*b*a*.yaml', '**/*b*B*.yaml'].map((pattern) => hasMatch(pattern)))
    expect(found).to.deep.equal([true, true, false])
    expect(await filesOf('**/.h/**/*b*a*.yaml')).to.deep.equal(['ab/.h/aba.yaml'])
  })

  it('take no longer for long names and deep folders', async () => {
    write({[`${'a'.repeat(240)}.yaml`]: ''})
    mkdirSync('a/'.repeat(500), {recursive: true})
    expect(await filesOf('*a*a*a*a.yaml')).to.have.length(1)
    for (const pattern of ['*a*a*a*ab.yaml', '**/a/**/a/**/a/**/b']) expect(await errorOf(filesOf(pattern))).to.be.instanceOf(UsageError).with.property('message').that.contains('does not exist')
  })

  it('cannot begin with "!" as a path', async () => {
    expect(await errorOf(filesOf('!*a*b'))).to.be.instanceOf(UsageError).with.property('message').that.equals('the pattern "!*a*b" has too many wildcards after "!": at most one "*" in each name and one "**"')
  })
})

describe('a budget of steps', () => {
  const write = inFolder()

  it('is that of all patterns and files together', async () => {
    write(Object.fromEntries(Array.from({length: 100}, (_, i) => [`f/a${i}.yaml`, ''])))
    const error = await errorOf(discover(Array.from({length: 5000}, (_, i) => `f/*${i % 100}.yaml`)))
    expect(error).to.be.instanceOf(UsageError).with.property('message').that.equals('the patterns take more than 200,000,000 steps to match with the paths of all files')
    expect(error).to.have.deep.property('suggestions', ['use fewer patterns', 'name folders instead of patterns'])
  })

  it('is used up by the entries of folders', async () => {
    write(Object.fromEntries(Array.from({length: 200}, (_, i) => [`f/a${i}.yaml`, ''])))
    const search = (steps: number): Promise<unknown> => errorOf(discover(['f/*'], [], new MatchBudget(steps)))
    expect([await search(80_000), (await search(65_000) as Error).message]).to.deep.equal([undefined, 'the patterns take more than 65,000 steps to match with the paths of all files'])
  })

  it('is that of all globs of test files @slow', async () => {
    const globs = (file: number): string => Array.from({length: 2500}, (_, i) => `"f/*${file}-${i}.yaml"`).join(', ')
    const suite = (file: number): string => `apiVersion: test.kadm.dev/v1\nkind: Suite\nexisting: [${globs(file)}]\ntests: [{name: a, object: {apiVersion: v1, kind: Namespace, metadata: {name: a}}, expect: {allowed: true}}]\n`
    write({'f/a.yaml': '', 'a.kadm-test.yaml': suite(0), 'b.kadm-test.yaml': suite(1)})
    const {inputs} = await readTests(['.'], {})
    const errors = inputs.map(({files}) => [...files.values()].filter((found) => 'error' in found && found.error.includes('the patterns take more than')).length)
    expect(errors[0]).to.equal(0)
    expect(errors[1]).to.be.within(500, 1500)
  })

  it('throws when it is used up, and not before', () => {
    const budget = new MatchBudget(10)
    budget.spend(10)
    expect(() => budget.spend(1)).to.throw(UsageError, 'more than 10 steps')
  })
})
