import {expect} from 'chai'

import {cutDown, prune, sortedMessage} from '../helpers/compare.js'
import {send, vectorCluster, type VectorRequest} from '../helpers/replay.js'
import {readVectors} from '../helpers/vectors.js'

interface Answer {
  readonly code: number
  readonly reason?: string
  readonly message?: string
  readonly object?: Record<string, unknown>
  readonly warnings?: readonly string[]
}

interface Case {
  readonly id: string
  readonly requests: readonly VectorRequest[]
  readonly responses: readonly Answer[]
}

/** How many cases each file of recorded answers has, so that none goes missing. */
const files = {'limitrange': 300, 'limitranger-pod': 400, 'limitranger-pvc': 120, 'limitrange-update': 100, 'limitranger-edge': 353}

const comparable = ({code, reason, message, object, warnings}: Answer): unknown => code < 300
  ? {code, object: object && prune(object), warnings: warnings ?? []}
  : {code, reason, message: sortedMessage(message ?? ''), warnings: warnings ?? []}

function answers({requests}: Case): Answer[] {
  const cluster = vectorCluster()
  return requests.map((request) => {
    const {status: {code, reason, message}, object, warnings} = send(cluster, request)
    return {code, ...code >= 300 && {reason, message}, ...object && {object: cutDown(object)}, warnings}
  })
}

for (const [file, count] of Object.entries(files)) {
  describe(`recorded answers: ${file}`, () => {
    const cases = readVectors<Case>(file)

    it('are all there', () => expect(cases).to.have.length(count))

    for (const vector of cases) {
      it(vector.id, () => {
        const given = answers(vector)
        for (const [i, expected] of vector.responses.entries()) {
          const {object, ...rest} = given[i] ?? {code: 0}
          const answer = expected.object === undefined ? rest : {...rest, ...object && {object}}
          expect(comparable(answer), `request ${i + 1}`).to.deep.equal(comparable(expected))
        }
      })
    }
  })
}
