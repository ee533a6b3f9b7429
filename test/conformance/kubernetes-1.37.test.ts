import {expect} from 'chai'

import {isReplayed, readVectors} from '../helpers/vectors.js'
import {answers, comparable, inNamespace, type WholeCase} from '../helpers/whole-objects.js'

describe('recorded answers: kubernetes-1.37', () => {
  const cases = readVectors<WholeCase>('kubernetes-1.37').map(inNamespace)

  it('are all there', () => expect(cases).to.have.length(410))

  for (const vector of cases.filter(isReplayed)) {
    it(vector.id, () => {
      const given = answers(vector, {kubernetesVersion: '1.37'})
      for (const [i, expected] of vector.responses.entries()) {
        expect(comparable(given[i] ?? {code: 0}), `request ${i + 1}`).to.deep.equal(comparable(expected))
      }
    })
  }
})
