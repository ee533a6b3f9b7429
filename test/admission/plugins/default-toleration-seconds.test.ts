import {expect} from 'chai'
import {type Body, pod} from '../../helpers/builders.js'
import {allowed, at, given, verdict} from '../../helpers/test-cluster.js'

const toleration = (name: string): Body => ({key: `node.kubernetes.io/${name}`, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300})

const [notReady, unreachable] = [toleration('not-ready'), toleration('unreachable')]

const tolerationsOf = (tolerations?: Body[]): unknown => at(allowed(given().create(tolerations === undefined ? pod() : pod().asking({tolerations}))), 'spec.tolerations')

describe('DefaultTolerationSeconds', () => {
  const key = 'node.kubernetes.io/not-ready'

  const table: Record<string, [given: Body[] | undefined, all: Body[]]> = {
    'adds tolerations for not-ready and unreachable': [undefined, [notReady, unreachable]],
    'appends them to other tolerations': [[{key: 'a', operator: 'Exists'}], [{key: 'a', operator: 'Exists'}, notReady, unreachable]],
    'adds only the missing toleration': [[unreachable], [unreachable, notReady]],
    'adds none when other tolerations cover both taints': [
      [{key, effect: 'NoExecute'}, {...unreachable, tolerationSeconds: 5}], [{key, effect: 'NoExecute'}, {...unreachable, tolerationSeconds: 5}],
    ],
    'treats a toleration without an effect as one for every effect': [[{key, operator: 'Exists'}], [{key, operator: 'Exists'}, unreachable]],
    'treats a toleration without a key as one for every key': [[{operator: 'Exists'}], [{operator: 'Exists'}]],
    'treats a NoExecute toleration without a key as one for both taints': [[{key: '', operator: 'Exists', effect: 'NoExecute'}], [{operator: 'Exists', effect: 'NoExecute'}]],
    'adds them when the toleration for the key has another effect': [[{key, operator: 'Exists', effect: 'NoSchedule'}], [{key, operator: 'Exists', effect: 'NoSchedule'}, notReady, unreachable]],
    'adds them when the toleration for every key has another effect': [[{operator: 'Exists', effect: 'NoSchedule'}], [{operator: 'Exists', effect: 'NoSchedule'}, notReady, unreachable]],
  }

  for (const [title, [tolerations, all]] of Object.entries(table)) {
    it(title, () => expect(tolerationsOf(tolerations)).to.deep.equal(all))
  }

  it('reports the tolerations that it adds as a change', () => {
    const step = given().create(pod()).steps.find(({plugin}) => plugin === 'DefaultTolerationSeconds')
    expect(step?.changes.map(({field, from, to}) => [String(field), from, to])).to.deep.equal([['spec.tolerations', undefined, [notReady, unreachable]]])
    expect(given().create(pod().asking({tolerations: [{operator: 'Exists'}]})).steps.map(({plugin}) => plugin)).not.to.include('DefaultTolerationSeconds')
  })

  it('adds them on updates too, so that the pod spec does not change', () => {
    const cluster = given(pod())
    expect(at(allowed(cluster.update(pod().labelled({a: 'b'}))), 'spec.tolerations')).to.deep.equal([notReady, unreachable])
  })

  it('ignores subresources of pods and other kinds', () => {
    const cluster = given(pod())
    const {steps} = cluster.update(pod().having({status: {phase: 'Running'}}), {subresource: 'status'})
    expect(steps).to.deep.equal([])
    expect(at(allowed(cluster.create({apiVersion: 'example.com/v1', kind: 'Pod', metadata: {name: 'p'}})), 'spec')).to.equal(undefined)
  })

  it('handles a pod without a spec', () => {
    expect(verdict(given().create(pod().having({spec: null})))).to.equal('422 Pod "p" is invalid: spec.containers: Required value')
  })
})
