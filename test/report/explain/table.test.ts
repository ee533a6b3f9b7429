import {expect} from 'chai'
import stringWidth from 'string-width'

import {explainRequests} from '../../../src/explain/explain.js'
import {explainReporters} from '../../../src/report/explain/index.js'
import {SourceFile} from '../../../src/source/source-file.js'

const pod = new SourceFile('a/rather/long/path/to/the/manifest/of/the/pod/with/one/container/pod.yaml', `
apiVersion: v1
kind: Pod
metadata: {name: web, labels: {description: ${'x'.repeat(60)}}}
spec: {containers: [{name: a-rather-long-name-of-a-container, image: a, resources: {requests: {cpu: "1"}, limits: {cpu: "3"}}}]}
`)

const policies = new SourceFile('policies.yaml', `
apiVersion: v1
kind: LimitRange
metadata: {name: limits}
spec: {limits: [{type: Container, max: {cpu: "2"}, default: {memory: 1Gi}}]}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: quota}
spec: {hard: {requests.cpu: "2", count/pods: "2", pods: "1"}}
`)

describe('the table of kadm explain', () => {
  const explained = explainRequests({files: [pod], policies: [policies]})

  for (const columns of [70, 80, 100]) {
    it(`fits into ${columns} columns`, async () => {
      const lines = (await explainReporters.table(explained, {isColoured: false, columns})).split('\n')
      expect(lines.filter((line) => stringWidth(line) > columns)).to.deep.equal([])
    })
  }

  it('is not wrapped without a terminal', async () => {
    const text = await explainReporters.table(explained, {isColoured: false, columns: undefined})
    expect(text.split('\n').some((line) => line.length > 100)).to.equal(true)
  })
})
