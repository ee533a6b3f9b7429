import {type Command, Config} from '@oclif/core'
import {expect} from 'chai'
import {spawnSync} from 'node:child_process'
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {delimiter, join} from 'node:path'

import CompletionCommand from '../../commands/completion.js'
import CompletionEnvironments from '../../commands/completion/environments.js'
import {completionModel, completions} from '../../src/cli/completion/index.js'
import {type CompletionModel, wordsAfter} from '../../src/cli/completion/model.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'
import {root} from '../helpers/run-kadm.js'

type Shell = keyof typeof completions

/** A command in the form of the oclif manifest. */
const command = (id: string, parts: object = {}): Command.Loadable =>
  ({id, aliases: [], hidden: false, flags: {}, args: {}, ...parts}) as unknown as Command.Loadable

const flag = (name: string, parts: object = {}): object => ({[name]: {name, type: 'option', ...parts}})

const program = {
  bin: 'tool',
  topics: [{name: 'show', description: 'Show things. All of them.'}, {name: 'empty', description: 'nothing'}],
  commands: [
    command('show:one', {summary: 'Show a thing: "it\'s" [one].', aliases: ['show:1'], args: {name: {name: 'name'}}}),
    command('show:1', {summary: 'Show a thing.', aliases: ['show:1']}),
    command('check', {
      summary: 'Check files (all).', formats: ['table', 'sarif'], args: {path: {name: 'path'}},
      flags: {
        ...flag('output', {char: 'o', helpValue: 'FORMAT[=FILE]', description: 'How to print: well. [env: X]'}), ...flag('namespace', {char: 'n', aliases: ['ns'], description: 'It\'s a [namespace]'}),
        ...flag('policies', {helpValue: 'PATH'}), ...flag('env', {helpValue: 'NAME...'}), ...flag('level', {options: ['low', 'high']}), ...flag('secret', {hidden: true}), color: {name: 'color', type: 'boolean', allowNo: true},
      },
    }),
    command('explain', {words: ['pod/name', 'pod/spec', 'yaml/syntax'], args: {rule: {name: 'rule'}}}),
    command('choose', {args: {shell: {name: 'shell', options: ['red', 'green']}}}),
    command('unseen', {hidden: true}),
  ],
}

const model = completionModel(program)

describe('completionModel', () => {
  it('contains commands and aliases, except for hidden commands', () => {
    expect(model.commands.map(({name, aliases}) => [name, aliases])).to.deep.equal([['check', []], ['choose', []], ['explain', []], ['show one', ['show 1']]])
    expect([...model.topics]).to.deep.equal([['show', 'Show things']])
    expect(wordsAfter(model, '')).to.deep.equal([['check', 'Check files'], ['choose', ''], ['explain', ''], ['show', 'Show things']])
    expect(wordsAfter(model, 'show')).to.deep.equal([['one', 'Show a thing']])
  })

  it('completes the flags of a command that has subcommands', () => {
    const both = completionModel({...program, topics: [...program.topics, {name: 'check', description: 'Check more.'}], commands: [...program.commands, command('check:all')]})
    expect(wordsAfter(both, '').map(([word]) => word)).to.deep.equal(['check', 'choose', 'explain', 'show'])
    expect(completions.bash(both)).to.contain("    'check')\n      words='--color").and.not.to.contain("'check') words=")
    expect(completions.zsh(both).match(/^_tool_check\(\)/gm)).to.have.length(1)
  })

  it('contains flags and the kind of their values', () => {
    const [check, choose, explain, show] = model.commands
    expect(check?.flags.map(({name, char, values}) => [name, char, values])).to.deep.equal([
      ['color', undefined, undefined], ['env', undefined, 'environments'], ['help', undefined, undefined], ['level', undefined, ['low', 'high']], ['namespace', 'n', 'any'],
      ['no-color', undefined, undefined], ['output', 'o', ['table', 'sarif']], ['policies', undefined, 'files'],
    ])
    expect([check?.values, choose?.values, explain?.values, show?.values]).to.deep.equal(['files', ['red', 'green'], ['pod/name', 'pod/spec', 'yaml/syntax'], 'any'])
  })
})

const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0

/** Completions of each shell for a line with the cursor at its end. */
const offered: Readonly<Record<Shell, (script: string, words: readonly string[], cwd: string, bin: string) => string[]>> = {
  bash(script, words, cwd, bin) {
    // Bash treats "=" as a separate word.
    const split = words.flatMap((word) => word.split(/(=)/).filter((part, i, all) => part !== '' || (all.length === 1 || i === all.length - 1 && all.at(-2) !== '=')))
    const quoted = split.map((word) => `'${word}'`).join(' ')
    const text = `source "$1"; COMP_WORDS=(${quoted}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); complete -p ${bin} > /dev/null || exit 1; _${bin}; printf '%s\\n' "\${COMPREPLY[@]}"`
    return lines('bash', ['--norc', '-c', text, 'bash', script], cwd)
  },
  zsh(script, words, cwd) {
    const received = lines('zsh', ['-f', '-c', listening, 'zsh', script, words.join(' ')], cwd).join('\n')
    return [...new Set([...received.matchAll(/OFFER<(.*?)>/g)].map(([, word = '']) => word))].sort()
  },
  fish: (script, words, cwd) => lines('fish', ['--no-config', '-c', `source ${script}; complete -C '${words.join(' ')}'`], cwd).map((line) => line.replace(/\t.*/, '')),
}

/** A zsh that types into another one and prints its completions. */
const listening = `zmodload zsh/zpty
zpty inner zsh -f -i
zpty -w inner "autoload -U compinit; compinit -u -D; source $1"
zpty -w inner 'compadd() { local -a hits; [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]] || { builtin compadd -A hits "$@"; print -rl -- OFFER\\<$^hits\\> }; builtin compadd "$@" }'
zpty -w inner 'capture() { unset "compstate[vared]"; _main_complete; print DONE }; zle -C capture complete-word capture; bindkey "^I" capture; print READY'
zpty -r inner seen '*READY*READY*'
zpty -w -n inner "$2"$'\\t'
zpty -r inner seen '*DONE*'
print -r -- $seen
zpty -d inner
`

function lines(shell: string, args: readonly string[], cwd: string): string[] {
  const {stdout, stderr, status} = spawnSync(shell, args, {cwd, encoding: 'utf8', timeout: 300_000, env: {...process.env, PATH: `${cwd}${delimiter}${process.env['PATH'] ?? ''}`}})
  expect({stderr, status}).to.deep.equal({stderr: '', status: 0})
  return stdout.split('\n').filter((line) => line !== '').sort()
}

describe('completion scripts', function () {
  let folder = ''
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'kadm-completion-'))
    writeFileSync(join(folder, 'a file.yaml'), '')
    writeFileSync(join(folder, 'tool'), '#!/bin/sh\n[ "$*" = "completion environments" ] && printf "dev\\nprod\\nall\\n"\n', {mode: 0o755})
  })
  after(() => rmSync(folder, {recursive: true, force: true}))

  const scriptOf = (shell: Shell, of: CompletionModel = model): string => {
    const path = join(folder, `${of.bin}.${shell}`)
    writeFileSync(path, completions[shell](of))
    return path
  }

  const cases: readonly (readonly [words: readonly string[], offered: readonly string[]])[] = [
    [['tool', 'ch'], ['check', 'choose']],
    [['tool', 'show', ''], ['one']],
    [['tool', 'check', '-o', ''], ['sarif', 'table']],
    [['tool', 'check', '--output', 's'], ['sarif']],
    [['tool', 'check', '--level', ''], ['high', 'low']],
    [['tool', 'check', '--n'], ['--namespace', '--no-color', '--ns']],
    [['tool', 'check', 'a'], ['a file.yaml']],
    [['tool', 'check', '--policies', 'a'], ['a file.yaml']],
    [['tool', 'check', '-n', ''], []],
    [['tool', 'check', '--env', ''], ['all', 'dev', 'prod']],
    [['tool', 'check', '--env', 'p'], ['prod']],
    [['tool', 'choose', ''], ['green', 'red']],
    [['tool', 'explain', ''], ['pod/name', 'pod/spec', 'yaml/syntax']],
    [['tool', 'explain', 'pod/s'], ['pod/spec']],
    [['tool', 'show', '1', '--he'], ['--help']],
  ]

  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    describe(`in ${shell}`, () => {
      before(function () {
        if (process.platform === 'win32' || !isThere(shell)) this.skip()
      })
      for (const [words, expected] of cases) {
        it(`offer ${expected.join(', ') || 'nothing'} after ${words.join(' ')}`, () => {
          const found = offered[shell](scriptOf(shell), words, folder, 'tool').filter((word) => expected.includes('--help') || word !== '--help')
          expect(found.map((word) => word.replaceAll('\\', ''))).to.deep.equal(expected)
        })
      }
    })
  }

  const nested = completionModel({...program, bin: 'nested', topics: [...program.topics, {name: 'check'}], commands: [
    ...program.commands, command('check:all', {summary: 'Check all.', args: {shell: {name: 'shell', options: ['red', 'green']}}, flags: flag('deep', {type: 'boolean'})}),
  ]})

  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    it(`complete commands with subcommands in ${shell}`, function () {
      if (process.platform === 'win32' || !isThere(shell)) return this.skip()
      const after = (...words: string[]): string[] => offered[shell](scriptOf(shell, nested), ['nested', ...words], folder, 'nested').map((word) => word.replaceAll('\\', ''))
      expect(after('check', 'a')).to.have.members(['a file.yaml', 'all'])
      expect(after('check', 'all', 'r')).to.deep.equal(['red'])
      expect(after('check', 'all', '--d')).to.deep.equal(['--deep'])
      expect(after('check', '--le')).to.deep.equal(['--level'])
    })
  }

  it('offer values after "=" in bash, and files after a format', function () {
    if (process.platform === 'win32' || !isThere('bash')) return this.skip()
    expect(offered.bash(scriptOf('bash'), ['tool', 'check', '--output=s'], folder, 'tool')).to.deep.equal(['sarif'])
    expect(offered.bash(scriptOf('bash'), ['tool', 'check', '-o', 'sarif=a'], folder, 'tool')).to.deep.equal(['a file.yaml'])
  })

  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    it(`have valid syntax in ${shell}`, async function () {
      if (process.platform === 'win32' || !isThere(shell)) return this.skip()
      const whole = completionModel(await Config.load(root))
      expect(whole.commands.map(({name}) => name)).to.include.members(['lint', 'simulate', 'describe limits'])
      expect(whole.commands.find(({name}) => name === 'rules')?.values).to.include('limit-range/min-not-above-max')
      const {stderr, status} = spawnSync(shell, ['-n', scriptOf(shell, whole)], {encoding: 'utf8'})
      expect({stderr, status}).to.deep.equal({stderr: '', status: 0})
    })
  }

  it('define completion functions in zsh', function () {
    if (process.platform === 'win32' || !isThere('zsh')) return this.skip()
    const text = 'autoload -U compinit; compinit -u -D; source "$1"; print -r -- "$_comps[tool]"; whence -w _tool _tool_check _tool_show_one'
    const {stdout, stderr} = spawnSync('zsh', ['-f', '-c', text, 'zsh', scriptOf('zsh')], {encoding: 'utf8'})
    expect({stdout, stderr}).to.deep.equal({stdout: '_tool\n_tool: function\n_tool_check: function\n_tool_show_one: function\n', stderr: ''})
  })
})

describe('kadm completion', () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    it(`prints a script for ${shell}`, async () => {
      const {stdout, stderr, status} = await runCommand(CompletionCommand, shell)
      expect({stderr, status}).to.deep.equal({stderr: '', status: 0})
      expect(stdout).to.contain(`kadm completion ${shell}`).and.to.contain('markdown').and.to.match(/\n$/)
    })
  }

  describe('completion environments', () => {
    const write = inFolder()

    it('prints the environments of .kadm.yaml, except for names that a shell could execute', async () => {
      write({'.kadm.yaml': 'environments: {dev: {}, eu-1.prod: {}, $(reboot): {}, a b: {}, -x: {}}\n'})
      expect(await runCommand(CompletionEnvironments)).to.include({status: 0, stdout: 'dev\neu-1.prod\nall\n'})
    })

    it('prints nothing if there are no environments', async () => {
      write({'.kadm.yaml': ''})
      expect(await runCommand(CompletionEnvironments)).to.include({status: 2, stdout: ''})
    })
  })

  it('rejects other shells', async () => {
    expect((await runCommand(CompletionCommand, 'tcsh')).status).to.equal(2)
    expect((await runCommand(CompletionCommand)).status).to.equal(2)
  })
})
