import {expect} from 'chai'
import {readFileSync, writeFileSync} from 'node:fs'

import Lint from '../../commands/lint.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const text = `apiVersion: v1
kind: limitrange
metadata: {name: a}
spec:
  limits:
    - type: container
      defaultRequests: {memory: 2gi}
      max: {memory: 1Gi}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: "3"
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: shop}}
    spec: {containers: [{name: web, image: nginx}]}
`

interface Found {
  readonly diagnostics: readonly {readonly ruleId: string, readonly source: {readonly line: number}}[]
  readonly summary: Readonly<Record<string, number>>
}

describe('kadm lint with fixes that reveal further findings', () => {
  inFolder()
  const found = async (...args: string[]): Promise<Found> => JSON.parse((await runCommand(Lint, ...args, '-o', 'json')).stdout) as Found
  const rules = ({diagnostics}: Found): string[] => diagnostics.map(({ruleId, source: {line}}) => `${line} ${ruleId}`)

  beforeEach(() => {
    writeFileSync('a.yaml', text)
  })

  const fixable = ['2 manifest/kind', '6 limit-range/type', '7 decode/unknown-field', '7 decode/bad-value', '14 decode/wrong-type']
  const left = ['7 limit-range/default-request-not-above-default', '7 limit-range/default-request-not-above-max', '17 workload/selector']

  it('reports findings that fixes would reveal, and counts the fixable ones', async () => {
    const all = await found()
    expect(rules(all)).to.have.members([...fixable, ...left])
    expect(all.summary).to.include({errors: 8, fixable: 5})
    const {stdout, status} = await runCommand(Lint)
    expect(status).to.equal(1)
    expect(stdout).to.match(/\n2 objects in 1 file: 8 errors, 0 warnings\n5 places can be fixed with "kadm lint --fix"\n$/)
  })

  it('previews all fixes with --dry-run and counts the remaining findings', async () => {
    const {stdout, stderr, status} = await runCommand(Lint, '--fix', '--dry-run')
    expect(status).to.equal(1)
    expect(stderr).to.equal('would be fixed: 5 places in 1 file; findings that would remain: 3\n')
    expect(stdout.split('\n').filter((line) => /^\+[^+]/.test(line)).map((line) => line.slice(1).trim()))
      .to.deep.equal(['kind: LimitRange', '- type: Container', 'defaultRequest: {memory: 2Gi}', 'replicas: 3'])
    expect(readFileSync('a.yaml', 'utf8')).to.equal(text)
  })

  it('applies all fixes in one run, with the predicted findings left', async () => {
    const {stderr} = await runCommand(Lint, '--fix', '-o', 'json')
    expect(stderr).to.equal('fixed: 5 places in 1 file\n')
    const after = await found()
    expect(rules(after)).to.have.members(left)
    expect(after.summary).to.include({errors: 3, fixable: 0})
    expect((await runCommand(Lint, '--fix')).stderr).to.equal('fixed: 0 places in 0 files\n')
  })

  it('writes all findings to the baseline, and fixes none of them', async () => {
    await runCommand(Lint, '--baseline', 'known.json', '--write-baseline')
    const run = await runCommand(Lint, '--baseline', 'known.json')
    expect([run.status, run.stdout, run.stderr]).to.deep.equal([0, '2 objects in 1 file: nothing wrong (8 known)\n', ''])
    await runCommand(Lint, '--baseline', 'known.json', '--fix')
    expect(readFileSync('a.yaml', 'utf8')).to.equal(text)
  })
})
