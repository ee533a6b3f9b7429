import {expect} from 'chai'

import type {LintOptions} from '../../../src/lint/lint.js'
import {lint} from '../../../src/lint/lint-all.js'
import {rules} from '../../../src/lint/rules/index.js'
import {SourceFile} from '../../../src/source/source-file.js'
import {eventRateLimit, indented} from '../../helpers/configuration.js'
import {within} from '../../helpers/cpu-time.js'
import {shown, shownIn} from '../../helpers/lint-text.js'
import {limits, testRule, together} from '../../helpers/rule-table.js'

const ruleIds = rules.map(({id}) => id)

/** Findings in a text, and the number of suppressed ones. */
function reported(text: string, options: LintOptions = {ruleIds}): string[] {
  const {diagnostics, suppressed} = lint([new SourceFile('f.yaml', text)], options)
  return [...diagnostics.map(shown), ...suppressed === 0 ? [] : [`${suppressed} suppressed`]]
}

const bad = limits('a', 'type: container, max: {cpu: 1}', 'type: claim')
const found = ['6:12 container | limit-range/type', '7:12 claim | limit-range/type']

/** A manifest with the given lines as its limits. */
const withItems = (...lines: string[]): string => limits('a') + lines.map((line) => `  ${line}\n`).join('')

describe('suppressions', () => {
  it('are absent: all findings are reported', () => expect(reported(bad)).to.deep.equal(found))

  const cases: Readonly<Record<string, [text: string, ...reported: string[]]>> = {
    'of the next line': [withItems('# kadm-disable-next-line limit-range/type', '- {type: pod}', '- {type: claim}'), '8:12 claim | limit-range/type', '1 suppressed'],
    'of the next line after blank lines and other comments': [
      withItems('# kadm-disable-next-line limit-range/type', '# why', '', '  # and how', '- {type: pod}', '- {type: claim}'), '11:12 claim | limit-range/type', '1 suppressed',
    ],
    'of one next line by two comments': [
      withItems('# kadm-disable-next-line yaml/syntax', '# kadm-disable-next-line limit-range/type', '- {type: pod}'), '6:28 yaml/syntax | suppression/unused', '1 suppressed',
    ],
    'of the line': [withItems('- {type: pod} # kadm-disable-line limit-range/type -- why', '- {type: claim}'), '7:12 claim | limit-range/type', '1 suppressed'],
    'of lines with CRLF': [
      withItems('# kadm-disable-next-line limit-range/type', '- {type: pod}', '- {type: claim} # kadm-disable-line limit-range/type').replaceAll('\n', '\r\n'), '2 suppressed',
    ],
    'of a document, from anywhere in it': [`${bad}# kadm-disable limit-range/type\n`, '2 suppressed'],
    'of a document, before its marker': [together('# kadm-disable limit-range/type\n', bad), '2 suppressed'],
    'of a document, on its marker': [`${limits('b', 'type: job')}--- # kadm-disable limit-range/type\n${bad}`, '6:12 job | limit-range/type', '2 suppressed'],
    'of only one document': [together(`# kadm-disable limit-range/type\n${bad}`, limits('b', 'type: container, max: {cpu: 1}')), '15:12 container | limit-range/type', '2 suppressed'],
    'of all rules of a kind': [`# kadm-disable limit-range/*\n${bad}`, '2 suppressed'],
    'of all rules': [`# kadm-disable *\n${bad}`, '2 suppressed'],
    'of syntax errors': ['# kadm-disable yaml/syntax -- a template\na: [\n', '1 suppressed'],
    'of an empty file': ['# kadm-disable a/b\n', '1:16 a/b | suppression/unknown-rule'],
    'in an annotation': [bad.replace('{name: a}', '{name: a, annotations: {kadm.dev/ignore: limit-range/type -- why}}'), '2 suppressed'],
    'in a quoted annotation with an unused rule': [
      bad.replace('{name: a}', '{name: a, annotations: {kadm.dev/ignore: "limit-range/type, yaml/key"}}'), '3:71 yaml/key | suppression/unused', '2 suppressed',
    ],
    'in an annotation of JSON': [
      '{"apiVersion": "v1", "kind": "LimitRange", "metadata": {"name": "a", "annotations": {"kadm.dev/ignore": "limit-range/*"}}, "spec": {"limits": [{"type": "pod"}]}}',
      '1 suppressed',
    ],
    'in an annotation of an item of a list': [
      `apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: LimitRange, metadata: {name: a, annotations: {kadm.dev/ignore: "*"}}, spec: {limits: [{type: pod}]}}\n`
      + '- {apiVersion: v1, kind: LimitRange, metadata: {name: b}, spec: {limits: [{type: pod}]}}\n', '5:82 pod | limit-range/type', '1 suppressed',
    ],
    'in an annotation with a block scalar, which is reported at its first line': [
      bad.replace('{name: a}', '\n  name: a\n  annotations:\n    kadm.dev/ignore: |-\n      limit-range/type,\n      yaml/key'), '8:7 yaml/key | suppression/unused', '2 suppressed',
    ],
    'in an empty annotation': [
      bad.replace('{name: a}', '{name: a, annotations: {kadm.dev/ignore: ""}}'), '3:52 "" | suppression/malformed', '6:12 container | limit-range/type', '7:12 claim | limit-range/type',
    ],
    'not in an annotation that is not a string': [bad.replace('{name: a}', '{name: a, annotations: {kadm.dev/ignore: 5}}'), '3:52 5 | manifest/metadata'],
    'not in a string': [bad.replace('{name: a}', '{name: a, annotations: {note: "# kadm-disable limit-range/type"}}'), ...found],
    'not by comments about something else': [`# kadm-config\n${bad}`, '7:12 container | limit-range/type', '8:12 claim | limit-range/type'],
    'of findings about suppressions': [`# kadm-disable suppression/*\n# kadm-disable yaml/key, a/b\n${limits('b', 'type: Container, max: {cpu: 1}')}`, '2 suppressed'],
    'that are redundant': [`# kadm-disable limit-range/type\n# kadm-disable limit-range/type\n${bad}`, '2:16 limit-range/type | suppression/unused', '2 suppressed'],
  }
  for (const [title, [text, ...expected]] of Object.entries(cases)) it(`are applied: ${title}`, () => expect(reported(text)).to.deep.equal(expected))

  it('can be ignored', () => {
    const text = `# kadm-disable limit-range/type\n# kadm-disable yaml/key\n# kadm-disable-nextline a/b\n${bad}`
    expect(reported(text, {isSuppressing: false})).to.deep.equal(['9:12 container | limit-range/type', '10:12 claim | limit-range/type'])
  })

  it('with unknown rules count as unused if the rule ids are not given', () => expect(reported(`# kadm-disable a/b\n${limits('b', 'type: Container, max: {cpu: 1}')}`, {})).to.deep.equal(['1:16 a/b | suppression/unused']))

  it('in a configuration within a ConfigMap apply only to that text', () => {
    const text = eventRateLimit('# kadm-disable-next-line event-rate-limit/type\n- {type: server, qps: 1, burst: 2}\n- {type: user, qps: 1, burst: 2}\n')
    const configMap = (value: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  # kadm-disable-next-line yaml/key\n  a: |\n${indented(value, 4)}`
    expect(reported(configMap(text))).to.deep.equal(['5:28 yaml/key | suppression/unused', '12:14 user | event-rate-limit/type', '1 suppressed'])
    expect(reported(configMap(`# kadm-disable event-rate-limit/type, event-rate-limit/qps\n${text}`))).to.deep.equal([
      '5:28 yaml/key | suppression/unused', '7:43 event-rate-limit/qps | suppression/unused', '2 suppressed',
    ])
    expect(reported(configMap('# kadm-disable event-rate-limit/type\njust a text\n')), 'a text that is no configuration').to.deep.equal(['5:28 yaml/key | suppression/unused'])
    const quoted = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a: ${JSON.stringify(text)}\n`
    expect(reported(quoted).map((each) => each.replace(/^\d+:\d+ /, ''))).to.deep.equal(['user | event-rate-limit/type', '1 suppressed'])
    expect(reported(configMap(text).replace('{name: a}', '{name: a, annotations: {kadm.dev/ignore: event-rate-limit/*}}')).at(-1)).to.equal('2 suppressed')
  })

  it('in a file referenced by a configuration apply, but are not reported', () => {
    const named = new SourceFile('limits.yaml', eventRateLimit('# kadm-disable yaml/key\n- {type: user, qps: 1, burst: 2} # kadm-disable-line event-rate-limit/type\n'))
    const outer = new SourceFile('a.yaml', 'apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nplugins: [{name: EventRateLimit, path: limits.yaml}]\n')
    const {diagnostics, suppressed} = lint([outer], {ruleIds, readFile: () => named})
    expect([diagnostics.map(shown), suppressed]).to.deep.equal([[], 1])
    expect(lint([outer], {ruleIds, readFile: () => named, isSuppressing: false}).diagnostics.map(shown)).to.deep.equal(['5:10 user | event-rate-limit/type'])
  })

  it('in a JSON object do not apply to the next object', () => {
    const object = (name: string, metadata = ''): string =>
      `{"apiVersion": "v1", "kind": "LimitRange", "metadata": {"name": "${name}"${metadata}}, "spec": {"limits": [{"type": "pod"}]}}`
    expect(reported(object('a', ', "annotations": {"kadm.dev/ignore": "*"}') + object('b'))).to.deep.equal(['1:249 "pod" | limit-range/type', '1 suppressed'])
  })

  it('can be written for every rule @slow', () => {
    const unread = new Set(['source/too-large', 'source/unreadable'])
    for (const {id, example, namespace} of rules) {
      // JSON has no comments, each of several documents has its own comments, and files that are not read have none.
      if (example.startsWith('{') || /^---/m.test(example) || id.startsWith('suppression/') || unread.has(id)) continue
      const options: LintOptions = {ruleIds, ...namespace !== undefined && {namespace, isNamespaceGiven: true}}
      const {diagnostics, suppressed} = lint([new SourceFile('example.yaml', `# kadm-disable ${id} -- for a test\n${example}`)], options)
      const left = diagnostics.filter(({ruleId}) => ruleId === id || ruleId.startsWith('suppression/'))
      expect([id, left.map(shown)]).to.deep.equal([id, []])
      expect(suppressed, id).to.be.greaterThan(0)
    }
  })

  it('are not reported as unused if the user disables or changes the rule', () => {
    const severityOf = (ruleId: string, path: string): 'off' | 'info' | undefined => path !== 'f.yaml' ? undefined : ruleId === 'limit-range/type' ? 'off' : 'info'
    const text = `# kadm-disable limit-range/type\n# kadm-disable yaml/key\n${bad}`
    const {diagnostics, suppressed} = lint([new SourceFile('f.yaml', text)], {ruleIds, severityOf})
    expect([diagnostics.map((each) => `${each.severity} ${shown(each)}`), suppressed]).to.deep.equal([['info 2:16 yaml/key | suppression/unused'], 0])
    expect(lint([new SourceFile('g.yaml', bad)], {severityOf}).diagnostics.map(({severity}) => severity)).to.deep.equal(['error', 'error'])
  })

  it('are processed within 20 seconds for hundreds of thousands of comments @slow', within(20, () => {
    const count = 5000
    const items = Array.from({length: count}, () => '  # kadm-disable-next-line limit-range/type, a/b\n  - {type: pod} # kadm-disable-line yaml/key\n').join('')
    const {diagnostics, suppressed} = lint([new SourceFile('f.yaml', limits('a') + items)], {ruleIds})
    expect([diagnostics.filter(({ruleId}) => ruleId.startsWith('suppression/')).length, suppressed]).to.deep.equal([2 * count, count])
    expect(reported('# kadm-disable-nextline\n'.repeat(200_000))).to.have.length(200_000)
    expect(reported(`# kadm-disable-next-line yaml/key\n${'#\n'.repeat(2_000_000)}${bad}`)).to.have.length(3)
    const stacked = `${'# kadm-disable-next-line limit-range/type\n'.repeat(100_000)}${bad}`
    expect(lint([new SourceFile('f.yaml', stacked)], {ruleIds}).diagnostics.filter(({ruleId}) => ruleId === 'suppression/unused')).to.have.length(100_000)
  }))
})

const options = {ruleIds}

testRule('suppression/unused', {
  severity: 'warning', options,
  accept: {
    'no comment': limits('a', 'type: Container, max: {cpu: 1}'),
    'an unrelated comment': `# kadm-disabled\n${limits('a', 'type: Container, max: {cpu: 1}')}`,
  },
  reject: {
    'a rule without findings': [`# kadm-disable limit-range/type\n${limits('a', 'type: Container, max: {cpu: 1}')}`, '1 limit-range/type', '"limit-range/type" suppresses nothing here'],
    'a line without findings': [`# kadm-disable-next-line limit-range/type\n${limits('a', 'type: Container, max: {cpu: 1}')}`, '1 limit-range/type', '"limit-range/type" suppresses nothing here'],
    'all rules of a kind': [`# kadm-disable limit-range/*\n${limits('a', 'type: Container, max: {cpu: 1}')}`, '1 limit-range/*', '"limit-range/*" suppresses nothing here'],
  },
})

testRule('suppression/unknown-rule', {
  severity: 'warning', options,
  accept: {'no suppressions': limits('a', 'type: Container, max: {cpu: 1}')},
  reject: {
    'a misspelt rule': [`# kadm-disable limit-range/tpye\n${limits('a', 'type: Container, max: {cpu: 1}')}`, '1 limit-range/tpye', 'there is no rule "limit-range/tpye"'],
    'a misspelt rule group': [`# kadm-disable limit-rang/*\n${limits('a', 'type: Container, max: {cpu: 1}')}`, '1 limit-rang/*', 'there is no rule "limit-rang/*"'],
  },
})

testRule('suppression/malformed', {
  severity: 'warning', options,
  accept: {'comments of other programs': `# kadm-helper: a\n# yamllint disable-line\n${limits('a', 'type: Container, max: {cpu: 1}')}`},
  reject: {
    'an unknown keyword': [`# kadm-disable-nextline a/b\n${limits('a', 'type: Container, max: {cpu: 1}')}`, '1 kadm-disable-nextline a/b', 'there is no comment "kadm-disable-nextline": nothing is suppressed'],
    'no rule': [`# kadm-disable -- why\n${limits('a', 'type: Container, max: {cpu: 1}')}`, '1 kadm-disable -- why', 'a rule is missing here: nothing is suppressed'],
  },
})

describe('hints for suppressions', () => {
  const hintsOf = (text: string): (string | undefined)[] => lint([new SourceFile('f.yaml', text)], {ruleIds}).diagnostics.map(({hint}) => hint)

  it('suggest similar rules', () => {
    expect(hintsOf('# kadm-disable limit-range/tpye, limit-rang/*, zzzzzzzz/q\n')).to.deep.equal(['did you mean limit-range/type?', 'did you mean limit-range/*?', '"kadm rules" lists all rules'])
  })

  it('are not required for tools without rule ids', () => expect(shownIn('# kadm-disable yaml/key\n')).to.deep.equal(['1:16 yaml/key | suppression/unused']))
})
