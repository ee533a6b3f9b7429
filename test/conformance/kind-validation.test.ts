import {expect} from 'chai'

import {expectRecorded, ownAnswer} from '../helpers/exceptions.js'
import {isReplayed, readVectors, versionsFor} from '../helpers/vectors.js'
import {answers, comparable, inNamespace, type WholeAnswer, type WholeCase} from '../helpers/whole-objects.js'

/** Some answers were recorded without the object. */
const asRecorded = (given: WholeAnswer = {code: 0}, expected: WholeAnswer): WholeAnswer => {
  const {object, ...answer} = given
  return expected.object === undefined ? answer : {...answer, ...object && {object}}
}

/** The recorder set no field validation, so the server warned about unknown fields. */
const asSent = ({requests, ...vector}: WholeCase): WholeCase => ({...vector, requests: requests.map((request) => ({fieldValidation: 'Warn', ...request}))})

describe('recorded answers: kind-validation', () => {
  const cases = readVectors<WholeCase>('kind-validation').map(inNamespace).map(asSent)

  it('contain all cases', () => expect(cases).to.have.length(1558))

  const replayed = cases.filter(isReplayed).flatMap((vector) => versionsFor(vector).map((version) => ({vector, version})))

  for (const {vector, version} of replayed) {
    it(`${vector.id} by ${version}`, () => {
      const given = answers(vector, {kubernetesVersion: version})
      expectRecorded('kind-validation', vector.id, () => {
        for (const [i, expected] of vector.responses.entries()) {
          expect(comparable(asRecorded(given[i], expected)), `request ${i + 1}`).to.deep.equal(comparable(expected))
        }
      })
      const own = ownAnswer('kind-validation', vector.id)
      if (own !== undefined) expect(given.map(({code, message}) => message === undefined ? code : `${code} ${message}`).join(' ')).to.equal(own)
    })
  }
})
