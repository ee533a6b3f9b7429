import {expect} from 'chai'

import type {Trial} from '../../../src/policy-test/init/bench.js'
import type {Materials} from '../../../src/policy-test/init/materials.js'
import {minimalPod} from '../../../src/policy-test/init/pods.js'
import {demandTests} from '../../../src/policy-test/init/resource-quota-tests.js'
import {itemsOf} from '../../../src/policy-test/mutate/items.js'
import {policiesIn} from '../../../src/policy-test/mutate/policy-document.js'
import {SourceFile} from '../../../src/source/source-file.js'

/** Returns the number of pods that are sent to find out whether pods must state a resource of a quota. */
function pods(resource: string): number {
  const quota = {apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'quota'}, spec: {hard: {[resource]: '1'}}}
  const trials: Trial[] = []
  const bench = {send: (trial: Trial): undefined => void trials.push(trial)}
  const materials = {bench, namespace: 'default', priorities: [], makers: [minimalPod], fills: [{}]} as unknown as Materials
  for (const policy of policiesIn(new SourceFile('quota.yaml', JSON.stringify(quota)))) for (const item of itemsOf(policy)) demandTests(item, materials)
  return trials.length
}

describe('demandTests', () => {
  it('sends pods only for amounts that containers must state', () => {
    for (const resource of ['cpu', 'memory', 'requests.cpu', 'limits.memory']) expect(pods(resource), resource).to.be.greaterThan(0)
    for (const resource of ['pods', 'count/widgets.example.com', 'requests.example.com/gpu', 'services', 'requests.storage']) expect(pods(resource), resource).to.equal(0)
  })
})
