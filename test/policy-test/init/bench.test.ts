import {expect} from 'chai'

import {Bench} from '../../../src/policy-test/init/bench.js'
import {SourceFile} from '../../../src/source/source-file.js'

const pod = {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'app'}, spec: {containers: [{name: 'app', image: 'app'}]}}

describe('Bench', () => {
  it('installs the policies once for all objects', () => {
    const classes = Array.from({length: 300}, (_, i) => ({apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: {name: `p${i}`}, value: i}))
    const bench = new Bench([new SourceFile('policies.yaml', classes.map((object) => JSON.stringify(object)).join('\n---\n'))], {})
    const answers = Array.from({length: 100}, () => bench.send({object: pod, namespace: 'default'})?.review.allowed)
    expect(answers).to.deep.equal(Array<boolean>(100).fill(true))
  })

  it('sends each object to a new cluster, of its own namespace', () => {
    const quota = (namespace: string, pods: string): object => ({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'quota', namespace}, spec: {hard: {pods}}})
    const bench = new Bench([new SourceFile('policies.yaml', [quota('one', '1'), quota('none', '0')].map((object) => JSON.stringify(object)).join('\n---\n'))], {})
    const verdicts = ['one', 'none', 'one', 'none'].map((namespace) => bench.send({object: pod, namespace})?.review.allowed)
    expect(verdicts).to.deep.equal([true, false, true, false])
  })
})
