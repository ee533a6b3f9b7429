import {expect} from 'chai'
import * as fc from 'fast-check'

import {type FixResult, fixSources} from '../../../src/lint/fix/fix-sources.js'
import type {LintReport} from '../../../src/lint/lint.js'
import {lint} from '../../../src/lint/lint-all.js'
import {readDocuments} from '../../../src/source/read-documents.js'
import {SourceFile} from '../../../src/source/source-file.js'
import {eventRateLimit, indented} from '../../helpers/configuration.js'
import {limits, podOf, quotaOf, together} from '../../helpers/rule-table.js'

const fix = (...texts: string[]): FixResult<LintReport> => fixSources(texts.map((text, i) => new SourceFile(`${i}.yaml`, text)), (sources) => lint(sources))

/** A text with everything fixed. */
const fixed = (text: string): string => fix(text).fixed[0]?.after.text ?? text

/** The changed lines of a text. */
const changes = (text: string): string[] => {
  const before = text.split('\n')
  return fixed(text).split('\n').flatMap((line, i) => line === before[i] ? [] : [line.trim()])
}

const configMap = (value: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a: ${value}\n`

describe('fixSources', () => {
  const cases: Readonly<Record<string, [text: string, ...changes: string[]]>> = {
    'the types of limits': [limits('a', 'type: container', "type: 'pod'", 'type: "Container"'), '- {type: Container}', "- {type: 'Pod'}"],
    'field names': [limits('a', 'type: Pod, Max: {cpu: 1}', 'type: Container, defaultRequests: {cpu: 1}'), '- {type: Pod, max: {cpu: 1}}', '- {type: Container, defaultRequest: {cpu: 1}}'],
    'resource names': [limits('a', 'type: Pod, max: {CPU: 1, "Memory": 1Gi}'), '- {type: Pod, max: {cpu: 1, "memory": 1Gi}}'],
    'quota keys': [quotaOf('a', 'request.cpu: 1, limits.cpus: 2, Pods: 3'), 'hard: {requests.cpu: 1, limits.cpu: 2, pods: 3}'],
    'units': [limits('a', 'type: Pod, max: {memory: 4096K, cpu: "1 k"}', 'type: Container, max: {memory: 1gi}'), '- {type: Pod, max: {memory: 4096k, cpu: "1k"}}', '- {type: Container, max: {memory: 1Gi}}'],
    'apiVersion and kind, one after the other': [limits('a', 'type: pod').replace('apiVersion: v1', 'apiversion: V1').replace('kind: LimitRange', 'Kind: limitrange'),
      'apiVersion: v1', 'kind: LimitRange', '- {type: Pod}'],
    'unquoted strings': [podOf('limits: {cpu: 1}').replace('name: web', 'name: web, labels: {v: 1.10, on: yes}'), 'metadata: {name: web, labels: {v: "1.10", on: "yes"}}'],
    'quoted numbers': [podOf('', '  terminationGracePeriodSeconds: "30"\n  hostNetwork: "False"\n'), 'terminationGracePeriodSeconds: 30', 'hostNetwork: false'],
    'plugin configurations': [eventRateLimit('- {type: server, qps: 1, burst: 2}\n- {Type: source+object, qps: 1, burst: 2, cachesize: 3}\n'),
      '- {type: Server, qps: 1, burst: 2}', '- {type: SourceAndObject, qps: 1, burst: 2, cacheSize: 3}'],
    'configurations in ConfigMaps': [configMap(`|\n${indented(eventRateLimit('- {type: server, qps: 1, burst: 2}\n'), 4)}`), '- {type: Server, qps: 1, burst: 2}'],
    'quoted configurations in ConfigMaps': [configMap(JSON.stringify(eventRateLimit('- {type: server, qps: 1, burst: 2}\n'))),
      `a: ${JSON.stringify(eventRateLimit('- {type: Server, qps: 1, burst: 2}\n'))}`],
    'list items': [`apiVersion: v1\nkind: List\nitems:\n- ${limits('a', 'type: Pod').replaceAll('\n', '\n  ').trimEnd().replace('limits:', 'limit:')}\n`, 'limits:'],
    'JSON': ['{"apiVersion": "v1", "kind": "LimitRange", "metadata": {"name": "a"}, "spec": {"limits": [{"type": "pod", "max": {"memory": "4096K"}}]}}',
      '{"apiVersion": "v1", "kind": "LimitRange", "metadata": {"name": "a"}, "spec": {"limits": [{"type": "Pod", "max": {"memory": "4096k"}}]}}'],
  }
  for (const [title, [text, ...expected]] of Object.entries(cases)) it(`fixes ${title}`, () => expect(changes(text)).to.deep.equal(expected))

  const left: Readonly<Record<string, string>> = {
    'valid fields': limits('a', 'type: Pod, max: {cpu: 1}'),
    'ambiguous names': limits('a', 'type: claim', 'type: Pod, maxx: {cpu: 1}'),
    'a misspelt field if the correct one exists': limits('a', 'type: Pod, max: {cpu: 1}, Max: {cpu: 2}'),
    'two misspelt forms of the same field': limits('a', 'type: Pod, MAX: {cpu: 1}, Max: {cpu: 2}'),
    'a misspelt key if the correct one exists': limits('a', 'type: Pod, max: {memory: 1Gi, MEMORY: 1Gi}'),
    'ambiguous units': limits('a', 'type: Pod, max: {memory: 1KB}'),
    'strings with escapes': limits('a', 'type: "p\\x6fd"'),
    'block scalars': 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: a}\nspec:\n  limits:\n  - type: |-\n      pod\n',
    'documents with aliases': limits('a', 'type: &a pod', 'type: *a'),
    'configurations with aliases in ConfigMaps': configMap(`|\n${indented(eventRateLimit('- {type: &a server, qps: 1, burst: 2}\n- {type: *a, qps: 1, burst: 2}\n'), 4)}`),
    'removed API versions': 'apiVersion: extensions/v1beta1\nkind: Deployment\nmetadata: {name: a}\n',
    'suppressed findings': `# kadm-disable limit-range/type\n${limits('a', 'type: pod')}`,
    'files with syntax errors': 'a: [\n',
  }
  for (const [title, text] of Object.entries(left)) it(`does not change ${title}`, () => expect(fixed(text)).to.equal(text))

  it('skips only the document with aliases in a file', () => {
    expect(changes(together(limits('a', 'type: &a pod', 'type: *a'), limits('b', 'type: pod')))).to.deep.equal(['- {type: Pod}'])
  })

  it('preserves line endings, comments and the end of the file', () => {
    const text = `# a\r\n${limits('a', 'type: pod').replaceAll('\n', '  # b\r\n').trimEnd()}`
    expect(fixed(text)).to.equal(text.replace('pod', 'Pod'))
  })

  it('returns the changed files and the remaining findings', () => {
    const {report, fixed: files} = fix(limits('a', 'type: Pod'), limits('b', 'type: container', 'type: claim', 'type: Pod, Max: {cpu: 1}'))
    expect(files.map(({before, after, fixes}) => [before.path, after.path, fixes])).to.deep.equal([['1.yaml', '1.yaml', 2]])
    expect(report.diagnostics.map(({ruleId, severity}) => `${severity} ${ruleId}`)).to.include('error limit-range/type')
    expect(report.diagnostics.filter(({ruleId}) => ruleId === 'limit-range/type')).to.have.length(1)
  })

  it('stops after 10 rounds of fixes that undo each other', () => {
    let rounds = 0
    const {fixed: files} = fixSources([new SourceFile('a', 'a')], ([source]) => {
      rounds++
      const file = source!
      return {diagnostics: [{ruleId: 'metadata/name', severity: 'error', message: '', field: '', file, span: {start: 0, end: 1}, related: [], fix: {start: 0, end: 1, text: file.text === 'a' ? 'b' : 'a'}}]}
    })
    expect([rounds, files.map(({after, fixes}) => [after.text, fixes])]).to.deep.equal([11, [['a', 10]]])
  })

  it('changes only the spelling, and leaves nothing fixable (property) @slow', () => {
    const cased = (word: string): fc.Arbitrary<string> => fc.constantFrom(word, word.toUpperCase(), word.toLowerCase(), `${word}s`, `${word[0]?.toUpperCase()}${word.slice(1)}`)
    const amount = fc.constantFrom('1', '"1"', '100m', '5g', '2K', "'3 Gi'", '1KB', 'x')
    const resource = fc.oneof(cased('cpu'), cased('memory'), fc.constant('nvidia.com/gpu'))
    const list = fc.dictionary(resource, amount, {maxKeys: 2}).map((entries) => `{${Object.entries(entries).map(([name, value]) => `${name}: ${value}`).join(', ')}}`)
    const field = fc.tuple(fc.oneof(cased('max'), cased('min'), cased('defaultRequest'), fc.constant('defualt')), list).map(([name, value]) => `${name}: ${value}`)
    const item = fc.tuple(fc.oneof(cased('Container'), cased('Pod'), fc.constant('"pod"')), fc.uniqueArray(field, {selector: (each) => each.replace(/:.*/, ''), maxLength: 3}))
    const text = fc.array(item, {maxLength: 3}).map((items) => limits('a', ...items.map(([type, fields]) => [`type: ${type}`, ...fields].join(', '))))
    let changed = 0
    fc.assert(fc.property(text, (before) => {
      const {fixed: [file], report} = fix(before)
      const edits = report.diagnostics.filter((diagnostic) => diagnostic.fix !== undefined)
      expect(edits.map(({message}) => message), 'nothing is left').to.deep.equal([])
      if (file === undefined) return
      changed++
      expect(shapeOf(file.after.text)).to.equal(shapeOf(before))
      expect(file.after.text.split('\n').length).to.equal(before.split('\n').length)
      expect(fix(file.after.text).fixed, 'once is enough').to.deep.equal([])
    }), {numRuns: 400, seed: 8})
    expect(changed).to.be.greaterThan(200)
  })
})

/** Content of a text, without the spelling of words. */
const shapeOf = (text: string): string =>
  JSON.stringify(readDocuments(new SourceFile('f', text)).map(({value}) => value)).toLowerCase().replaceAll(/defua?lt|defau?lt/g, 'default').replaceAll(/s?(?=":)|\s/g, '').replaceAll(/s"/g, '"')
