import {expect} from 'chai'

import {isReplayed, readVectors} from '../helpers/vectors.js'
import {answers, comparable, inNamespace, type WholeAnswer, type WholeCase} from '../helpers/whole-objects.js'

interface Case extends WholeCase {
  readonly allowPrivileged?: boolean
}

/** Of a message with a diff, what comes before it: the diff is in Go's own notation. */
const withoutDiff = ({message, ...answer}: WholeAnswer): WholeAnswer =>
  message === undefined ? answer : {...answer, message: message.replace(/\n.*/s, '')}

/** Where no RuntimeClass is declared, kadm takes every name for that of one; the server that answered knew of none. */
const otherClass = {apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: {name: 'other'}, handler: 'other'}

describe('recorded answers: pod-validation', () => {
  const cases = readVectors<Case>('pod-validation').map(inNamespace)

  it('are all there', () => expect(cases).to.have.length(1456))

  for (const vector of cases.filter(isReplayed)) {
    it(vector.id, () => {
      const given = answers(vector, vector.allowPrivileged === undefined ? {} : {allowPrivileged: vector.allowPrivileged}, otherClass)
      for (const [i, expected] of vector.responses.entries()) {
        expect(comparable(withoutDiff(given[i] ?? {code: 0})), `request ${i + 1}`).to.deep.equal(comparable(withoutDiff(expected)))
      }
    })
  }
})
