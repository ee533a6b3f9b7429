import {expect} from 'chai'

import type {Cluster} from '../../src/cluster/cluster.js'
import type {Review} from '../../src/cluster/review.js'
import {resourceQuota} from '../../src/kinds/resource-quota/index.js'
import {checkReview, checkUsage} from '../helpers/added-up.js'
import {send, vectorCluster, type VectorRequest} from '../helpers/replay.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'

interface Case {
  readonly id: string
  readonly requests: readonly VectorRequest[]
  readonly quotas?: Readonly<Record<string, {readonly used?: Readonly<Record<string, string>>}>>
  readonly controller?: false
}

const files = ['limitrange', 'limitranger-pod', 'limitranger-pvc', 'limitrange-update', 'limitranger-edge', 'quota', 'quota-admission', 'quota-update', 'resourcequota-edge']

const answerOf = ({status, object, warnings}: Review): unknown => ({status, object, warnings})

for (const file of files) {
  describe(`explanations of recorded requests: ${file}`, () => {
    for (const vector of readVectors<Case>(file).filter(isReplayed)) {
      it(`${vector.id} adds up to its answers`, () => {
        const [cluster, plain] = [true, false].map((explains) => vectorCluster({controllers: vector.controller ?? true, explains})) as [Cluster, Cluster]
        for (const request of vector.requests) {
          const review = send(cluster, request)
          expect(answerOf(review)).to.deep.equal(answerOf(send(plain, request)))
          checkReview(cluster, review, request)
        }
        cluster.resync('ns')
        for (const quota of cluster.list(resourceQuota, 'ns')) checkUsage(cluster, quota)
      })
    }
  })
}
