import {expect} from 'chai'
import {join} from 'node:path'

import {parseConfig} from '../../../src/cli/config/config-file.js'
import {type SettingName, settingNames, type Settings, settings as settingTable} from '../../../src/cli/config/settings.js'
import {SourceFile} from '../../../src/source/source-file.js'
import {UsageError} from '../../../src/usage-error.js'

const parse = (text: string, path = '.kadm.yaml'): Settings => parseConfig(new SourceFile(path, text)).settings

/** Error about a text that is not a configuration. */
function error(text: string, path?: string): string {
  try {
    parse(text, path)
  } catch (thrown) {
    expect(thrown).to.be.instanceOf(UsageError)
    return (thrown as Error).message
  }
  throw new Error(`this is a configuration: ${text}`)
}

describe('parseConfig', () => {
  it('reads settings that correspond to flags', () => {
    expect(parse('namespace: dev\npolicies: [limits.yaml, quotas]\nexisting: [objects]\nexclude: ["**/*.old.yaml"]\noutput: json\n')).to.deep.equal({
      namespace: 'dev', policies: ['limits.yaml', 'quotas'], existing: ['objects'], exclude: [join('**', '*.old.yaml')], output: 'json',
    })
  })

  it('reads kustomizations and charts', () => {
    expect(parse('kustomize: [prod, .]\nhelm:\n- {chart: web, values: [a.yaml], release: r, namespace: shop}\n- chart: b\n', join('x', '.kadm.yaml'))).to.deep.equal({
      kustomize: [join('x', 'prod'), 'x'],
      helm: [{chart: join('x', 'web'), values: [join('x', 'a.yaml')], release: 'r', namespace: 'shop'}, {chart: join('x', 'b'), values: []}],
    })
  })

  it('reads rules, baseline and server settings, with their positions', () => {
    const text = `rules:
  limit-range/*: off
  resources/cpu-unit: "error"
overrides:
- paths: [legacy]
  rules: {"*": info}
failOn: none
baseline: known.json
allowPrivileged: no
`
    const {settings, places} = parseConfig(new SourceFile('../.kadm.yaml', text))
    expect(settings).to.deep.equal({
      rules: [{pattern: 'limit-range/*', level: 'off', place: '../.kadm.yaml:2:3'}, {pattern: 'resources/cpu-unit', level: 'error', place: '../.kadm.yaml:3:3'}],
      overrides: [{paths: [join('..', 'legacy')], rules: [{pattern: '*', level: 'info', place: '../.kadm.yaml:6:11'}]}],
      failOn: 'none', baseline: join('..', 'known.json'), allowPrivileged: false,
    })
    expect(places).to.deep.equal({
      rules: '../.kadm.yaml:1:1', overrides: '../.kadm.yaml:4:1', failOn: '../.kadm.yaml:7:1', baseline: '../.kadm.yaml:8:1', allowPrivileged: '../.kadm.yaml:9:1',
    })
  })

  it('resolves paths relative to the file', () => {
    const above = join('..', '..', '.kadm.yaml')
    expect(parse('policies: [policies, ./a.yaml, b/../c.yaml]', above).policies)
      .to.deep.equal([join('..', '..', 'policies'), join('..', '..', 'a.yaml'), join('..', '..', 'c.yaml')])
    expect(parse(`baseline: ${JSON.stringify(join(process.cwd(), 'known.json'))}`).baseline).to.equal(join(process.cwd(), 'known.json'))
    expect(parse('policies: []').policies).to.deep.equal([])
  })

  for (const text of ['', '\n', '# nothing\n', '---\n', '{}\n']) {
    it(`accepts an empty file: ${JSON.stringify(text)}`, () => expect(parse(text)).to.deep.equal({}))
  }

  it('accepts YAML anchors, block scalars and JSON', () => {
    expect(parse('namespace: &name "dev"\npolicies:\n- *name\n- >-\n  a\n  b\n')).to.deep.equal({namespace: 'dev', policies: ['dev', 'a b']})
    expect(parse('{"namespace": "dev"}')).to.deep.equal({namespace: 'dev'})
  })

  describe('rejects paths outside its folder:', () => {
    const variable = (name: string): string => `name it yourself, with the environment variable ${name}`
    const cases: readonly (readonly [text: string, place: string, setting: SettingName, value: string, way: string])[] = [
      ['baseline: ../../x', '1:11', 'baseline', '../../x', `name it yourself, with --baseline ${join('..', '..', 'x')} or KADM_BASELINE=${join('..', '..', 'x')}`],
      ['failOn: none\nbaseline: /b', '2:11', 'baseline', '/b', 'name it yourself, with --baseline /b or KADM_BASELINE=/b'],
      ['policies: [a, ../b]', '1:15', 'policies', '../b', `name it yourself, with --policies ${join('..', 'b')} or KADM_POLICIES=${join('..', 'b')}`],
      ['existing:\n- a/../../b', '2:3', 'existing', 'a/../../b', `name it yourself, with --existing ${join('..', 'b')} or KADM_EXISTING=${join('..', 'b')}`],
      ['exclude: ["../*.yaml"]', '1:11', 'exclude', '../*.yaml', `name it yourself, with --exclude ${join('..', '*.yaml')} or KADM_EXCLUDE=${join('..', '*.yaml')}`],
      ['kustomize: [a, ../b]', '1:16', 'kustomize', '../b', `name it yourself, with --kustomize ${join('..', 'b')} or KADM_KUSTOMIZE=${join('..', 'b')}`],
      ['helm: [{chart: ../a}]', '1:16', 'helm', '../a', 'name it yourself, with --helm CHART --values FILE or the environment variable KADM_HELM'],
      ['helm: [{chart: a, values: [/b]}]', '1:28', 'helm', '/b', 'name it yourself, with --helm CHART --values FILE or the environment variable KADM_HELM'],
      ['environments: {prod: {files: [../a]}}', '1:31', 'environments', '../a', variable('KADM_ENVIRONMENTS')],
      ['environments: {prod: {policies: [../a]}}', '1:34', 'environments', '../a', variable('KADM_ENVIRONMENTS')],
      ['environments: {prod: {existing: [../a]}}', '1:34', 'environments', '../a', variable('KADM_ENVIRONMENTS')],
      ['overrides: [{paths: [../a], rules: {}}]', '1:22', 'overrides', '../a', variable('KADM_OVERRIDES')],
    ]
    for (const [text, place, setting, value, way] of cases) {
      it(text.replace('\n', ', '), () => {
        const {settings, rejected} = parseConfig(new SourceFile('.kadm.yaml', text))
        expect([settings[setting], rejected[setting]?.message, rejected[setting]?.suggestions]).to.deep.equal(
          [undefined, `.kadm.yaml:${place}: ${setting}: "${value}" leads out of the folder of this file`, [way, 'or move this file to a folder above it']])
      })
    }

    it('in every setting with paths', () => {
      const tested = new Set(cases.map(([, , setting]) => setting))
      const withPaths = settingNames.filter((name) => ['path', 'paths', 'charts', 'environments', 'overrides'].includes(settingTable[name].type))
      expect([...tested].sort()).to.deep.equal(withPaths.sort())
    })
  })

  describe('rejects with a position:', () => {
    const known = `known are ${settingNames.join(', ')}`
    const noList = (name: string): string => `${name} must be a list of files, directories and globs`
    const cases: Readonly<Record<string, [text: string, error: string]>> = {
      'a misspelt setting': ['policies: []\nnamespac: dev', '2:1: unknown setting "namespac": did you mean namespace?'],
      'a setting with transposed letters': ['  oupttu: json', '1:3: unknown setting "oupttu": did you mean output?'],
      'a setting in the wrong case': ['Namespace: dev', '1:1: unknown setting "Namespace": did you mean namespace?'],
      'an unknown setting without similar ones': ['colours: {}', `1:1: unknown setting "colours": ${known}`],
      'a setting that is a number': ['1: dev', `1:1: unknown setting "1": ${known}`],
      'a repeated setting': ['namespace: a\noutput: json\nnamespace: a', '3:1: "namespace" is set twice'],
      'a number instead of a string': ['namespace: 5', '1:12: namespace must be a string'],
      'a YAML 1.1 boolean instead of a string': ['namespace: yes', '1:12: namespace must be a string'],
      'an empty string': ['namespace: ""', '1:12: namespace must be a string'],
      'null instead of a string': ['output: json\nnamespace:', '2:1: namespace must be a string'],
      'a list instead of a string': ['namespace: [dev]', '1:1: namespace must be a string'],
      'an unknown format': ['output: jsn', '1:9: output must be one of table, compact, json, yaml, sarif, junit, github, gitlab, markdown, html: did you mean json?'],
      'an unknown format without similar ones': ['output: "10"', '1:9: output must be one of table, compact, json, yaml, sarif, junit, github, gitlab, markdown, html'],
      'a string instead of paths': ['policies: limits.yaml', `1:11: ${noList('policies')}`],
      'a map instead of paths': ['existing: {a: b}', `1:1: ${noList('existing')}`],
      'null instead of paths': ['exclude:', `1:1: ${noList('exclude')}`],
      'a path that is a number': ['policies:\n- a\n- 5', `3:3: ${noList('policies')}, but this is not`],
      'an empty path': ['policies: [a, ""]', `1:15: ${noList('policies')}, but this is not`],
      'standard input as a path': ['policies: [a, "-"]', '1:15: only a flag can name standard input'],
      'a list as the document': ['- namespace: dev', '1:1: a configuration file is a map of settings'],
      'a string as the document': ['namespace', '1:1: a configuration file is a map of settings'],
      'two documents': ['namespace: a\n---\nnamespace: b', '3:1: unexpected second document: a configuration file has only one'],
      'invalid YAML': ['namespace: dev\npolicies: [', '2:11: the bracket [ is never closed'],
      'an alias without an anchor': ['namespace: *dev', '1:12: no anchor "dev" comes before this alias in the document'],
      'an unknown severity': ['rules:\n  limit-range/type: of', '2:21: limit-range/type must be one of off, error, warning, info: did you mean off?'],
      'a boolean instead of a severity': ['rules: {limit-range/type: no}', '1:27: limit-range/type must be one of off, error, warning, info'],
      'a map instead of a severity': ['rules: {limit-range/type: {a: b}}', '1:9: limit-range/type must be one of off, error, warning, info'],
      'an invalid rule id': ['rules: {limits: off}', '1:9: "limits" is not the id of a rule, nor kind/*, nor *'],
      'a repeated rule': ['rules: {a/b: off, a/b: info}', '1:19: "a/b" is set twice'],
      'a list instead of rules': ['rules: [a/b]', '1:1: rules must be a map from rules to off, error, warning, info'],
      'paths instead of charts': ['helm: [web]', '1:8: helm must be a list of maps with chart, and perhaps values, release and namespace, but this is not'],
      'a chart without a path': ['helm: [{release: a}]', '1:8: chart is missing here: helm must be a list of maps with chart, and perhaps values, release and namespace'],
      'a misspelt field of a chart': ['helm: [{chart: a, value: [b]}]', '1:19: unknown field "value": did you mean values?'],
      'a release name that helm would read as an option': ['helm: [{chart: a, release: --post-renderer=./x}]', '1:28: release must be a name of lower case letters, digits and "-"'],
      'a map instead of overrides': ['overrides: {}', '1:1: overrides must be a list of maps with paths and rules'],
      'a string instead of an override': ['overrides: [a]', '1:13: overrides must be a list of maps with paths and rules, but this is not'],
      'an override without paths': ['overrides: [{rules: {a/b: off}}]', '1:13: paths are missing here: overrides must be a list of maps with paths and rules'],
      'an override without rules': ['overrides:\n- paths: [a]', '2:3: rules are missing here: overrides must be a list of maps with paths and rules'],
      'a misspelt field of an override': ['overrides: [{path: [a], rules: {}}]', '1:14: unknown field "path": did you mean paths?'],
      'standard input in an override': ['overrides: [{paths: ["-"], rules: {}}]', '1:22: only a flag can name standard input'],
      'a list as the baseline': ['baseline: [a]', '1:1: baseline must be a path'],
      'a string instead of a boolean': ['allowPrivileged: "no"', '1:18: allowPrivileged must be true or false'],
      'a merge key': ['<<: {namespace: dev}', '1:1: unknown setting "<<": write the values out, as merge keys are not supported'],
    }
    for (const [title, [text, expected]] of Object.entries(cases)) {
      it(title, () => expect(error(text)).to.equal(`.kadm.yaml:${expected}`))
    }

    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      it(`the setting ${name}`, () => expect(error(`${name}: {namespace: dev}`)).to.equal(`.kadm.yaml:1:1: unknown setting "${name}": ${known}`))
    }

    it('aliases that expand exponentially, without delay', () => {
      const levels = Array.from({length: 12}, (_, i) => `a${i}: &a${i} [${Array.from({length: 10}, () => i === 0 ? 'x' : `*a${i - 1}`).join(', ')}]`)
      expect(error(levels.join('\n'))).to.match(/^\.kadm\.yaml:\d+:\d+: /)
    })

    it('more than 5,000 paths of a setting, each alternative of braces counted, without delay @slow', () => {
      const message = '.kadm.yaml:1:11: exclude has more than 5,000 paths, each alternative of braces counted'
      expect(error(`exclude: [${'a,'.repeat(5000)}\n b]`)).to.equal(message.replace('1:11', '2:2'))
      expect(error(`exclude: [${`'{${'a,'.repeat(99)}b}', `.repeat(50)}\n b]`)).to.equal(message.replace('1:11', '2:2'))
      expect(error(`exclude: [${'a,'.repeat(200_000)}b]`)).to.match(/exclude has more than 5,000 paths/)
    })

    it('control characters, which are escaped in the message', () => {
      expect(error('"\\u009b31mred\\u202e": 1')).to.equal(`.kadm.yaml:1:1: unknown setting "\\u009b31mred\\u202e": ${known}`)
    })

    it('an error in a parent folder, with the relative path', () => expect(error('x: 1', '../.kadm.yaml')).to.match(/^\.\.\/\.kadm\.yaml:1:1: /))
  })
})
