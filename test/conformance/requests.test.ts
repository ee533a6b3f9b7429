import {expect} from 'chai'

import type {KubernetesVersion} from '../../src/machinery/version/kubernetes-version.js'
import {expectAnswers, type RequestsCase} from '../helpers/recorded-answers.js'
import {vectorCluster} from '../helpers/replay.js'
import {isReplayed, readVectors, versionsFor} from '../helpers/vectors.js'

/** Number of cases in each file of recorded answers. */
const files = {
  'limitrange': 300, 'limitranger-pod': 400, 'limitranger-pvc': 120, 'limitrange-update': 100, 'limitranger-edge': 353,
  'quota': 300, 'quota-admission': 400, 'quota-update': 100, 'resourcequota-edge': 420, 'kubernetes-1.37-policies': 39,
}

/** A case with each version that gave its answers. */
const byVersion = (vector: RequestsCase): {readonly vector: RequestsCase, readonly version: KubernetesVersion}[] =>
  (vector.kubernetesVersion === undefined ? versionsFor(vector) : [vector.kubernetesVersion]).map((version) => ({vector, version}))

for (const [file, count] of Object.entries(files)) {
  describe(`recorded answers: ${file}`, () => {
    const cases = readVectors<RequestsCase>(file)

    it('contain all cases', () => expect(cases).to.have.length(count))

    for (const {vector, version} of cases.filter(isReplayed).flatMap(byVersion)) {
      it(`${vector.id} by ${version}`, () => {
        expectAnswers(vector, vectorCluster({controllers: vector.controller ?? true, kubernetesVersion: version}))
      })
    }
  })
}
