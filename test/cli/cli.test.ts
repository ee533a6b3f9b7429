import {Config, Errors} from '@oclif/core'
import {expect} from 'chai'

import {BaseCommand} from '../../src/cli/base-command.js'
import {reportOutputErrors} from '../../src/cli/oclif/run.js'
import {unknownCommand} from '../../src/cli/oclif/unknown-command.js'
import {suggestedWord, suggestionsFor} from '../../src/cli/suggest.js'
import {isColoured, terminalOf} from '../../src/cli/terminal.js'
import {UsageError} from '../../src/usage-error.js'
import {runCommand, runCommandAs} from '../helpers/run-command.js'
import {root} from '../helpers/run-kadm.js'

const throwing = (error: Error): new (argv: string[], config: Config) => BaseCommand => class extends BaseCommand {
  run(): Promise<void> {
    return Promise.reject(error)
  }
}

describe('exit status of a command', () => {
  it('is 2 for a usage error, which has suggestions', async () => {
    const {status, error} = await runCommand(throwing(new UsageError('no such thing', ['another thing'])))
    expect(status).to.equal(2)
    expect(error).to.be.instanceOf(Errors.CLIError).and.to.include({message: 'no such thing'})
    expect(error?.suggestions).to.deep.equal(['another thing'])
  })

  it('is 3 for a defect, with the address for reports if there is one', async () => {
    const defect = (): ReturnType<typeof throwing> => throwing(new TypeError('x is not a function'))
    const begin = 'x is not a function\nThis is a defect of kadm. Please report it to its maintainers, with the input that caused it'
    const {status, error} = await runCommandAs({bugsUrl: ''}, defect())
    expect([status, error?.message]).to.deep.equal([3, `${begin}.`])
    const {error: other} = await runCommandAs({bugsUrl: 'https://bugs.example.com'}, defect())
    expect(other?.message).to.equal(`${begin}: https://bugs.example.com`)
  })

  it('is that of oclif for its own errors', async () => {
    expect((await runCommand(throwing(new Errors.CLIError('oclif says so')))).status).to.equal(2)
  })
})

describe('output of a command', () => {
  it('ends without an error if the reader closes the pipe', async () => {
    const counts: number[] = []
    class Talkative extends BaseCommand {
      run(): Promise<void> {
        reportOutputErrors()
        for (const text of ['a', 'b', 'c']) this.print(text)
        counts.push(process.stdout.listenerCount('error'), process.stderr.listenerCount('error'))
        process.stdout.emit('error', Object.assign(new Error('write EPIPE'), {code: 'EPIPE'}))
        return Promise.resolve()
      }
    }
    expect(await runCommand(Talkative)).to.include({status: 0, stdout: 'abc', stderr: ''})
    expect(await runCommand(Talkative)).to.include({status: 0})
    expect(counts).to.deep.equal([1, 1, 1, 1])
  })
})

describe('unknown command', () => {
  const rejection = async (id: string): Promise<Errors.CLIError> => unknownCommand(id, await Config.load(root))

  it('exits with 2 and suggests the nearest command', async () => {
    const error = await rejection('lnit')
    expect(error.oclif.exit).to.equal(2)
    expect(error.message).to.equal('there is no command "lnit"')
    expect(error.suggestions).to.deep.equal(['did you mean "kadm lint"?', '"kadm --help" lists the commands'])
  })

  it('is reported without its arguments, but with its topic', async () => {
    expect((await rejection('simulat:pod.yaml')).message).to.equal('there is no command "simulat"')
    const error = await rejection('describe:limts')
    expect(error.message).to.equal('there is no command "describe limts"')
    expect(error.suggestions?.[0]).to.equal('did you mean "kadm describe limits"?')
  })

  it('can be a known command with unexpected arguments', async () => {
    const error = await rejection('drift:quota.yaml')
    expect([error.message, error.suggestions]).to.deep.equal(['"kadm drift" takes no arguments', ['"kadm drift --help" lists its flags']])
  })

  it('has no suggestion if no command is similar', async () => {
    expect((await rejection('frobnicate')).suggestions).to.deep.equal(['"kadm --help" lists the commands'])
  })
})

describe('suggestions', () => {
  it('are the nearest word or an anagram', () => {
    expect(suggestedWord('lnit', ['lint', 'rules'])).to.equal('lint')
    expect(suggestedWord('rule', ['lint', 'rules'])).to.equal('rules')
    expect(suggestedWord('x', ['lint', 'rules'])).to.equal(undefined)
  })

  it('are derived from oclif errors', () => {
    expect(suggestionsFor(Object.assign(new Error('Nonexistent flag: --outputt=json'), {
      flags: ['--outputt=json'], parse: {input: {flags: {output: {}, color: {}}}},
    }))).to.deep.equal(['--output'])
    expect(suggestionsFor(new Error('Expected --output=jsno to be one of: table, json\nSee more help with --help'))).to.deep.equal(['json'])
    expect(suggestionsFor(new Error('Expected --output=x to be one of: table, json'))).to.deep.equal([])
    expect(suggestionsFor(new Error('something else'))).to.deep.equal([])
  })
})

describe('isColoured', () => {
  const cases: readonly (readonly [boolean, Readonly<Record<string, string>>, boolean | undefined, boolean])[] = [
    [true, {}, undefined, true],
    [false, {}, undefined, false],
    [true, {TERM: 'dumb'}, undefined, false],
    [true, {NO_COLOR: '1'}, undefined, false],
    [true, {NO_COLOR: ''}, undefined, true],
    [false, {FORCE_COLOR: '1'}, undefined, true],
    [false, {FORCE_COLOR: ''}, undefined, true],
    [true, {FORCE_COLOR: '0'}, undefined, false],
    [true, {FORCE_COLOR: 'false'}, undefined, false],
    [true, {NO_COLOR: '1', FORCE_COLOR: '1'}, undefined, false],
    [false, {NO_COLOR: '1'}, true, true],
    [true, {FORCE_COLOR: '1'}, false, false],
  ]
  for (const [isTTY, env, flag, expected] of cases) {
    it(`returns ${expected ? 'true' : 'false'} ${isTTY ? 'on a terminal' : 'in a pipe'} with ${JSON.stringify(env)}${flag === undefined ? '' : ` and ${flag ? '--color' : '--no-color'}`}`, () => {
      expect(isColoured({isTTY, env}, flag)).to.equal(expected)
    })
  }

  it('depends on the stream', () => expect([terminalOf({}).isTTY, terminalOf({isTTY: true}).isTTY]).to.deep.equal([false, true]))
})
