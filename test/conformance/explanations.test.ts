import {resourceQuota} from '../../src/kinds/resource-quota/index.js'
import {checkReview, checkUsage} from '../helpers/added-up.js'
import {expectAnswers, type RequestsCase} from '../helpers/recorded-answers.js'
import {vectorCluster} from '../helpers/replay.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'

const files = ['limitrange', 'limitranger-pod', 'limitranger-pvc', 'limitrange-update', 'limitranger-edge', 'quota', 'quota-admission', 'quota-update', 'resourcequota-edge']

for (const file of files) {
  describe(`explanations of recorded requests: ${file}`, () => {
    for (const vector of readVectors<RequestsCase>(file).filter(isReplayed)) {
      it(`${vector.id} adds up to its answers`, () => {
        const cluster = vectorCluster({controllers: vector.controller ?? true, explains: true})
        expectAnswers(vector, cluster, (review, request) => checkReview(cluster, review, request))
        cluster.resync('ns')
        for (const quota of cluster.list(resourceQuota, 'ns')) checkUsage(cluster, quota)
      })
    }
  })
}
