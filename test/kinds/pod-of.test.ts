import {expect} from 'chai'

import {sharedKinds} from '../../src/kinds/index.js'
import {podMakers, podOf} from '../../src/kinds/pod-of.js'
import {tableOfKind} from '../../src/machinery/schema/api-tables.js'
import {problemsBelow} from '../../src/machinery/decode/decode.js'
import {FieldPath} from '../../src/machinery/field/path.js'
import {app, type Body, pod} from '../helpers/builders.js'
import {decoded} from '../helpers/decoded.js'
import {deployment} from '../helpers/workload-manifests.js'

const spec = {containers: [{name: 'app', image: 'i'}]}

const nested = (steps: readonly string[], value: Body): Body => steps.reduceRight((inner, step) => ({[step]: inner}), value)

describe('podOf', () => {
  it('returns a pod unchanged', () => {
    const object = decoded(pod().with(app()))
    const placed = podOf(object)
    expect([placed?.pod, String(placed?.spec)]).to.deep.equal([object, 'spec'])
  })

  for (const {apiVersion, kind, podTemplate: steps = []} of podMakers.filter(({podTemplate}) => podTemplate !== undefined)) {
    it(`returns the pod of the template of a ${kind}, and the path of its spec`, () => {
      const placed = podOf(decoded({apiVersion, kind, metadata: {name: 'x'}, ...nested(steps, {metadata: {labels: {a: 'b'}}, spec})}))
      expect(placed?.pod).to.deep.equal({apiVersion: 'v1', kind: 'Pod', metadata: {labels: {a: 'b'}}, spec})
      expect(String(placed?.spec)).to.equal([...steps, 'spec'].join('.'))
    })
  }

  it('returns undefined for an object without a pod template', () => {
    expect(podOf(decoded(deployment('web', 1).having({spec: {}})))).to.equal(undefined)
    expect(podOf(decoded({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'c'}}))).to.equal(undefined)
  })
})

describe('podMakers', () => {
  it('lists all kinds that have a pod template in the field tables', () => {
    const places = [[], ['template'], ['spec', 'template'], ['spec', 'jobTemplate', 'spec', 'template']]
    const hasSpec = (table: string, steps: readonly string[]): boolean =>
      problemsBelow(nested([...steps, 'spec'], {containers: [], enableServiceLinks: true}), table, FieldPath.of('x')).length === 0
    const expected = sharedKinds.filter(({apiVersion, kind}) => {
      const table = tableOfKind(apiVersion, kind)
      return table !== undefined && places.some((steps) => hasSpec(table, steps))
    }).map(({kind}) => kind)
    expect(podMakers.map(({kind}) => kind).sort()).to.deep.equal(expected.sort())
  })
})
