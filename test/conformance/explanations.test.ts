import {resourceQuota} from '../../src/kinds/resource-quota/index.js'
import {checkReview, checkUsage} from '../helpers/added-up.js'
import {fieldsOf, messagesOf, withNews} from '../helpers/news.js'
import {expectAnswers, type RequestsCase} from '../helpers/recorded-answers.js'
import {vectorCluster} from '../helpers/replay.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'

const files = ['limitrange', 'limitranger-pod', 'limitranger-pvc', 'limitrange-update', 'limitranger-edge', 'quota', 'quota-admission', 'quota-update', 'resourcequota-edge']

// One recording explains a kind of answer, or a field, as well as a hundred do. Those that this leaves out are replayed without explanations (requests.test.ts).
const all = files.flatMap((file) => readVectors<RequestsCase>(file).filter(isReplayed).map((vector) => ({file, ...vector})))
const vectors = withNews(all, (vector) => [...messagesOf(vector), ...fieldsOf(vector)])

for (const file of files) {
  describe(`explanations of recorded requests: ${file}`, () => {
    for (const vector of vectors.filter((one) => one.file === file)) {
      it(`${vector.id} adds up to its answers`, () => {
        const cluster = vectorCluster({controllers: vector.controller ?? true, explains: true})
        expectAnswers(vector, cluster, (review, request) => checkReview(cluster, review, request))
        cluster.resync('ns')
        for (const quota of cluster.list(resourceQuota, 'ns')) checkUsage(cluster, quota)
      })
    }
  })
}
