import {expect} from 'chai'

import {effectsIn, hasNewDenials} from '../../src/diff/diff.js'
import type {Diff} from '../../src/diff/types.js'
import {diffJson} from '../../src/report/diff/json.js'
import type {Body} from '../helpers/builders.js'
import {within} from '../helpers/cpu-time.js'
import {compared, texts} from '../helpers/diffed.js'
import {deployment} from '../helpers/workload-manifests.js'

describe('the diff of two runs with other Nodes', () => {
  const nodeOf = (name: string): Body => ({apiVersion: 'v1', kind: 'Node', metadata: {name}})
  const daemonSet: Body = {
    apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: {name: 'agent'},
    spec: {selector: {matchLabels: {a: 'b'}}, template: {metadata: {labels: {a: 'b'}}, spec: {containers: [{name: 'app', image: 'i'}]}}},
  }

  it('names the Node that gives a DaemonSet another pod', () => {
    const result = compared({trees: [nodeOf('n1')], files: [daemonSet]}, {trees: [nodeOf('n1'), nodeOf('n2')], files: [daemonSet]})
    expect(texts(result)).to.deep.equal(['Node n2 is new (tree.yaml:3) | DaemonSet/agent: 2 of 2 pods start, 1 before'])
    expect([result.withoutEffect, hasNewDenials(result)]).to.deep.equal([[], false])
  })

  it('names the Nodes whose names change', () => {
    const result = compared({trees: [nodeOf('n1')], files: [daemonSet]}, {trees: [nodeOf('n2')], files: [daemonSet]})
    expect(texts(result)).to.deep.equal([
      'Node n1 is removed (tree.yaml:1) | DaemonSet/agent: pod spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0].values: ["n1"] → ["n2"]',
    ])
    expect(effectsIn(result).flatMap(({otherChanges}) => otherChanges.map(({policy: {name}}) => name))).to.deep.equal(['n2'])
    expect(result.withoutEffect).to.deep.equal([])
  })

  it('names hundreds of Nodes for each of hundreds of DaemonSets, in JSON the first 10 if there are more than 100,000 @slow', within(10, () => {
    const sets = Array.from({length: 500}, (_, i) => ({...daemonSet, metadata: {name: `agent-${i}`}}))
    const nodes = (from: number): Body[] => Array.from({length: 1000}, (_, i) => nodeOf(`n${from + i}`))
    const result = compared({trees: nodes(0), files: sets}, {trees: nodes(900), files: sets})
    const others = effectsIn(result).map(({otherChanges}) => otherChanges.length)
    expect([others.length, ...new Set(others)]).to.deep.equal([500, 1799])
    const listsOf = (shown: Diff): string[] => [...diffJson(shown).matchAll(/"moreOtherChanges":\s*(\d+)/g)].map(([, more = '']) => more)
    const more = listsOf(result)
    expect([more.length, ...new Set(more)]).to.deep.equal([500, '1789'])
    const fewer = result.namespaces.map((namespace) =>
      ({...namespace, causes: namespace.causes.map((caused) => ({...caused, effects: caused.effects.slice(0, 55)}))}))
    expect(listsOf({...result, namespaces: fewer})).to.deep.equal([])
  }))

  it('does not name Nodes for other workloads', () => {
    const result = compared({trees: [nodeOf('n1')], files: [deployment('web', 2)]}, {trees: [nodeOf('n2')], files: [deployment('web', 2)]})
    expect(texts(result)).to.deep.equal([])
    expect(result.withoutEffect.map(({policy: {name}, reason}) => `${name} ${reason}`)).to.deep.equal(['n1 same-results', 'n2 same-results'])
  })
})
