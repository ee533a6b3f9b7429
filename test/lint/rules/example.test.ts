import {expect} from 'chai'

import {exampleCommand, exampleName, lintExample, omittedRules, shownExample} from '../../../src/lint/rules/example.js'
import {ruleById} from '../../../src/lint/rules/index.js'
import type {Rule} from '../../../src/machinery/field/rule.js'

const ruleWith = (example: string, namespace?: string): Rule =>
  ({id: 'metadata/name', severity: 'error', summary: '', source: '', fix: '', example, ...namespace !== undefined && {namespace}})

describe('example of a rule', () => {
  it('is named after its format, YAML or JSON', () => {
    expect(exampleName(ruleWith('a: b\n'))).to.equal('example.yaml')
    expect(exampleName(ruleWith('{a: b}\n'))).to.equal('example.yaml')
    expect(exampleName(ruleWith('{\n  "a": "b"\n}\n'))).to.equal('example.json')
  })

  it('is checked with the namespace of the rule', () => {
    expect(exampleCommand(ruleWith('a: b\n'))).to.equal('kadm lint example.yaml')
    expect(exampleCommand(ruleWith('a: b\n', 'dev'))).to.equal('kadm lint example.yaml --namespace dev')
    const text = 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: a, namespace: prod}\nspec: {limits: [{type: Container, max: {cpu: 1}}]}\n'
    expect(lintExample(ruleWith(text)).diagnostics).to.deep.equal([])
    expect(lintExample(ruleWith(text, 'dev')).diagnostics.map(({ruleId}) => ruleId)).to.deep.equal(['manifest/namespace-mismatch'])
  })

  it('is checked without the rules that every object of its kind violates', () => {
    const text = 'apiVersion: kadm.dev/v1\nkind: MetadataPolicy\nmetadata: {name: a}\nspec: {rules: []}\n'
    expect(lintExample(ruleWith(text)).diagnostics.map(({ruleId}) => ruleId)).to.deep.equal(['metadata-policy/no-rules'])
    expect(omittedRules(ruleWith(text))).to.deep.equal(['metadata-policy/not-served'])
    expect(omittedRules(ruleById('metadata-policy/not-served')!)).to.deep.equal([])
    expect(omittedRules(ruleWith('a: b\n'))).to.deep.equal([])
  })

  it('is printed unchanged', () => expect(shownExample(ruleWith('a: b\n\n# c\n'))).to.equal('a: b\n\n# c\n'))

  it('is truncated after 97 characters of a line and 29 lines', () => {
    expect(shownExample(ruleWith(`a: ${'b'.repeat(98)}\nc: d\n`))).to.equal(`a: ${'b'.repeat(97)}...\nc: d\n`)
    expect(shownExample(ruleWith(`a: ${'b'.repeat(97)}\n`))).to.equal(`a: ${'b'.repeat(97)}\n`)
    expect(shownExample(ruleWith('a\n'.repeat(29)))).to.equal('a\n'.repeat(29))
    expect(shownExample(ruleWith('a\n'.repeat(30)))).to.equal('a\na\na\na\n...\n')
  })

  it('is truncated for rules with large examples', () => {
    expect(shownExample(ruleById('source/too-large')!)).to.match(/^# x+\.\.\.$/)
    expect(shownExample(ruleById('source/too-deep')!)).to.match(/\ndata: \[+\.\.\.\n$/)
  })

  it('is printed with symbols for control characters', () => expect(shownExample(ruleWith('a: \u0007\tb\u001b\n'))).to.equal('a: ␇␉b␛\n'))
})
