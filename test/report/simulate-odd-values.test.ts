import {expect} from 'chai'

import {simulateReporters} from '../../src/report/simulate/index.js'
import {simulate} from '../../src/simulate/simulate.js'
import {SourceFile} from '../../src/source/source-file.js'

const oddValues: readonly unknown[] = [true, 3, 1.5, null, ['a'], {a: 'b'}, '', '\u001b[2J']

const places: Readonly<Record<string, (odd: unknown, name: string) => unknown>> = {
  'apiVersion': (odd, name) => ({apiVersion: odd, kind: 'Pod', metadata: {name}}),
  'kind': (odd, name) => ({apiVersion: 'v1', kind: odd, metadata: {name}}),
  'metadata': (odd) => ({apiVersion: 'v1', kind: 'Pod', metadata: odd}),
  'metadata.name': (odd) => ({apiVersion: 'v1', kind: 'Pod', metadata: {name: odd}}),
  'metadata.generateName': (odd) => ({apiVersion: 'v1', kind: 'Pod', metadata: {generateName: odd}}),
  'metadata.namespace': (odd, name) => ({apiVersion: 'v1', kind: 'LimitRange', metadata: {name, namespace: odd}}),
  'metadata.resourceVersion': (odd, name) => ({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name, resourceVersion: odd}}),
  'metadata.uid': (odd, name) => ({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name, uid: odd}}),
  'status': (odd, name) => ({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name, uid: 'u'}, spec: {hard: {pods: '1'}}, status: odd}),
  'status.used': (odd, name) => ({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name, uid: 'u'}, spec: {hard: {pods: '1'}}, status: {used: odd}}),
  'a ResourceQuotaUsage': (odd, name) => ({apiVersion: 'v1', kind: 'ResourceQuotaUsage', metadata: {name}, status: {used: odd}}),
}

/** Simulates the documents as policies, as sent objects, and after a document with a syntax error. */
function simulated(documents: readonly unknown[]): ReturnType<typeof simulate> {
  const texts = documents.map((document) => JSON.stringify(document))
  const policies = new SourceFile('policies.yaml', texts.join('\n---\n'))
  return simulate({files: [...texts.map((text, i) => new SourceFile(`${i}.yaml`, text)), new SourceFile('broken.yaml', ['[', ...texts].join('\n---\n'))], policies: [policies]})
}

describe('simulate reports for values of wrong types', () => {
  for (const [place, documentWith] of Object.entries(places)) {
    it(`contain each object: ${place}`, async () => {
      const simulation = simulated(oddValues.map((odd, i) => documentWith(odd, `a${i}`)))
      const table = await simulateReporters.table(simulation, {isColoured: false})
      expect(table).to.match(/\d+ objects?: \d+ admitted, \d+ denied/).and.not.to.contain('\u001b')
      const {reviews, summary} = JSON.parse(await simulateReporters.json(simulation)) as {reviews: {object: object}[], summary: {unreadable: number}}
      for (const {object} of reviews) expect(Object.values(object).every((value) => typeof value === 'string')).to.equal(true)
      expect(reviews.length + summary.unreadable).to.be.at.least(oddValues.length)
      expect(await simulateReporters.yaml(simulation)).to.be.a('string')
    })
  }

  it('print a name that is not a string', async () => {
    const {notSent: [manifest], ...rest} = simulate({files: [new SourceFile('a.yaml', '[\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: y}\n')]})
    expect(await simulateReporters.table({...rest, notSent: manifest ? [manifest] : []}, {isColoured: false})).to.contain('a.yaml:3  Pod true\n')
  })
})
