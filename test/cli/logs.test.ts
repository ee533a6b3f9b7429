import {expect} from 'chai'

import {logOptions, parseUserMap} from '../../src/cli/log-flags.js'
import {Progress} from '../../src/cli/progress.js'
import {clientModel} from '../../src/cli/replay-flags.js'
import {givenNumbers, shareOf, typesOf} from '../../src/cli/tune-flags.js'
import {SourceFile} from '../../src/source/source-file.js'
import {UsageError} from '../../src/usage-error.js'

describe('Progress', () => {
  const shown = (isTTY: boolean, total: number | undefined, ...bytes: readonly number[]): string[] => {
    const texts: string[] = []
    const progress = new Progress(total, {isTTY, write: (text: string) => texts.push(text)})
    for (const count of bytes) progress.add(count)
    progress.end()
    return texts
  }

  it('is printed on a terminal if it changes', () => {
    expect(shown(true, 1000, 100, 1, 399, 600)).to.deep.equal([
      '\r[###...........................]  10 %', '\r[###############...............]  50 %', '\r[##############################] 100 %', '\r\u001b[K',
    ])
  })

  it('is printed in megabytes if the total is unknown', () => expect(shown(true, undefined, 1, 2_500_000)).to.deep.equal(['\r0 MB', '\r2 MB', '\r\u001b[K']))

  it('is printed after the delay, with the progress so far, and never decreases', () => {
    const texts: string[] = []
    const early = new Progress(1, {isTTY: true, write: (text: string) => texts.push(text)}, performance.now() + 60_000)
    early.set(0.5)
    early.end()
    const late = new Progress(1, {isTTY: true, write: (text: string) => texts.push(text)}, performance.now() - 1)
    late.set(0.1)
    late.set(0.5)
    late.set(0.3)
    late.end()
    expect(texts).to.deep.equal(['\r[###...........................]  10 %', '\r[###############...............]  50 %', '\r\u001b[K'])
  })

  it('is not printed to a pipe', () => expect(shown(false, 1000, 1000)).to.deep.equal([]))
})

describe('log flags', () => {
  it('accept times in the format of logs', () => {
    expect(logOptions({since: '2026-01-01T10:00:00.5Z', until: '2026-01-02'})).to.deep.include({
      since: {seconds: 1_767_261_600, nanoseconds: 500_000_000}, until: {seconds: 1_767_312_000, nanoseconds: 0},
    })
    expect(() => logOptions({since: 'yesterday'})).to.throw(UsageError, '--since takes a time such as 2026-01-31T10:00:00Z, not "yesterday"')
    expect(() => logOptions({until: '2026-13-01'})).to.throw(UsageError, '--until takes')
  })

  const users = (text: string): ReadonlyMap<string, string> => parseUserMap(new SourceFile('users.yaml', text))

  it('read user maps', () => {
    expect([...users('kubelet: node/<host>\n"my-*": me\n')]).to.deep.equal([['kubelet', 'node/<host>'], ['my-*', 'me']])
    expect([...users('{"a": "b"}')]).to.deep.equal([['a', 'b']])
    expect(users('# nothing\n').size).to.equal(0)
  })

  const wrong: Readonly<Record<string, string>> = {
    '- a': 'users.yaml:1:1: a user map must be a map from components to users',
    'a: 5': 'users.yaml:1:4: the user of "a" must be a string',
    'a: ""': 'users.yaml:1:4: the user of "a" must be a string',
    'a: b\n---\nc: d': 'users.yaml:3:1: unexpected second document: a user map has only one',
  }
  for (const [text, message] of Object.entries(wrong)) it(`reject the user map ${JSON.stringify(text)}`, () => expect(() => users(text)).to.throw(UsageError, message))
  it('reject a user map with invalid YAML', () => expect(() => users('a: [')).to.throw(UsageError, /^users\.yaml:1/))
})

describe('client flags', () => {
  it('select a client model', () => {
    expect(clientModel({observed: false})).to.equal(undefined)
    expect(clientModel({client: 'proposal', 'retry-after': 5, observed: false})).to.deep.equal({name: 'proposal', retryAfterSeconds: 5})
  })

  it('reject combinations with other flags', () => {
    expect(() => clientModel({'retry-after': 5, observed: false})).to.throw(UsageError, '--retry-after requires --client')
    expect(() => clientModel({client: 'none', observed: true})).to.throw(UsageError, '--observed cannot be combined with it')
    expect(() => clientModel({client: 'none', observed: false, decisions: '-'})).to.throw(UsageError, '--decisions cannot be combined with it')
  })
})

describe('tune flags', () => {
  it('accept percentages', () => {
    expect(['99.9', '100', '50 %', '0.1%'].map(shareOf)).to.deep.equal([99.9, 100, 50, 0.1])
    for (const text of ['0', '101', '-1', 'all', '', 'Infinity', '1e5']) expect(() => shareOf(text), text).to.throw(UsageError, '--accept takes a share in per cent')
  })

  it('sort limit types from Server to SourceAndObject', () => {
    expect(typesOf(undefined)).to.deep.equal(['Server', 'Namespace', 'User', 'SourceAndObject'])
    expect(typesOf(['User', 'Server'])).to.deep.equal(['Server', 'User'])
  })

  it('accept numbers for all types or for one type', () => {
    const given = givenNumbers(['50', 'Server=100'], ['User=7'])
    expect([given('Server'), given('Namespace'), given('User')]).to.deep.equal([{qps: 100}, {qps: 50}, {burst: 7}])
    expect(givenNumbers()('Server')).to.equal(undefined)
  })

  it('reject invalid numbers and types, and both qps and burst for a type', () => {
    for (const text of ['0', '-1', '1.5', 'x', 'server=1', 'Server=', '2147483648', '']) expect(() => givenNumbers([text]), text).to.throw(UsageError, '--qps takes a whole number')
    expect(() => givenNumbers(['1'], ['1'])).to.throw(UsageError, 'both given for all limits')
    expect(() => givenNumbers(['User=1'], ['User=1'])).to.throw(UsageError, 'both given for User')
  })
})
