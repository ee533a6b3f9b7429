import {Ajv2020} from 'ajv/dist/2020.js'
import {expect} from 'chai'
import {readFileSync} from 'node:fs'

import Rules from '../../commands/rules.js'
import {rules} from '../../src/lint/rules/index.js'
import {runCommand, runCommandAs} from '../helpers/run-command.js'

interface RulesJson {
  readonly version: number
  readonly rules: readonly {readonly id: string, readonly example: string, readonly diagnostics?: readonly {readonly ruleId: string}[]}[]
}

const readSchema = (name: string): object => JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8')) as object

describe('kadm rules', () => {
  it('lists every rule with severity and summary, in 80 columns', async () => {
    const {stdout, stderr, status} = await runCommand(Rules)
    expect({stderr, status}).to.deep.equal({stderr: '', status: 0})
    const lines = stdout.split('\n')
    expect(lines.slice(0, 2)).to.deep.equal([
      'Rule                                           Severity',
      '----                                           --------',
    ])
    expect(stdout).to.contain('\ndecode/bad-value                               error\n  Quantities, times and similar values can be parsed.\n')
    expect(lines.filter((line) => /^\S+\/\S+ +(?:error|warning|info)$/.test(line)).map((line) => line.replace(/ .*/, ''))).to.deep.equal(rules.map(({id}) => id))
    expect(lines.filter((line) => line.length > 80 || line.endsWith(' '))).to.deep.equal([])
    expect(stdout.endsWith('\n') && !stdout.endsWith('\n\n')).to.equal(true)
  })

  it('prints the address of the page if the documentation has one', async () => {
    const docsUrl = 'https://docs.example.com'
    expect((await runCommandAs({docsUrl}, Rules, 'limit-range/pod-default')).stdout).to.contain(`\nDocs:      ${docsUrl}/rules/limit-range/pod-default.html\n`)
    expect((await runCommandAs({docsUrl}, Rules, '-o', 'json')).stdout).to.contain(`"docsUrl": "${docsUrl}/rules/limit-range/pod-default.html"`)
  })

  it('explains one rule', async () => {
    const {stdout, stderr, status} = await runCommand(Rules, 'limit-range/pod-default')
    expect({stderr, status}).to.deep.equal({stderr: '', status: 0})
    expect(stdout).to.equal(`Rule:      limit-range/pod-default
Severity:  error
Summary:   An item of type Pod has no default and no defaultRequest.
Source:    core validation ValidateLimitRange; pods as a whole get no defaults
Fix:       Move \`default\` and \`defaultRequest\` to an item of type Container.
Example:
  apiVersion: v1
  kind: LimitRange
  metadata:
    name: limits
  spec:
    limits:
      - {type: Pod, max: {cpu: "4"}, default: {cpu: "1"}}

$ kadm lint example.yaml
example.yaml:7:36  error  spec.limits[0].default: Forbidden: may not be specified when \`type\` is 'Pod'  limit-range/pod-default
  7 |     - {type: Pod, max: {cpu: "4"}, default: {cpu: "1"}}
                                         ^^^^^^^

1 object in 1 file: 1 error, 0 warnings
`)
  })

  it('prints the command that checks the example', async () => {
    expect((await runCommand(Rules, 'manifest/namespace-mismatch')).stdout).to.contain('\n$ kadm lint example.yaml --namespace prod\n')
    expect((await runCommand(Rules, 'json/syntax')).stdout).to.contain('\n$ kadm lint example.json\nexample.json:4:3  error')
  })

  it('shortens large examples @slow', async () => {
    const {stdout} = await runCommand(Rules, 'source/too-many-documents')
    expect(stdout).to.contain('  ---\n  ...\n\n$ kadm').and.to.contain('example.yaml:100001:1  error').and.to.have.length.below(1000)
  })

  it('prints no control characters', async () => {
    expect((await runCommand(Rules, 'source/control-character')).stdout).to.contain('bell: "\u2407"').and.not.to.match(/[\u0000-\u0009\u000b-\u001f]/)
  })

  it('prints colours only with --color', async () => {
    expect((await runCommand(Rules, 'limit-range/type', '--color')).stdout).to.contain('\u001b[31merror')
    expect((await runCommand(Rules, 'limit-range/type', '--no-color')).stdout).not.to.contain('\u001b')
  })

  describe('JSON output', () => {
    const parse = async (...argv: string[]): Promise<RulesJson> => JSON.parse((await runCommand(Rules, ...argv, '-o', 'json')).stdout) as RulesJson

    it('matches its schema', async () => {
      const ajv = new Ajv2020({schemas: [readSchema('lint')], strictTypes: false, formats: {uri: /^https:\/\/\S+$/}})
      const validate = ajv.compile(readSchema('rules'))
      for (const argv of [[], ['limit-range/type'], ['manifest/namespace-mismatch']]) {
        expect(validate(await parse(...argv)), JSON.stringify(validate.errors)).to.equal(true)
      }
    })

    it('lists every rule', async () => {
      const {version, rules: listed} = await parse()
      expect(version).to.equal(1)
      expect(listed.map(({id}) => id)).to.deep.equal(rules.map(({id}) => id))
      for (const rule of listed) expect(Object.keys(rule)).to.include.members(['id', 'severity', 'summary', 'source', 'example', 'fix'])
    })

    it('includes the diagnostics for the example of a single rule', async () => {
      const {rules: [rule, ...others]} = await parse('limit-range/type')
      expect(others).to.deep.equal([])
      expect(rule).to.include({id: 'limit-range/type', example: rules.find(({id}) => id === 'limit-range/type')?.example})
      expect(rule?.diagnostics?.map(({ruleId}) => ruleId)).to.deep.equal(['limit-range/type'])
    })
  })

  describe('unknown rule', () => {
    const cases: Readonly<Record<string, readonly string[]>> = {
      'limit-range/typ': ['did you mean limit-range/type?'],
      'Limit-Range/Type': ['did you mean limit-range/type?'],
      'duplicate-type': ['did you mean event-rate-limit/duplicate-type?', 'did you mean limit-range/duplicate-type?'],
      'min-not-above-max': ['did you mean limit-range/min-not-above-max?'],
      'limits/duplicate-type': ['did you mean limit-range/duplicate-type?'],
      'limit-range/mn': [
        'did you mean limit-range/min-not-above-default?', 'did you mean limit-range/min-not-above-default-request?', 'did you mean limit-range/min-not-above-max?',
      ],
      'pod/restart-polcy': ['did you mean pod/restart-policy?'],
      'limit-range/zzz': ['"kadm rules" lists all rules'],
      'json': ['json/number', 'json/syntax'],
      'json/': ['json/number', 'json/syntax'],
      'nothing like it': ['"kadm rules" lists all rules'],
    }
    for (const [id, suggestions] of Object.entries(cases)) {
      it(`suggests rules with names like "${id}"`, async () => {
        const {stdout, status, error} = await runCommand(Rules, id)
        expect({stdout, status, message: error?.message, suggestions: error?.suggestions})
          .to.deep.equal({stdout: '', status: 2, message: `there is no rule "${id}"`, suggestions})
      })
    }
  })
})
