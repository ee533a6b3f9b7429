import {expect} from 'chai'

import {decode} from '../../src/machinery/decode/decode.js'
import {decodeErrorText} from '../../src/machinery/decode/problem.js'
import {FieldPath} from '../../src/machinery/field/path.js'
import {type LabelSelector, matchesLabelSelector, validateLabelSelector} from '../../src/machinery/meta/label-selector.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'

/** Answer of Kubernetes 1.36.3 for a selector: a decoding error, a validation error, or whether it matches. */
interface Answer {
  readonly error?: string
  readonly errors?: readonly string[]
  readonly matches?: boolean
}

interface Vector extends Answer {
  readonly selector: Readonly<Record<string, unknown>>
  readonly labels: Readonly<Record<string, string>>
}

const vectors = readVectors<Vector>('selector')

/** kadm's answer, which is the same for the decoded and the original selector. */
function answer({selector, labels}: Vector): Answer {
  const {object, problems} = decode(selector, 'meta/v1.LabelSelector')
  const error = decodeErrorText(problems)
  if (error !== undefined) return {error}
  const decoded = answerDecoded(object, labels)
  expect(answerDecoded(selector, labels)).to.deep.equal(decoded)
  return decoded
}

function answerDecoded(selector: LabelSelector, labels: Vector['labels']): Answer {
  const errors = validateLabelSelector(selector, FieldPath.of('selector')).map(String)
  return errors.length > 0 ? {errors} : {matches: matchesLabelSelector(selector, labels)}
}

describe('recorded answers: selector', () => {
  it('contain all cases', () => {
    const count = (kind: keyof Vector): number => vectors.filter((vector) => kind in vector).length
    expect([count('matches'), count('errors'), count('error'), vectors.length]).to.deep.equal([594, 187, 8, 789])
  })

  for (const [i, {selector, labels, ...expected}] of vectors.entries()) {
    const id = `line ${i + 1}`
    if (isReplayed({id})) it(id, () => expect(answer({selector, labels})).to.deep.equal(expected))
  }
})
