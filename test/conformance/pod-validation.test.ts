import {expect} from 'chai'

import {defaultVersion} from '../../src/machinery/version/kubernetes-version.js'
import {isReplayed, readVectors, versionsFor} from '../helpers/vectors.js'
import {answers, comparable, inNamespace, type WholeAnswer, type WholeCase} from '../helpers/whole-objects.js'

interface Case extends WholeCase {
  readonly allowPrivileged?: boolean
}

/** A message without its diff, in which each version prints its own Go types. */
const withoutDiff = ({message, ...answer}: WholeAnswer): WholeAnswer =>
  message === undefined ? answer : {...answer, message: message.replace(/\n.*/s, '')}

/** Without any declared RuntimeClass kadm accepts every name of one. The recorded server had none and accepted no name. */
const otherClass = {apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: {name: 'other'}, handler: 'other'}

describe('recorded answers: pod-validation', () => {
  const cases = readVectors<Case>('pod-validation').map(inNamespace)

  it('contain all cases', () => expect(cases).to.have.length(1456))

  const replayed = cases.filter(isReplayed).flatMap((vector) => versionsFor(vector).map((version) => ({vector, version})))

  for (const {vector, version} of replayed) {
    it(`${vector.id} by ${version}`, () => {
      const flags = vector.allowPrivileged === undefined ? {} : {allowPrivileged: vector.allowPrivileged}
      const compared = (answer: WholeAnswer): unknown => comparable(version === defaultVersion ? answer : withoutDiff(answer))
      const given = answers(vector, {...flags, kubernetesVersion: version}, otherClass)
      for (const [i, expected] of vector.responses.entries()) {
        expect(compared(given[i] ?? {code: 0}), `request ${i + 1}`).to.deep.equal(compared(expected))
      }
    })
  }
})
