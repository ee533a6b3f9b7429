import {expect} from 'chai'
import * as fc from 'fast-check'

import type {Diagnostic} from '../../src/lint/diagnostic.js'
import {lint} from '../../src/lint/lint-all.js'
import {SourceFile} from '../../src/source/source-file.js'
import {admissionConfiguration, embedded, eventRateLimit, indented} from '../helpers/configuration.js'
import {lintText, shown, shownIn} from '../helpers/lint-text.js'

/** A ConfigMap with its values as YAML source text. */
const configMap = (values: Record<string, string>): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: admission}\ndata:\n${Object.entries(values).map(([key, value]) => `  ${key}: ${value}\n`).join('')}`

/** A text as a block scalar. */
const block = (text: string, header = '|', columns = 4): string => `${header}\n${indented(text, columns).trimEnd()}`

const wrong = eventRateLimit('- {type: server, qps: 0, burst: 5}\n')

/** Configurations with every kind of finding, and without findings. */
const texts: readonly (readonly [what: string, text: string])[] = [
  ['a lower-case type', wrong],
  ['conflicting limits', eventRateLimit('- {type: Server, qps: 10, burst: 50, cacheSize: 5}\n- {type: Namespace, qps: 10, burst: 50}\n- {type: Server, qps: 1, burst: 1, Burst: 3}\n')],
  ['no limits', 'apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\n'],
  ['another version', 'apiVersion: eventratelimit.admission.k8s.io/v1\nkind: Configuration\n'],
  ['a wrong type', eventRateLimit('- type: User\n  qps: "5"\n  burst: [1,\n    2]\n')],
  ['an AdmissionConfiguration', `# first\n---\n${admissionConfiguration('- name: eventratelimit\n- name: PodSecurity\n- name: PodSecurity\n  paths: 5\n')}`],
  ['a configuration in a configuration', admissionConfiguration(embedded('EventRateLimit', wrong))],
  ['JSON', '{"kind": "Configuration",\n "apiVersion": "eventratelimit.admission.k8s.io/v1alpha1",\n "limits": [{"type": "User", "qps": 1, "qps": 2}]}\n'],
  ['broken YAML', `${eventRateLimit('- {type: Server')}\n`],
  ['broken JSON', '{"apiVersion": "apiserver.config.k8s.io/v1", "kind": "AdmissionConfiguration",\n "plugins": [}\n'],
  ['a valid configuration', eventRateLimit('- {type: User, qps: 1, burst: 2}\n')],
]

/** Findings with each place moved down by lines and right by columns. */
const found = (text: string, down = 0, right = 0): string[] => lintText(text).map(({ruleId, severity, message, hint, field, file, span, related}) => {
  const at = (offset: number): string => {
    const {line, column} = file.position(offset)
    return `${line + down}:${column + right}`
  }
  const others = related.map((place) => `${at(place.span.start)} ${place.message}`)
  return [`${at(span.start)}-${at(span.end)}`, severity, ruleId, field, message, hint ?? '', ...others].join(' | ')
})

describe('linting configurations in a ConfigMap', () => {
  for (const [what, text] of texts) {
    it(`reports for ${what} the findings of a file, at the position in the ConfigMap`, () => {
      expect(found(configMap({'a.yaml': block(text)}))).to.deep.equal(found(text, 5, 4))
      expect(found(configMap({'a.yaml': block(text, '|1-', 3)}))).to.deep.equal(found(text, 5, 3))
      expect(found(configMap({'a.yaml': block(text, '|-', 9)}))).to.deep.equal(found(text, 5, 9))
    })
  }

  it('reports positions in text with Windows line endings', () => {
    const text = configMap({'a.yaml': block(wrong)})
    expect(shownIn(text.replaceAll('\n', '\r\n'))).to.deep.equal(shownIn(text))
    expect(shownIn(text)).to.deep.equal(['9:14 server | event-rate-limit/type', '9:27 0 | event-rate-limit/qps'])
  })

  it('reports positions in scalars of every style', () => {
    const quoted = String.raw`"apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\nlimits:\n- {type: server, qps: 1,` + '\\\n      burst: -5}"'
    expect(shownIn(configMap({a: quoted}))).to.deep.equal(['5:100 server | event-rate-limit/type', '6:14 -5 | event-rate-limit/burst'])
    expect(shownIn(configMap({a: block(wrong.replaceAll('\n', '\n\n'), '>')}))).to.deep.equal(['12:14 server | event-rate-limit/type', '12:27 0 | event-rate-limit/qps'])
    const json = '{"apiVersion": "eventratelimit.admission.k8s.io/v1alpha1", "kind": "Configuration", "limits": [{"type": "it\'s"}]}'
    expect(shownIn(configMap({a: `'${json.replaceAll("'", "''")}'`}))[1]).to.equal('5:102 {"type": "it\'\'s"} | event-rate-limit/qps')
    expect(shownIn(JSON.stringify({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}, data: {a: wrong}}))).to.deep.equal([
      '1:169 server | event-rate-limit/type', '1:182 0 | event-rate-limit/qps',
    ])
  })

  it('adds the line within the text to the message if the position is unknown', () => {
    const text = configMap({a: `"${wrong.replaceAll('\n', '\\n')}\u0085  # end"`})
    expect(lintText(text).map((diagnostic) => `${shown(diagnostic).slice(0, 14)} ${diagnostic.message.replace(/^.*\(/, '(')}`)).to.deep.equal([
      '5:6 "apiVersio (line 4, column 23 of this text)', '5:6 "apiVersio (line 4, column 10 of this text)',
    ])
  })

  it('checks ConfigMaps in lists, and reports an aliased text once', () => {
    const list = `apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: a}\n  data:\n    a: &a |\n${indented(wrong, 6)}`
    expect(shownIn(`${list}- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: b}\n  data: {b: *a, c: *a}\n`)).to.deep.equal([
      '12:16 server | event-rate-limit/type', '12:29 0 | event-rate-limit/qps',
    ])
  })

  it('ignores other texts', () => {
    for (const value of [
      'Configuration of kind EventRateLimit', '""', '"kind: Configuration: ["',
      block('apiVersion: example.com/v1\nkind: Configuration\nlimits: [{type: server}]\n'), block('a: [\nkind: Configuration\n'),
      block('An example, which is: not: YAML\napiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\n'),
      block('#!/bin/sh\ncat <<EOF\napiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nEOF\n'),
      block('apiVersion: v1\nkind: Pod\n# a Configuration\n'), block('- kind: AdmissionConfiguration\n'), '!!binary a2luZDogQWRtaXNzaW9uQ29uZmlndXJhdGlvbg==',
    ]) expect(shownIn(configMap({a: value})), value).to.deep.equal([])
  })

  it('ignores other kinds and values that are not strings', () => {
    const text = configMap({a: block(wrong)})
    expect(shownIn(text.replace('kind: ConfigMap', 'kind: Foo').replace('apiVersion: v1', 'apiVersion: example.com/v1'))).to.deep.equal([])
    for (const data of ['5', '[a]', '{a: 5}', '{a: null}', 'null']) {
      expect(shownIn(`apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: ${data}\n`).filter((line) => !line.includes('decode/')), data).to.deep.equal([])
    }
  })

  it('finds the file of a path among the keys, ignoring its folder', () => {
    for (const path of ['limits.yaml', 'conf/../limits.yaml', '/etc/kubernetes/admission/limits.yaml']) {
      const outer = block(admissionConfiguration(`- name: EventRateLimit\n  path: ${path}\n`))
      expect(shownIn(configMap({'admission.yaml': outer, 'limits.yaml': block(eventRateLimit('- {type: User, qps: 1}\n'))})), path)
        .to.deep.equal(['15:7 {type: User, qps: 1} | event-rate-limit/burst'])
      expect(shownIn(configMap({'admission.yaml': outer, 'limits.yaml': block('kind: Nothing\n')})), path).to.deep.equal(['12:5 kind: Nothing | admission-configuration/kind'])
    }
  })

  it('reports as info that the file of a path is not among the keys', () => {
    const outer = block(admissionConfiguration('- name: EventRateLimit\n  path: /etc/limits.yaml\n'))
    const diagnostics = lint([new SourceFile('f.yaml', configMap({'admission.yaml': outer}))], {
      readFile: () => { throw new Error('nothing outside of the ConfigMap is read') },
    }).diagnostics
    expect(diagnostics.map((diagnostic) => [shown(diagnostic), diagnostic.severity, diagnostic.message])).to.deep.equal([[
      '10:13 /etc/limits.yaml | admission-configuration/path', 'info', '/etc/limits.yaml is not read: the ConfigMap has no key "limits.yaml"',
    ]])
  })

  it('reports the findings of a file for any configuration text (property) @slow', () => {
    const pieces = fc.constantFrom(
      'apiVersion: eventratelimit.admission.k8s.io/v1alpha1', 'kind: Configuration', 'kind: AdmissionConfiguration', 'limits:', '- {type: server', 'qps: 0}', '- type: User', '  qps: "x"',
      'burst: 1', '---', '...', '{', '}', '"kind": "Configuration",', '"', "'", '# c', '', '  ', '&a', '*a', '<<: *a', '!!str', '|', '\\n', 'é', '\ud83d\ude00', '\u2028', '\t',
    )
    const text = fc.array(pieces, {maxLength: 9}).map((lines) => ['apiVersion: eventratelimit.admission.k8s.io/v1alpha1', 'kind: Configuration', ...lines].join('\n'))
    const messages = (found: readonly Diagnostic[]): string[] => found.map(({ruleId, message}) => `${ruleId} ${message.replace(/ \(line .*\)$/, '')}`).sort()
    fc.assert(fc.property(text, (value) => {
      const inside = lintText(JSON.stringify({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}, data: {a: value}}))
      const outside = lintText(value).filter(({ruleId}) => ruleId.startsWith('event-rate-limit/') || ruleId.startsWith('admission-configuration/'))
      expect(messages(inside).filter((message) => !/^(?:yaml|source|manifest)\//.test(message))).to.deep.equal(messages(outside))
      return inside.every(({span: {start, end}, file}) => start <= end && end <= file.text.length)
    }), {numRuns: 300})
  })

  it('checks many aliases of a long text within 10 seconds @slow', () => {
    const items = Array.from({length: 3000}, (_, i) => `- {apiVersion: v1, kind: ConfigMap, metadata: {name: n${i}}, data: {b: *a}}\n`).join('')
    const long = eventRateLimit('- {type: User, qps: 1, burst: 2}\n'.repeat(1000))
    const started = process.hrtime.bigint()
    lintText(`apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: a}\n  data:\n    a: &a |\n${indented(long, 6)}${items}`)
    expect(Number(process.hrtime.bigint() - started) / 1e9).to.be.below(10)
  })
})
