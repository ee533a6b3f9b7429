import {Ajv2020} from 'ajv/dist/2020.js'
import {expect} from 'chai'
import {readFileSync} from 'node:fs'

import {parseConfig} from '../../../src/cli/config/config-file.js'
import {configReporters, type ShownSetting} from '../../../src/report/config/index.js'
import {SourceFile} from '../../../src/source/source-file.js'

const settings: readonly ShownSetting[] = [
  {name: 'namespace', value: 'dev\u001b', source: 'file', from: '../.kadm.yaml:1:1'},
  {name: 'policies', value: ['a', 'b/c'], source: 'environment', from: 'KADM_POLICIES'},
  {name: 'rules', value: {'a/*': 'off', 'b/c': 'info'}, source: 'file', from: '../.kadm.yaml:3:1'},
  {name: 'overrides', value: [{paths: ['x', 'y'], rules: {'*': 'error'}}, {paths: [], rules: {}}], source: 'file', from: '../.kadm.yaml:9:1'},
  {name: 'baseline', value: undefined, source: 'default'},
  {name: 'allowPrivileged', value: false, source: 'default'},
]

describe('config print reporters', () => {
  it('print a table with one line for each value of a setting', () => {
    expect(configReporters.table(settings)).to.equal(`Setting          Value         From
-------          -----         ----
namespace        dev\\u001b     ../.kadm.yaml:1:1
policies         - a           KADM_POLICIES
                 - b/c
rules            a/*: off      ../.kadm.yaml:3:1
                 b/c: info
overrides        - paths:      ../.kadm.yaml:9:1
                     - x
                     - y
                   rules:
                     *: error
                 - paths:
                   rules:
baseline         <none>        default
allowPrivileged  false         default
`)
  })

  it('print JSON that matches its schema', () => {
    const text = configReporters.json(settings)
    const schema = JSON.parse(readFileSync(new URL('../../../schemas/config-print.schema.json', import.meta.url), 'utf8')) as object
    const validate = new Ajv2020({strict: true, allowUnionTypes: true}).compile(schema)
    expect(validate(JSON.parse(text)), JSON.stringify(validate.errors)).to.equal(true)
    const {settings: [first, , , , last]} = JSON.parse(text) as {settings: object[]}
    expect([first, last]).to.deep.equal([
      {name: 'namespace', value: 'dev\u001b', source: 'file', from: '../.kadm.yaml:1:1'}, {name: 'baseline', value: null, source: 'default'},
    ])
    expect(text).not.to.include('\u001b')
  })

  it('print a configuration file with the same settings', () => {
    const text = configReporters.yaml(settings)
    expect(text).to.match(/^# \.\.\/\.kadm\.yaml:1:1\nnamespace: "dev\\e"\n# KADM_POLICIES\npolicies:\n {2}- a\n/).and.to.include('# baseline: not set\n# default\nallowPrivileged: false\n')
    const {settings: read} = parseConfig(new SourceFile('.kadm.yaml', text))
    expect(read).to.deep.include({namespace: 'dev\u001b', policies: ['a', 'b/c'], allowPrivileged: false})
    expect(read.rules?.map(({pattern, level}) => `${pattern} ${level}`)).to.deep.equal(['a/* off', 'b/c info'])
  })
})
