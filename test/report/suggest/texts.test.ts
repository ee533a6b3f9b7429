import {expect} from 'chai'

import type {Diagnostic} from '../../../src/lint/diagnostic.js'
import {FieldPath} from '../../../src/machinery/field/path.js'
import {Quantity} from '../../../src/machinery/quantity/quantity.js'
import {suggestReporters} from '../../../src/report/suggest/index.js'
import {SourceFile} from '../../../src/source/source-file.js'
import {suggestQuota} from '../../../src/suggest/quota/quota.js'
import type {Suggestion} from '../../../src/suggest/types.js'

const pod = new SourceFile('pod.yaml', '{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: dev}, spec: {containers: [{name: a, image: "a:1"}]}}')

const suggestion = (proof: Partial<Suggestion['proof']>): Suggestion => {
  const made = suggestQuota({files: [pod]}, {headroom: 0n})
  return {...made, proof: {...made.proof, ...proof}}
}

const printed = (one: Suggestion): Promise<string[]> =>
  Promise.all((['yaml', 'table'] as const).map((format) => suggestReporters[format](one, {isColoured: false, columns: undefined})))

describe('proof of a suggestion', () => {
  it('is printed', async () => {
    for (const text of await printed(suggestion({}))) expect(text.replaceAll(/\n# /g, ' ')).to.contain('Verified with the admission chain: 1 object still admitted, 0 workloads with at least as many pods and rollouts as before; kadm lint reports nothing new.')
  })

  it('names each regression and each finding, without control characters', async () => {
    const finding: Diagnostic = {ruleId: 'resource-quota/evadable', severity: 'warning', message: 'bad\u001b[31m number', field: '', related: [], file: pod, span: {start: 0, end: 0}}
    for (const text of await printed(suggestion({regressions: ['Pod a is denied'], findings: [finding]}))) {
      expect(text).to.contain('Not verified: Pod a is denied.').and.to.match(/Not verified: kadm lint: bad.* number\./)
      expect(text).to.not.contain('\u001b')
      expect(text).to.not.contain('Verified with')
    }
  })

  it('of patches does not name kadm lint, which does not check them', async () => {
    for (const text of await printed({...suggestion({}), command: 'requests'})) expect(text).to.contain('as before.').and.to.not.contain('kadm lint')
  })

  it('explains each amount of the table', async () => {
    const one = suggestion({})
    const amounts = [{field: FieldPath.of('spec', 'hard').key('pods'), value: Quantity.parse('5'), present: Quantity.parse('2'), reasons: [{text: 'one'}, {text: 'two', margin: '+ 20 %'}]}]
    const text = await suggestReporters.table({...one, objects: one.objects.map((object) => ({...object, amounts}))}, {isColoured: false, columns: undefined})
    expect(text).to.match(/dev\/ResourceQuota\/quota {2}spec\.hard\[pods\] {2}2 {4}5 {10}one; two \+ 20 %/)
  })
})
