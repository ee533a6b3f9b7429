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

  it('lists neighbours in which nothing happens under one heading', async () => {
    const plain = (name: string, more = ''): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n${more}---\n`
    const texts = [plain('a'), plain('b'), pod.text, '\n---\n', plain('c')]
    const text = await explainReporters.table(explainRequests({files: [new SourceFile('all.yaml', texts.join(''))]}, {order: 'files'}), {isColoured: false, columns: undefined})
    expect(text).to.match(/^2 objects are admitted, and stored as they are sent\n=+\n {2}ConfigMap default\/a \(all.yaml:1\): CREATE\n {2}ConfigMap default\/b \(all.yaml:5\): CREATE\n\nPod default\/web /)
    expect(text).to.match(/\nConfigMap default\/c .*\n=+\n\n?1\. API defaults fill in no field/)
    const counted = explainRequests({files: [new SourceFile('all.yaml', plain('a') + plain('b'))], policies: [policies]})
    expect(await explainReporters.table(counted, {isColoured: false, columns: undefined})).to.not.include('objects are admitted')
  })

  it('reads the steps of a denied request once, as they are computed for each reader', async () => {
    let reads = 0
    const stories = explained.stories.map((story) => ({...story, get steps() {
      reads++
      return story.steps
    }}))
    await explainReporters.table({...explained, stories}, {isColoured: false, columns: undefined})
    expect({reads, requests: stories.length}).to.deep.equal({reads: 1, requests: 1})
  })

  it('is not wrapped without a terminal', async () => {
    const text = await explainReporters.table(explained, {isColoured: false, columns: undefined})
    expect(text.split('\n').some((line) => line.length > 100)).to.equal(true)
  })
})
