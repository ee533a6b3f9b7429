import {Ajv2020} from 'ajv/dist/2020.js'
import {expect} from 'chai'
import * as fc from 'fast-check'
import {readFileSync} from 'node:fs'

import {configSchema} from '../../../scripts/docs/config-schema.js'
import {parseConfig} from '../../../src/cli/config/config-file.js'
import {settingNames, settings, textError, variableOf} from '../../../src/cli/config/settings.js'
import {driftReporters} from '../../../src/report/drift/index.js'
import {lintReporters} from '../../../src/report/lint/index.js'
import {simulateReporters} from '../../../src/report/simulate/index.js'
import {SourceFile} from '../../../src/source/source-file.js'
import {UsageError} from '../../../src/usage-error.js'
import {nastyKeys, nastyValues} from '../../properties/arbitraries.js'

describe('settings', () => {
  it('have one environment variable each', () => expect(settingNames.map(variableOf)).to.deep.equal(['KADM_NAMESPACE', 'KADM_POLICIES', 'KADM_EXISTING', 'KADM_EXCLUDE', 'KADM_ENVIRONMENTS', 'KADM_ORDER', 'KADM_STRICT', 'KADM_KUSTOMIZE', 'KADM_HELM', 'KADM_RULES', 'KADM_OVERRIDES', 'KADM_FAIL_ON', 'KADM_BASELINE', 'KADM_ALLOW_PRIVILEGED',
    'KADM_ENABLE_ADMISSION_PLUGINS', 'KADM_DISABLE_ADMISSION_PLUGINS', 'KADM_ADMISSION_CONTROL', 'KADM_KUBERNETES_VERSION', 'KADM_OUTPUT']))

  it('accept every format of a command', () => {
    const formats = [lintReporters, simulateReporters, driftReporters].flatMap((reporters) => Object.keys(reporters))
    expect([...settings.output.values].sort()).to.deep.equal([...new Set(formats)].sort())
  })

  it('restrict only some strings', () => {
    expect([textError('output', 'json'), textError('namespace', 'anything')]).to.deep.equal([undefined, undefined])
    expect(textError('output', 'tabel')).to.equal('must be one of table, compact, json, yaml, sarif, junit, github, gitlab, markdown, html: did you mean table?')
  })
})

describe('schema of the configuration file', () => {
  const schema = JSON.parse(readFileSync(new URL('../../../schemas/config.schema.json', import.meta.url), 'utf8')) as object

  it('is up to date (npm run docs)', () => expect(schema).to.deep.equal(configSchema()))

  const validate = new Ajv2020({strict: true}).compile(schema)

  const isRead = (value: unknown): boolean => {
    try {
      parseConfig(new SourceFile('.kadm.yaml', JSON.stringify(value)))
      return true
    } catch (error) {
      if (error instanceof UsageError) return false
      throw error
    }
  }

  const accept: readonly unknown[] = [
    {}, {namespace: 'dev'}, {policies: []}, {policies: ['a', '../b', '**/*.yaml']}, {existing: ['a'], exclude: ['b']}, {output: 'json'}, {namespace: '-'},
    {rules: {}}, {rules: {'*': 'off', 'limit-range/*': 'error', 'limit-range/type': 'info'}}, {overrides: []}, {overrides: [{paths: ['a'], rules: {'a/b': 'warning'}}]},
    {kustomize: ['a']}, {helm: []}, {helm: [{chart: 'a'}, {chart: 'b', values: ['c'], release: 'd', namespace: 'e'}]},
    {failOn: 'none'}, {baseline: 'known.json'}, {allowPrivileged: false},
    {enableAdmissionPlugins: ['PodQos'], disableAdmissionPlugins: 'LimitRanger,ResourceQuota'}, {admissionControl: []}, {admissionControl: ''},
  ]
  for (const value of accept) it(`accepts ${JSON.stringify(value)}, like parseConfig`, () => expect([validate(value), isRead(value)]).to.deep.equal([true, true]))

  const reject: readonly unknown[] = [
    {namespace: ''}, {namespace: 5}, {namespace: null}, {namespace: ['a']}, {policies: 'a'}, {policies: [1]}, {policies: ['']}, {policies: ['-']}, {policies: null}, {existing: {}},
    {output: 'jsn'}, {output: ''}, {output: ['json']}, {namespac: 'dev'}, {constructor: 'a'}, {rules: []}, {rules: {a: 'off'}},
    {rules: {'a/b': false}}, {rules: {'a/b': 'of'}}, {rules: {'a/b': null}}, {helm: ['a']}, {helm: [{}]}, {helm: [{chart: '-'}]}, {helm: [{chart: 'a', release: '-x'}]}, {helm: [{chart: 'a', value: []}]}, {overrides: {}}, {overrides: [{}]}, {overrides: [{paths: ['a']}]},
    {overrides: [{paths: 'a', rules: {}}]}, {overrides: [{paths: ['-'], rules: {}}]}, {overrides: [{paths: [], rules: {}, more: 1}]}, {failOn: 'never'}, {baseline: '-'}, {baseline: ''},
    {allowPrivileged: 'no'}, {allowPrivileged: 1}, {enableAdmissionPlugins: {}}, {disableAdmissionPlugins: [1]}, {admissionControl: ['']}, {admissionControl: null}, [], 'a', 5,
  ]
  for (const value of reject) it(`rejects ${JSON.stringify(value)}, like parseConfig`, () => expect([validate(value), isRead(value)]).to.deep.equal([false, false]))

  it('agrees with parseConfig for random values @slow', () => {
    let read = 0
    const text = fc.oneof(fc.constantFrom('a', '-', '', 'table', 'json', 'yaml', 'x'), fc.constantFrom(...nastyValues.filter((value) => typeof value !== 'bigint')))
    const known = fc.oneof(text, fc.array(text, {maxLength: 3}), fc.array(fc.constantFrom('a', 'b/*.yaml'), {maxLength: 3}))
    const unknown = fc.dictionary(fc.constantFrom(...nastyKeys.filter((key) => key !== '__proto__')), known, {maxKeys: 1})
    fc.assert(fc.property(fc.dictionary(fc.constantFrom(...settingNames), known, {maxKeys: 3}), fc.option(unknown, {freq: 3}), (object, others) => {
      const value = JSON.parse(JSON.stringify({...object, ...others})) as unknown
      expect(isRead(value), JSON.stringify(value)).to.equal(validate(value))
      if (isRead(value)) read++
    }), {numRuns: 1000, seed: 30})
    expect(read, 'configurations').to.be.greaterThan(200)
  })
})
