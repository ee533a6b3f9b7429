import {expect} from 'chai'
import {BaseCommand, maxReportCharacters} from '../../src/cli/base-command.js'
import {runCommand} from '../helpers/run-command.js'

describe('environments of a command', () => {
  /** Prints as many characters for each environment as its name says. */
  class Printing extends BaseCommand {
    override async run(): Promise<void> {
      const names = this.argv.filter((word) => word !== '--env')
      if (await this.runEnvironments({env: names}, (_, texts) => texts.map(({name, text}) => `${name}: ${text.length}\n`).join(''), (given) => [...given])) return
      this.print('x'.repeat(Number(names[0])))
    }
  }

  const run = (...names: readonly string[]): ReturnType<typeof runCommand> => runCommand(Printing, ...names.flatMap((name) => ['--env', name]))
  const half = String(maxReportCharacters / 2)

  it('joins reports that are as long as the limit', async () => {
    expect(await run(half, half)).to.deep.include({status: 0, stdout: `${half}: ${half}\n${half}: ${half}\n`})
  })

  it('ends without a result when the reports are too long together', async () => {
    const {status, stdout, error} = await run(half, half, '1', '5')
    expect({status, stdout}).to.deep.equal({status: 2, stdout: ''})
    expect(error?.message).to.equal('the reports of the first 3 of 4 environments have more than 100,000,000 characters: there is no result')
    expect(error?.suggestions).to.deep.equal([`name fewer of them at a time: --env ${half}`])
  })
})
