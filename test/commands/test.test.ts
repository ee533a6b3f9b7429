import {Ajv2020} from 'ajv/dist/2020.js'
import {expect} from 'chai'
import {mkdirSync, readFileSync, symlinkSync} from 'node:fs'

import Test from '../../commands/test.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const head = 'apiVersion: test.kadm.dev/v1\nkind: Suite\nmetadata: {name: limits}\npolicies: [policies]\ntests:\n'
const files = {
  'policies/limits.yaml': 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: l}\nspec: {limits: [{type: Container, max: {cpu: 1}, default: {cpu: 1}}]}\n',
  'pod.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: i}]}\n',
}
const large = '{base: pod.yaml, patch: {spec: {containers: [{name: app, resources: {limits: {cpu: 2}}}]}}}'
const passing = `- {name: small pods are admitted, object: pod.yaml}\n- {name: large pods are denied, object: ${large}, expect: {allowed: false}}\n`

interface Report {
  readonly files: readonly {readonly tests: readonly object[]}[]
  readonly summary: object
  readonly exitStatus: number
}

describe('kadm test', () => {
  const write = inFolder()
  const run = (...argv: string[]): ReturnType<typeof runCommand> => runCommand(Test, ...argv, '--no-times')

  it('finds test files in folders and lists the results', async () => {
    write({...files, 'a.kadm-test.yaml': head + passing})
    const {stdout, status} = await run()
    expect(stdout).equal(`a.kadm-test.yaml
  ok     small pods are admitted
  ok     large pods are denied

2 tests: 2 passed
`)
    expect(status).equal(0)
  })

  it('runs tests in a folder whose name looks like a pattern', async () => {
    write({'[slug]/pod.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: a, image: b}]}\n', '[slug]/a.kadm-test.yaml': 'apiVersion: test.kadm.dev/v1\nkind: Suite\ntests: [{name: a, object: pod.yaml}]\n'})
    const {stdout, status} = await runCommand(Test, '.', '--no-times')
    expect([status, stdout]).to.deep.equal([0, '[slug]/a.kadm-test.yaml\n  ok     a\n\n1 test: 1 passed\n'])
  })

  it('shows the expected and the actual answer side by side, in 80 columns', async () => {
    write({...files, 'a.kadm-test.yaml': `${head}- {name: large pods are denied, object: ${large}, expect: {message: 'pods "web" is forbidden: maximum memory usage per Container is 1'}}\n`})
    const {stdout, status} = await run()
    expect(stdout).equal(`a.kadm-test.yaml
  FAIL   large pods are denied
      a.kadm-test.yaml:6:152: Pod/web: message
      expected                            | actual
      --------                            | ------
      pods "web" is forbidden: maximum    | pods "web" is forbidden: maximum
      memory usage per Container is 1     | cpu usage per Container is 1, but
                                          | limit is 2

1 test: 0 passed, 1 failed
`)
    expect(stdout.split('\n').every((line) => line.length <= 80)).equal(true)
    expect(status).equal(1)
  })

  it('reports errors in a file with their places, and runs the others', async () => {
    write({...files, 'a.kadm-test.yaml': `${head}- {name: a, objet: pod.yaml}\n`, 'b.kadm-test.yaml': head + passing})
    const {stdout, status} = await run('a.kadm-test.yaml', 'b.kadm-test.yaml')
    expect(stdout).contains('  ERROR  a.kadm-test.yaml:6:13: unknown field "objet" (write "object")\n').contains('  ok     large pods are denied\n')
    expect(stdout).contains('3 tests: 2 passed, 1 cannot run\nThe result is incomplete: 1 test file has errors\n')
    expect(status).equal(2)
  })

  it('ends with status 2 if there is no test file, no test, or none that the filter selects', async () => {
    write(files)
    const none = await run('policies')
    expect([none.status, none.error?.message]).eql([2, 'there is no test file in policies'])
    write({'a.kadm-test.yaml': `${head}[]\n`})
    expect((await run()).status).equal(2)
    write({'a.kadm-test.yaml': head + passing})
    const filtered = await run('--filter', 'huge')
    expect(filtered.stdout).equal('a.kadm-test.yaml\n\n0 tests: 0 passed, 2 not selected\nThe result is incomplete: no test has a name that contains the text of --filter\n')
    expect(filtered.status).equal(2)
  })

  it('runs the tests that --filter selects', async () => {
    write({...files, 'a.kadm-test.yaml': head + passing})
    const {stdout} = await run('--filter', 'LIMITS: large')
    expect(stdout).equal('a.kadm-test.yaml\n  ok     large pods are denied\n\n1 test: 1 passed, 1 not selected\n')
  })

  it('reads only files in the folder of the test file or its repository', async () => {
    write({...files, 'secret.yaml': files['pod.yaml'], 'repo/a.kadm-test.yaml': `${head.replace('[policies]', '[]')}- {name: up, object: ../secret.yaml}\n- {name: link, object: link.yaml}\n- {name: gone, object: gone.yaml}\n`})
    mkdirSync('repo/.git')
    symlinkSync('../secret.yaml', 'repo/link.yaml')
    const {stdout, status} = await run('repo')
    expect(stdout).contains('repo/a.kadm-test.yaml:6:22: ../secret.yaml leads out of the repository of this file, and out of its folder\n')
      .contains('link.yaml leads out of the repository').contains('gone.yaml does not exist')
    expect(status).equal(2)
  })

  it('writes actual values with --update, and keeps comments', async () => {
    const test = (code: number): string => `${head}# Bounds.\n- name: large pods are denied\n  object: ${large}\n  expect: {code: ${code}} # the code\n`
    write({...files, 'a.kadm-test.yaml': test(201)})
    const {stdout, stderr, status} = await run('--update')
    expect(stderr).equal('updated: 1 value in a.kadm-test.yaml\n')
    expect(stdout).contains('1 test: 1 passed\n')
    expect(status).equal(0)
    expect(readFileSync('a.kadm-test.yaml', 'utf8')).equal(test(403))
  })

  it('measures each test unless --no-times is set', async () => {
    write({...files, 'a.kadm-test.yaml': head + passing})
    const {stdout} = await runCommand(Test)
    expect(stdout).match(/ {2}ok {5}small pods are admitted {2}<?\d+ ms\n/)
  })

  describe('in formats for programs', () => {
    const failing = `${passing}- {name: 'fails, 100% # <x>', object: ${large}, expect: {code: 201}}\n- {name: cannot run, object: gone.yaml}\n`

    it('prints JSON that fits its schema', async () => {
      write({...files, 'a.kadm-test.yaml': head + failing, 'b.kadm-test.yaml': 'kind: Suite\n'})
      const schema = JSON.parse(readFileSync(new URL('../../schemas/test.schema.json', import.meta.url), 'utf8')) as object
      const validate = new Ajv2020({strict: true, strictRequired: false}).compile(schema)
      const {stdout, status} = await runCommand(Test, '-o', 'json')
      const report = JSON.parse(stdout) as Report
      expect(validate(report), JSON.stringify(validate.errors)).equal(true)
      expect(report.summary).eql({passed: 2, failed: 1, broken: 2, skipped: 0})
      expect(report.exitStatus).equal(status)
      expect(report.files[0]?.tests[2]).deep.includes({
        name: 'fails, 100% # <x>', status: 'failed',
        failures: [{step: 1, object: 'Pod/web', field: 'code', expected: '201', actual: '403', count: 1, source: {path: 'a.kadm-test.yaml', line: 8, column: 147}}],
      })
    })

    it('prints JUnit', async () => {
      write({...files, 'a.kadm-test.yaml': head + failing})
      const {stdout} = await runCommand(Test, '-o', 'junit')
      expect(stdout).contains('<testsuites name="kadm test" tests="4" failures="1" errors="1">').contains('name="fails, 100% # &lt;x&gt;" time="0.0')
      expect(stdout).contains('<failure message="a.kadm-test.yaml:8:147: Pod/web: code: expected 201, but got 403">')
    })

    it('prints TAP', async () => {
      write({...files, 'a.kadm-test.yaml': head + failing})
      const {stdout} = await run('-o', 'tap')
      expect(stdout).equal(`TAP version 14
1..4
ok 1 - limits: small pods are admitted
ok 2 - limits: large pods are denied
not ok 3 - limits: fails, 100% \\# <x>
  ---
  message: |-
    a.kadm-test.yaml:8:147: Pod/web: code: expected 201, but got 403
  ...
not ok 4 - limits: cannot run
  ---
  message: |-
    a.kadm-test.yaml:9:30: gone.yaml does not exist
  ...
`)
    })

    it('prints annotations of GitHub', async () => {
      write({...files, 'a.kadm-test.yaml': head + failing})
      const {stdout} = await run('-o', 'github')
      expect(stdout.split('\n')[0]).equal('::error file=a.kadm-test.yaml,line=8,col=147,endLine=8,endColumn=150,title=kadm::limits: fails, 100%25 # <x>: Pod/web: code: expected 201, but got 403')
    })
  })

  it('prints no control characters of a test file', async () => {
    write({...files, 'a.kadm-test.yaml': `${head}- {name: "a\\e[31m\\nb", object: "\\e[2J.yaml"}\n`})
    for (const format of ['table', 'json', 'junit', 'tap', 'github']) {
      const {stdout} = await run('-o', format)
      expect(stdout, format).not.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
    }
  })
})
