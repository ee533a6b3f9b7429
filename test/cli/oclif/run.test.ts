import {Command, type Interfaces} from '@oclif/core'
import {expect} from 'chai'

import type {ProgramParts} from '../../../src/cli/oclif/kadm-plugin.js'
import {run} from '../../../src/cli/oclif/run.js'

const ran: string[] = []

class Quota extends Command {
  override async run(): Promise<void> {
    const {argv} = await this.parse(Quota)
    ran.push(`${this.id ?? ''} ${argv.join(' ')}`)
  }

  static override strict = false
}

const cached = (id: string, summary: string): Command.Cached =>
  ({id, summary, aliases: [], hiddenAliases: [], args: {}, flags: {}, hidden: false, pluginName: 'kadm', strict: false})

const pjson = {name: 'kadm', version: '1.2.3', oclif: {bin: 'kadm', topicSeparator: ' ', topics: {describe: {description: 'Print policies.'}}}}

const parts: ProgramParts = {
  root: '/nowhere',
  pjson: pjson as unknown as Interfaces.PJSON,
  manifest: {
    commands: [{command: cached('describe:quota', 'Print quotas.'), flags: {}}, {command: cached('lint', 'Find mistakes.'), flags: {output: 0}}],
    flags: [{name: 'output', type: 'option', description: 'Output format.', multiple: false, hasDynamicHelp: false}],
  },
  command: (path) => path === 'describe/quota' ? Promise.resolve({default: Quota}) : Promise.reject(new Error(`${path} is loaded`)),
}

/** Runs a command line and returns its output. */
async function outputOf(...argv: string[]): Promise<string> {
  const texts: string[] = []
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = (text: string | Uint8Array): boolean => texts.push(String(text)) > 0
  try {
    await run(parts, argv)
  } finally {
    process.stdout.write = write
    for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error')
  }
  return texts.join('')
}

describe('command line', () => {
  it('runs a command of several words and loads no other', async () => {
    ran.length = 0
    expect(await outputOf('describe', 'quota', 'a', '--', '--help')).to.equal('')
    expect(ran).to.deep.equal(['describe:quota a --help'])
  })

  it('prints the version', async () => {
    expect(await outputOf('--version')).to.match(/^kadm\/1\.2\.3 \S+ node-v[\d.]+\n$/)
  })

  it('prints the help of all commands, of a group and of one command, and loads none', async () => {
    for (const argv of [[], ['--help']]) expect(await outputOf(...argv)).to.match(/TOPICS\n {2}describe {2}Print policies\.\n\nCOMMANDS\n {2}lint {2}Find mistakes\.\n/)
    expect(await outputOf('describe')).to.match(/^Print policies\.\n[^]*COMMANDS\n {2}describe quota {2}Print quotas\.\n/)
    expect(await outputOf('lint', '--help')).to.match(/^Find mistakes\.\n\nUSAGE\n {2}\$ kadm lint[^]*\nFLAGS\n {2}--output=<value> {2}Output format\.\n/)
  })
})
