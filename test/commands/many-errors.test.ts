import {expect} from 'chai'

import Lint from '../../commands/lint.js'
import Simulate from '../../commands/simulate.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const cut = '(the last of 1,000 errors of this rule that are shown: kadm lint shows all)'

describe('an object with thousands of errors', () => {
  const write = inFolder()
  const ports = Array.from({length: 3000}, (_, i) => 70_000 + i)

  beforeEach(() => {
    const list = ports.map((port) => `    - {containerPort: ${port}}\n`).join('')
    write({'a.yaml': `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - name: A\n    image: i\n    ports:\n${list}`})
  })

  it('lint reports every error @slow', async () => {
    const {stdout, status} = await runCommand(Lint, 'a.yaml', '-o', 'json')
    const {diagnostics} = JSON.parse(stdout) as {readonly diagnostics: readonly {readonly ruleId: string}[]}
    expect(status).to.equal(1)
    expect(diagnostics.filter(({ruleId}) => ruleId === 'pod/container-port')).to.have.length(3000)
  })

  it('simulate explains 1,000 errors, and shortens the message in the table only @slow', async () => {
    const {stdout: json} = await runCommand(Simulate, 'a.yaml', '-o', 'json')
    const {reviews: [review]} = JSON.parse(json) as {readonly reviews: readonly {readonly status: {readonly message: string}}[]}
    expect(ports.filter((port) => review?.status.message.includes(`Invalid value: ${port}:`))).to.have.length(3000)
    const {stdout: table} = await runCommand(Simulate, 'a.yaml')
    const lines = table.split('\n')
    expect(lines.filter((line) => line.startsWith('  spec.containers[0].ports['))).to.have.length(1000)
    expect(lines.filter((line) => line.endsWith(cut))).to.have.length(1)
    const [message = ''] = lines.filter((line) => line.startsWith('Message:'))
    expect(message.length).to.be.below(20_200)
    expect(message).to.match(/\.\.\. \(the beginning of [\d,]+ characters: -o json has all\)$/)
  })
})
