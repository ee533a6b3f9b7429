import {readFileSync} from 'node:fs'

import {Ajv2020} from 'ajv/dist/2020.js'
import {expect} from 'chai'

import Test from '../../commands/test.js'
import TestInit from '../../commands/test/init.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const limits = `apiVersion: v1
kind: LimitRange
metadata:
  name: limits
spec:
  limits:
    - type: Container
      max:
        cpu: "2"
        memory: 1Gi
`
const quota = 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: quota}\nspec:\n  hard:\n    pods: 4\n    requests.cpu: 3\n'

const pod = (amounts: string): string => `{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: i, resources: {limits: {${amounts}}}}]}}`

/** Tests of both bounds of cpu, and of a memory far beyond the bound: the bound of memory itself is not tested. */
const tests = `apiVersion: test.kadm.dev/v1
kind: Suite
policies: [limits.yaml]
tests:
  - {name: largest cpu, object: ${pod('cpu: 2, memory: 1Mi')}}
  - {name: too much cpu, object: ${pod('cpu: 2001m, memory: 1Mi')}, expect: {allowed: false}}
  - {name: too much memory, object: ${pod('cpu: 1, memory: 8Gi')}, expect: {allowed: false}}
`

const validate = new Ajv2020({strict: true, strictRequired: false, allowUnionTypes: true})
  .compile(JSON.parse(readFileSync(new URL('../../schemas/test.schema.json', import.meta.url), 'utf8')) as object)

/** Parses a report, and checks it against its schema. */
function parsed(text: string): unknown {
  const report: unknown = JSON.parse(text)
  expect(validate(report), JSON.stringify(validate.errors)).to.equal(true)
  return report
}

describe('kadm test --mutate', () => {
  const write = inFolder()

  it('finds a bound that no test reaches, and changes no file', async () => {
    write({'limits.yaml': limits, 'limits.kadm-test.yaml': tests})
    const {status, stdout, stderr} = await runCommand(Test, '--mutate', '--no-times')
    expect([status, stderr]).to.deep.equal([0, ''])
    expect(stdout).to.contain(`3 tests: 3 passed

limits.yaml:10:17: max.memory 1Gi → 1025Mi: no test notices
limits.yaml:10:17: max.memory 1Gi → 1023Mi: no test notices

Mutants  Killed  Survived  Policy
-------  ------  --------  ------
6        4       2         limits.yaml: LimitRange limits

Policy mutation score: 66 % (4 of 6 mutants killed)
`)
    expect(readFileSync('limits.yaml', 'utf8')).to.equal(limits)
  })

  it('changes policies in the test file, and writes no file', async () => {
    const inline = `apiVersion: test.kadm.dev/v1
kind: Suite
policies:
  - apiVersion: v1
    kind: LimitRange
    metadata: {name: limits}
    spec:
      limits:
        - type: Container
          max: {memory: 1Gi}
tests:
  - {name: too much memory, object: ${pod('memory: 1025Mi')}, expect: {allowed: false}}
`
    write({'limits.kadm-test.yaml': inline})
    const {status, stdout} = await runCommand(Test, '--mutate', '--coverage', '--no-times')
    expect(status).to.equal(0)
    expect(stdout).to.contain('limits.kadm-test.yaml:10:25: max.memory 1Gi → 1023Mi: no test notices\n')
      .and.to.contain('3        2       1         limits.kadm-test.yaml: LimitRange limits\n').and.to.contain('Policy coverage: 100 % (1 of 1 item)\n')
    expect(readFileSync('limits.kadm-test.yaml', 'utf8')).to.equal(inline)
  })

  it('rejects flags that contradict each other, and a score without mutants', async () => {
    const errorOf = async (...argv: string[]): Promise<unknown> => {
      const {status, error} = await runCommand(Test, ...argv)
      return [status, error?.message]
    }
    expect(await errorOf('--watch', '--update')).to.deep.equal([2, '--watch and --update exclude each other'])
    expect(await errorOf('--coverage', '--update')).to.deep.equal([2, '--coverage and --update exclude each other'])
    expect(await errorOf('--mutate', '--watch')).to.deep.equal([2, '--mutate and --watch exclude each other'])
    expect(await errorOf('--min-score', '80')).to.deep.equal([2, '--min-score needs --mutate'])
  })

  it('fails with --min-score if the score is lower', async () => {
    write({'limits.yaml': limits, 'limits.kadm-test.yaml': tests})
    const statusOf = async (score: string): Promise<number> => (await runCommand(Test, '--mutate', '--min-score', score)).status
    expect([await statusOf('66'), await statusOf('67')]).to.deep.equal([0, 1])
  })

  it('reports each mutant in JSON', async () => {
    write({'limits.yaml': limits, 'limits.kadm-test.yaml': tests})
    const {mutation} = parsed((await runCommand(Test, '--mutate', '-o', 'json')).stdout) as {mutation: {mutants: object[]}}
    expect({...mutation, mutants: mutation.mutants.slice(2, 4)}).to.deep.equal({
      mutants: [
        {
          policy: 'LimitRange limits', field: 'spec.limits[0].max[cpu]', item: 'max.cpu', value: '2', change: 'removed', killedBy: 'limits: too much cpu',
          source: {path: 'limits.yaml', line: 9, column: 14, endLine: 9, endColumn: 17},
        },
        {
          policy: 'LimitRange limits', field: 'spec.limits[0].max[memory]', item: 'max.memory', value: '1Gi', change: '1Gi → 1025Mi', killedBy: null,
          source: {path: 'limits.yaml', line: 10, column: 17, endLine: 10, endColumn: 20},
        },
      ],
      killed: 4, survived: 2, score: 66, isLimited: false, untested: 0,
    })
  })

  it('does not change policies if a test fails', async () => {
    write({'limits.yaml': limits, 'limits.kadm-test.yaml': tests.replace('cpu: 2,', 'cpu: 3,')})
    const {status, stdout, stderr} = await runCommand(Test, '--mutate')
    expect([status, stderr]).to.deep.equal([1, 'The policies are not changed: all tests must pass first.\n'])
    expect(stdout).not.to.contain('mutant')
  })

  it('kills all mutants with the tests of "kadm test init" @slow', async () => {
    write({'policies/limits.yaml': limits, 'policies/quota.yaml': quota})
    expect((await runCommand(TestInit, 'policies')).status).to.equal(0)
    const {status, stdout} = await runCommand(Test, '--mutate', '--coverage', '--min-score', '100')
    expect(stdout).to.contain('9 tests: 9 passed\n').and.to.contain('Policy coverage: 100 % (4 of 4 items)\n').and.to.contain('Policy mutation score: 100 % (12 of 12 mutants killed)\n')
    expect(status).to.equal(0)
  })

  it('rejects formats that cannot show the result', async () => {
    write({'limits.yaml': limits, 'limits.kadm-test.yaml': tests})
    const errorOf = async (...argv: string[]): Promise<unknown> => {
      const {status, error} = await runCommand(Test, ...argv)
      return [status, error?.message]
    }
    expect(await errorOf('--mutate', '-o', 'tap')).to.deep.equal([2, '--mutate needs another output'])
    expect(await errorOf('--coverage', '-o', 'junit')).to.deep.equal([2, '--coverage needs another output'])
    expect(await errorOf('-o', 'lcov')).to.deep.equal([2, '-o lcov needs --coverage'])
  })
})

describe('kadm test --coverage', () => {
  const write = inFolder()

  const one = `apiVersion: test.kadm.dev/v1\nkind: Suite\npolicies: [limits.yaml, quota.yaml]\ntests:\n  - {name: large, object: ${pod('cpu: 1, memory: 2Gi')}, expect: {allowed: false}}\n`

  it('reports the items that decide no test', async () => {
    write({'limits.yaml': limits, 'quota.yaml': quota, 'limits.kadm-test.yaml': one})
    const {status, stdout} = await runCommand(Test, '--coverage', '--no-times')
    expect(status).to.equal(0)
    expect(stdout).to.equal(`limits.kadm-test.yaml
  ok     large

1 test: 1 passed

limits.yaml:9:14: max.cpu 2: decides no test
quota.yaml:6:11: hard.pods 4: decides no test
quota.yaml:7:19: hard.requests.cpu 3: decides no test

Items  Covered  Not covered  Policy
-----  -------  -----------  ------
2      1        1            limits.yaml: LimitRange limits
2      0        2            quota.yaml: ResourceQuota quota

Policy coverage: 25 % (1 of 4 items)
`)
  })

  it('reports the tests that each item decides in JSON', async () => {
    write({'limits.yaml': limits, 'quota.yaml': quota, 'limits.kadm-test.yaml': one})
    const {coverage} = parsed((await runCommand(Test, '--coverage', '-o', 'json')).stdout) as {coverage: {items: {item: string, tests: string[]}[]}}
    expect(coverage.items.map(({item, tests: decided}) => [item, decided]))
      .to.deep.equal([['max.cpu', []], ['max.memory', ['limits: large']], ['hard.pods', []], ['hard.requests.cpu', []]])
    expect(coverage).to.include({covered: 1, notCovered: 3})
  })

  it('writes lines for editors and CI servers in the format of lcov', async () => {
    write({'limits.yaml': limits, 'quota.yaml': quota, 'limits.kadm-test.yaml': one})
    expect((await runCommand(Test, '--coverage', '-o', 'lcov')).stdout).to.equal(`SF:limits.yaml
DA:9,0
DA:10,1
LF:2
LH:1
end_of_record
SF:quota.yaml
DA:6,0
DA:7,0
LF:2
LH:0
end_of_record
`)
  })
})
