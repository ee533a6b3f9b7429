import {expect} from 'chai'

import {lint} from '../../src/lint/lint-all.js'
import {SourceFile} from '../../src/source/source-file.js'
import {lintText, shown, shownIn} from '../helpers/lint-text.js'

const limitRange = (item: string, metadata = '{name: limits}'): string =>
  `apiVersion: v1\nkind: LimitRange\nmetadata: ${metadata}\nspec: {limits: [${item}]}\n`

const good = limitRange('{type: Container, max: {cpu: 1}}')
const badNamed = (name: string): string => limitRange('{type: Pod, min: {cpu: 2}, max: {cpu: 1}}', `{name: ${name}}`)
const bad = badNamed('limits')

describe('lint', () => {
  it('returns an empty report without files', () => expect(lint([])).to.deep.equal({diagnostics: [], files: 0, objects: 0, suppressed: 0, known: 0}))

  it('counts files and decoded objects', () => {
    const files = [`${good}---\n${badNamed('bad')}---\nkind: [\n---\n# nothing\n`, 'apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, kind: Namespace, metadata: {name: dev}}]\n', '']
    const report = lint(files.map((text, i) => new SourceFile(`${i}.yaml`, text)))
    expect(report).to.include({files: 3, objects: 3})
    expect(report.diagnostics.map(({file, ruleId}) => `${file.path} ${ruleId}`)).to.deep.equal(['0.yaml limit-range/min-not-above-max', '0.yaml yaml/syntax'])
  })

  it('sorts findings by file, position, rule and message', () => {
    const two = limitRange('{max: {cpu: 1}}, {type: Pod, max: {Cpu: 1}, min: {foo: 1}}', '{name: A}')
    const report = lint([new SourceFile('b.yaml', two), new SourceFile('B.yaml', bad), new SourceFile('a/z.yaml', badNamed('z'))])
    expect(report.diagnostics.map((diagnostic) => `${diagnostic.file.path} ${shown(diagnostic)}`)).to.deep.equal([
      'B.yaml 4:40 2 | limit-range/min-not-above-max',
      'a/z.yaml 4:40 2 | limit-range/min-not-above-max',
      'b.yaml 3:18 A | metadata/name',
      'b.yaml 4:17 {max: {cpu: 1}} | limit-range/type',
      'b.yaml 4:17 {max: {cpu: 1}} | limit-range/type',
      'b.yaml 4:52 Cpu | limit-range/resource-name',
      'b.yaml 4:52 Cpu | limit-range/resource-name',
      'b.yaml 4:67 foo | limit-range/resource-name',
      'b.yaml 4:67 foo | limit-range/resource-name',
    ])
    const [, , , , first, second] = report.diagnostics
    expect(first?.message).to.match(/name part must be non-empty|name part must consist/)
    expect([first?.message, second?.message].sort()).to.deep.equal([first?.message, second?.message])
  })

  it('reports an error once, like the server', () => {
    const owner = '{apiVersion: apps/v1, kind: Deployment, name: web}'
    expect(shownIn(limitRange('{type: Container}', `{name: a, ownerReferences: [${owner}, ${owner}]}`))).to.deep.equal([
      '3:21 ownerReferences | metadata/owner-references',
    ])
  })

  it('reports errors for each use of an anchor', () => {
    const text = 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers: [&c {name: a, image: 3}]\n  initContainers: [*c]\n'
    expect(lintText(text).map((diagnostic) => `${shown(diagnostic)} ${diagnostic.field}`)).to.deep.equal([
      '5:36 3 | decode/wrong-type spec.containers[0].image',
      '5:36 3 | decode/wrong-type spec.initContainers[0].image',
    ])
  })

  it('continues after broken documents', () => {
    const rules = lintText(`${bad}---\nkind: {{ .Kind }}\n---\n${badNamed('b')}---\n- a\n---\n${badNamed('c')}`).map(({ruleId}) => ruleId)
    expect(rules).to.deep.equal([
      'limit-range/min-not-above-max', 'yaml/syntax', 'limit-range/min-not-above-max', 'manifest/not-an-object', 'limit-range/min-not-above-max',
    ])
  })

  it('checks an object whose metadata kubectl rejects, without repeated findings', () => {
    const text = 'apiVersion: v1\nkind: Pod\nmetadata: {name: a, labels: {a: 1}, lable: {}}\nspec: {containers: [{name: a, image: 3}]}\n'
    expect(shownIn(text)).to.deep.equal(['3:33 1 | manifest/metadata', '3:37 lable | decode/unknown-field', '4:38 3 | decode/wrong-type'])
  })

  it('skips the checks of objects of unknown kinds and of lists with unknown fields', () => {
    expect(shownIn('apiVersion: v1\nkind: Pot\nmetadata: {name: A_B}\n')).to.deep.equal(['2:7 Pot | manifest/unknown-kind'])
    const list = 'apiVersion: v1\nkind: List\nitems:\n  - {apiVersion: v1, kind: Pod, metadata: {name: A}, spec: {container: []}}\n'
    expect(shownIn(list)).to.deep.equal(['4:54 spec | manifest/list-field', '4:61 container | manifest/list-field'])
  })

  describe('namespace option', () => {
    const inDev = limitRange('{type: Pod, min: {cpu: 2}, max: {cpu: 1}}', '{name: limits, namespace: dev}')
    const namespaceOf = (text: string, namespace?: string): string | undefined =>
      lintText(text, namespace === undefined ? {} : {namespace})[0]?.object?.namespace

    it('applies to objects without a namespace', () => {
      expect(namespaceOf(bad)).to.equal('default')
      expect(namespaceOf(bad, 'prod')).to.equal('prod')
      expect(namespaceOf(inDev, 'prod')).to.equal('dev')
      expect(namespaceOf(bad.replace('LimitRange', 'Namespace').replace('spec', 'specs'), 'prod')).to.equal(undefined)
    })

    it('rejects objects of other namespaces if it is explicit, and still checks them', () => {
      expect(shownIn(inDev, {namespace: 'prod', isNamespaceGiven: true})).to.deep.equal([
        '3:37 dev | manifest/namespace-mismatch', '4:40 2 | limit-range/min-not-above-max',
      ])
      expect(shownIn(inDev, {namespace: 'dev', isNamespaceGiven: true})).to.deep.equal(['4:40 2 | limit-range/min-not-above-max'])
      expect(shownIn(good, {namespace: 'prod', isNamespaceGiven: true})).to.deep.equal([])
      expect(shownIn('apiVersion: v1\nkind: Namespace\nmetadata: {name: dev, namespace: dev}\n', {namespace: 'prod', isNamespaceGiven: true})).to.deep.equal([])
    })

    it('reports an invalid namespace as a finding', () => {
      expect(shownIn(good, {namespace: 'Team_A'})).to.deep.equal(['3:1 metadata | metadata/namespace'])
    })
  })

  it('handles names such as __proto__ like other names', () => {
    const text = limitRange('{type: Container, max: {__proto__: 1, constructor: 1, toString: 1}}', '{name: a, labels: {__proto__: a}}')
    expect(shownIn(text).map((line) => line.replace(/^\S+ /, ''))).to.deep.equal([
      '__proto__ | metadata/labels',
      // Twice each in max, and in default and defaultRequest, which are derived from max.
      ...['__proto__', 'constructor', 'toString'].flatMap((name) => Array<string>(6).fill(`${name} | limit-range/resource-name`)),
    ])
  })
})
