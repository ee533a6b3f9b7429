import {expect} from 'chai'

import {readVectors} from '../helpers/vectors.js'
import {answers, comparable, inNamespace, type WholeAnswer, type WholeCase} from '../helpers/whole-objects.js'

/**
 * What kadm answers where the server refused for the ranges that its flags set: nothing in a manifest tells them. kadm refuses
 * what is in no cluster's range, and names the usual one.
 */
const unprovable = new Map([
  ['Service/ip-outside', '201'],
  ['Service/ip-kubernetes', '201'],
  ['Service/ip-network', '201'],
  ['Service/node-port-range', '201'],
  ['Service/node-port-negative', '422 Service "x" is invalid: spec.ports[0].nodePort: Invalid value: -5: '
    + 'provided port is not in the valid range. The range of valid ports is 30000-32767'],
  ['Service/health-range', '201'],
  ['Service/update-nodeport-range', '201 200'],
].map(([id, answer]) => [`kind-validation/${id ?? ''}`, answer]))

/** Cases that are left out, each with the reason. */
const leftOut: ReadonlyMap<string, string> = new Map([
  ['kind-validation/DaemonSet/status-dropped', 'recorded without strict field validation, which kadm always has: the status has an unknown field'],
])

/** Some answers were recorded without the object. */
const asRecorded = (given: WholeAnswer = {code: 0}, expected: WholeAnswer): WholeAnswer => {
  const {object, ...answer} = given
  return expected.object === undefined ? answer : {...answer, ...object && {object}}
}

describe('recorded answers: kind-validation', () => {
  const cases = readVectors<WholeCase>('kind-validation').map(inNamespace)

  it('are all there', () => expect(cases).to.have.length(1558))

  for (const vector of cases.filter(({id}) => !leftOut.has(id))) {
    it(vector.id, () => {
      const given = answers(vector)
      const own = unprovable.get(vector.id)
      if (own !== undefined) {
        expect(given.map(({code, message}) => message === undefined ? code : `${code} ${message}`).join(' ')).to.equal(own)
        return
      }
      for (const [i, expected] of vector.responses.entries()) {
        expect(comparable(asRecorded(given[i], expected)), `request ${i + 1}`).to.deep.equal(comparable(expected))
      }
    })
  }
})
