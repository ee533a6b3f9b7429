import {expect} from 'chai'
import {fileURLToPath, pathToFileURL} from 'node:url'

import {ruleById, rules} from '../../../src/lint/rules/index.js'
import {finding, hostileFinding, hostileTexts, lettersIn, reported} from '../../helpers/findings.js'
import {expectSarif, isSarif} from '../../helpers/report-formats.js'

interface Sarif {
  readonly runs: readonly [{
    readonly tool: {readonly driver: {readonly rules: readonly {readonly id: string, readonly defaultConfiguration?: {readonly level: string}}[]}}
    readonly results: readonly {
      readonly ruleId: string
      readonly ruleIndex: number
      readonly level: string
      readonly message: {readonly text: string}
      readonly partialFingerprints: object
      readonly locations: readonly [{readonly physicalLocation: {readonly artifactLocation: {readonly uri: string, readonly uriBaseId?: string}}}]
    }[]
  }]
}

/** A report, checked against the schema. */
async function sarif(...given: Parameters<typeof reported> extends [unknown, ...infer Rest] ? Rest : never): Promise<Sarif> {
  const report = JSON.parse(await reported('sarif', ...given)) as Sarif
  expectSarif(report)
  return report
}

const uriOf = async (path: string): Promise<string> => (await sarif([finding({file: lettersIn(path)})])).runs[0].results[0]?.locations[0].physicalLocation.artifactLocation.uri ?? ''

describe('lint -o sarif', () => {
  it('contains one run with the violated rules and a result for each finding', async () => {
    const related = [{file: lettersIn('b/c d.yaml'), span: {start: 0, end: 1}, message: 'max is here'}]
    const {runs: [run], ...log} = await sarif([finding({related, hint: 'write "a"'}), finding({severity: 'warning', object: undefined as never, field: ''})])
    expect(log).to.deep.equal({$schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0'})
    const {tool: {driver: {rules: [rule], ...driver}}, results, ...others} = run
    expect(driver).to.deep.equal({name: 'kadm', semanticVersion: '1.2.3'})
    expect(rule).to.deep.include({
      id: 'limit-range/min-not-above-max', shortDescription: {text: 'The min of a resource is at most its max.'}, defaultConfiguration: {level: 'error'},
      fullDescription: {text: 'The min of a resource is at most its max. Source: core validation ValidateLimitRange.'},
      properties: {tags: ['kubernetes', 'limit-range'], precision: 'very-high', 'problem.severity': 'error'},
    })
    expect(rule).to.have.nested.property('help.markdown').that.matches(/^Lower `min`[^]*```yaml\napiVersion: v1\n[^]*\n```\n$/)
    expect(others).to.deep.equal({columnKind: 'utf16CodeUnits', originalUriBaseIds: {'%SRCROOT%': {description: {text: 'The directory in which kadm was run.'}}}})
    expect(results).to.deep.equal([
      {
        ruleIndex: 0, ruleId: 'limit-range/min-not-above-max', level: 'error', message: {text: 'min is above max (hint: write "a")'},
        locations: [{
          physicalLocation: {artifactLocation: {uri: 'a.yaml', uriBaseId: '%SRCROOT%'}, region: {startLine: 2, startColumn: 3, endLine: 2, endColumn: 6}},
          logicalLocations: [{fullyQualifiedName: 'LimitRange dev/limits spec.limits[0].min[cpu]'}],
        }],
        relatedLocations: [{
          id: 0, message: {text: 'max is here'},
          physicalLocation: {artifactLocation: {uri: 'b/c%20d.yaml', uriBaseId: '%SRCROOT%'}, region: {startLine: 1, startColumn: 1, endLine: 1, endColumn: 2}},
        }],
        partialFingerprints: {'kadm/v1': '1d5e175cd1385b1707b74954269c'},
      },
      {
        ruleIndex: 0, ruleId: 'limit-range/min-not-above-max', level: 'warning', message: {text: 'min is above max'},
        locations: [{physicalLocation: {artifactLocation: {uri: 'a.yaml', uriBaseId: '%SRCROOT%'}, region: {startLine: 2, startColumn: 3, endLine: 2, endColumn: 6}}}],
        partialFingerprints: {'kadm/v1': results[1]?.partialFingerprints['kadm/v1' as never]},
      },
    ])
  })

  it('is valid without findings', async () => {
    expect((await sarif([])).runs[0]).to.deep.include({results: []})
  })

  it('describes every rule of the catalogue @slow', async () => {
    const report = await sarif(rules.map(({id, severity}) => finding({ruleId: id, severity})))
    const {tool: {driver}, results} = report.runs[0]
    expect(driver.rules.map(({id}) => id)).to.deep.equal(rules.map(({id}) => id))
    for (const {ruleId, ruleIndex, level} of results) {
      expect(driver.rules[ruleIndex]).to.deep.include({id: ruleId, defaultConfiguration: {level}})
      expect(level).to.equal({error: 'error', warning: 'warning', info: 'note'}[ruleById(ruleId)!.severity])
    }
  })

  it('identifies a rule outside the catalogue by its id', async () => {
    expect((await sarif([finding({ruleId: 'cluster/x'})])).runs[0].tool.driver.rules).to.deep.equal([{id: 'cluster/x'}])
  })

  it('encodes paths', async () => {
    const cases = {'a b.yaml': 'a%20b.yaml', 'b:c/ü#?.yaml': 'b%3Ac/%C3%BC%23%3F.yaml', '/work/100%.yaml': '100%25.yaml', 'a\nb': 'a%0Ab', '[x].yaml': '%5Bx%5D.yaml'}
    for (const [path, uri] of Object.entries(cases)) expect(await uriOf(path), path).to.equal(uri)
  })

  it('uses absolute URIs for files outside the working directory', async () => {
    const workingDirectory = fileURLToPath(new URL('.', import.meta.url))
    const file = fileURLToPath(new URL('../other folder/a.yaml', import.meta.url))
    const {artifactLocation} = (await sarif([finding({file: lettersIn(file)})], {workingDirectory})).runs[0].results[0]!.locations[0].physicalLocation
    expect(artifactLocation).to.deep.equal({uri: pathToFileURL(file).href})
  })

  it('escapes links in messages', async () => {
    const textOf = async (message: string): Promise<string | undefined> => (await sarif([finding({message})])).runs[0].results[0]?.message.text
    expect(await textOf('[a](https://evil.example)')).to.equal('\\[a\\](https://evil.example)')
    expect(await textOf('spec.limits[0].min[cpu]: a')).to.equal('spec.limits[0].min[cpu]: a')
  })

  it('is valid for any text in a manifest, without unpaired surrogates', async () => {
    const text = await reported('sarif', hostileTexts.map(hostileFinding))
    expect(isSarif(JSON.parse(text)), JSON.stringify(isSarif.errors)).to.equal(true)
    expect(text).not.to.match(/[\u0000-\u0009\u000b-\u001f\u007f]|(?<!\\)\\ud[89a-f]/i)
    for (const {message} of (JSON.parse(text) as Sarif).runs[0].results) expect(message.text).not.to.match(/[\u0000-\u001f\u007f]|(?<!\\)\[[^\]]*(?<!\\)\]\(/)
  })
})

describe('isSarif', () => {
  it('rejects invalid reports', () => {
    expect(isSarif({version: '2.1.0'})).to.equal(false)
    expect(isSarif({version: '2.1.0', runs: [{tool: {driver: {name: 'a'}}, results: [{message: {text: 'a'}, level: 'info'}]}]})).to.equal(false)
    expect(isSarif({version: '2.1.0', runs: [{tool: {driver: {name: 'a', informationUri: 'no uri'}}}]})).to.equal(false)
  })
})
